"""Ecologic's pieces: edges that forgive a slip, numbers that stay visible, rules that fit."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from workshop import composer, draw, kit_of

from cards_data import Findings, Game, load_game
from cards_data.leaflet import SECTIONS, Listing, Picture, Prose, Questions
from generator.compose.artwork import Artwork
from generator.compose.dependencies import Dependencies
from generator.compose.piece import Faces
from generator.geometry.units import BLEED_MM, SAFE_MM
from generator.leaflet.resolved import fill, numbers
from generator.sheets.grids import split
from generator.sheets.papers import papers

pytestmark = pytest.mark.slow

SLUG = "ecologic"
LANGUAGES = load_game(SLUG).languages
# Sizes that share sheets must share the colour of their edges too.
ONE_EDGE = (
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


def faces_of(game: Game, deck_name: str, lang: str = "en") -> Iterator[Faces]:
    deck = game.decks[deck_name]
    findings, maker = Findings(), composer(game, lang)
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


# Cards whose scenes run to the bleed, and the templates that hold these scenes.
SCENES = {"events": "scene_events.svg.j2", "eco_initiatives": "scene_initiatives.svg.j2"}


@pytest.mark.parametrize("deck", SCENES)
def test_scenes_reach_the_end_of_the_bleed_and_no_neighbour(game: Game, deck: str) -> None:
    assert game.decks[deck].gap_mm > 0
    for faces in faces_of(game, deck):
        for art in (faces.front, faces.back):
            # Paper that no shape covers would be pure white, which these palettes do not have.
            assert art
            assert (255, 255, 255) not in edge_colours(art), art.where


@pytest.mark.parametrize(("deck", "template"), SCENES.items())
def test_every_card_has_a_scene_of_its_own(game: Game, deck: str, template: str) -> None:
    text = (Path(__file__).parents[2] / "templates" / SLUG / template).read_text()
    drawn = re.findall(r'if id == "(\w+)"', text)
    assert sorted(drawn) == sorted(piece.id for piece in game.decks[deck].pieces)
    scenes = {re.sub(r"<text.*?</text>", "", faces.front.svg) for faces in faces_of(game, deck)}
    assert len(scenes) == len(game.decks[deck].pieces)


@pytest.mark.parametrize(("deck", "backs"), [("events", 3), ("eco_initiatives", 1)])
def test_backs_tell_the_level_and_nothing_else(game: Game, deck: str, backs: int) -> None:
    assert len({faces.back.key for faces in faces_of(game, deck) if faces.back}) == backs


# How an event's sentence says the numbers that its symbols show.
PATTERNS = {
    "en": {"0": r"no\s", "1": "1|one", "2": "2|two|double", "½": "half"},
    "de": {"0": "keine", "1": r"1|\*\*ein|ein sektor", "2": "2|zwei|doppelt", "½": "hälfte"},
    "sv": {"0": "ingen", "1": r"1|\*\*e[nt]|en a", "2": "2|två|dubbel", "½": "halva|hälften"},
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_symbols_of_an_event_say_what_its_sentence_says(game: Game, lang: str) -> None:
    for piece in game.decks["events"].pieces:
        signs, effect = str(piece.values["signs"]), str(piece.value("effect", lang)).lower()
        plain = re.sub(r"\{\w+\}", "", effect)
        for number in re.findall(r"[\d½]", re.sub(r"\{\w+\}", "", signs)):
            assert re.search(PATTERNS[lang].get(number, number), plain), piece.id


def test_a_picture_of_ones_own_takes_the_place_of_the_scene(game: Game, tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    own = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V7z"/></svg>'
    (tmp_path / "art" / "flood.svg").write_text(own)
    deck = game.decks["events"]
    flood = next(piece for piece in deck.pieces if piece.id == "flood")
    findings, maker = Findings(), composer(replace(game, folder=tmp_path))
    faces = maker.faces(deck, flood, findings, Dependencies())
    assert faces, list(findings)
    assert "M0 0H9V7z" in faces.front.svg
    assert len(faces.front.svg) < len(next(iter(faces_of(game, "events"))).front.svg)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("deck", ["events", "eco_initiatives", "tads", "tablets", "references"])
def test_words_keep_clear_of_the_cut(game: Game, deck: str, lang: str) -> None:
    size = game.decks[deck].size
    for faces in faces_of(game, deck, lang):
        for art in (faces.front, faces.back):
            for x, y, _ in words(art.svg) if art else ():
                assert SAFE_MM <= x <= size.width_mm - SAFE_MM
                assert SAFE_MM <= y <= size.height_mm - SAFE_MM


def words(svg: str) -> list[tuple[float, float, str]]:
    """Words that are not turned: where they begin, their baseline, what they say."""
    plain = re.sub(r'<g transform="translate\([^"]*rotate\(-90\)">.*?</g>', "", svg)
    matches = re.findall(r'<text x="([-\d.]+)" y="([-\d.]+)"[^>]*>([^<]*)</text>', plain)
    return [(float(x), float(y), unescape(word)) for x, y, word in matches]


def boxes(svg: str, width: str) -> list[Box]:
    """Squares of one width: left, top, right, bottom."""
    matches = re.findall(
        rf'<rect x="([-\d.]+)" y="([-\d.]+)" width="{width}" height="{width}"', svg
    )
    side = float(width)
    return [(float(x), float(y), float(x) + side, float(y) + side) for x, y in matches]


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_no_tad_place_covers_a_slot_or_its_number(game: Game) -> None:
    (board,) = faces_of(game, "board")
    slots = boxes(board.front.svg, "30.500")
    places = boxes(board.front.svg, "25.600")
    row: Any = game.decks["board"].pieces[0].values
    sectors = len(row["sectors"])
    assert (len(slots), len(places)) == (sectors, game.decks["tads"].total)
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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_leaflet_tells_everything_on_two_sheets(game: Game, lang: str) -> None:
    leaflet = game.leaflet(lang)
    assert leaflet
    assert set(SECTIONS) <= {section.id for section in leaflet.sections}
    blocks = [block for section in leaflet.sections for block in section.blocks]
    questions = sum(len(block.items) for block in blocks if isinstance(block, Questions))
    assert questions >= 12
    assert {block.picture for block in blocks if isinstance(block, Picture)} >= {
        "touching",
        "example",
    }
    # The first-game page is on the back of the how-to page.
    assert len(kit_of(game, lang).rules()) - 1 <= 4


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_happens_below_0_is_part_of_its_phase(game: Game, lang: str) -> None:
    """A box of its own once was without a heading, below the picture of the table."""
    leaflet = game.leaflet(lang)
    assert leaflet
    turn = next(section for section in leaflet.sections if section.id == "turn")
    (phases,) = (block for block in turn.blocks if isinstance(block, Listing))
    assert "**Minus**" in phases.items[2].text
    assert not any(isinstance(block, Prose) and block.tone == "note" for block in turn.blocks)


def test_the_leaflet_reads_numbers_off_the_pieces(game: Game) -> None:
    board: Any = game.decks["board"].pieces[0].values
    text = fill(
        "{pieces.board.board.prices} {pieces.board.board.income.0}", numbers(game, "en"), "en"
    )
    assert text == f"{board['prices']} {board['income'][0]}"


def test_the_score_sheet_multiplies_by_the_points_of_the_data(game: Game) -> None:
    sheet = kit_of(game).score_sheet()
    assert sheet
    texts = [word for _, _, word in words(sheet.svg)]
    points: Any = game.scoring["points"]
    assert {f"× {each} =" for each in points.values()} <= set(texts)
    assert "= 22" in texts
