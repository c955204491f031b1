"""Faces as SVG: a browser shows what cairo draws."""

from __future__ import annotations

import base64
import io
import re
import zlib
from collections.abc import Iterator
from itertools import accumulate
from xml.etree import ElementTree

import pytest
from browsing import Browser
from PIL import Image
from svg_features import FEATURES, difference, face
from workshop import Here, compose, draw

from cards_data import Findings, load_game
from generator.compose.artwork import Artwork
from generator.draw.face import svg_one
from generator.raster import Pixels
from generator.store.sources import Sources
from generator.web import game_pictures
from scorer.web.routing import SVG

GAMES = ("better_life", "ecologic", "ecosfera_baltica", "kompensaatiopeli")
DPI = 100
# Both smooth edges, but not in the same way: fine lines differ most.
MOST_MEAN, WORST_BLOCK = 2.0, 24
# In one picture of the page.
TOGETHER = 16
IMAGE = '<img style="display:block;width:{}px;height:{}px" src="data:image/svg+xml;base64,{}">'
LOADED = "Promise.all([...document.images].map((image) => image.decode()))"


def test_a_picture_contains_neither_scripts_nor_addresses() -> None:
    for name, body in FEATURES.items():
        text = svg_one(Sources(), face(body)).decode()
        for node in ElementTree.fromstring(text).iter():
            assert not [key for key in node.attrib if key.startswith("on")], name
        outside = re.findall(r'(?:href="|url\()(?!#|data:image/(?:png|jpeg);base64,).{20}', text)
        assert not outside, name


@pytest.mark.slow
def test_a_cover_without_pillow_has_four_cards_whose_ids_differ(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(game_pictures.images, "PILLOW", False)
    content, kind = game_pictures.cover("ecosfera_baltica", "en", Here(1))
    assert kind == SVG
    nodes = list(ElementTree.fromstring(content).iter())
    assert sum("rotate" in node.get("transform", "") for node in nodes) == 4
    ids = [node.attrib["id"] for node in nodes if "id" in node.attrib]
    assert len(ids) == len(set(ids)) > 4


def test_a_browser_shows_what_cairo_draws(browser: Browser) -> None:
    arts = [*map(face, FEATURES.values()), *(art for slug in GAMES for art in some_of(slug))]
    page = browser.new_page(device_scale_factor=1)
    for start in range(0, len(arts), TOGETHER):
        some = arts[start : start + TOGETHER]
        drawn = [draw(art, DPI) for art in some]
        tops = [0, *accumulate(one.height for one in drawn)]
        size = max(one.width for one in drawn), tops[-1]
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.set_content(f'<body style="margin:0">{"".join(map(svg_image, some, drawn))}')
        page.evaluate(LOADED)
        screen = Image.open(io.BytesIO(page.screenshot()))
        for art, one, top in zip(some, drawn, tops, strict=False):
            theirs = screen.crop((0, top, one.width, top + one.height))
            rows = zlib.decompress(one.packed)
            mean, worst = difference(theirs, Image.frombytes("RGB", (one.width, one.height), rows))
            assert mean < MOST_MEAN, art.svg[:300]
            assert worst < WORST_BLOCK, art.svg[:300]
    page.close()


def some_of(slug: str) -> Iterator[Artwork]:
    """Both sides of the first piece of each deck."""
    game = load_game(slug)
    for deck in game.decks.values():
        faces = compose(game, deck, deck.pieces[0], "en", Findings())
        assert faces
        yield from filter(None, (faces.front, faces.back))


def svg_image(art: Artwork, size: Pixels) -> str:
    picture = base64.b64encode(svg_one(Sources(), art)).decode()
    return IMAGE.format(size.width, size.height, picture)
