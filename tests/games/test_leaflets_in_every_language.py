"""Leaflets of the games in their languages: the same blocks, gaps and symbols as in English."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from cards_data import load_game
from cards_data.languages.plurals import message

GAMES = ("better_life", "ecologic", "ecosfera_baltica", "kompensaatiopeli")
TRANSLATED = [(slug, lang) for slug in GAMES for lang in load_game(slug).languages if lang != "en"]
# These name pieces, pictures and examples; they are no words.
NAMES = {"id", "deck", "side", "picture", "example"}


def rules(slug: str, lang: str) -> Any:
    path = load_game(slug).folder / "rules" / f"{lang}.yaml"
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def leaves(value: Any, place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Everything that is no list or mapping, with its place."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*place, str(key)))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, (*place, str(index)))
    else:
        yield place, value


def gaps(text: str, lang: str) -> frozenset[str]:
    """Gaps, symbols and the numbers that plural forms count."""
    return message(text, lang).placeholders


@pytest.mark.parametrize(("slug", "lang"), TRANSLATED)
def test_the_leaflet_has_the_blocks_of_the_english_one(slug: str, lang: str) -> None:
    english, other = dict(leaves(rules(slug, "en"))), dict(leaves(rules(slug, lang)))
    assert list(other) == list(english)
    for place, value in english.items():
        if not isinstance(value, str) or (NAMES & set(place[-2:]) and " " not in value):
            assert other[place] == value, place


@pytest.mark.parametrize(("slug", "lang"), TRANSLATED)
def test_every_sentence_has_the_gaps_and_symbols_of_the_english_one(slug: str, lang: str) -> None:
    other = dict(leaves(rules(slug, lang)))
    for place, text in leaves(rules(slug, "en")):
        if isinstance(text, str):
            assert gaps(other[place], lang) == gaps(text, "en"), place


@pytest.mark.parametrize("slug", GAMES)
def test_a_leaflet_has_questions_to_talk_about_after_the_game(slug: str) -> None:
    (talk,) = (one for one in rules(slug, "en")["sections"] if one["id"] == "debriefing")
    questions = [item for block in talk["blocks"] for item in block.get("list", ())]
    assert sum("?" in item for item in questions) >= 4


def test_the_heaviest_game_explains_the_words_of_its_rulebook() -> None:
    sections = {one["id"]: one["blocks"] for one in rules("kompensaatiopeli", "en")["sections"]}
    rows = [row for block in sections["words"] for row in block.get("table", {}).get("rows", ())]
    assert len(rows) >= 8
