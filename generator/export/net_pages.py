"""Place nets of boxes on paper, as pages for the PDF and lines for a cutting machine."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TypeVar

from cards_data.models import Size
from cards_data.problems import Findings, Message, Problems, all_of
from generator.compose.artwork import Artwork
from generator.compose.dependencies import Dependencies
from generator.compose.piece import Composer, compose_page
from generator.export import cut_lines
from generator.export.cut_lines import Polyline, SheetLines, Vertex, move_line
from generator.export.telescoping_box import TrayPart
from generator.export.tuck_box import DieNet, Net
from generator.geometry.shapes import Path, polygon, rounded_rect
from generator.kit.kit_worker import accent, words_of
from generator.pdf.document import Page
from generator.sheets.grids import Slot
from generator.sheets.marks import marks
from generator.sheets.packing import Item, PackedPage, Room, pack
from generator.sheets.papers import Paper
from generator.sheets.sheet_pages import Placement, Side

# A game's own drawing for its boxes, in place of the shared landscape.
SCENE = "box_scene.svg.j2"
# Around the net: colours may extend a little over the cut.
MARGIN_MM = 2.0


# A box or a die laid flat; its top left corner is (0, 0).
FlatNet = Net | TrayPart | DieNet


def net_size(net: FlatNet, turn: int = 0) -> Size:
    """Return the size of the net with its margin, upright or rotated by a quarter turn."""
    sides = net.width_mm + 2 * MARGIN_MM, net.height_mm + 2 * MARGIN_MM
    return Size("net", *(sides[::-1] if turn else sides))


@dataclass(frozen=True)
class NetDesign:
    """A net, its name in the manifest, its template in ``templates/``, and what it shows."""

    net: FlatNet
    name: str
    template: str
    shown: Mapping[str, object]


def make(composer: Composer, design: NetDesign) -> Artwork:
    """Compose one design in a worker, or raise every problem in it."""
    findings, dependencies, game, net = Findings(), Dependencies(), composer.game, design.net
    own = composer.sources.find(game.slug, SCENE) is not None
    values = {
        "net": net,
        "margin": MARGIN_MM,
        "cut": cut_lines.path(move_line(net.outline, MARGIN_MM, MARGIN_MM)),
        "title": game.title(composer.edition.lang),
        "accent": accent(game),
        "t": words_of(game, composer.edition.lang, dependencies),
        "scene": f"{game.slug if own else '_shared'}/{SCENE}",
        **design.shown,
    }
    subject = composer.page(net_size(net), f"box {design.name}")
    page = compose_page(subject, f"_shared/{design.template}", values, findings, dependencies)
    findings.raise_any()
    assert page
    # Cut out and glued: drawn like the cards inside it.
    return replace(page, page=False)


WORK = f"{__name__}:{make.__name__}"
AnyNet = TypeVar("AnyNet", bound=FlatNet)


# The sides of a page that its strip can be on, the usual first.
STRIPS = ("y", "x")
TURNS = (0, 90)
DASH_MM, PAUSE_MM = 2.0, 1.5
ARC_CHORDS = 16
Rectangle = tuple[float, float, float, float]


@dataclass(frozen=True)
class NetArtwork:
    """A net with its name, its artwork, and what is said instead of it."""

    net: FlatNet
    name: str
    design: Artwork
    alt: str


@dataclass(frozen=True)
class LaidNet:
    """A net in its place, upright or rotated by a quarter turn."""

    decorated: NetArtwork
    slot: Slot
    turn: int

    def place_line(self, line: Polyline) -> Polyline:
        line = move_line(line, MARGIN_MM, MARGIN_MM)
        line = cut_lines.turn_line(line, self.decorated.design.height_mm) if self.turn else line
        return move_line(line, self.slot.x_mm, self.slot.y_mm)

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
    pages: list[NetPage] = []
    for strip, same in groupby(sorted(boxes, key=strip_of(paper), reverse=True), strip_of(paper)):
        nets = list(same)
        plans = (_pack(nets, paper, turns) for turns in _rotations(nets, paper, strip))
        fewest: list[NetPage] = min(plans, key=len)
        pages += fewest
    return pages


def strip_of(paper: Paper) -> Callable[[NetArtwork], str]:
    """Return which sides of the page have the strip: the usual ones if the net fits."""
    return lambda box: next(strip for strip in STRIPS if _fits(box.net, paper, strip))


def _rotations(boxes: Sequence[NetArtwork], paper: Paper, strip: str) -> Iterator[tuple[int, ...]]:
    """Yield how to turn the nets: all alike, then one of them the other way."""
    ways = [[turn for turn in TURNS if _fits(box.net, paper, strip, (turn,))] for box in boxes]
    alike = [tuple(turns_of[at] for turns_of in ways) for at in (0, -1)]
    yield from alike
    for turns in alike:
        for at, turns_of in enumerate(ways):
            if len(turns_of) > 1:
                yield *turns[:at], 90 - turns[at], *turns[at + 1 :]


def _pack(boxes: Sequence[NetArtwork], paper: Paper, turns: Sequence[int]) -> list[NetPage]:
    items = [
        Item(index, net_size(box.net, turn))
        for index, (box, turn) in enumerate(zip(boxes, turns, strict=True))
    ]
    return [
        NetPage(
            tuple(LaidNet(boxes[index], slot, turns[index]) for index, slot in page.slots), page
        )
        for page in pack(items, paper)
    ]


def _fits(net: FlatNet, paper: Paper, strip: str, turns: Sequence[int] = TURNS) -> bool:
    sizes = (net_size(net, turn) for turn in turns)
    return any(Room(paper, 0.0, strip).holds([Item(0, size)]) for size in sizes)


def fit_all(nets: Sequence[FlatNet], paper: Paper) -> bool:
    return all(any(_fits(net, paper, strip) for strip in STRIPS) for net in nets)


def fitting(ways: Sequence[tuple[AnyNet, ...]], paper: Paper, deck: str) -> tuple[AnyNet, ...]:
    """Return the first construction of a box whose nets all fit on the paper."""
    for nets in ways:
        if fit_all(nets, paper):
            return nets
    measure = all_of(
        [f"{one.width_mm:.0f} × {one.height_mm:.0f}\u00a0mm" for one in map(net_size, nets)]
    )
    fault = Message("print.size_does_not_fit", size=measure, paper=paper.name)
    hint = Message("print.larger_weight")
    raise Problems.of(Message("place.box_of", deck=deck), fault, hint=hint)


def page(laid: NetPage, paper: Paper, label: str) -> Page:
    """Compose a page: designs, then cut lines and folds; strips go on free sides."""
    furniture = marks(Side(layout=laid.layout), paper, "none", label)
    lines: list[Path] = []
    for one in laid.nets:
        outline = one.place_line(one.decorated.net.outline).edges
        lines.append(polygon(tuple(point for edge in outline for point in _arc_points(*edge))))
        lines += [dashes(one.place_line(fold)) for fold in one.decorated.net.folds]
    placements = tuple(map(_placement, laid.nets))
    return Page(placements, cut_lines.with_marks(replace(furniture, outlines=tuple(lines)), paper))


def sheet_lines(laid: NetPage, paper: Paper) -> SheetLines:
    return SheetLines(
        paper,
        tuple(one.place_line(one.decorated.net.outline) for one in laid.nets),
        tuple(one.place_line(fold) for one in laid.nets for fold in one.decorated.net.folds),
        cut_lines.corner_marks(paper),
    )


def _placement(laid: LaidNet) -> Placement:
    design = laid.decorated.design
    left, top, width, height = laid.box((0.0, 0.0, design.width_mm, design.height_mm))
    clip = rounded_rect((left, top, left + width, top + height), 0)
    alt = laid.decorated.alt
    return Placement(design.key, left, top, width, height, clip, laid.turn, alt)


def _arc_points(start: Vertex, end: Vertex) -> Iterator[tuple[float, float]]:
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
