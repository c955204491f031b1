"""What stands on two pages comes from one place: leaflet, reference and score sheet agree."""

from __future__ import annotations

import re
import shutil
from html import unescape
from pathlib import Path

import pytest
from workshop import compose_all, kit_of

import cards_data
from cards_data import load_game
from cards_data.models import Game

pytestmark = pytest.mark.slow

PROJECT = Path(cards_data.__file__).parent.parent


def words_in(svg: str) -> str:
    written = unescape(" ".join(re.findall(r"<text[^>]*>([^<]*)</text>", svg)))
    return " ".join(written.replace("\xad", "").replace("\xa0", " ").split())


def faces(game: Game, deck: str) -> str:
    ((_, pieces),) = compose_all(game, decks=(deck,)).decks
    sides = [art for _, both in pieces for art in (both.front, both.back) if art]
    return " ".join(words_in(art.svg) for art in sides)


def leaflet(game: Game) -> str:
    return " ".join(words_in(page.svg) for page in kit_of(game).rules())


def score_sheet(game: Game) -> str:
    page = kit_of(game).score_sheet()
    assert page
    return words_in(page.svg)


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cards_data" / "better_life"
    shutil.copytree(PROJECT / "cards_data" / "better_life", folder)
    monkeypatch.chdir(tmp_path)
    return folder


def limits_of(semi: int, success: int) -> list[tuple[int, str, str, str]]:
    """For each number of players the ranges of a vote, worked out anew."""
    limits = []
    for players in (5, 4, 3, 2):
        low, high = (-(-limit * players // 5) for limit in (semi, success))
        middle = f"{low}–{high - 1}" if low < high - 1 else str(low)
        limits.append((players, f"0–{low - 1}", middle, f"{high}+"))
    return limits


@pytest.mark.parametrize(("semi", "success"), [(6, 10), (7, 12)])
def test_the_limits_of_a_vote_agree_on_every_piece_sheet_and_leaflet(
    copied: Path, semi: int, success: int
) -> None:
    numbers = copied / "scoring.yaml"
    text = numbers.read_text(encoding="utf-8")
    text = text.replace("{from: 6,", f"{{from: {semi},").replace(
        "{from: 10,", f"{{from: {success},"
    )
    numbers.write_text(text, encoding="utf-8")
    game = load_game("better_life")
    reference, sheet, rules = faces(game, "references"), score_sheet(game), leaflet(game)
    for players, *ranges in limits_of(semi, success):
        for page in (reference, sheet):
            assert f"{players} players" in page
            assert all(limit in page.split() for limit in ranges), (players, ranges)
        assert all(f"{limit.split('–')[0].strip('+')}+" in rules for limit in ranges[1:])
    for deck in ("board", "policies"):
        face = faces(game, deck)
        assert "with 5 players" in face
        assert all(limit in face.split() for limit in limits_of(semi, success)[0][1:])


def test_a_failed_offset_is_told_alike_on_reference_and_leaflet() -> None:
    game = load_game("kompensaatiopeli")
    rule = game.words["off_failed"]["en"]
    assert "Declined" in rule
    for page in (faces(game, "references"), leaflet(game)):
        assert re.sub(r"\W", "", rule) in re.sub(r"\W", "", page)


def test_the_names_on_a_score_sheet_are_those_of_the_pieces() -> None:
    sheet = score_sheet(load_game("kompensaatiopeli"))
    assert "M Motorway , T Tram" in sheet.replace(",", " ,").replace("  ", " ")
    assert "Draw the board" in sheet


def test_a_score_sheet_has_a_place_for_what_is_counted_and_asks_nothing_else() -> None:
    assert "Points left" in score_sheet(load_game("better_life")), "before it is divided"
    sea = score_sheet(load_game("ecosfera_baltica"))
    assert "Players" in sea and "Name" not in sea
    assert "points" not in sea.lower(), "all win or lose together"


def test_the_box_list_of_a_leaflet_names_every_deck_of_ecosfera() -> None:
    rules = leaflet(load_game("ecosfera_baltica"))
    for words in ("2 centre tiles", "4 reference cards", "60 elements", "18 droplets"):
        assert words in rules
