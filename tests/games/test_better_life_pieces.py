"""BETTER Life on paper: scenes to the edge, a board of two halves, rules without gaps."""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from workshop import compose_all, draw, print_game, print_options

from cards_data import load_game
from cards_data.leaflet import Questions
from generator.compose.artwork import Artwork
from generator.geometry.units import MM_PER_INCH
from generator.sheets.grids import split
from generator.sheets.papers import papers

pytestmark = pytest.mark.slow

GAME = load_game("better_life")
CARDS = tuple(name for name, deck in GAME.decks.items() if deck.size.width_mm == 63)
DPI = 127  # five pixels a millimetre
BLEED_MM = 3.0


def strips(face: Artwork, inside_mm: float) -> Iterator[tuple[str, Image.Image]]:
    """The four edges of a face, from the end of the bleed to so far inside the cut."""
    drawn = draw(face, DPI)
    image = Image.frombytes("RGB", (drawn.width, drawn.height), zlib.decompress(drawn.packed))
    deep = int((BLEED_MM + inside_mm) * DPI / MM_PER_INCH)
    width, height = image.size
    yield "top", image.crop((0, 0, width, deep))
    yield "bottom", image.crop((0, height - deep, width, height))
    yield "left", image.crop((0, 0, deep, height))
    yield "right", image.crop((width - deep, 0, width, height))


def faces(deck: str) -> Iterator[tuple[str, Artwork]]:
    for piece, both in compose_all(GAME, "en", (deck,)).decks[0][1]:
        yield piece.id, both.front
        if both.back:
            yield f"{piece.id} (back)", both.back


def one_colour(image: Image.Image) -> tuple[int, ...] | None:
    """The colour of an image that has only one."""
    low, high = zip(*image.getextrema(), strict=True)
    return tuple(low) if low == high else None


def rgb(name: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(GAME.colours[name][1:]))


@pytest.mark.parametrize("deck", CARDS)
def test_cards_share_no_cut_since_their_scenes_differ(deck: str) -> None:
    assert GAME.decks[deck].gap_mm >= 1.5


@pytest.mark.parametrize("deck", ["actions", "role_actions", "roles", "events", "policies"])
def test_scenes_run_to_the_end_of_the_bleed(deck: str) -> None:
    for piece, both in compose_all(GAME, "en", (deck,)).decks[0][1]:
        for edge, strip in strips(both.front, inside_mm=0.0):
            if edge != "bottom":
                assert one_colour(strip.crop((0, 0, *half(strip)))) != (255, 255, 255), piece.id


def half(image: Image.Image) -> tuple[int, int]:
    return max(1, image.width // 2), max(1, image.height // 2)


def test_role_actions_wear_the_colour_of_their_role_as_a_frame() -> None:
    for piece, both in compose_all(GAME, "en", ("role_actions",)).decks[0][1]:
        seen = {one_colour(strip) for _, strip in strips(both.front, inside_mm=2.0)}
        assert seen == {rgb(str(piece.values["role"]))}


def test_every_different_action_has_its_own_picture_and_its_rule_in_symbols() -> None:
    for deck in ("actions", "role_actions"):
        for piece in GAME.decks[deck].pieces:
            numbers = re.findall(r"[0-9]+", str(piece.values["text"]))
            assert re.findall(r"[0-9]+", str(piece.values["signs"])) == numbers, piece.id
    fronts = [both.front.svg for _, both in compose_all(GAME, "en", ("actions",)).decks[0][1]]
    scenes = {front.partition("<text")[0] for front in fronts}
    assert len(scenes) == len(fronts) == 9


@pytest.mark.parametrize("deck", ["influence", "vote_tokens"])
def test_tokens_that_share_cuts_share_their_rim(deck: str) -> None:
    rims = {one_colour(strip) for _, face in faces(deck) for _, strip in strips(face, 1.4)}
    assert rims == {rgb("sun")}


def test_the_strips_of_pawns_and_markers_have_the_same_edges() -> None:
    edges: dict[str, set[bytes]] = {}
    for _, face in faces("meters"):
        for edge, strip in strips(face, 1.4):
            edges.setdefault(edge, set()).add(strip.tobytes())
    assert {edge: len(looks) for edge, looks in edges.items()} == dict.fromkeys(edges, 1)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_board_comes_in_two_halves(paper: str) -> None:
    assert len(split(GAME.decks["board"].size, papers()[paper])) == 2


@pytest.mark.parametrize(("lang", "paper"), [("en", "a4"), ("en", "letter"), ("sv", "a4")])
def test_the_whole_game_with_rules_and_score_sheet_takes_18_sheets_at_most(
    lang: str, paper: str, tmp_path: Path
) -> None:
    report = print_game(GAME, print_options(lang, paper=paper, dpi=40, out=tmp_path, jobs=1))
    assert report.pages / 2 <= 18


def test_each_policy_has_a_token_that_records_its_vote() -> None:
    recorded = [piece.values["policy"] for piece in GAME.decks["vote_tokens"].pieces]
    assert recorded == [piece.id for piece in GAME.decks["policies"].pieces]


def test_influence_points_come_in_ones_and_fives() -> None:
    copies = {piece.values["value"]: piece.copies for piece in GAME.decks["influence"].pieces}
    assert set(copies) == {1, 5}
    assert sum(copies.values()) == 100


STUCK_ON = {
    "en": ("action pile", "events", "Oil leak", "below", "lie", "vote token", "face down"),
    "sv": ("handlingskort", "händelserna", "Oljeläcka", "under", "ljuga", "röstbrick", "Vänd ner"),
}


@pytest.mark.parametrize("lang", GAME.languages)
def test_the_leaflet_answers_what_players_get_stuck_on(lang: str) -> None:
    leaflet = GAME.leaflet(lang)
    assert leaflet
    blocks = [block for section in leaflet.sections for block in section.blocks]
    questions = [item for block in blocks if isinstance(block, Questions) for item in block.items]
    text = " ".join(f"{item.q} {item.a}" for item in questions)
    assert len(questions) >= 12
    for word in STUCK_ON[lang]:
        assert word.lower() in text.lower(), word


def test_a_marker_of_15_mm_finds_18_mm_in_every_cell_of_the_policy_meter() -> None:
    ((_, both),) = compose_all(GAME, "en", ("board",)).decks[0][1]
    outer = 85.6
    bent = re.findall(
        rf"M([\d.]+) ([\d.]+)A{outer} {outer} 0 0 1 ([\d.]+) ([\d.]+)L", both.front.svg
    )
    straight = re.findall(r'width="18.8" height="([\d.]+)"', both.front.svg)
    assert len(bent) + len(straight) == GAME.scoring["meters"]["policy"]["highest"] + 1
    assert min(map(float, straight)) >= 18
    for x, y, to_x, to_y in (map(float, cell) for cell in bent):
        # Halfway into the ring of 18.8 mm, where the marker stands.
        assert math.hypot(to_x - x, to_y - y) * (outer - 9.4) / outer >= 18
