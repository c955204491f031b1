"""What really lies on the printed page, measured in pixels."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import zxingcpp
from PIL import Image
from workshop import Workshop

from cards_data import Problems
from generator.geometry.units import MM_PER_INCH

pytestmark = pytest.mark.slow

FINE_DPI = 600
MEASURE = """\
<rect x="0" y="0" width="{{ w }}" height="{{ h }}" fill="#000000"/>
<rect x="4" y="4" width="12" height="12" fill="#ff0000"/>
"""


@dataclass(frozen=True)
class Scan:
    """Pixels of a box on a page, with where they begin and how far apart they are."""

    image: Image.Image
    left_mm: float
    top_mm: float
    pitch_mm: float


def scan(pdf: Path, number: int, dpi: int, box_mm: tuple[float, ...] | None = None) -> Scan:
    """A page, or a box of it (left, top, right, bottom in millimetres)."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        sheet, scale = document[number - 1], dpi / 72
        width, height = (side / 72 * MM_PER_INCH for side in sheet.get_size())
        left, top, right, bottom = box_mm or (0, 0, width, height)
        margins = (left, height - bottom, width - right, top)
        crop = tuple(margin / MM_PER_INCH * 72 for margin in margins)
        drawn: Image.Image = sheet.render(scale=scale, crop=crop).to_pil()
        # The viewer rounds page and crop up to whole pixels.
        pitch = width / math.ceil(sheet.get_size()[0] * scale)
        begin = [math.ceil(crop[side] * scale) * pitch for side in (0, 3)]
        return Scan(drawn.convert("RGB"), begin[0], begin[1], pitch)
    finally:
        document.close()


def page(pdf: Path, number: int, dpi: int) -> Image.Image:
    return scan(pdf, number, dpi).image


def places(pdf: Path, piece: str) -> dict[str, dict[str, Any]]:
    manifest = json.loads(pdf.with_suffix(".json").read_text(encoding="utf-8"))
    (record,) = [one for one in manifest["pieces"] if one["id"] == piece]
    return {place["side"]: place for place in record["places"]}


def edges(pdf: Path, place: dict[str, Any]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the black piece at that place, from a cross of thin bands.

    Grey pixels at an edge count for their share, so a tenth of a pixel can be measured.
    """
    around = 4.0
    left, top = place["x_mm"] - around, place["y_mm"] - around
    right = place["x_mm"] + place["width_mm"] + around
    bottom = place["y_mm"] + place["height_mm"] + around
    y = place["y_mm"] + place["height_mm"] / 2
    x = place["x_mm"] + place["width_mm"] / 2
    lying = scan(pdf, place["page"], FINE_DPI, (left, y - 1, right, y + 1))
    upright = scan(pdf, place["page"], FINE_DPI, (x - 1, top, x + 1, bottom))
    across = darkness(lying.image.resize((lying.image.width, 1), Image.Resampling.BOX))
    down = darkness(upright.image.resize((1, upright.image.height), Image.Resampling.BOX))
    x1, x2 = ends(across, lying.pitch_mm)
    y1, y2 = ends(down, upright.pitch_mm)
    return lying.left_mm + x1, upright.top_mm + y1, lying.left_mm + x2, upright.top_mm + y2


def darkness(band: Image.Image) -> list[float]:
    return [1 - value / 255 for value in band.convert("L").tobytes()]


def ends(dark: list[float], pitch_mm: float) -> tuple[float, float]:
    middle = len(dark) // 2
    start = sum(1 - value for value in dark[:middle])
    return start * pitch_mm, (middle + sum(dark[middle:])) * pitch_mm


@pytest.fixture(params=["long", "short"])
def measured(request: pytest.FixtureRequest, pond: Workshop) -> tuple[Path, str]:
    """Black cards with a red corner, both sides the same, one card on the sheet."""
    for name in ("fish.svg.j2", "fish_back.svg.j2"):
        pond.template(name, MEASURE)
    pond.write("fish.csv", pond_row(pond))
    pond.change("game.yaml", "pieces: 5", "pieces: 1")
    pond.change("game.yaml", "options: {note: shown}", "options: {stamp: none}")
    report = pond.print(dpi=300, flip=request.param, decks=("fish",))
    return report.pdf, request.param


def pond_row(pond: Workshop) -> str:
    head, pike, *_ = (pond.data / "fish.csv").read_text(encoding="utf-8").splitlines()
    return f"{head}\n{pike}\n"


def test_a_card_is_printed_in_its_exact_size_and_place(measured: tuple[Path, str]) -> None:
    pdf, _ = measured
    front = places(pdf, "pike")["front"]
    left, top, right, bottom = edges(pdf, front)
    assert right - left == pytest.approx(63, abs=0.1)
    assert bottom - top == pytest.approx(88, abs=0.1)
    assert (left, top) == pytest.approx((front["x_mm"], front["y_mm"]), abs=0.05)


def test_a_back_lies_behind_its_front_to_a_twentieth_of_a_millimetre(
    measured: tuple[Path, str],
) -> None:
    pdf, flip = measured
    positions = places(pdf, "pike")
    left, top, right, bottom = edges(pdf, positions["front"])
    back = edges(pdf, positions["back"])
    if flip == "long":
        seen = (210 - back[2], back[1], 210 - back[0], back[3])
    else:
        seen = (back[0], 297 - back[3], back[2], 297 - back[1])
    assert seen == pytest.approx((left, top, right, bottom), abs=0.05)


def test_a_back_stands_upright_when_the_sheet_is_turned(measured: tuple[Path, str]) -> None:
    pdf, flip = measured
    back = places(pdf, "pike")["back"]
    image = page(pdf, back["page"], 72)
    corner = (10, 10) if flip == "long" else (63 - 10, 88 - 10)
    x, y = (
        round((back[key] + shift) / MM_PER_INCH * 72)
        for key, shift in zip(("x_mm", "y_mm"), corner, strict=True)
    )
    red, green, _ = image.getpixel((x, y))  # type: ignore[misc]
    assert red > 200
    assert green < 60


def test_neighbours_touch_without_a_white_line(pond: Workshop) -> None:
    pond.template("fish.svg.j2", '<rect x="-3" y="-3" width="69" height="94" fill="#000000"/>')
    pdf = pond.print(dpi=150, decks=("fish",)).pdf
    seam = scan(pdf, 3, 300, (10.5 + 60, 30, 10.5 + 66, 40))
    assert max(seam.image.convert("L").tobytes()) < 40


def outer_band_is_white(image: Image.Image, dpi: int) -> bool:
    """Nothing in the outer 5 mm."""
    edge = int(5 / MM_PER_INCH * dpi)
    width, height = image.size
    bands = [
        (0, 0, width, edge),
        (0, height - edge, width, height),
        (0, 0, edge, height),
        (width - edge, 0, width, height),
    ]
    return all(image.crop(band).convert("L").getextrema() == (255, 255) for band in bands)


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("marks", ["crop", "lines"])
def test_nothing_is_printed_in_the_outer_5_mm(pond: Workshop, paper: str, marks: str) -> None:
    report = pond.print(paper=paper, marks=marks)
    for number in range(1, report.pages + 1):
        assert outer_band_is_white(page(report.pdf, number, 127), 127), number


def test_a_title_too_long_for_the_label_is_stopped_by_the_parts_list(pond: Workshop) -> None:
    title = "The fish of all the ponds and lakes between the mountains and the sea"
    pond.change("game.yaml", "title: {en: Fish, ", f'title: {{en: "{title}", ')
    with pytest.raises(Problems, match="mm too long"):
        pond.print(decks=("fish",))


def test_the_code_on_the_how_to_page_leads_to_the_games_own_page(pond: Workshop) -> None:
    report = pond.print(dpi=300)
    codes = zxingcpp.read_barcodes(page(report.pdf, 1, 200))
    assert [code.text for code in codes] == ["https://example.org/pond"]
    corners = codes[0].position
    side = abs(corners.top_right.x - corners.top_left.x) / 200 * MM_PER_INCH
    assert side >= 15


def test_a_game_without_a_page_of_its_own_has_no_code(pond: Workshop) -> None:
    pond.change("game.yaml", "link: https://example.org/pond", 'link: ""')
    report = pond.print(dpi=150)
    assert zxingcpp.read_barcodes(page(report.pdf, 1, 200)) == []


@pytest.mark.parametrize("size", [15, 22])
def test_a_code_on_a_card_can_be_scanned_at_print_size(pond: Workshop, size: int) -> None:
    pond.template("fish.svg.j2", f"{{{{ qr(game.link, 20, 20, {size}) }}}}")
    report = pond.print(dpi=300, decks=("fish",))
    codes = zxingcpp.read_barcodes(page(report.pdf, 3, 300))
    assert {code.text for code in codes} == {"https://example.org/pond"}
    assert len(codes) == 5


def test_the_bar_on_the_how_to_page_is_100_mm_long(pond: Workshop) -> None:
    report = pond.print(dpi=300)
    image = page(report.pdf, 1, 254).convert("L")
    dark = image.point(lambda value: 255 * (value < 150))
    longest = 0
    for y in range(1100, 1250, 3):
        row = dark.crop((0, y, dark.width, y + 1)).tobytes()
        longest = max(longest, *(len(run) for run in row.split(b"\0")))
    assert longest == pytest.approx(1000, abs=1)
