"""Vector sheets: the look of the pixels, text that can be found, and the same bytes every time."""

from __future__ import annotations

import re
import weakref
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from pypdf import PdfReader
from svg_features import FEATURES, SIZE, difference, face, words
from workshop import Command, Here, Workshop, draw

from cards_data.models import Size
from generator.compose.artwork import Artwork
from generator.draw.drawers import VectorDrawer
from generator.options import PrintOptions
from generator.pdf.document import About, centre_page
from generator.pdf.writer import write_pdf
from generator.raster import Pixels
from generator.sheets.papers import Paper
from generator.store.sources import Sources
from generator.vector.form_xobject import Form, decode_form, encode_form
from generator.vector.operators import face_form

pytestmark = pytest.mark.slow

DPI = 200
PAPER = Paper("slip", SIZE.width_mm + 6, SIZE.height_mm + 6)
ABOUT = About("Test", "1", "long", duplex=False)


def slip(path: Path, arts: list[Artwork], faces: list[Form | Pixels]) -> Path:
    """A PDF whose pages are the faces and nothing else."""
    pages = [centre_page(art.key, Size("face", art.width_mm, art.height_mm), PAPER) for art in arts]
    write_pdf(path, PAPER, pages, zip([art.key for art in arts], faces, strict=True), ABOUT)
    return path


def form(art: Artwork) -> Form:
    return face_form(art.drawing(Sources()), page=True)


def rendered(path: Path, page: int = 0) -> Image.Image:
    document = pypdfium2.PdfDocument(path)
    try:
        return document[page].render(scale=DPI / 72).to_pil().convert("RGB")
    finally:
        document.close()


@pytest.mark.parametrize("name", FEATURES)
def test_every_feature_looks_the_same_in_vectors(name: str, tmp_path: Path) -> None:
    art = face(FEATURES[name])
    vector = rendered(slip(tmp_path / "vector.pdf", [art], [form(art)]))
    raster = rendered(slip(tmp_path / "raster.pdf", [art], [draw(art, DPI)]))
    mean, worst = difference(vector, raster)
    assert mean < 2.5
    assert worst < 60


def test_a_kept_form_is_the_form_that_was_made() -> None:
    for name in ("text", "a gradient that fades", "a group in a group", "see-through picture"):
        pdf_form = form(face(FEATURES[name]))
        assert decode_form(encode_form(pdf_form)) == pdf_form


def test_photographs_stay_as_they_are() -> None:
    pdf_form = form(face(FEATURES["photograph"]))
    pictures = [part for part in pdf_form.parts if "/DCTDecode" in part.dictionary]
    assert [part.stream[:3] for part in pictures] == [b"\xff\xd8\xff"]


@pytest.mark.parametrize("spread", ["repeat", "reflect"])
def test_a_gradient_that_repeats_is_vectors_too(tmp_path: Path, spread: str) -> None:
    more = f'id="g" spreadMethod="{spread}" x2="0.2"'
    art = face(FEATURES["linear gradient"].replace('id="g"', more))
    vector = rendered(slip(tmp_path / "vector.pdf", [art], [form(art)]))
    raster = rendered(slip(tmp_path / "raster.pdf", [art], [draw(art, DPI)]))
    mean, worst = difference(vector, raster)
    assert mean < 2.5
    assert worst < 60


def test_text_is_found_and_copied_in_the_order_it_is_read(tmp_path: Path) -> None:
    body = words("Efficient offices") + words("Gädda – 3 ×", y=18, family="Manrope", weight=800)
    art = face(body)
    path = slip(tmp_path / "text.pdf", [art], [form(art)])
    text = " ".join(PdfReader(path).pages[0].extract_text().split())
    assert text == "Efficient offices Gädda – 3 ×"
    document = pypdfium2.PdfDocument(path)
    page_text = document[0].get_textpage().get_text_bounded()
    document.close()
    assert " ".join(page_text.split()) == "Efficient offices Gädda – 3 ×"


def test_fonts_are_embedded_with_only_the_letters_that_are_shown(tmp_path: Path) -> None:
    arts = [face(words("abc")), face(words("cde")), face(words("Kant", family="Hanken Grotesk"))]
    path = slip(tmp_path / "fonts.pdf", arts, [form(art) for art in arts])
    fonts = {
        font.get_object()["/BaseFont"]: font.get_object()
        for page in PdfReader(path).pages
        for item in page["/Resources"]["/XObject"].values()
        for font in item.get_object()["/Resources"].get("/Font", {}).values()
    }
    names = sorted(name.partition("+")[2] for name in fonts)
    assert names == ["HankenGrotesk-Regular", "SourceSansPro-Regular"]
    assert all(re.match(r"/[A-Z]{6}\+", name) for name in fonts)
    font = next(font for name, font in fonts.items() if "Source" in name)
    letters = font["/ToUnicode"].get_data().decode()
    assert letters.count("<00") >= 5
    assert path.stat().st_size < 30_000


def test_a_picture_on_many_faces_stands_in_the_file_once(tmp_path: Path) -> None:
    arts = [face(FEATURES["photograph"] + f'<circle r="{r}"/>') for r in (1, 2, 3)]
    path = slip(tmp_path / "once.pdf", arts, [form(art) for art in arts])
    assert path.read_bytes().count(b"/DCTDecode") == 1


def test_faces_are_written_as_they_come_and_not_held(tmp_path: Path) -> None:
    arts = [face(f'<circle r="{r}"/>') for r in range(1, 20)]
    alive: weakref.WeakSet[Pixels] = weakref.WeakSet()
    most = 0

    def faces() -> Iterator[tuple[str, Pixels]]:
        nonlocal most
        for art in arts:
            drawn = Pixels(1, 1, bytes(3))
            alive.add(drawn)
            most = max(most, len(alive))
            yield art.key, drawn

    pages = [centre_page(art.key, Size("face", art.width_mm, art.height_mm), PAPER) for art in arts]
    write_pdf(tmp_path / "many.pdf", PAPER, pages, faces(), ABOUT)
    assert most <= 3


def test_vector_sheets_lie_where_raster_sheets_lie(pond: Workshop) -> None:
    raster, vector = pond.print(dpi=150), pond.print(dpi=150, render="vector")
    assert vector.pdf.name == "pond-en-a4-vector.pdf"
    assert (vector.pages, vector.sheets, vector.pieces) == (
        raster.pages,
        raster.sheets,
        raster.pieces,
    )
    for page in range(raster.pages):
        mean, worst = difference(rendered(raster.pdf, page), rendered(vector.pdf, page))
        assert mean < 1.5, page
        assert worst < 90, page
    assert vector.pdf.stat().st_size < raster.pdf.stat().st_size


def test_vector_sheets_have_the_same_bytes_however_they_are_made(
    pond: Workshop, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = pond.print(render="vector").pdf.read_bytes()
    # From kept forms, though the sheets themselves are written anew.
    assert pond.print(render="vector", out=tmp_path / "again").pdf.read_bytes() == first
    monkeypatch.setenv("ECOTABLE_CACHE", str(tmp_path / "empty"))
    assert pond.print(render="vector", out=tmp_path / "two", jobs=2).pdf.read_bytes() == first


def test_all_that_can_be_read_is_vectors() -> None:
    arts = {art.key: art for art in map(face, FEATURES.values())}
    faces = dict(VectorDrawer(Sources(), Here(1), 72).faces(arts))
    assert all(isinstance(drawn, Form) for drawn in faces.values())


def test_a_vector_print_is_verified_and_compared_like_any_other(
    pond: Workshop, ecotable: Command
) -> None:
    pdf = pond.print(render="vector").pdf
    assert ecotable("verify", pdf).code == 0
    pond.change("fish.csv", "Draw a card.", "Draw two cards.")
    assert ecotable("verify", pdf).code == 1
    answer = ecotable("changes", "pond", "--since", pdf)
    assert answer.code == 0, answer.err
    assert "perch" in answer.out
    reprint = ecotable("print", "pond", "--render", "vector", "--changed-since", "last")
    assert reprint.code == 0, reprint.err
    assert (pond.out / "pond-en-a4-vector-changed.pdf").is_file()


def test_the_options_default_to_pixels() -> None:
    assert PrintOptions().render == "raster"


def test_pages_that_are_read_are_vectors_among_pixels_too(pond: Workshop) -> None:
    """The first page and the last; the sheets between them hold pictures and few words."""
    reader = PdfReader(pond.print().pdf)
    how_to, *_, score_sheet = reader.pages
    assert len(how_to.extract_text()) > 400
    assert not how_to.images
    assert not score_sheet.images
    assert reader.pages[2].images
