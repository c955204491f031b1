"""Your own pictures on a published site: the browser decodes them, and they are printed."""

from __future__ import annotations

import base64
import io
from typing import Any

import pypdf
import pytest
from browsers import Profile
from lost_work import stored
from PIL import Image, ImageOps
from publishing import Space, asked, printed

from generator.layout.presets import new_game, ready
from generator.web.browser_app import SECRET
from generator.web.rehearsal import ARTIST

pytestmark = pytest.mark.slow

SECONDS = 120
ROWS = b"""frog,1,Frog,amphibian,1,Jumps.,1,1,1
newt,1,Newt,amphibian,1,Swims.,1,1,1
toad,1,Toad,amphibian,1,Hides.,1,1,1
"""
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
    found: dict[tuple[int, int], Image.Image] = {}

    def visit(resources: Any) -> None:
        for one in (resources.get("/XObject") or {}).values():
            part = one.get_object()
            if part["/Subtype"] == "/Image":
                image = part.decode_as_image()
                found[image.size] = image
            elif "/Resources" in part:
                visit(part["/Resources"].get_object())

    for page in pdf.pages:
        visit(page["/Resources"].get_object())
    return found


def corners(image: Image.Image) -> list[tuple[int, ...]]:
    """The colours in the middle of each quarter, to a sixteenth."""
    width, height = image.size
    places = [(x * width // 4, y * height // 4) for y in (1, 3) for x in (1, 3)]
    return [tuple(round(one / 16) for one in image.convert("RGB").getpixel(at)) for at in places]


def test_pictures_are_decoded_by_the_browser_and_printed(profile: Profile, space: Space) -> None:
    game = new_game("pond", "Pond", [ready("creature")])
    made = {place: text.encode() for place, text in game.items()}
    made["cards_data/pond/creature.csv"] += ROWS
    made["cards_data/pond/art/frog.png"] = see_through()
    made["cards_data/pond/art/newt.svg"] = ARTIST.encode()
    tab = profile.tab()
    tab.open(f"{space.base}print.html?game=ecologic")
    tab.wait("!!navigator.serviceWorker.controller", seconds=SECONDS)
    stored(tab, space, made)
    body = {"secret": SECRET, "table": "creature", "row": "toad", "name": "a.jpg"}
    dropped = {**body, "data": base64.b64encode(photo()).decode()}
    assert b"refused" not in asked(tab, "change/picture?game=pond", dropped)
    found = bitmaps(pypdf.PdfReader(io.BytesIO(printed(tab, "pond", {}))))
    upright = ImageOps.exif_transpose(Image.open(io.BytesIO(photo())))
    assert corners(found[1200, 1600]) == corners(upright)
    clear = Image.open(io.BytesIO(see_through()))
    assert corners(found[200, 100]) == corners(clear)
    assert found[200, 100].getchannel("A").tobytes() == clear.getchannel("A").tobytes()
    (drawn,) = (found[size] for size in found if size not in ((1200, 1600), (200, 100)))
    width, height = drawn.size
    assert drawn.getpixel((width // 2, height // 2)) == (255, 0, 0, 255)
    assert 0 < drawn.getpixel((0, height // 2))[3] < 255
