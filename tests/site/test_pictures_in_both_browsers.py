"""Your own pictures, outlines and fonts on a published site are printed as everywhere."""

from __future__ import annotations

import base64
import io
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdf
import pytest
from browsers import Profile
from PIL import Image, ImageOps
from publishing import Space, fetch, printed
from same_prints import differences
from stored_files import write_files

from cards_data import load_game
from cards_data.models import Font
from generator.layout.presets import new_game, ready
from generator.pipeline import print_game
from generator.text.fonts import font_file, woff2
from generator.web.browser_app import SECRET
from generator.web.print_queue import print_options
from generator.web.route_exercise import ARTIST
from generator.workers import WorkerPool

pytestmark = pytest.mark.slow

SECONDS = 120
ROWS = b"""frog,1,Frog,amphibian,1,Jumps.,1,1,1
newt,1,Newt,amphibian,1,Swims.,1,1,1
toad,1,Toad,amphibian,1,Hides.,1,1,1
"""
# With a notch, and a corner that points inwards.
OUTLINE = '{width_mm: 63, height_mm: 88, path: "M6 0 H63 V70 L57 88 H0 V50 L8 44 L0 38 V9 Z"}'
COVER = "document.querySelector('[src=\"picture/en/pond.webp\"]')?.naturalWidth === 720"
CORNERS = ("red", "lime", "blue", "white")


def picture(size: tuple[int, int], mode: str = "RGB") -> Image.Image:
    """Each corner has another colour."""
    image = Image.new(mode, size)
    half = size[0] // 2, size[1] // 2
    for place, colour in enumerate(CORNERS):
        image.paste(colour, (place % 2 * half[0], place // 2 * half[1], *size))
    return image


def encoded(image: Image.Image, kind: str, **more: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **more)
    return file.getvalue()


def photo() -> bytes:
    """As from a camera that was turned."""
    exif = Image.Exif()
    exif[0x0112] = 6
    return encoded(picture((2400, 1800)), "JPEG", exif=exif)


def see_through() -> bytes:
    image = picture((200, 100), "RGBA")
    image.putalpha(Image.linear_gradient("L").resize(image.size))
    return encoded(image, "PNG")


def bitmaps(pdf: pypdf.PdfReader) -> dict[tuple[int, int], Image.Image]:
    images: dict[tuple[int, int], Image.Image] = {}

    def visit(resources: Any) -> None:
        for one in (resources.get("/XObject") or {}).values():
            part = one.get_object()
            if part["/Subtype"] == "/Image":
                image = part.decode_as_image()
                images[image.size] = image
            elif "/Resources" in part:
                visit(part["/Resources"].get_object())

    for page in pdf.pages:
        visit(page["/Resources"].get_object())
    return images


def corners(image: Image.Image) -> list[tuple[int, ...]]:
    """The colours in the middle of each quarter, to a sixteenth."""
    width, height = image.size
    places = [(x * width // 4, y * height // 4) for y in (1, 3) for x in (1, 3)]
    return [tuple(round(one / 16) for one in image.convert("RGB").getpixel(at)) for at in places]


def own_outline_and_font() -> dict[str, bytes]:
    """A game of two decks; one of them has its own outline and a font that is packed."""
    game = new_game("pond", "Pond", [ready("creature"), ready("event")])
    declared = game["cards_data/pond/game.yaml"]
    before, size, after = declared.rpartition("size: poker")
    assert size
    fonts = "fonts: {title: {file: Own.woff2}}\n"
    files = {place: text.encode() for place, text in game.items()}
    files["cards_data/pond/game.yaml"] = f"{before}size: {OUTLINE}{after}{fonts}".encode()
    files["cards_data/pond/fonts/Own.woff2"] = woff2(font_file(Font("Amatic SC", 700)).read_bytes())
    return files


def print_here(archive: bytes, folder: Path, options: dict[str, Any]) -> Path:
    """A PDF of a downloaded game, by the installed program."""
    zipfile.ZipFile(io.BytesIO(archive)).extractall(folder)
    chosen = replace(print_options(options), render="vector", out=folder)
    with WorkerPool(1) as pool:
        return print_game(load_game("pond"), chosen, pool).pdf


def test_pictures_are_decoded_by_the_browser_and_printed(
    profile: Profile, space: Space, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = own_outline_and_font()
    files["cards_data/pond/creature.csv"] += ROWS
    files["cards_data/pond/art/frog.png"] = see_through()
    files["cards_data/pond/art/newt.svg"] = ARTIST.encode()
    tab = profile.tab()
    tab.open(f"{space.base}print.html?game=ecologic")
    tab.wait("!!navigator.serviceWorker.controller", seconds=SECONDS)
    write_files(tab, files)
    body = {"secret": SECRET, "table": "creature", "row": "toad", "name": "a.jpg"}
    dropped = {**body, "data": base64.b64encode(photo()).decode()}
    assert b"refused" not in fetch(tab, "change/picture?game=pond", dropped)
    images = bitmaps(pypdf.PdfReader(io.BytesIO(printed(tab, "pond", {}))))
    upright = ImageOps.exif_transpose(Image.open(io.BytesIO(photo())))
    assert corners(images[1200, 1600]) == corners(upright)
    clear = Image.open(io.BytesIO(see_through()))
    assert corners(images[200, 100]) == corners(clear)
    assert images[200, 100].getchannel("A").tobytes() == clear.getchannel("A").tobytes()
    (drawn,) = (images[size] for size in images if size not in ((1200, 1600), (200, 100)))
    width, height = drawn.size
    assert drawn.getpixel((width // 2, height // 2)) == (255, 0, 0, 255)
    assert 0 < drawn.getpixel((0, height // 2))[3] < 255
    monkeypatch.chdir(tmp_path)
    only, pdf = {"decks": ["event"]}, tmp_path / "browser.pdf"
    pdf.write_bytes(printed(tab, "pond", only))
    game = fetch(tab, "change/game.zip?game=pond")
    assert differences(pdf, print_here(game, tmp_path, only)) == []
    tab.open(space.base)
    tab.wait(COVER, seconds=SECONDS)
