"""Faces in pixels: the same on every computer, whatever fonts it has."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from PIL import Image
from texts import text_of
from workshop import draw

from cards_data import Size
from cards_data.models import Font
from generator.compose.artwork import Artwork, artwork
from generator.text.fonts import font_file

TEXT = (
    '<text x="3" y="12" font-family="{family}" font-weight="{weight}" font-size="5" '
    'fill="#000000">Gädda 3×</text>'
)
SIZE = Size("small", 40, 20)


def image(art: Artwork, dpi: int = 150) -> Image.Image:
    drawn = draw(art, dpi)
    return Image.frombytes("RGB", (drawn.width, drawn.height), zlib.decompress(drawn.packed))


def words(family: str = "Source Sans Pro", weight: int = 400) -> Artwork:
    return artwork(TEXT.format(family=family, weight=weight), SIZE)


def test_the_same_svg_gives_the_same_pixels() -> None:
    assert draw(words(), 100) == draw(words(), 100)


@pytest.mark.parametrize("dpi", [72, 150, 300])
def test_a_face_is_as_large_as_its_cut_and_bleed(dpi: int) -> None:
    drawn = draw(words(), dpi)
    assert (drawn.width, drawn.height) == (round(46 / 25.4 * dpi), round(26 / 25.4 * dpi))


def test_bleed_and_cut_lie_where_they_should() -> None:
    art = artwork('<rect x="0" y="0" width="40" height="20" fill="#000000"/>', SIZE)
    box = image(art, 254).convert("L").point(lambda value: 255 * (value < 128)).getbbox()
    assert box == (30, 30, 430, 230)


def test_a_face_without_ground_is_white() -> None:
    assert image(artwork("", SIZE)).getextrema() == ((255, 255),) * 3


def test_text_is_drawn_from_the_packaged_font_file() -> None:
    """A second way of drawing the same file gives the same shape."""
    from PIL import ImageDraw, ImageFont

    dpi = 600
    size = 5 / 25.4 * dpi
    ours = image(artwork(TEXT.format(family="Manrope", weight=800), SIZE), dpi).convert("L")
    font = ImageFont.truetype(str(font_file(Font("Manrope", 800))), size)
    theirs = Image.new("L", ours.size, 255)
    start = ((3 + 3) / 25.4 * dpi, (12 + 3) / 25.4 * dpi)
    ImageDraw.Draw(theirs).text(start, "Gädda 3×", font=font, fill=0, anchor="ls")
    for one, two in zip(bounds(ours), bounds(theirs), strict=True):
        assert one == pytest.approx(two, abs=6)


def bounds(grey: Image.Image) -> tuple[int, int, int, int]:
    box = grey.point(lambda value: 255 * (value < 128)).getbbox()
    assert box
    return box


def test_weights_and_families_differ() -> None:
    looks = {
        hashlib.sha256(draw(words(family, weight), 100).packed).hexdigest()
        for family, weight in (("Manrope", 400), ("Manrope", 800), ("Caladea", 400))
    }
    assert len(looks) == 3


@pytest.mark.slow
def test_the_fonts_of_the_machine_play_no_part(tmp_path: Path) -> None:
    """With no font configuration at all, every pixel stays as it is."""
    empty = tmp_path / "fonts.conf"
    empty.write_text("<fontconfig></fontconfig>", encoding="utf-8")
    script = (
        "import hashlib, sys; sys.path[:0] = sys.argv[1:]\n"
        "from test_faces import words\n"
        "from workshop import draw\n"
        "print(hashlib.sha256(draw(words(), 100).packed).hexdigest())\n"
    )
    here = str(Path(__file__).parent)
    result = subprocess.run(
        [sys.executable, "-c", script, here, str(Path(here).parent)],
        env={**os.environ, "FONTCONFIG_FILE": str(empty), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.strip() == hashlib.sha256(draw(words(), 100).packed).hexdigest()


def test_a_face_fetches_nothing_from_anywhere(tmp_path: Path) -> None:
    """Even if the lint were not there."""
    picture = tmp_path / "secret.png"
    Image.new("RGB", (9, 9), "#ff0000").save(picture)
    art = artwork(f'<image width="40" height="20" href="file://{picture}"/>', SIZE)
    try:
        pixels = image(art)
    except ValueError as error:
        assert text_of("cairo.fetch") in str(error)
    else:
        assert pixels.getextrema() == ((255, 255),) * 3
