"""Tuck boxes for the decks of cards; decks too thin for a box share one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from cards_data.models import Deck, Piece
from cards_data.problems import Message, Problems
from generator.compose.artwork import Artwork
from generator.compose.composed_game import Pieces
from generator.compose.piece import Faces
from generator.export.cut_lines import write_lines
from generator.export.job import ExportJob, ExportResult
from generator.export.net_pages import (
    WORK,
    NetArtwork,
    NetDesign,
    NetPage,
    drawn,
    fitting,
    lay,
    page,
)
from generator.export.piece_text import form
from generator.export.tuck_box import LEAST_DEPTH_MM, Net, box_for, filled_depth_mm, halves, whole
from generator.pdf.manifest import game_version

DPI = 300
USES = frozenset({"dpi", "paper", "paper_weight"})
FEWEST_CARDS = 4

# Decks of one size that go into one box, with their pieces.
BoxedDecks = list[tuple[Deck, Pieces]]
Boxed = tuple[BoxedDecks, Artwork, Net]


def export(job: ExportJob) -> ExportResult:
    boxes = decorated(job)
    pages = lay(boxes, job.paper)
    label = f"{job.game.title(job.lang)} · {job.say('box_how')}"
    manifest = json.dumps(record(job, pages), ensure_ascii=False, indent=1) + "\n"
    made = job.write_pdf(
        "boxes.pdf",
        (page(laid, job.paper, label) for laid in pages),
        (art for box in boxes for art in (box.design, box.back)),
        manifest,
    )
    for number, laid in enumerate(pages, 1):
        made += write_lines(job, f"boxes-{number}", drawn(laid, job.paper))
    count, weight = len({box.deck for box in boxes}), job.options.paper_weight
    summary = job.say("cmd_export_boxes", n=count, weight=weight, pages=len(pages))
    return job.result(made, summary, made[0])


def decorated(job: ExportJob) -> list[NetArtwork]:
    nets = [boxed for decks in _boxes(job) for boxed in _nets(job, decks)]
    wanted = [NetDesign(net, _title(decks, job.lang), _cards(decks)) for decks, _, net in nets]
    designs = job.in_workers(WORK, wanted, job.composer)
    return [
        NetArtwork(net, design, back, _name(decks), _tooltip(job, decks, net))
        for (decks, back, net), design in zip(nets, designs, strict=True)
    ]


def _boxes(job: ExportJob) -> list[BoxedDecks]:
    """Assign decks to boxes; a few cards alone get none unless they are named."""
    cards = [(deck, pieces) for deck, pieces in job.composed.decks if form(deck) == "card"]
    boxes = [
        box
        for size in dict.fromkeys(deck.size for deck, _ in cards)
        for box in joined([one for one in cards if one[0].size == size], job.options.paper_weight)
    ]
    boxes = [box for box in boxes if job.options.decks or _cards(box) >= FEWEST_CARDS]
    if not boxes:
        raise Problems.of(f"{job.game.slug} --to boxes", Message("boxes.none"))
    return boxes


def joined(same: BoxedDecks, grams: int) -> list[BoxedDecks]:
    """Assign decks of one size to boxes; a thin deck joins similar ones or the thinnest box.

    If there are enough cards, no box is too thin to be folded.
    """

    def fills(decks: BoxedDecks) -> bool:
        return filled_depth_mm(_cards(decks), grams) >= LEAST_DEPTH_MM

    thick = [[one] for one in same if fills([one])]
    thin = [one for one in same if not fills([one])]
    if not thin:
        return thick
    if fills(thin) or not thick:
        return [*thick, thin]
    least = min(thick, key=_cards)
    return [[*box, *thin] if box is least else box for box in thick]


def _cards(decks: BoxedDecks) -> int:
    return sum(deck.total for deck, _ in decks)


def _title(decks: BoxedDecks, lang: str) -> str:
    return " · ".join(deck.title(lang) for deck, _ in decks)


def _name(decks: BoxedDecks) -> str:
    return "+".join(deck.name for deck, _ in decks)


def _nets(job: ExportJob, decks: BoxedDecks) -> list[Boxed]:
    box = box_for(decks[0][0].size, _cards(decks), job.options.paper_weight)
    ways = (whole(box), halves(box))
    back = _commonest_back([one for _, pieces in decks for one in pieces])
    return [(decks, back, net) for net in fitting(ways, job.paper, _name(decks))]


def _commonest_back(pieces: Sequence[tuple[Piece, Faces]]) -> Artwork:
    counted: Counter[Artwork] = Counter()
    for piece, faces in pieces:
        if faces.back:
            counted[faces.back] += piece.copies
    return counted.most_common(1)[0][0]


def _tooltip(job: ExportJob, decks: BoxedDecks, net: Net) -> tuple[str, str]:
    """Return two lines of small print for a net: what it is for, and its inner size."""
    t, grams = job.say, job.options.paper_weight
    size = " × ".join(t.decimal(f"{side:.1f}") for side in net.box.inner_mm)
    what = t("box_label", deck=_title(decks, job.lang), n=_cards(decks), grams=grams)
    return what, t("box_inside", size=size)


def record(job: ExportJob, pages: Sequence[NetPage]) -> dict[str, Any]:
    return {
        "game": job.game.slug,
        "version": game_version(job.game, job.composed.sources),
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
            for one in laid.nets
        ],
    }
