"""A box with a lid for the game, tuck boxes for its decks of cards, and its dice."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from cards_data.models import Deck, Game
from cards_data.problems import Message, Problems
from generator.export import net_pages, telescoping_box, tuck_box
from generator.export.cut_lines import write_lines
from generator.export.job import ExportJob, ExportResult, form
from generator.export.net_pages import NetArtwork, NetDesign, NetPage
from generator.export.telescoping_box import PARTS, BoxItem, Load, TelescopingBox, Tray, TrayPart
from generator.export.tuck_box import EDGE_MM, DieNet, Net, TuckBox
from generator.pdf.manifest import game_version
from generator.sheets.papers import Paper

DPI = 300
USES = frozenset({"dpi", "paper", "paper_weight"})
FEWEST_CARDS = 4

# Decks of one size that go into one box.
BoxedDecks = list[Deck]


def export(job: ExportJob) -> ExportResult:
    boxes = compose_nets(job)
    pages = net_pages.lay(boxes, job.paper)
    label = f"{job.game.title(job.lang)} · {job.say('box_how')}"
    manifest = json.dumps(record(job, pages), ensure_ascii=False, indent=1) + "\n"
    paths = job.write_pdf(
        "boxes.pdf",
        (net_pages.page(laid, job.paper, label) for laid in pages),
        (box.design for box in boxes),
        manifest,
    )
    for number, laid in enumerate(pages, 1):
        paths += write_lines(job, f"boxes-{number}", net_pages.sheet_lines(laid, job.paper))
    count, weight = len({box.name for box in boxes} - {"lid", "die"}), job.options.paper_weight
    summary = job.say("cmd_export_boxes", n=count, weight=weight, pages=len(pages))
    return job.result(paths, f"{summary}{_advice(job, boxes)}", paths[0])


def _advice(job: ExportJob, boxes: Sequence[NetArtwork]) -> str:
    """Return a line that says what to do if the box of a whole game is missing."""
    if job.options.decks or any(box.name == "lid" for box in boxes):
        return ""
    return f"\n{job.say('cmd_export_no_lid', paper=job.options.paper)}"


def compose_nets(job: ExportJob) -> list[NetArtwork]:
    """Compose all nets; only a whole game gets a box with a lid and dice."""
    boxes = tuck_boxes([deck for deck, _ in job.composed.decks], job.options.paper_weight)
    if job.options.decks and not boxes:
        raise Problems.of(f"{job.game.slug} --to boxes", Message("boxes.none"))
    if not job.options.decks:
        boxes = [decks for decks in boxes if _cards(decks) >= FEWEST_CARDS]
    net_designs = [design for decks in boxes for design in _deck_designs(job, decks)]
    if not job.options.decks:
        values = {"edge": EDGE_MM, "note": job.say("die_how", edge=f"{EDGE_MM:g}")}
        dice = [NetDesign(DieNet(), "die", "die.svg.j2", values)] * job.game.dice
        net_designs += [*_game_designs(job, boxes), *dice]
    designs = job.in_workers(net_pages.WORK, net_designs, job.composer)
    title = job.game.title(job.lang)
    return [
        NetArtwork(one.net, one.name, design, f"{title}. {one.shown['note']}")
        for one, design in zip(net_designs, designs, strict=True)
    ]


def tuck_boxes(decks: Sequence[Deck], grams: int) -> list[BoxedDecks]:
    """Assign the decks of cards to boxes, each for one size."""
    cards = [deck for deck in decks if form(deck) == "card"]
    return [
        box
        for size in dict.fromkeys(deck.size for deck in cards)
        for box in join_decks([deck for deck in cards if deck.size == size], grams)
    ]


def join_decks(same: BoxedDecks, grams: int) -> list[BoxedDecks]:
    """Assign decks of one size to boxes; thin ones join, so that a box can be folded."""

    def fills(decks: BoxedDecks) -> bool:
        return tuck_box.filled_depth_mm(_cards(decks), grams) >= tuck_box.LEAST_DEPTH_MM

    thick = [[one] for one in same if fills([one])]
    thin = [one for one in same if not fills([one])]
    if not thin:
        return thick
    if fills(thin) or not thick:
        return [*thick, thin]
    least = min(thick, key=_cards)
    return [[*box, *thin] if box is least else box for box in thick]


def _cards(decks: BoxedDecks) -> int:
    return sum(deck.total for deck in decks)


def _name(decks: BoxedDecks) -> str:
    return "+".join(deck.name for deck in decks)


def _deck_designs(job: ExportJob, decks: BoxedDecks) -> Iterator[NetDesign]:
    box = _box_of(decks, job.options.paper_weight)
    title, count = " · ".join(deck.title(job.lang) for deck in decks), _cards(decks)
    size = " × ".join(job.say.decimal(f"{side:.1f}") for side in box.inner_mm)
    note = job.say("box_label", deck=title, n=count, grams=job.options.paper_weight)
    values = {
        "deck": title,
        "cards": count,
        "tuck": tuck_box.TUCK_MM,
        "glue": tuck_box.GLUE_MM,
        "note": f"{note}, {job.say('box_inside', size=size)}",
    }
    name, ways = _name(decks), (tuck_box.whole_net(box), tuck_box.halves(box))
    for net in net_pages.fitting(ways, job.paper, name):
        yield NetDesign(net, name, "box.svg.j2", values)


def _box_of(decks: BoxedDecks, grams: int) -> TuckBox:
    return tuck_box.box_for(decks[0].size, _cards(decks), grams)


def _game_designs(job: ExportJob, boxes: Sequence[BoxedDecks]) -> Iterator[NetDesign]:
    """Yield the parts of the box with a lid; none if only the others fit on the paper."""
    grams = job.options.paper_weight
    box = game_box(contents(job.game, boxes, grams), grams, job.paper)
    foldable = all(_part_count(tray, job.paper) in PARTS for tray in (box.lid, box.base))
    if not foldable and (boxes or job.game.dice):
        return
    lines = tuple((deck.total, deck.title(job.lang)) for deck in job.game.decks.values())
    for name, tray in (("lid", box.lid), ("base", box.base)):
        nets = net_pages.fitting([telescoping_box.parts(tray, n) for n in PARTS], job.paper, name)
        for net in nets:
            note = job.say(f"box_{name}", n=net.number, of=net.of)
            values = {"note": note, "contents": lines}
            yield NetDesign(net, name, f"box_{name}.svg.j2", values)


def contents(game: Game, boxes: Sequence[BoxedDecks], grams: int) -> Load:
    """Return what goes into the box of a game: every deck once, the dice and the rules."""
    stock = tuck_box.stock_mm(grams)
    boxed = {deck.name for decks in boxes for deck in decks}
    rest = [deck for deck in game.decks.values() if deck.name not in boxed]
    flat = [deck for deck in rest if form(deck) == "board"]
    closed = []
    for decks in boxes:
        box, walls = _box_of(decks, grams), 2 * stock
        sides = box.width_mm + walls, box.height_mm + walls, box.depth_mm + walls
        closed.append(BoxItem(_name(decks), *sides))
    return Load(
        (*closed, *[BoxItem("die", EDGE_MM, EDGE_MM, EDGE_MM)] * game.dice),
        tuple(_stack(deck, stock) for deck in rest if deck not in flat),
        (*(_stack(deck, stock) for deck in flat), telescoping_box.PAPERS),
    )


def _stack(deck: Deck, stock: float) -> BoxItem:
    return BoxItem(deck.name, deck.size.width_mm, deck.size.height_mm, deck.total * stock)


def game_box(load: Load, grams: int, paper: Paper) -> TelescopingBox:
    """Return the box that holds a game in the fewest parts, and of those the smallest."""

    def effort(box: TelescopingBox) -> tuple[int, float]:
        (lid,) = telescoping_box.parts(box.lid, 1)
        count = _part_count(box.lid, paper) + _part_count(box.base, paper)
        return count, lid.width_mm * lid.height_mm

    stock, ways = tuck_box.stock_mm(grams), telescoping_box.packings(load)
    return min((telescoping_box.box_with(one.inner_mm, stock) for one in ways), key=effort)


def _part_count(tray: Tray, paper: Paper) -> int:
    """Return the number of parts that fit on the paper, or one more than allowed."""
    ways = ((n, telescoping_box.parts(tray, n)) for n in PARTS)
    return next((n for n, nets in ways if net_pages.fit_all(nets, paper)), len(PARTS) + 1)


def record(job: ExportJob, pages: Sequence[NetPage]) -> dict[str, Any]:
    return {
        "game": job.game.slug,
        "version": game_version(job.game, job.composed.sources),
        "lang": job.lang,
        "paper_weight": job.options.paper_weight,
        "boxes": [
            {"deck": one.decorated.name, "page": number, **_measures(one.decorated.net)}
            for number, laid in enumerate(pages, 1)
            for one in laid.nets
        ],
    }


def _measures(net: object) -> dict[str, Any]:
    """Return what the manifest lists about a net, by its kind."""
    if isinstance(net, Net):
        panels = [column.kind for column in net.columns]
        return {"inner_mm": _inner_sides(net.box), "panels": panels}
    if isinstance(net, TrayPart):
        return {"inner_mm": _inner_sides(net.tray), "part": [net.number, net.of]}
    return {}


def _inner_sides(box: TuckBox | Tray) -> list[float]:
    return [round(side, 3) for side in box.inner_mm]
