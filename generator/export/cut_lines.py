"""Write cut lines, straight or circular arcs, as SVG and DXF.

A vertex stores the bulge of the line to the next one: the tangent of a quarter of the angle. It is
positive clockwise as seen on paper, and 0 for a straight line.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from cards_data.outlines.own_outline import corners_of
from generator.geometry import shapes
from generator.geometry.units import EDGE_MM
from generator.sheets.grids import BoardPart
from generator.sheets.marks import LINE_MM, MarkLine, Marks
from generator.sheets.papers import Paper
from generator.sheets.sheet_pages import Cut, Side

from .job import ExportJob

QUARTER = math.tan(math.pi / 8)
HALF = 1.0
# Curves other than circular arcs become chords that deviate by less than this.
CHORDS = 48
# Two edges whose ends are this close together are the same edge.
SAME_MM = 0.005
MARK_MM = 5.0
MARK_WIDTH_MM = 0.5
# Several thin lines side by side form one that a camera can see.
STROKES = 4


class Vertex(NamedTuple):
    x_mm: float
    y_mm: float
    bulge: float = 0.0


Edge = tuple[Vertex, Vertex]


@dataclass(frozen=True)
class Polyline:
    vertices: tuple[Vertex, ...]
    closed: bool = True

    @property
    def edges(self) -> tuple[Edge, ...]:
        ends = (*self.vertices[1:], *self.vertices[: 1 if self.closed else 0])
        return tuple(zip(self.vertices, ends, strict=False))


# The two ends of a straight line.
Ends = tuple[tuple[float, float], tuple[float, float]]


def straight(lines: Iterable[Ends]) -> tuple[Polyline, ...]:
    """Return straight lines, such as the folds of a net."""
    return tuple(Polyline((Vertex(*a), Vertex(*b)), closed=False) for a, b in lines)


@dataclass(frozen=True)
class SheetLines:
    paper: Paper
    cut: tuple[Polyline, ...]
    fold: tuple[Polyline, ...] = ()
    registration: tuple[Polyline, ...] = ()

    @property
    def layers(self) -> dict[str, tuple[Polyline, ...]]:
        return {"cut": self.cut, "fold": self.fold, "registration": self.registration}


def sheet_lines(side: Side, paper: Paper, rounded: bool) -> SheetLines:
    """Return the cuts of a front, and the registration marks for the machine."""
    whole = [
        piece_outline(cut, rounded and not isinstance(side.layout, BoardPart)) for cut in side.cuts
    ]
    return SheetLines(paper, tuple(without_shared_edges(whole)), registration=corner_marks(paper))


def piece_outline(cut: Cut, rounded: bool) -> Polyline:
    left, top = cut.slot.x_mm, cut.slot.y_mm
    box = (left, top, left + cut.width_mm, top + cut.height_mm)
    if cut.size.shape == "rect":
        return rectangle(box, cut.size.corner_mm if rounded else 0.0)
    if cut.size.shape == "circle":
        middle = top + cut.height_mm / 2
        return Polyline((Vertex(left, middle, HALF), Vertex(box[2], middle, HALF)))
    return move_line(path_line(shapes.outline(cut.size)), left, top)


def rectangle(box: tuple[float, float, float, float], radius: float = 0.0) -> Polyline:
    left, top, right, bottom = box
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    if radius <= 0:
        return Polyline(tuple(Vertex(x, y) for x, y in corners))
    r = radius
    return Polyline(
        (
            Vertex(left + r, top),
            Vertex(right - r, top, QUARTER),
            Vertex(right, top + r),
            Vertex(right, bottom - r, QUARTER),
            Vertex(right - r, bottom),
            Vertex(left + r, bottom, QUARTER),
            Vertex(left, bottom - r),
            Vertex(left, top + r, QUARTER),
        )
    )


def path_line(path: shapes.Path) -> Polyline:
    """Approximate an outline with non-circular curves by fine chords."""
    corners = corners_of(path, CHORDS)
    again = math.dist(corners[0], corners[-1]) < SAME_MM
    return Polyline(tuple(Vertex(x, y) for x, y in (corners[:-1] if again else corners)))


def move_line(line: Polyline, dx: float, dy: float) -> Polyline:
    return replace(
        line, vertices=tuple(Vertex(x + dx, y + dy, bulge) for x, y, bulge in line.vertices)
    )


def turn_line(line: Polyline, width: float) -> Polyline:
    """Rotate a line by a quarter turn clockwise about the corner of its box."""
    return replace(
        line, vertices=tuple(Vertex(width - y, x, bulge) for x, y, bulge in line.vertices)
    )


def without_shared_edges(lines: Iterable[Polyline]) -> Iterator[Polyline]:
    """Yield lines with shared edges cut only once: a second cut would tear the material."""
    seen: list[Edge] = []
    for line in lines:
        fresh = [not any(_coincide(edge, other) for other in seen) for edge in line.edges]
        seen += [edge for edge, new in zip(line.edges, fresh, strict=True) if new]
        yield from [line] if all(fresh) else _runs(line, fresh)


def _coincide(edge: Edge, other: Edge) -> bool:
    """Return whether two straight edges coincide, in either direction."""
    straight = not edge[0].bulge and not other[0].bulge
    return straight and any(
        all(
            abs(a.x_mm - b.x_mm) < SAME_MM and abs(a.y_mm - b.y_mm) < SAME_MM
            for a, b in zip(edge, points, strict=True)
        )
        for points in (other, other[::-1])
    )


def _runs(line: Polyline, fresh: list[bool]) -> Iterator[Polyline]:
    """Yield the rest of a line as runs of consecutive edges."""
    edges = line.edges
    start = next((place for place, new in enumerate(fresh) if not new), 0)
    run: list[Vertex] = []
    for place in (*range(start, len(edges)), *range(start)):
        first, second = edges[place]
        if fresh[place]:
            run = [*(run or [first]), second]
        elif run:
            yield Polyline(tuple(run), closed=False)
            run = []
    if run:
        yield Polyline(tuple(run), closed=False)


def corner_marks(paper: Paper) -> tuple[Polyline, ...]:
    """Return an angle in each corner, outside everything that is printed."""
    near = EDGE_MM + MARK_WIDTH_MM / 2
    right, bottom = paper.width_mm - near, paper.height_mm - near
    corners = ((near, near, 1, 1), (right, near, -1, 1), (right, bottom, -1, -1))
    return tuple(
        Polyline((Vertex(x, y + dy * MARK_MM), Vertex(x, y), Vertex(x + dx * MARK_MM, y)), False)
        for x, y, dx, dy in (*corners, (near, bottom, 1, -1))
    )


def with_marks(marks: Marks, paper: Paper) -> Marks:
    strokes, spread = list(marks.strokes), MARK_WIDTH_MM - LINE_MM
    for line in corner_marks(paper):
        for step in range(STROKES):
            aside = spread * (step / (STROKES - 1) - 0.5)
            for start, end in line.edges:
                upright = start.x_mm == end.x_mm
                dx, dy = (aside, 0.0) if upright else (0.0, aside)
                ends = start.x_mm + dx, start.y_mm + dy, end.x_mm + dx, end.y_mm + dy
                strokes.append(MarkLine(*ends))
    return replace(marks, strokes=tuple(strokes))


COLOURS = {"cut": "#ff0000", "fold": "#0000ff", "registration": "#000000"}


def as_svg(drawn: SheetLines) -> str:
    paper = drawn.paper
    groups = "\n".join(
        f'<g id="{layer}" inkscape:groupmode="layer" inkscape:label="{layer}" fill="none" '
        f'stroke="{COLOURS[layer]}" stroke-width="0.1">\n'
        + "".join(f'<path d="{path(line)}"/>\n' for line in lines)
        + "</g>"
        for layer, lines in drawn.layers.items()
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{paper.width_mm:g}mm" height="{paper.height_mm:g}mm" '
        f'viewBox="0 0 {paper.width_mm:g} {paper.height_mm:g}">\n{groups}\n</svg>\n'
    )


def path(line: Polyline) -> str:
    first = line.vertices[0]
    steps = [f"M{first.x_mm:.4f},{first.y_mm:.4f}"]
    for start, end in line.edges:
        to = f"{end.x_mm:.4f},{end.y_mm:.4f}"
        if start.bulge:
            chord = math.dist(start[:2], end[:2])
            radius = chord * (1 + start.bulge**2) / (4 * abs(start.bulge))
            steps.append(f"A{radius:.4f},{radius:.4f} 0 0 {int(start.bulge > 0)} {to}")
        else:
            steps.append(f"L{to}")
    return " ".join((*steps, "Z")) if line.closed else " ".join(steps)


# Red, blue and the default colour, as laser cutters distinguish layers.
DXF_COLOURS = {"cut": 1, "fold": 5, "registration": 7}
# Group codes with their values: the whole file is a list of these.
Tags = Iterable[tuple[int, str | int | float]]
LINE_TYPE = "CONTINUOUS"
LINE_TYPE_TAGS = ((2, LINE_TYPE), (70, 0), (3, "Solid line"), (72, 65), (73, 0), (40, 0.0))
MILLIMETRES = 4


def as_dxf(drawn: SheetLines) -> str:
    """Return the lines as DXF of release 12, the oldest, which every cutting program reads."""
    lines = ((line, layer) for layer, lines in drawn.layers.items() for line in lines)
    layers = [((2, key), (70, 0), (62, code), (6, LINE_TYPE)) for key, code in DXF_COLOURS.items()]
    sections: dict[str, Tags] = {
        "HEADER": (*((9, "$ACADVER"), (1, "AC1009")), *((9, "$INSUNITS"), (70, MILLIMETRES))),
        "TABLES": (*_table("LTYPE", [LINE_TYPE_TAGS]), *_table("LAYER", layers)),
        "ENTITIES": (
            tag for line, layer in lines for tag in _polyline(line, layer, drawn.paper.height_mm)
        ),
    }
    tags = (
        tag
        for name, content in sections.items()
        for tag in ((0, "SECTION"), (2, name), *content, (0, "ENDSEC"))
    )
    return "".join(f"{code:>3}\n{_value(value)}\n" for code, value in (*tags, (0, "EOF")))


def _value(value: str | int | float) -> str:
    return f"{value:.6f}" if isinstance(value, float) else str(value)


def _table(name: str, rows: Sequence[Tags]) -> Tags:
    content = (tag for row in rows for tag in ((0, name), *row))
    return ((0, "TABLE"), (2, name), (70, len(rows)), *content, (0, "ENDTAB"))


def _polyline(line: Polyline, layer: str, height_mm: float) -> Tags:
    """Yield a line, flipped upwards; a clockwise bulge becomes anticlockwise."""
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), (10, 0.0), (20, 0.0), (30, 0.0))
    yield (70, int(line.closed))
    for x, y, bulge in line.vertices:
        yield from ((0, "VERTEX"), (8, layer), (10, float(x)), (20, float(height_mm - y)))
        yield from ((30, 0.0), (42, 0.0 - bulge))
    yield from ((0, "SEQEND"), (8, layer))


def write_lines(job: ExportJob, name: str, lines: SheetLines) -> list[Path]:
    texts = {"svg": as_svg(lines), "dxf": as_dxf(lines)}
    return [job.write(f"{name}.{suffix}", text.encode()) for suffix, text in texts.items()]
