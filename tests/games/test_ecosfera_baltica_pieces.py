"""Ecosfera Baltica on the cutting board and at the table: edges, safe zone, words and leaflet."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from PIL import Image
from thorough import spread
from workshop import composer, draw

from cards_data import load_game
from cards_data.leaflet import Leaflet, Questions, Section
from cards_data.problems import Findings
from generator.compose.artwork import Artwork
from generator.compose.dependencies import Dependencies
from generator.compose.piece import Faces
from generator.geometry import shapes
from generator.geometry.units import BLEED_MM, SAFE_MM
from generator.sheets.papers import papers
from generator.sheets.shared_sheets import sheets_needed

pytestmark = pytest.mark.slow

GAME = load_game("ecosfera_baltica")
CARDS = ("elements", "producers", "consumers", "pressures", "policies", "references")
SCENES = ("elements", "producers", "consumers", "pressures")
TILES = ("habitats", "impacts", "centres")
WHITE = (255, 255, 255)
TOKENS = ("abilities", "droplets")
# A knife may slip so far to either side of a shared cut.
SLIP_MM = 1.5
# Five pixels a millimetre: every edge falls between two of them.
DPI, PIXELS = 127, 5
# How-to page, score sheet and the two sheets of the rules leaflet.
OTHER_SHEETS = 4
# Words that Swedish readers met beside the ones the game has settled on.
SECOND_WORDS = (
    "livsmilj", "policykort", "inverkanbrick", "påverkankort", "belastning", "bubbelgardin"
)  # fmt: skip


@cache
def faces(deck: str, lang: str = "en") -> tuple[Faces, ...]:
    findings, maker = Findings(), composer(GAME, lang)
    all_faces = [
        maker.faces(GAME.decks[deck], piece, findings, Dependencies())
        for piece in GAME.decks[deck].pieces
    ]
    findings.raise_any()
    return tuple(face for face in all_faces if face)


def image(art: Artwork) -> Image.Image:
    drawn = draw(art, DPI)
    return Image.frombytes("RGB", (drawn.width, drawn.height), zlib.decompress(drawn.packed))


def edge_colours(art: Artwork) -> set[tuple[int, ...]]:
    """The colours from the outer edge of the bleed to where a slipping knife may come."""
    picture = image(art)
    deep = int((BLEED_MM + SLIP_MM) * PIXELS)
    wide, high = picture.size
    strips = (
        (0, 0, wide, deep),
        (0, high - deep, wide, high),
        (0, 0, deep, high),
        (wide - deep, 0, wide, high),
    )
    return {pixel for strip in strips for pixel in pixels(picture.crop(strip))}


def pixels(picture: Image.Image) -> set[tuple[int, ...]]:
    return {colour for _, colour in picture.getcolors(picture.width * picture.height)}


@pytest.mark.parametrize("deck", CARDS)
def test_cards_share_no_cut_since_their_scenes_differ(deck: str) -> None:
    assert GAME.decks[deck].gap_mm >= SLIP_MM


@pytest.mark.parametrize("deck", SCENES)
def test_scenes_run_to_the_end_of_the_bleed(deck: str) -> None:
    deep, foot = int(BLEED_MM * PIXELS), 55 * PIXELS
    for face in faces(deck):
        picture = image(face.front)
        for strip in (
            (0, 0, picture.width, deep),
            (0, 0, deep, foot),
            (picture.width - deep, 0, picture.width, foot),
        ):
            edge = picture.crop(strip)
            whole = edge.width * edge.height
            bare = sum(count for count, colour in edge.getcolors(whole) if colour == WHITE)
            assert bare < 0.1 * whole, "the paper shows"


@pytest.mark.parametrize("deck", TOKENS)
def test_tokens_of_a_deck_have_one_edge_colour_a_side(deck: str) -> None:
    fronts = set().union(*(edge_colours(face.front) for face in faces(deck)))
    backs = set().union(*(edge_colours(face.back) for face in faces(deck) if face.back))
    assert len(fronts) == 1
    assert len(backs) <= 1
    assert not fronts & backs, "a spent token is told from an active one"


@pytest.mark.parametrize("deck", TILES)
def test_all_tiles_have_one_edge_colour(deck: str) -> None:
    size = GAME.decks[deck].size
    colour = tuple(bytes.fromhex(GAME.colours["frame"][1:]))
    for face in faces(deck):
        picture = image(face.front)
        for inset in (-1.0, SLIP_MM - 0.5):
            for x, y in corners(shapes.path_data(shapes.outline(size, inset))):
                place = int((x + BLEED_MM) * PIXELS), int((y + BLEED_MM) * PIXELS)
                assert picture.getpixel(place) == colour, (x, y)


def corners(path: str) -> list[tuple[float, float]]:
    numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


@pytest.mark.parametrize("lang", spread(GAME.languages, 4))
@pytest.mark.parametrize("deck", [*CARDS, *TOKENS, *TILES])
def test_nothing_is_written_outside_the_safe_zone(deck: str, lang: str) -> None:
    size = GAME.decks[deck].size
    for face in faces(deck, lang):
        for art in filter(None, (face.front, face.back)):
            upright = re.sub(r'<g transform="rotate\(180.*?</g>', "", art.svg)
            for x, y in re.findall(r'<text x="([-\d.]+)" y="([-\d.]+)"', upright):
                assert SAFE_MM <= float(x) <= size.width_mm - SAFE_MM
                assert SAFE_MM <= float(y) <= size.height_mm - SAFE_MM + 0.01


def test_the_whole_kit_fits_28_sheets() -> None:
    pieces = sum(count for _, count in sheets_needed(GAME, papers()["a4"]))
    assert pieces + OTHER_SHEETS <= 28


def test_equal_cards_have_six_pictures_an_element_and_eight_pressures() -> None:
    fronts = {face.front.svg for face in faces("elements")}
    assert len(fronts) == len(GAME.decks["elements"].pieces) == 5 * 6
    copies: Counter[object] = Counter()
    for piece in GAME.decks["elements"].pieces:
        copies[piece.values["element"]] += piece.copies
    assert set(copies.values()) == {12}
    assert len({face.front.svg for face in faces("pressures")}) == 8


@pytest.mark.parametrize("deck", ["producers", "consumers"])
def test_every_species_has_a_line_of_fact_that_is_marked_as_ours(deck: str) -> None:
    for piece in GAME.decks[deck].pieces:
        facts = {piece.value("fact", lang) for lang in GAME.languages}
        assert len(facts) == len(GAME.languages), piece.id
        assert "line of fact: common knowledge in our own words" in piece.reason


@pytest.mark.parametrize("lang", ["fi", "de"])
@pytest.mark.parametrize("deck", ["producers", "consumers"])
def test_a_species_has_a_name_of_the_language_or_its_latin_one(deck: str, lang: str) -> None:
    for piece in GAME.decks[deck].pieces:
        name, latin = piece.value("name", lang), piece.value("latin", lang)
        assert name in ("", latin) or name != piece.values["name"], piece.id


@pytest.mark.parametrize("lang", ["fi", "de"])
def test_a_latin_name_that_stands_alone_is_in_italics(lang: str) -> None:
    """Nobody gives wrack siphon weed a Finnish or German name."""
    at = [piece.id for piece in GAME.decks["producers"].pieces].index("vertebrata_lanosa")
    front = faces("producers", lang)[at].front.svg
    (style,) = re.findall(r"<text([^>]*)>Vertebrata lanosa</text>", front)
    assert 'font-style="italic"' in style
    assert "Wrack" not in front


def test_swedish_has_one_word_for_one_thing() -> None:
    for path in sorted(Path(GAME.folder).rglob("*")):
        if path.suffix in (".csv", ".yaml"):
            text = path.read_text("utf-8").lower()
            assert not [word for word in SECOND_WORDS if word in text], path.name


def leaflet(lang: str) -> Leaflet:
    rules = GAME.leaflet(lang)
    assert rules
    assert rules.lang == lang
    return rules


def shape(section: Section) -> tuple[str, list[str]]:
    return section.id, [type(block).__name__ for block in section.blocks]


@pytest.mark.parametrize("lang", GAME.languages)
def test_the_leaflet_has_the_same_shape_in_every_language(lang: str) -> None:
    shapes_of = [[shape(section) for section in leaflet(code).sections] for code in ("en", lang)]
    assert shapes_of[0] == shapes_of[1]


def test_the_languages_of_the_publisher_that_are_here() -> None:
    assert GAME.languages == ("en", "sv", "fi", "de")


@pytest.mark.parametrize("lang", GAME.languages)
def test_the_leaflet_answers_at_least_twelve_questions(lang: str) -> None:
    answers = [
        item.a.text
        for section in leaflet(lang).sections
        for block in section.blocks
        if isinstance(block, Questions)
        for item in block.items
    ]
    assert len(answers) >= 12
    assert all(answers)
