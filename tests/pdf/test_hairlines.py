"""Cards that lie edge to edge show no paper between them, at any enlargement."""

from __future__ import annotations

import zlib
from pathlib import Path

import pypdfium2
import pytest
from svg_features import face

from generator.geometry.shapes import rounded_rect
from generator.pdf.document import UNDER_MM, About, Page, clips
from generator.pdf.writer import write_pdf
from generator.sheets.marks import Marks
from generator.sheets.papers import Paper
from generator.sheets.sheet_pages import HAIR_MM, Placement
from generator.store.sources import Sources
from generator.vector.form_xobject import Form
from generator.vector.operators import face_form

DARK = '<rect x="-3" y="-3" width="46" height="26" fill="#102030"/>'


def placed(key: str, left: float, clip: tuple[float, float, float, float]) -> Placement:
    return Placement(key, left - 3, 7, 46, 26, rounded_rect(clip, 0))


def neighbours(key: str = "face") -> tuple[Placement, Placement]:
    """Two cards side by side, as sheets lay them."""
    return (placed(key, 10, (7, 7, 50 + HAIR_MM, 33)), placed(key, 50, (50 - HAIR_MM, 7, 93, 33)))


def box(clip: tuple[tuple[str, tuple[tuple[float, float], ...]], ...]) -> tuple[float, ...]:
    xs = [x for _, points in clip for x, _ in points]
    ys = [y for _, points in clip for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def test_a_card_reaches_under_the_one_that_is_painted_later_and_never_over_one() -> None:
    first, second = neighbours()
    under, over = clips((first, second))
    assert box(under) == pytest.approx((7, 7, 50 + HAIR_MM + UNDER_MM, 33))
    assert over == second.clip
    # The other way round, as backs lie.
    over, under = reversed(list(clips((second, first))))
    assert box(under) == pytest.approx((50 - HAIR_MM - UNDER_MM, 7, 93, 33))
    assert over == first.clip


def test_a_card_alone_or_with_a_gap_keeps_its_edges() -> None:
    first, _ = neighbours()
    far = placed("face", 60, (57, 7, 103, 33))
    assert list(clips((first, far))) == [first.clip, far.clip]


def test_a_card_reaches_no_farther_than_it_is_drawn() -> None:
    one = Placement("face", 10, 7, 40.2, 26, rounded_rect((10, 7, 50, 33), 0))
    other = placed("face", 50, (50, 7, 93, 33))
    assert box(next(clips((one, other))))[2] == pytest.approx(50.2)


def test_white_is_laid_only_under_what_does_not_cover_the_face() -> None:
    full = face_form(face(DARK).drawing(Sources()))
    partly = DARK.replace('height="26"', 'height="9"')
    assert "1 g " not in _operators(full)
    for body in (partly, DARK.replace("/>", ' rx="3"/>'), DARK.replace("/>", ' opacity="0.5"/>')):
        assert _operators(face_form(face(body).drawing(Sources()))).startswith("1 g ")


def _operators(form: Form) -> str:
    return zlib.decompress(form.parts[-1].stream).decode()


@pytest.mark.parametrize("scale", [0.4, 0.61, 0.83, 1.0, 1.37])
def test_no_lighter_line_shows_between_dark_cards(scale: float, tmp_path: Path) -> None:
    art = face(DARK)
    page = Page(neighbours(art.key), Marks())
    form = face_form(art.drawing(Sources()))
    path = tmp_path / "two.pdf"
    about = About("Test", "1", "long", duplex=False)
    write_pdf(path, Paper("slip", 100, 40), [page], [(art.key, form)], about)
    document = pypdfium2.PdfDocument(path)
    image = document[0].render(scale=scale).to_pil().convert("L")
    document.close()
    row = [image.getpixel((x, image.height // 2)) for x in range(image.width)]
    middle = row[image.width // 4 : image.width * 3 // 4]
    assert max(middle) - min(middle) <= 3
