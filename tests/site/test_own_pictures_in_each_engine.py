"""Your own pictures, outlines and fonts on a published site are printed as everywhere."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdf
import pytest
from browsers import Profile, Tab, each_engine
from PIL import Image, ImageChops, ImageFilter
from publishing import Space, fetch, print_job, printed
from same_prints import differences
from stored_files import write_files

from cards_data import load_game
from cards_data.models import Font
from generator.browser_images import LONGEST
from generator.images import for_print, line_sketch
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
# An SVG, whose width in WebKit is that on the page.
COVER = "document.querySelector('[src=\"picture/en/pond.webp\"]')?.naturalWidth > 0"
CORNERS = ("red", "lime", "blue", "white")
# Of 255: at most one pixel of a hundred differs by more from what Pillow makes.
CLOSE, SHARE = 4, 0.01


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
    """As from a camera that was turned: without the sharp edges that a JPEG cannot keep."""
    exif = Image.Exif()
    exif[0x0112] = 6
    soft = picture((2400, 1800)).filter(ImageFilter.BoxBlur(60))
    return encoded(soft, "JPEG", exif=exif, quality=95)


def see_through() -> bytes:
    image = picture((200, 100), "RGBA")
    image.putalpha(Image.linear_gradient("L").resize(image.size))
    return encoded(image, "PNG")


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


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


def on_paper(image: Image.Image) -> Image.Image:
    clear = image.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", clear.size, "white"), clear).convert("RGB")


def differing_share(one: Image.Image, other: Image.Image) -> float:
    """How many of the pixels differ visibly on white paper in any of their colours."""
    red, green, blue = ImageChops.difference(on_paper(one), on_paper(other)).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(most.histogram()[CLOSE + 1 :]) / (most.width * most.height)


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


def open_pond(profile: Profile, space: Space) -> Tab:
    """A page whose visitor has a game with two pictures, an outline and a font."""
    files = own_outline_and_font()
    files["cards_data/pond/creature.csv"] += ROWS
    files["cards_data/pond/art/frog.png"] = see_through()
    files["cards_data/pond/art/newt.svg"] = ARTIST.encode()
    tab = profile.tab()
    tab.open(f"{space.base}print.html?game=ecologic")
    tab.wait("!!navigator.serviceWorker.controller", seconds=SECONDS)
    write_files(tab, files)
    return tab


def drop_picture(tab: Tab, name: str, content: bytes) -> int:
    """Drop it on a card that has none; returns the step that undoes it."""
    body = {"secret": SECRET, "table": "creature", "row": "toad", "name": name}
    dropped = {**body, "data": base64.b64encode(content).decode()}
    answer = json.loads(fetch(tab, "change/picture?game=pond", dropped))
    return int(answer["history"]["undo"][0]["id"])


def drop_damaged_picture(tab: Tab) -> None:
    """The print names it; without it, everything is printed again."""
    step = drop_picture(tab, "a.jpg", photo()[:-1000])
    record = print_job(tab, "pond", {"decks": ["creature"]})
    assert record["state"] == "failed"
    assert ["toad.jpg" in problem for problem in record["problems"]] == [True]
    fetch(tab, "change/step?game=pond", {"secret": SECRET, "way": "undo", "id": step})


def check_bitmaps(tab: Tab) -> None:
    """What a print contains of three pictures, in full colour and with little ink."""
    full, low = (
        bitmaps(pypdf.PdfReader(io.BytesIO(printed(tab, "pond", {"ink": ink}))))
        for ink in ("full", "low")
    )
    pictures = [for_print(content, LONGEST[0]) for content in (photo(), see_through())]
    pictures_by_size = {(one.width, one.height): one.content for one in pictures}
    (size,) = full.keys() - pictures_by_size.keys()
    # Pillow draws no SVG.
    for one, content in {**pictures_by_size, size: encoded(full[size], "PNG")}.items():
        assert differing_share(full[one], opened(content)) < SHARE, one
        assert differing_share(low[one], opened(line_sketch(content))) < SHARE, one
    clear, drawn = opened(see_through()), full[size]
    assert full[clear.size].getchannel("A").tobytes() == clear.getchannel("A").tobytes()
    assert drawn.getpixel((size[0] // 2, size[1] // 2)) == (255, 0, 0, 255)
    assert 0 < drawn.getpixel((0, size[1] // 2))[3] < 255


@each_engine
def test_pictures_outlines_and_fonts_are_printed_as_everywhere(
    profile: Profile, space: Space, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = open_pond(profile, space)
    drop_damaged_picture(tab)
    drop_picture(tab, "a.jpg", photo())
    check_bitmaps(tab)
    monkeypatch.chdir(tmp_path)
    only, pdf = {"decks": ["event"]}, tmp_path / "browser.pdf"
    pdf.write_bytes(printed(tab, "pond", only))
    game = fetch(tab, "change/game.zip?game=pond")
    assert differences(pdf, print_here(game, tmp_path, only)) == []
    tab.open(space.base)
    tab.wait(COVER, seconds=SECONDS)
