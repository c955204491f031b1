"""Outlines of one's own: read, moved, packed, cut, exported and told where they cannot be cut."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from pond import SLUG
from texts import text_of
from workshop import Command, Workshop

from cards_data.models import Deck, Size
from cards_data.outlines.own_outline import MOST_STEPS, corners_of, own_outline
from cards_data.outlines.path_reader import SvgError
from generator.compose.stamps import STAMP_PT, stamp_places
from generator.geometry import shapes
from generator.geometry.shapes import depth_mm
from generator.geometry.units import MM_PER_POINT, SAFE_MM
from generator.sheets.papers import papers
from generator.sheets.shared_sheets import sheets_of
from generator.sheets.sheet_pages import Layout, PieceToPlace, moved_outline

# A flag: straight and round, and unlike its own mirror image.
FLAG = "M0 0 H30 C40 5 40 15 30 20 L8 20 V40 H0 Z"
WIDE, HIGH = 37.5, 40.0


def flag(width: float = WIDE, height: float = HIGH) -> Size:
    return Size("flag", width, height, "path", outline=own_outline(FLAG, width, height))


def box(path: shapes.Path) -> tuple[float, float, float, float]:
    corners = corners_of(path, 100)
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize("unit", [1.0, 3.7795, 0.1])
def test_a_path_in_any_unit_and_place_fills_the_size(unit: float) -> None:
    u = unit
    data = f"M{5 * u} {7 * u} h{20 * u} v{10 * u} a{10 * u} {10 * u} 0 0 1 {-20 * u} 0 z"
    assert box(own_outline(data, 40, 40)) == pytest.approx((0, 0, 40, 40), abs=1e-3)


def test_seen_from_behind_it_is_mirrored_and_other_shapes_are_not() -> None:
    front, back = flag(), flag().seen_from("back")
    assert depth_mm((4, 35), front) > 0 > depth_mm((4, 35), back)
    assert depth_mm((WIDE - 4, 35), back) > 0
    assert back.seen_from("back") == front == front.seen_from("front")
    assert Size("drop", 15, 20, "drop").seen_from("back") == Size("drop", 15, 20, "drop")


@pytest.mark.slow
@given(st.floats(-4, 3).filter(lambda inset: abs(inset) > 0.01))
def test_every_corner_of_a_moved_outline_lies_that_far_from_the_cut(inset: float) -> None:
    for point in corners_of(shapes.outline(flag(), inset), 1):
        assert depth_mm(point, flag()) == pytest.approx(inset, abs=0.05)


def test_a_piece_that_is_too_narrow_has_no_inside_left() -> None:
    assert shapes.outline(flag(), 15) == (("M", ((WIDE / 2, HIGH / 2),)), ("Z", ()))


@pytest.mark.slow
@given(st.floats(0.01, WIDE - 0.01), st.floats(0.01, HIGH - 0.01))
def test_depth_is_the_distance_to_the_nearest_point_of_the_edge(x: float, y: float) -> None:
    ring = corners_of(flag().outline, 24)
    near = min(
        math.dist((x, y), (a[0] + (b[0] - a[0]) * step / 40, a[1] + (b[1] - a[1]) * step / 40))
        for a, b in pairwise((*ring, ring[0]))
        for step in range(41)
    )
    assert abs(depth_mm((x, y), flag())) == pytest.approx(near, abs=0.5)


def test_the_stamp_stands_inside_the_safe_zone() -> None:
    deck = Deck("flags", {"en": "Flags"}, flag(), "f", "b", None, {}, (), 2.0)
    place = stamp_places(deck)["front"]
    em = STAMP_PT * MM_PER_POINT
    for x in (place.x_mm - place.room_mm / 2, place.x_mm + place.room_mm / 2):
        for y in (place.y_mm, place.y_mm - em):
            assert depth_mm((x, y), flag()) >= SAFE_MM - 0.2
    assert place.room_mm >= 4 * em


WRONG = {
    "M0 0 L10 10": "covers 0%",
    "M0 0 H10": "encloses no area",
    "M0 0 L10 10 L10 0 L0 10 Z": "crosses itself",
    "M0 0 L5 5 L10 0 V10 L5 5 L0 10 Z": "crosses itself",
    "M0 0 H10 V10 H0 Z M2 2 H8 V8 H2 Z": "2 parts",
    "10 10 L0 0": text_of("path.no_m"),
    "M0 0 L10": "has 1 numbers",
    "M0 0 " + "h1 v1 " * MOST_STEPS: "steps",
    "": "0 parts",
}


@pytest.mark.parametrize("data", WRONG)
def test_what_no_knife_can_follow_is_refused(data: str) -> None:
    with pytest.raises(SvgError) as refused:
        own_outline(data, 20, 20)
    assert WRONG[data] in str(refused.value.args[0])


@given(st.text("MLHVCSQTAZmlhvcsqtaz0123456789.,- e", max_size=60))
def test_any_text_is_an_outline_or_a_path_error(data: str) -> None:
    try:
        outline = own_outline(data, 20, 20)
    except SvgError as fault:
        assert fault.found and fault.allowed
    else:
        assert box(outline) == pytest.approx((0, 0, 20, 20), abs=0.05)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_a_back_lies_behind_its_front_outline_for_outline(flip: str) -> None:
    deck = Deck("flags", {"en": "Flags"}, flag(), "f", "b", None, {}, (), 2.0)
    paper = papers()["a4"]
    pieces = [(deck, PieceToPlace("one", "front", "back", 7))]
    for front, back in sheets_of(pieces, Layout(paper, flip=flip)):
        assert back
        for one, other in zip(front.cuts, back.cuts, strict=True):
            seen = moved_outline(other.size, 0, other.slot, other.turn)
            for _, points in seen:
                for x, y in points:
                    through = (
                        (paper.width_mm - x, y) if flip == "long" else (x, paper.height_mm - y)
                    )
                    inside = through[0] - one.slot.x_mm, through[1] - one.slot.y_mm
                    far = min(math.dist(inside, point) for _, at in flag().outline for point in at)
                    assert far < 1e-6


SIZE = f'size: {{width_mm: {WIDE}, height_mm: {HIGH}, path: "{FLAG}"}}'
FACE = """\
<path d="{{ outline(-bleed) }}" fill="#c8dfe8"/>
<path d="{{ outline(2) }}" fill="#ffffff"/>
{{ line(piece.name, %s, 12, align="%s", size=7) }}
"""


@pytest.fixture
def flags(pond: Workshop) -> Workshop:
    """Pond with plants that are flags, and have a back."""
    pond.change("game.yaml", "size: circle_25", f"{SIZE}\n    back: plant_back.svg.j2")
    pond.template("plant.svg.j2", FACE % ("5", "left"))
    pond.template("plant_back.svg.j2", FACE % ("w - 5", "right"))
    return pond


@pytest.mark.slow
def test_a_deck_of_them_is_checked_printed_and_cut(
    flags: Workshop, ecotable: Command, tmp_path: Path
) -> None:
    import ezdxf

    for words in (("check",), ("print", "--dpi", 72, "--jobs", 1)):
        answer = ecotable(words[0], SLUG, *words[1:])
        assert (answer.code, answer.err) == (0, "")
    assert ecotable("export", SLUG, "--to", "cut", "--deck", "plants").code == 0
    (drawn,) = Path.cwd().rglob("*.dxf")
    lines = [line for line in ezdxf.readfile(drawn).modelspace() if line.dxf.layer == "cut"]
    assert len(lines) == 3
    reach = [point for line in lines for point in line.points()]  # type: ignore[attr-defined]
    corners = len(corners_of(flag().outline, 48))
    assert len(reach) == 3 * corners


@pytest.mark.slow
def test_pictures_are_cut_to_it_and_the_back_to_its_mirror_image(
    flags: Workshop, ecotable: Command
) -> None:
    assert ecotable("export", SLUG, "--to", "png", "--dpi", 72, "--deck", "plants").code == 0
    front, back = (
        next(Path.cwd().rglob(name)) for name in ("reed-front.png", "plants/reed-back.png")
    )
    assert transparent(front, 0.9, 0.9) and not transparent(front, 0.1, 0.9)
    assert transparent(back, 0.1, 0.9) and not transparent(back, 0.9, 0.9)


def transparent(path: Path, across: float, down: float) -> bool:
    with Image.open(path) as image:
        at = int(across * image.width), int(down * image.height)
        pixel = image.convert("RGBA").getpixel(at)
    assert isinstance(pixel, tuple)
    return pixel[3] == 0


@pytest.mark.slow
def test_text_outside_the_safe_zone_is_told_on_the_side_where_it_is(
    flags: Workshop, ecotable: Command
) -> None:
    flags.template("plant_back.svg.j2", FACE % ("5", "left") + '{{ line("Low", 5, 33, size=7) }}')
    stderr = ecotable("check", SLUG).err
    assert text_of("measure.over_cut", mark="reed (en, back): “Low”", mm="13.2") in stderr
    assert "front" not in stderr


@pytest.mark.parametrize(
    ("size", "message"),
    [
        (
            '{width_mm: 30, height_mm: 40, path: "M0 0 H10 V10 Z"}',
            "height_mm: the path is 30\u00a0mm",
        ),
        ('{width_mm: 30, height_mm: 30, shape: hex, path: "M0 0H1V1Z"}', "shape: both a path and"),
        ("{width_mm: 30, height_mm: 30, shape: path}", "path: missing"),
        ('{width_mm: 30, height_mm: 30, path: "M0 0 Q"}', "path: Q has 0 numbers"),
        ('{width_mm: 30, height_mm: 30, pth: "M0 0"}', "path; did you mean"),
    ],
)
def test_a_path_that_does_not_fit_is_told_with_its_line(
    pond: Workshop, size: str, message: str
) -> None:
    pond.change("game.yaml", "size: circle_25", f"size: {size}")
    (problem,) = [line for line in pond.problems() if message in line]
    assert "game.yaml:" in problem
