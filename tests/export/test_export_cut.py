"""Cut lines: SVG and DXF say the same as the plan, to a hundredth of a millimetre."""

from __future__ import annotations

import io
import json
import math
import re
from itertools import chain, pairwise
from pathlib import Path
from xml.etree import ElementTree

import ezdxf
import pytest
from exporting import export, job, with_shapes
from ezdxf.entities import Polyline as DxfPolyline
from thorough import spread
from workshop import Workshop

from cards_data import list_games, load_game
from generator.export.cut_lines import (
    Polyline,
    Vertex,
    as_dxf,
    as_svg,
    corner_marks,
    rectangle,
    sheet_lines,
    without_shared_edges,
)
from generator.export.kinds.cut import plan_pages
from generator.geometry.units import EDGE_MM
from generator.pdf.pdf_reader import embedded_manifest
from generator.sheets.papers import papers
from generator.sheets.sheet_pages import moved_outline

pytestmark = pytest.mark.slow

SVG = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]
Edge = tuple[Point, Point]
Layers = dict[str, list[Edge]]
WITHIN_MM = 0.01


def svg_edges(text: str) -> Layers:
    """Both ends of every edge, by layer."""
    layers: Layers = {}
    for group in ElementTree.fromstring(text).iter(f"{SVG}g"):
        edges = layers.setdefault(group.attrib["id"], [])
        for path in group.iter(f"{SVG}path"):
            steps = re.findall(r"([MLAZ])([^MLAZ]*)", path.attrib["d"])
            ends = [point(step.split()[-1]) for _, step in steps if step.strip()]
            # The last step of a closed path leads to its start already.
            assert steps[-1][0] != "Z" or math.dist(ends[0], ends[-1]) < WITHIN_MM
            edges += between(ends)
    return layers


def point(written: str) -> Point:
    x, y = written.split(",")
    return float(x), float(y)


def dxf_edges(text: str, height: float) -> Layers:
    drawing = ezdxf.read(io.StringIO(text))
    assert drawing.units == ezdxf.units.MM
    check = drawing.audit()
    assert not check.has_errors and not check.has_fixes
    layers: Layers = {layer: [] for layer in ("cut", "fold", "registration")}
    for line in drawing.modelspace().query("POLYLINE"):
        assert isinstance(line, DxfPolyline)
        ends = [(x, height - y) for x, y, _ in line.points()]
        layers[line.dxf.layer] += between([*ends, *(ends[:1] if line.is_closed else [])])
    return layers


def between(ends: list[Point]) -> list[Edge]:
    return list(pairwise(ends))


def apart(one: Edge, other: Edge) -> float:
    """How far two edges lie from each other, whichever way they are drawn."""
    along = max(math.dist(one[0], other[0]), math.dist(one[1], other[1]))
    against = max(math.dist(one[0], other[1]), math.dist(one[1], other[0]))
    return min(along, against)


def by_middle(edges: list[Edge]) -> dict[tuple[int, int], list[Edge]]:
    """Edges by the square millimetre that their middle lies in."""
    edges_by_middle: dict[tuple[int, int], list[Edge]] = {}
    for edge in edges:
        edges_by_middle.setdefault(square(edge), []).append(edge)
    return edges_by_middle


def square(edge: Edge) -> tuple[int, int]:
    (x1, y1), (x2, y2) = edge
    return math.floor((x1 + x2) / 2), math.floor((y1 + y2) / 2)


def like(edge: Edge, others: dict[tuple[int, int], list[Edge]]) -> int:
    """How many of the others are this edge; their middles lie in its square or the next one."""
    x, y = square(edge)
    near = (others.get((x + dx, y + dy), ()) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    return sum(apart(edge, other) <= WITHIN_MM for other in chain.from_iterable(near))


def same(edges: list[Edge], expected: list[Edge]) -> None:
    """Every edge of one among the other, and none twice among those found."""
    ours, theirs = by_middle(edges), by_middle(expected)
    assert [edge for edge in edges if not like(edge, theirs)] == []
    assert [edge for edge in expected if not like(edge, ours)] == []
    assert [edge for edge in edges if like(edge, ours) > 1] == []


@pytest.mark.parametrize("slug", spread(list_games(), 4))
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_both_files_have_every_edge_of_the_plan(slug: str, paper: str, tmp_path: Path) -> None:
    with job(load_game(slug), "cut", paper=paper, out=tmp_path) as one:
        sheets = plan_pages(one)
    height = papers()[paper].height_mm
    for page in (page for page in sheets if page.name == "front"):
        lines = sheet_lines(page.side, papers()[paper], rounded=False)
        svg, dxf = svg_edges(as_svg(lines)), dxf_edges(as_dxf(lines), height)
        edges: list[Edge] = []
        for cut in page.side.cuts:
            x, y = cut.slot.x_mm, cut.slot.y_mm
            right, bottom = x + cut.width_mm, y + cut.height_mm
            corners = [(x, y), (right, y), (right, bottom), (x, bottom), (x, y)]
            if cut.size.shape != "rect":
                path = moved_outline(cut.size, 0.0, cut.slot, 0)
                points = list(chain.from_iterable(points for _, points in path))
                corners = [*points, points[0]]
            edges += between(corners)
        same(svg["cut"], edges)
        same(dxf["cut"], svg["cut"])
        same(dxf["registration"], svg["registration"])
        assert len(svg["registration"]) == 8 and svg["fold"] == dxf["fold"] == []


def test_files_lie_where_the_manifest_says(pond: Workshop) -> None:
    result = export(with_shapes(pond), "cut")
    record = json.loads((result.place / "sheets.json").read_text(encoding="utf-8"))
    assert embedded_manifest(result.place / "sheets.pdf") == record
    letters = sorted(path.stem for path in result.files if path.suffix == ".dxf")
    assert len(letters) * 2 == record["pages"]
    for piece in record["pieces"]:
        for place in (place for place in piece["places"] if place["side"] == "front"):
            name = letters[(place["page"] - 1) // 2]
            drawn = svg_edges((result.place / f"{name}.svg").read_text(encoding="utf-8"))["cut"]
            xs = [x for x, _ in chain.from_iterable(drawn)]
            left, top = place["x_mm"], place["y_mm"]
            assert min(xs) - 0.01 <= left and left + place["width_mm"] <= max(xs) + 0.01
            if piece["deck"] == "fish":
                corner = (left, top)
                assert any(math.dist(corner, end) <= WITHIN_MM for edge in drawn for end in edge)


def test_rounded_corners_are_arcs_of_the_cards_radius(pond: Workshop) -> None:
    result = export(pond, "cut", rounded=True, decks=("fish",))
    svg = (result.place / "sheet-A.svg").read_text(encoding="utf-8")
    assert {float(radius) for radius in re.findall(r"A([\d.]+),", svg)} == {3.0}
    drawing = ezdxf.readfile(result.place / "sheet-A.dxf")
    arcs = []
    for line in drawing.modelspace().query('POLYLINE[layer=="cut"]'):
        for part in line.virtual_entities():
            if part.dxftype() == "ARC":
                arcs.append((part.dxf.radius, (part.dxf.end_angle - part.dxf.start_angle) % 360))
    assert len(arcs) == 4 * 5
    assert all(r == pytest.approx(3) and angle == pytest.approx(90) for r, angle in arcs)


def test_a_round_piece_is_a_circle_in_both(pond: Workshop) -> None:
    result = export(pond, "cut", decks=("plants",))
    drawing = ezdxf.readfile(result.place / "sheet-A.dxf")
    for line in drawing.modelspace().query('POLYLINE[layer=="cut"]'):
        arcs = list(line.virtual_entities())
        assert [arc.dxf.radius for arc in arcs] == [pytest.approx(12.5)] * 2
        assert math.dist(arcs[0].dxf.center, arcs[1].dxf.center) < 0.001


def test_shared_edges_are_cut_once() -> None:
    boxes = [rectangle((x, y, x + 10, y + 10)) for x in (0, 10) for y in (0, 10)]
    edges = [edge for line in without_shared_edges(boxes) for edge in line.edges]
    assert len(edges) == 12
    assert len({frozenset(vertex[:2] for vertex in edge) for edge in edges}) == 12


def test_marks_keep_to_the_printable_margin() -> None:
    for paper in papers().values():
        for vertex in chain.from_iterable(line.vertices for line in corner_marks(paper)):
            assert EDGE_MM <= vertex.x_mm <= paper.width_mm - EDGE_MM
            assert EDGE_MM <= vertex.y_mm <= paper.height_mm - EDGE_MM


def test_the_same_lines_give_the_same_bytes(pond: Workshop) -> None:
    line = Polyline((Vertex(0, 0), Vertex(5, 0, 0.4), Vertex(5, 5)))
    with job(pond.load(), "cut", out=pond.out) as one:
        side = plan_pages(one)[0].side
    texts = {as_dxf(sheet_lines(side, papers()["a4"], True)) for _ in range(2)}
    assert len(texts) == 1 and line.closed
