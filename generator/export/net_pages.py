"""Place nets of boxes on paper, as pages for the PDF and lines for a cutting machine."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap

from cards_data.models import Size
from cards_data.problems import Findings, Message, Problems, both
from generator.compose.artwork import Artwork
from generator.compose.dependencies import Dependencies
from generator.compose.piece import Composer, compose_page
from generator.export.cut_lines import (
    Polyline,
    SheetLines,
    Vertex,
    corner_marks,
    moved,
    path,
    turned,
    with_marks,
)
from generator.geometry.shapes import Path, polygon, rounded
from generator.geometry.units import BLEED_MM
from generator.kit.kit_worker import accent, words_of
from generator.pdf.document import Page
from generator.sheets.grids import Slot
from generator.sheets.marks import Label, marks
from generator.sheets.packing import Item, PackedPage, pack
from generator.sheets.papers import Paper
from generator.sheets.sheet_pages import Placement, Side

from .tuck_box import GLUE_MM, TUCK_MM, Net

# A game's own drawing for its boxes, in place of the shared landscape.
SCENE = "box_scene.svg.j2"
# Around the net: colours may extend a little over the cut.
MARGIN_MM = 2.0


def coat_size(net: Net, turn: int = 0) -> Size:
    """Return the size of the net with its margin, upright or rotated by a quarter turn."""
    sides = net.width_mm + 2 * MARGIN_MM, net.height_mm + 2 * MARGIN_MM
    return Size("net", *(sides[::-1] if turn else sides))


@dataclass(frozen=True)
class NetDesign:
    net: Net
    deck: str
    cards: int


def make(composer: Composer, design: NetDesign) -> Artwork:
    """Compose one design in a worker, or raise every problem in it."""
    findings, dependencies, game, net = Findings(), Dependencies(), composer.game, design.net
    own = composer.sources.find(game.slug, SCENE) is not None
    shown = {
        "columns": net.columns,
        "margin": MARGIN_MM,
        "cut": path(moved(net.outline, MARGIN_MM, MARGIN_MM)),
        "top": net.top_mm + MARGIN_MM,
        "height": net.box.height_mm,
        "depth": net.box.depth_mm,
        "tuck": TUCK_MM,
        "glue": GLUE_MM,
        "title": game.title(composer.edition.lang),
        "deck": design.deck,
        "cards": design.cards,
        "accent": accent(game),
        "t": words_of(game, composer.edition.lang, dependencies),
        "scene": f"{game.slug if own else '_shared'}/{SCENE}",
        "around": 2 * (net.box.width_mm + net.box.depth_mm),
        # The landscape continues where the second half of a split box begins.
        "offset": net.before_mm,
    }
    subject = composer.page(coat_size(net), f"box {design.deck}")
    page = compose_page(subject, "_shared/box.svg.j2", shown, findings, dependencies)
    findings.raise_any()
    assert page
    # Cut out and glued: drawn like the cards inside it.
    return replace(page, page=False)


WORK = f"{__name__}:{make.__name__}"


DASH_MM, PAUSE_MM = 2.0, 1.5
# The share of the front that the card back takes, and where it begins.
BACK_SHARE, BACK_TOP = 0.56, 0.38
ARC_CHORDS = 16
# The line spacing of small print, and the greatest average width of its letters.
LINE_MM, LETTER_MM = 3.0, 1.1
Rectangle = tuple[float, float, float, float]


@dataclass(frozen=True)
class NetArtwork:
    """A net with its artwork, the back of its cards, its deck, and its label on the page."""

    net: Net
    design: Artwork
    back: Artwork
    deck: str
    summary: tuple[str, ...]


@dataclass(frozen=True)
class LaidNet:
    """A net in its place, upright or rotated by a quarter turn."""

    decorated: NetArtwork
    slot: Slot
    turn: int

    def placed(self, line: Polyline) -> Polyline:
        line = moved(line, MARGIN_MM, MARGIN_MM)
        line = turned(line, self.decorated.design.height_mm) if self.turn else line
        return moved(line, self.slot.x_mm, self.slot.y_mm)

    def box(self, place: Rectangle) -> Rectangle:
        """Convert a rectangle on the artwork to left, top, width and height on the page."""
        x, y, width, height = place
        if self.turn:
            x, y, width, height = self.decorated.design.height_mm - y - height, x, height, width
        return x + self.slot.x_mm, y + self.slot.y_mm, width, height


@dataclass(frozen=True)
class NetPage:
    """The nets of a page, and its packing, which decides on which sides its strips go."""

    nets: tuple[LaidNet, ...]
    layout: PackedPage


def lay(boxes: Sequence[NetArtwork], paper: Paper) -> list[NetPage]:
    """Place the nets on as few pages as possible, rotated or not."""
    plans = [_packed(boxes, paper, first) for first in (0, 90)]
    return min(plans, key=len)


def _packed(boxes: Sequence[NetArtwork], paper: Paper, first: int) -> list[NetPage]:
    turns = [_turn(box, paper, first) for box in boxes]
    items = [
        Item(index, coat_size(box.net, turn))
        for index, (box, turn) in enumerate(zip(boxes, turns, strict=True))
    ]
    return [
        NetPage(
            tuple(LaidNet(boxes[index], slot, turns[index]) for index, slot in page.slots), page
        )
        for page in pack(items, paper)
    ]


def _turn(box: NetArtwork, paper: Paper, first: int) -> int:
    return next(turn for turn in (first, 90 - first) if fits(coat_size(box.net, turn), paper))


def fits(size: Size, paper: Paper) -> bool:
    try:
        return bool(pack([Item(0, size)], paper))
    except Problems:
        return False


def fitting(ways: Sequence[tuple[Net, ...]], paper: Paper, deck: str) -> tuple[Net, ...]:
    """Return the first construction of a box whose nets all fit on the paper."""
    for nets in ways:
        if all(any(fits(coat_size(net, turn), paper) for turn in (0, 90)) for net in nets):
            return nets
    measure = both(
        [f"{one.width_mm:.0f} × {one.height_mm:.0f}\u00a0mm" for one in map(coat_size, nets)]
    )
    found = Message("print.size_does_not_fit", size=measure, paper=paper.name)
    hint = Message("print.larger_weight")
    raise Problems.of(Message("place.box_of", deck=deck), found, hint=hint)


def page(laid: NetPage, paper: Paper, label: str) -> Page:
    """Compose a page: designs, then backs, then cut lines and folds; strips go on free sides."""
    furniture = marks(Side(layout=laid.layout), paper, "none", label)
    labels = (*furniture.labels, *(label for one in laid.nets for label in _labels(one)))
    lines = [
        path
        for one in laid.nets
        for path in (
            as_path(one.placed(one.decorated.net.outline)),
            *(dashes(one.placed(fold)) for fold in one.decorated.net.folds),
        )
    ]
    placements = tuple(placement for one in laid.nets for placement in _placements(one))
    return Page(
        placements, with_marks(replace(furniture, outlines=tuple(lines), labels=labels), paper)
    )


def _labels(laid: LaidNet) -> Iterator[Label]:
    """Yield the box's label in the free corner below its back, clear of the next flap."""
    net = laid.decorated.net
    for column in net.columns:
        if column.kind == "back":
            letters = int((column.width_mm - 1) / LETTER_MM)
            lines = (line for text in laid.decorated.summary for line in wrap(text, letters))
            for number, text in enumerate(lines, 1):
                place = Vertex(column.x_mm + 1, net.bottom_mm + 1 + number * LINE_MM)
                (at,) = laid.placed(Polyline((place,))).vertices
                yield Label(text, at.x_mm, at.y_mm, turned=bool(laid.turn))


def drawn(laid: NetPage, paper: Paper) -> SheetLines:
    return SheetLines(
        paper,
        tuple(one.placed(one.decorated.net.outline) for one in laid.nets),
        tuple(one.placed(fold) for one in laid.nets for fold in one.decorated.net.folds),
        corner_marks(paper),
    )


def _placements(laid: LaidNet) -> Iterator[Placement]:
    decorated, net = laid.decorated, laid.decorated.net
    design = decorated.design
    whole = (0.0, 0.0, design.width_mm, design.height_mm)
    yield _placement(laid, design.key, whole, whole)
    for column in net.columns:
        if column.kind == "front":
            left, top = column.x_mm + MARGIN_MM, net.top_mm + MARGIN_MM
            yield _back(laid, (left, top, column.width_mm, net.box.height_mm))


def _back(laid: LaidNet, panel: Rectangle) -> Placement:
    """Place a small card back, without its bleed, in the lower part of a panel."""
    art = laid.decorated.back
    left, top, width, height = panel
    scale = BACK_SHARE * height / art.height_mm
    wide, high, bleed = art.width_mm * scale, art.height_mm * scale, BLEED_MM * scale
    x, y = left + (width - wide) / 2, top + height * BACK_TOP
    seen = x + bleed, y + bleed, wide - 2 * bleed, high - 2 * bleed
    return _placement(laid, art.key, (x, y, wide, high), seen)


def _placement(laid: LaidNet, face: str, place: Rectangle, seen: Rectangle) -> Placement:
    left, top, width, height = laid.box(seen)
    clip = rounded((left, top, left + width, top + height), 0)
    return Placement(face, *laid.box(place), clip, laid.turn)


def as_path(line: Polyline) -> Path:
    return polygon(tuple(point for edge in line.edges for point in _along(*edge)))


def _along(start: Vertex, end: Vertex) -> Iterator[tuple[float, float]]:
    """Yield the points from a vertex up to, but not including, the next one."""
    if not start.bulge:
        yield start.x_mm, start.y_mm
        return
    angle = 4 * math.atan(start.bulge)
    dx, dy = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    away = 1 / math.tan(angle / 2)
    x, y = start.x_mm + (dx - dy * away) / 2, start.y_mm + (dy + dx * away) / 2
    for step in range(ARC_CHORDS):
        turn = angle * step / ARC_CHORDS
        sx, sy = start.x_mm - x, start.y_mm - y
        yield (
            x + sx * math.cos(turn) - sy * math.sin(turn),
            y + sx * math.sin(turn) + sy * math.cos(turn),
        )


def dashes(line: Polyline) -> Path:
    (start, end), *_ = line.edges
    length = math.dist(start[:2], end[:2])
    steps: list[tuple[str, tuple[tuple[float, float], ...]]] = []
    at = 0.0
    while at < length:
        for letter, along in (("M", at), ("L", min(length, at + DASH_MM))):
            share = along / length
            x = start.x_mm + (end.x_mm - start.x_mm) * share
            y = start.y_mm + (end.y_mm - start.y_mm) * share
            steps.append((letter, ((x, y),)))
        at += DASH_MM + PAUSE_MM
    return tuple(steps)
