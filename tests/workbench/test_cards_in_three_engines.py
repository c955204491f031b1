"""A card of the workbench, as each engine shows it: the picture that is printed, in its size."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsers import Profile, Tab, three_engines
from browsing import served
from PIL import Image
from svg_features import difference
from workshop import compose

from cards_data import Deck, Findings, Game, load_game
from generator.draw.face import drawing_of
from generator.raster.painter import draw_pixels
from generator.store.sources import Sources

pytestmark = [pytest.mark.slow, three_engines]

# One view box of the writer serves every card: two sizes of cards are enough.
DECKS = {"ecologic": "events", "kompensaatiopeli": "roles"}
CARD = "#card-view .cut img"
SCROLL_TO_CARD = """(selector) => {
  const picture = document.querySelector(selector);
  picture?.scrollIntoView({ block: "center", behavior: "instant" });
  return Boolean(picture?.complete && picture.naturalWidth && picture.matches(".there"));
}"""
PLACES = """async (selector) => {
  const picture = document.querySelector(selector);
  await Promise.all(picture.getAnimations().map((one) => one.finished));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return [picture, picture.closest(".face")].map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [left, top, right, bottom].map(Math.round);
  });
}"""
# Corners are rounded, and cut lines are smoothed.
MARGIN = 12
# Of 255: engines smooth letters differently.
MEAN, WORST = 8, 50
Box = tuple[int, int, int, int]


@pytest.fixture
def base(here: Path) -> Iterator[str]:
    with served() as address:
        yield address


def printed(game: Game, deck: Deck, width: int, height: int) -> Image.Image:
    """The front of the first card, as a print has it."""
    faces = compose(game, deck, deck.pieces[0], "en", Findings())
    assert faces
    pixels = draw_pixels(drawing_of(faces.front, Sources()), width, height)
    return Image.frombytes("RGB", (width, height), bytes(pixels), "raw", "BGRX")


def window_and_places(tab: Tab, folder: Path) -> tuple[Image.Image, Box, Box]:
    """What the window shows, the place of the picture with its bleed, and that of the card."""
    tab.wait(SCROLL_TO_CARD, CARD, seconds=120)
    picture, card = tab.run(PLACES, CARD)
    tab.screenshot(folder / "window.png")
    return Image.open(io.BytesIO((folder / "window.png").read_bytes())), picture, card


def test_cards_look_as_they_are_printed(profile: Profile, base: str, tmp_path: Path) -> None:
    tab = profile.tab()
    for slug, table in DECKS.items():
        game = load_game(slug)
        tab.open(f"{base}change/?game={slug}&table={table}&lang=en")
        window, (left, top, right, bottom), card = window_and_places(tab, tmp_path)
        inside = (card[0] + MARGIN, card[1] + MARGIN, card[2] - MARGIN, card[3] - MARGIN)
        assert inside[2] - inside[0] > 100, "the card is large enough to be compared"
        printed_card = Image.new("RGB", window.size)
        printed_card.paste(
            printed(game, game.decks[table], right - left, bottom - top), (left, top)
        )
        mean, worst = difference(window.convert("RGB").crop(inside), printed_card.crop(inside))
        assert (mean < MEAN, worst < WORST) == (True, True), (slug, mean, worst)
