"""A tuck box for every deck of cards, as thick as the deck is on the paper it is printed on.

Comes in: a composed game and the weight of the paper. Goes out: ``boxes.pdf``, and the lines of
every page as SVG and DXF. Decks of a few cards need no box, unless they are named.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cards_data.models import Deck
from cards_data.problems import Problem, Problems
from generator.compose.artwork import Artwork
from generator.compose.composed_game import Pieces
from generator.export.boxes.net_design import NetDesign, net_designs
from generator.export.boxes.net_pages import LaidNet, NetArtwork, drawn, fitting, lay, page
from generator.export.boxes.tuck_box import Net, box_for, halves, whole
from generator.export.dxf_lines import as_dxf
from generator.export.job import ExportJob, ExportResult, remove_stale_files, write_bytes_whole
from generator.export.piece_types import form
from generator.export.svg_lines import as_svg
from generator.pdf.build import Build, write_build
from generator.pdf.document import About
from generator.pdf.manifest import game_version
from generator.words import say_in

SUMMARY = "tuck boxes for the decks of cards"
DPI = 300
USES = frozenset({"dpi", "paper", "paper_weight"})
FEWEST_CARDS = 4

Boxed = tuple[Deck, Artwork, Net]


def export(job: ExportJob) -> ExportResult:
    boxes = decorated(job)
    pages = lay(boxes, job.paper)
    made = _written_pdf(job, boxes, pages)
    for number, laid in enumerate(pages, 1):
        lines = drawn(laid, job.paper)
        for suffix, text in (("svg", as_svg(lines)), ("dxf", as_dxf(lines))):
            path = job.folder / f"boxes-{number}.{suffix}"
            made.append(write_bytes_whole(path, text.encode()))
    count = len({box.deck for box in boxes})
    summary = f"{count} boxes for cards of {job.options.paper_weight} g on {len(pages)} pages"
    return ExportResult(made[0], remove_stale_files(job.folder, made), summary)


def decorated(job: ExportJob) -> list[NetArtwork]:
    """Every net with all that is seen on it."""
    nets = [boxed for deck, pieces in _decks(job) for boxed in _nets(job, deck, pieces)]
    wanted = [NetDesign(net, deck.title(job.lang), deck.total) for deck, _, net in nets]
    return [
        NetArtwork(net, design, back, deck.name, _tooltip(job, deck, net))
        for (deck, back, net), design in zip(nets, net_designs(job, wanted), strict=True)
    ]


def _decks(job: ExportJob) -> list[tuple[Deck, Pieces]]:
    decks = [
        (deck, pieces)
        for deck, pieces in job.composed.decks
        if form(deck) == "card" and (job.options.decks or deck.total >= FEWEST_CARDS)
    ]
    if not decks:
        raise Problems([Problem(f"{job.game.slug} --to boxes", "no deck of cards is wanted")])
    return decks


def _nets(job: ExportJob, deck: Deck, pieces: Pieces) -> list[Boxed]:
    box = box_for(deck.size, deck.total, job.options.paper_weight)
    ways = (whole(box), halves(box))
    back = _commonest_back(pieces)
    return [(deck, back, net) for net in fitting(ways, job.paper, deck.name)]


def _commonest_back(pieces: Pieces) -> Artwork:
    backs = {faces.back.key: faces.back for _, faces in pieces if faces.back}
    counted = Counter(
        {key: sum(p.copies for p, f in pieces if f.back and f.back.key == key) for key in backs}
    )
    return backs[counted.most_common(1)[0][0]]


def _tooltip(job: ExportJob, deck: Deck, net: Net) -> tuple[str, str]:
    """What for, and how large inside: two lines of small print beside the net."""
    t, grams = say_in(job.lang), job.options.paper_weight
    size = " × ".join(f"{side:.1f}" for side in net.box.inner_mm)
    what = t("box_label", deck=deck.title(job.lang), n=deck.total, grams=grams)
    return what, t("box_inside", size=size)


def _written_pdf(
    job: ExportJob, boxes: Sequence[NetArtwork], pages: Sequence[Sequence[LaidNet]]
) -> list[Path]:
    version = game_version(job.game, job.composed.sources)
    label = f"{job.game.title(job.lang)} · {say_in(job.lang)('box_how')}"
    build = Build(
        path=job.folder / "boxes.pdf",
        paper=job.paper,
        pages=tuple(page(laid, job.paper, label) for laid in pages),
        arts={art.key: art for box in boxes for art in (box.design, box.back)},
        about=About(job.game.title(job.lang), version, "long", duplex=False),
        manifest=json.dumps(record(job, version, pages), ensure_ascii=False, indent=1) + "\n",
    )
    write_build(build, job.drawer(), job.progress)
    return [build.path, build.manifest_path]


def record(job: ExportJob, version: str, pages: Sequence[Sequence[LaidNet]]) -> dict[str, Any]:
    """The page and the inner size of every box."""
    return {
        "game": job.game.slug,
        "version": version,
        "lang": job.lang,
        "paper_weight": job.options.paper_weight,
        "boxes": [
            {
                "deck": one.decorated.deck,
                "page": number,
                "inner_mm": [round(side, 3) for side in one.decorated.net.box.inner_mm],
                "panels": [column.kind for column in one.decorated.net.columns],
            }
            for number, laid in enumerate(pages, 1)
            for one in laid
        ],
    }
