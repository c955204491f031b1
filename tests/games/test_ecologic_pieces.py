"""Ecologic's pieces: edges that forgive a slip, numbers that stay visible, rules that fit."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from PIL import Image
from workshop import composer, draw, kit_of

from cards_data import Findings, Game, load_game
from cards_data.leaflet import SECTIONS, Picture, Questions
from generator.compose.artwork import Artwork
from generator.compose.dependencies import Dependencies
from generator.compose.piece import Faces
from generator.geometry.units import BLEED_MM, SAFE_MM
from generator.leaflet.placeholders import fill, numbers
from generator.sheets.grids import split
from generator.sheets.papers import papers

SLUG = "ecologic"
# Sizes that share sheets must share the colour of their edges too.
ONE_EDGE = (
    ("events", "eco_initiatives"),
    ("tads", "refineries", "enviros", "markers"),
    ("tablets",),
    ("references",),
    ("score_table",),
)
EDGE_INSIDE_MM = 1.5
DPI = 51
Box = tuple[float, float, float, float]


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(SLUG)


def faces_of(game: Game, deck_name: str) -> Iterator[Faces]:
    deck = game.decks[deck_name]
    findings, maker = Findings(), composer(game)
    for piece in deck.pieces:
        faces = maker.faces(deck, piece, findings, Dependencies())
        assert faces, list(findings)
        yield faces


def picture(art: Artwork) -> Image.Image:
    drawn = draw(art, DPI)
    return Image.frombytes("RGB", (drawn.width, drawn.height), zlib.decompress(drawn.packed))


def edge_colours(art: Artwork) -> set[object]:
    """Every colour from the outer end of the bleed to a little inside the cut."""
    whole = picture(art)
    # The outermost pixel may be half white, where the bleed ends between two pixels.
    image = whole.crop((1, 1, whole.width - 1, whole.height - 1))
    depth = int((BLEED_MM + EDGE_INSIDE_MM) * whole.width / art.width_mm) - 1
    width, height = image.size
    strips = (
        (0, 0, width, depth),
        (0, height - depth, width, height),
        (0, 0, depth, height),
        (width - depth, 0, width, height),
    )
    return {
        colour for box in strips for _, colour in image.crop(box).getcolors(maxcolors=1 << 20) or ()
    }


@pytest.mark.parametrize("decks", ONE_EDGE, ids=lambda decks: decks[0])
def test_pieces_that_meet_at_a_cut_have_one_edge_colour(game: Game, decks: tuple[str, ...]) -> None:
    arts = {
        art.key: art
        for deck in decks
        for faces in faces_of(game, deck)
        for art in (faces.front, faces.back)
        if art
    }
    assert len(set.union(*map(edge_colours, arts.values()))) == 1


@pytest.mark.parametrize("deck", ["events", "eco_initiatives", "tads", "tablets", "references"])
def test_words_keep_clear_of_the_cut(game: Game, deck: str) -> None:
    size = game.decks[deck].size
    for faces in faces_of(game, deck):
        for art in (faces.front, faces.back):
            for x, y, _ in words(art.svg) if art else ():
                assert SAFE_MM <= x <= size.width_mm - SAFE_MM
                assert SAFE_MM <= y <= size.height_mm - SAFE_MM


def words(svg: str) -> list[tuple[float, float, str]]:
    """Words that are not turned: where they begin, their baseline, what they say."""
    plain = re.sub(r'<g transform="translate\([^"]*rotate\(-90\)">.*?</g>', "", svg)
    found = re.findall(r'<text x="([-\d.]+)" y="([-\d.]+)"[^>]*>([^<]*)</text>', plain)
    return [(float(x), float(y), unescape(word)) for x, y, word in found]


def boxes(svg: str, width: str) -> list[Box]:
    """Squares of one width: left, top, right, bottom."""
    found = re.findall(rf'<rect x="([-\d.]+)" y="([-\d.]+)" width="{width}" height="{width}"', svg)
    side = float(width)
    return [(float(x), float(y), float(x) + side, float(y) + side) for x, y in found]


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_no_tad_place_covers_a_slot_or_its_number(game: Game) -> None:
    (board,) = faces_of(game, "board")
    slots = boxes(board.front.svg, "15.1")
    places = boxes(board.front.svg, "25.600")
    row: Any = game.decks["board"].pieces[0].values
    sectors = len(row["sectors"])
    assert (len(slots), len(places)) == (4 * sectors, game.decks["tads"].total)
    assert not [one for one in places for other in slots if overlap(one, other)]


@pytest.mark.parametrize(("deck", "width"), [("tablets", "15"), ("board", "15.200")])
def test_a_marker_hides_no_number(game: Game, deck: str, width: str) -> None:
    marker = game.decks["markers"].size.width_mm
    for faces in faces_of(game, deck):
        rooms = boxes(faces.front.svg, width)
        assert rooms and float(width) >= marker
        hidden = [
            word
            for x, y, word in words(faces.front.svg)
            for left, top, right, bottom in rooms
            if word.isdigit() and left < x < right and top < y <= bottom
        ]
        assert hidden == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_board_comes_in_two_halves(game: Game, paper: str) -> None:
    assert len(split(game.decks["board"].size, papers()[paper])) == 2


def test_tokens_are_squares_on_one_grid(game: Game) -> None:
    for name in ("tads", "refineries", "enviros", "markers"):
        size = game.decks[name].size
        assert size.shape == "rect"
        assert size.width_mm == size.height_mm
        assert size.width_mm % 5 == 0


def test_the_leaflet_tells_everything_on_two_sheets(game: Game) -> None:
    leaflet = game.leaflet("en")
    assert leaflet
    assert set(SECTIONS) <= {section.id for section in leaflet.sections}
    blocks = [block for section in leaflet.sections for block in section.blocks]
    asked = sum(len(block.items) for block in blocks if isinstance(block, Questions))
    assert asked >= 12
    assert {block.name for block in blocks if isinstance(block, Picture)} >= {"setup", "example"}
    assert len(kit_of(game).rules()) <= 4


def test_the_leaflet_reads_numbers_off_the_pieces(game: Game) -> None:
    board: Any = game.decks["board"].pieces[0].values
    told = fill(
        "{pieces.board.board.prices} {pieces.board.board.income.0}", numbers(game, "en"), "en"
    )
    assert told == f"{board['prices']} {board['income'][0]}"


def test_the_score_sheet_multiplies_by_the_points_of_the_data(game: Game) -> None:
    sheet = kit_of(game).score_sheet()
    assert sheet
    shown = [word for _, _, word in words(sheet.svg)]
    points: Any = game.scoring["points"]
    assert {f"× {each} =" for each in points.values()} <= set(shown)
    assert "= 22" in shown
