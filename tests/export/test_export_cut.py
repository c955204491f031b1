"""Cut lines: SVG and DXF say the same as the plan, to a hundredth of a millimetre."""

from __future__ import annotations

import io
import json
import math
import re
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

import ezdxf
import pytest
from exporting import export, job, with_shapes
from ezdxf.entities import LWPolyline
from workshop import Workshop

from cards_data import list_games, load_game
from generator.export.dxf_lines import as_dxf
from generator.export.kinds.cut import planned
from generator.export.lines import Line, Vertex, corner_marks, once, rectangle, sheet_lines
from generator.export.svg_lines import as_svg
from generator.geometry.units import EDGE_MM
from generator.pdf.reader import enclosed_manifest
from generator.sheets.pages import moved_outline
from generator.sheets.papers import papers

SVG = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]
Layers = dict[str, set[frozenset[Point]]]


def near(x: float, y: float) -> Point:
    return round(x, 2) + 0.0, round(y, 2) + 0.0


def svg_edges(text: str) -> Layers:
    """Both ends of every edge, by layer."""
    found: Layers = {}
    for group in ElementTree.fromstring(text).iter(f"{SVG}g"):
        edges = found.setdefault(group.attrib["id"], set())
        for path in group.iter(f"{SVG}path"):
            steps = re.findall(r"([MLAZ])([^MLAZ]*)", path.attrib["d"])
            ends = [tuple(map(float, s.split()[-1].split(","))) for _, s in steps if s.strip()]
            closed = [ends[0]] if steps[-1][0] == "Z" else []
            edges |= pairs([*ends, *closed])
    return found


def dxf_edges(text: str, height: float) -> Layers:
    drawing = ezdxf.read(io.StringIO(text))
    assert drawing.units == ezdxf.units.MM
    found: Layers = {layer: set() for layer in ("cut", "fold", "registration")}
    for line in drawing.modelspace().query("LWPOLYLINE"):
        assert isinstance(line, LWPolyline)
        ends = [(x, height - y) for x, y in line.get_points("xy")]
        found[line.dxf.layer] |= pairs([*ends, *(ends[:1] if line.closed else [])])
    return found


def pairs(ends: Iterable[tuple[float, ...]]) -> set[frozenset[Point]]:
    points = [near(*end) for end in ends]
    return {frozenset(edge) for edge in zip(points, points[1:], strict=False)}


def same(found: set[frozenset[Point]], wanted: set[frozenset[Point]]) -> None:
    """Edges agree within a hundredth: rounding may fall to either side of it."""
    left = {tuple(sorted(edge)) for edge in found}
    for edge in (tuple(sorted(edge)) for edge in wanted):
        match = min(left, key=lambda other: apart(other, edge))
        assert apart(match, edge) <= 0.0151, (edge, match)
    assert len(found) == len(wanted)


def apart(one: tuple[Point, ...], other: tuple[Point, ...]) -> float:
    return max(math.dist(a, b) for a, b in zip(one, other, strict=True)) if len(one) == len(
        other
    ) else math.inf


@pytest.mark.parametrize("slug", list_games())
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_both_files_have_every_edge_of_the_plan(slug: str, paper: str, tmp_path: Path) -> None:
    with job(load_game(slug), "cut", paper=paper, out=tmp_path) as one:
        sheets = planned(one)
    height = papers()[paper].height_mm
    for leaf in (leaf for leaf in sheets if leaf.name == "front"):
        lines = sheet_lines(leaf.side, papers()[paper], rounded=False)
        svg, dxf = svg_edges(as_svg(lines)), dxf_edges(as_dxf(lines), height)
        wanted: set[frozenset[Point]] = set()
        for cut in leaf.side.cuts:
            x, y = cut.slot.x_mm, cut.slot.y_mm
            right, bottom = x + cut.width_mm, y + cut.height_mm
            corners = [(x, y), (right, y), (right, bottom), (x, bottom), (x, y)]
            if cut.size.shape != "rect":
                path = moved_outline(cut.size, 0.0, cut.slot)
                points = list(chain.from_iterable(points for _, points in path))
                corners = [*points, points[0]]
            wanted |= pairs(corners)
        same(svg["cut"], wanted)
        same(dxf["cut"], svg["cut"])
        same(dxf["registration"], svg["registration"])
        assert len(svg["registration"]) == 8 and svg["fold"] == dxf["fold"] == set()


def test_files_lie_where_the_manifest_says(pond: Workshop) -> None:
    made = export(with_shapes(pond), "cut")
    record = json.loads((made.place / "sheets.json").read_text(encoding="utf-8"))
    assert enclosed_manifest(made.place / "sheets.pdf") == record
    letters = sorted(path.stem for path in made.files if path.suffix == ".dxf")
    assert len(letters) * 2 == record["pages"]
    for piece in record["pieces"]:
        for place in (place for place in piece["places"] if place["side"] == "front"):
            name = letters[(place["page"] - 1) // 2]
            drawn = svg_edges((made.place / f"{name}.svg").read_text(encoding="utf-8"))["cut"]
            xs, ys = zip(*chain.from_iterable(drawn), strict=True)
            left, top = place["x_mm"], place["y_mm"]
            assert min(xs) - 0.01 <= left and left + place["width_mm"] <= max(xs) + 0.01
            assert min(ys) - 5.01 <= top and top + place["height_mm"] <= max(ys) + 5.01
            if piece["deck"] == "fish":
                corner = near(left, top)
                assert any(math.dist(corner, end) <= 0.0151 for edge in drawn for end in edge)


def test_rounded_corners_are_arcs_of_the_cards_radius(pond: Workshop) -> None:
    made = export(pond, "cut", rounded=True, decks=("fish",))
    svg = (made.place / "sheet-A.svg").read_text(encoding="utf-8")
    assert {float(radius) for radius in re.findall(r"A([\d.]+),", svg)} == {3.0}
    drawing = ezdxf.readfile(made.place / "sheet-A.dxf")
    arcs = []
    for line in drawing.modelspace().query('LWPOLYLINE[layer=="cut"]'):
        for part in line.virtual_entities():
            if part.dxftype() == "ARC":
                arcs.append((part.dxf.radius, (part.dxf.end_angle - part.dxf.start_angle) % 360))
    assert len(arcs) == 4 * 5
    assert all(r == pytest.approx(3) and angle == pytest.approx(90) for r, angle in arcs)


def test_a_round_piece_is_a_circle_in_both(pond: Workshop) -> None:
    made = export(pond, "cut", decks=("plants",))
    drawing = ezdxf.readfile(made.place / "sheet-A.dxf")
    for line in drawing.modelspace().query('LWPOLYLINE[layer=="cut"]'):
        arcs = list(line.virtual_entities())
        assert [arc.dxf.radius for arc in arcs] == [pytest.approx(12.5)] * 2
        assert math.dist(arcs[0].dxf.center, arcs[1].dxf.center) < 0.001


def test_shared_edges_are_cut_once() -> None:
    boxes = [rectangle((x, y, x + 10, y + 10)) for x in (0, 10) for y in (0, 10)]
    edges = [edge for line in once(boxes) for edge in line.edges]
    assert len(edges) == 12
    assert len({frozenset(vertex[:2] for vertex in edge) for edge in edges}) == 12


def test_marks_keep_to_the_printable_margin() -> None:
    for paper in papers().values():
        for vertex in chain.from_iterable(line.vertices for line in corner_marks(paper)):
            assert EDGE_MM <= vertex.x_mm <= paper.width_mm - EDGE_MM
            assert EDGE_MM <= vertex.y_mm <= paper.height_mm - EDGE_MM


def test_the_same_lines_give_the_same_bytes(pond: Workshop) -> None:
    line = Line((Vertex(0, 0), Vertex(5, 0, 0.4), Vertex(5, 5)))
    with job(pond.load(), "cut", out=pond.out) as one:
        side = planned(one)[0].side
    texts = {as_dxf(sheet_lines(side, papers()["a4"], True)) for _ in range(2)}
    assert len(texts) == 1 and line.closed
