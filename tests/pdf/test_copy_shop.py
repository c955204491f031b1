"""Files for a copy shop, read back with a library that had no part in writing them."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest
from PIL import ImageCms
from texts import text_of
from workshop import Command, Workshop

from generator.kit.print_files import PrintReport
from generator.options import COPY_SHOP

pytestmark = pytest.mark.slow

MM = 72 / 25.4
# What only transparency brings into a file.
TRANSPARENT = ("/SMask", "/ca", "/CA", "/Group", "/BM")


@pytest.fixture(params=["raster", "vector"])
def shop(pond: Workshop, request: pytest.FixtureRequest) -> PrintReport:
    """The made-up game with a face that something shines through on."""
    template = pond.templates / "fish.svg.j2"
    gleam = '<circle cx="30" cy="30" r="9" fill="#ffffff" opacity="0.5"/>'
    template.write_text(template.read_text(encoding="utf-8") + gleam, encoding="utf-8")
    return pond.print(made_for=COPY_SHOP, render=request.param)


def dictionaries(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """Every dictionary of a file, however deep it stands."""
    todo = list(pdf.objects)
    while todo:
        item = todo.pop()
        if isinstance(item, pikepdf.Array):
            todo += [one for one in item if not getattr(one, "is_indirect", False)]
        if isinstance(item, pikepdf.Dictionary | pikepdf.Stream):
            yield item
            todo += [one for _, one in item.items() if not getattr(one, "is_indirect", False)]


def test_the_name_says_whom_it_is_for(shop: PrintReport) -> None:
    assert shop.pdf.name.endswith("-copyshop.pdf")
    assert shop.note == shop.pdf.with_suffix(".txt")


def holds_its_fonts(pdf: pikepdf.Pdf) -> bool:
    """Whether every font lies in the file; one of many letters is made of another, which does."""
    fonts = [one for one in dictionaries(pdf) if one.get("/Type") == "/Font"]
    own = [font for font in fonts if font.get("/Subtype") != "/Type0"]
    files = {"/FontFile2", "/FontFile3"}
    return bool(own) and all(files & set(font.FontDescriptor.keys()) for font in own)


def test_every_font_is_in_the_file(shop: PrintReport) -> None:
    with pikepdf.open(shop.pdf) as pdf:
        assert holds_its_fonts(pdf)


def test_a_print_at_home_holds_its_fonts_too(pond: Workshop) -> None:
    with pikepdf.open(pond.print().pdf) as pdf:
        assert holds_its_fonts(pdf)
        assert "/OutputIntents" not in pdf.Root


def test_every_page_says_where_it_is_trimmed(shop: PrintReport) -> None:
    """The box around the cuts that the manifest names; inside the bleed, inside the paper."""
    places: dict[int, list[dict[str, float]]] = {}
    for piece in json.loads(shop.manifest.read_text(encoding="utf-8"))["pieces"]:
        for place in piece["places"]:
            places.setdefault(place["page"], []).append(place)
    with pikepdf.open(shop.pdf) as pdf:
        for number, page in enumerate(pdf.pages, 1):
            media, bleed, trim = (
                [float(value) for value in page[name]]
                for name in ("/MediaBox", "/BleedBox", "/TrimBox")
            )
            assert media[:2] <= bleed[:2] <= trim[:2]
            assert trim[2] <= bleed[2] <= media[2] and trim[3] <= bleed[3] <= media[3]
            cuts = places.get(number)
            assert trim == pytest.approx(trimmed(cuts) if cuts else media, abs=0.01 * MM)
            assert (bleed == media) == (not cuts)


def trimmed(cuts: list[dict[str, float]], high: float = 297) -> list[float]:
    right = max(cut["x_mm"] + cut["width_mm"] for cut in cuts)
    low = max(cut["y_mm"] + cut["height_mm"] for cut in cuts)
    left, top = min(cut["x_mm"] for cut in cuts), min(cut["y_mm"] for cut in cuts)
    return [left * MM, (high - low) * MM, right * MM, (high - top) * MM]


def test_the_colours_are_said_and_no_standard_is_claimed(shop: PrintReport) -> None:
    with pikepdf.open(shop.pdf) as pdf:
        (intent,) = pdf.Root.OutputIntents
        profile = intent.DestOutputProfile.read_bytes()
        assert ImageCms.ImageCmsProfile(io.BytesIO(profile)).profile.xcolor_space == "RGB "
        assert pdf.pdf_version == "1.7"
        assert "/GTS_PDFXVersion" not in pdf.docinfo
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"


def test_nothing_shines_through(shop: PrintReport) -> None:
    with pikepdf.open(shop.pdf) as pdf:
        keys = [key for one in dictionaries(pdf) for key in TRANSPARENT if key in one]
    assert keys == []


def test_only_faces_that_shine_through_become_pixels(pond: Workshop) -> None:
    gleam = '<circle cx="30" cy="30" r="9" fill="#ffffff" opacity="0.5"/>'
    pond.template("plant.svg.j2", (pond.templates / "plant.svg.j2").read_text("utf-8") + gleam)
    report = pond.print(made_for=COPY_SHOP, render="vector")
    with pikepdf.open(report.pdf) as pdf:
        kinds = {
            name.rpartition(".")[2]: str(item.Subtype)
            for page in pdf.pages
            for name, item in page.Resources.get("/XObject", {}).items()
        }
    pieces = json.loads(report.manifest.read_text(encoding="utf-8"))["pieces"]
    for piece in pieces:
        subtype = "/Image" if piece["deck"] == "plants" else "/Form"
        assert kinds[piece["front"]] == subtype


def test_the_same_file_every_time(pond: Workshop, tmp_path: Path) -> None:
    first, second = (pond.print(made_for=COPY_SHOP, out=tmp_path / name) for name in ("one", "two"))
    assert first.pdf.read_bytes() == second.pdf.read_bytes()


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            [
                "A4 (210 × 297\u00a0mm) at 100%",
                "300\u00a0g/m² card",
                "long edge",
                "Total: 3 sheets",
            ],
        ),
        (
            "sv",
            [
                "A4 (210 × 297\u00a0mm) i 100\u00a0%",
                "Kartong på 300\u00a0g/m²",
                "långsidan",
                "Totalt: 3 ark",
            ],
        ),
    ],
)
def test_the_order_is_told_in_words(pond: Workshop, lang: str, words: list[str]) -> None:
    report = pond.print(made_for=COPY_SHOP, lang=lang)
    assert report.note
    note = report.note.read_text(encoding="utf-8")
    assert report.sheets == 3
    for text in (report.pdf.name, *words):
        assert text in note
    report.note.write_text("scribbled over", encoding="utf-8")
    assert pond.print(made_for=COPY_SHOP, lang=lang).note
    assert report.note.read_text(encoding="utf-8") == note


def test_fronts_alone_are_ordered_on_one_side(pond: Workshop) -> None:
    report = pond.print(made_for=COPY_SHOP, layout="fronts")
    assert report.note
    assert text_of("order_one_side") in report.note.read_text(encoding="utf-8")


def test_folded_cards_are_of_thinner_card(pond: Workshop) -> None:
    report = pond.print(made_for=COPY_SHOP, layout="gutterfold")
    assert report.note
    note = report.note.read_text(encoding="utf-8")
    assert (
        text_of("order_one_side") in note
        and "160\u00a0g/m²" in note
        and "300\u00a0g/m²" not in note
    )


def test_what_is_for_ones_own_printer_is_refused(pond: Workshop, ecotable: Command) -> None:
    own = ("--printer", "attic", "--layout", "manual")
    answer = ecotable("print", "pond", "--for", "copyshop", *own)
    assert answer.code == 2
    lines = answer.err.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["--printer", "--layout"]
    assert all("cannot be used with --for copyshop" in line for line in lines)


def test_the_trim_of_a_folded_sheet_holds_both_its_halves(
    pond: Workshop, ecotable: Command
) -> None:
    words = ("--for", "copyshop", "--layout", "gutterfold", "--deck", "fish", "--dpi", 72)
    answer = ecotable("print", "pond", *words)
    assert answer.code == 0, answer.err
    with pikepdf.open(answer.out.split()[0]) as pdf:
        left, _, right, _ = (float(side) for side in pdf.pages[1].trimbox)
    assert (right - left) / 72 * 25.4 > 2 * 63


def test_the_command_names_the_note(pond: Workshop, ecotable: Command) -> None:
    answer = ecotable("print", "pond", "--dpi", "72", "--for", "copyshop", "--jobs", "1")
    assert answer.code == 0, answer.err
    assert answer.out.rstrip().endswith("order note output/pond-en-a4-copyshop.txt")
