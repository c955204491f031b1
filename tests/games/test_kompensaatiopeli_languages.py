"""Kompensaatiopeli in Finnish and Swedish: the same gaps, marks and pages as in English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import yaml
from workshop import compose, kit_of

from cards_data import Findings, Game, load_game
from cards_data.languages.plurals import message

pytestmark = pytest.mark.slow

LANGUAGES = ("fi", "sv")


@cache
def the_game() -> Game:
    return load_game("kompensaatiopeli")


def leaflet(lang: str) -> Any:
    path = the_game().folder / "rules" / f"{lang}.yaml"
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def in_pairs(one: Any, other: Any, place: str = "") -> Iterator[tuple[str, str, str]]:
    """The texts of two leaflets that stand in the same place; what differs in shape stops it."""
    assert type(one) is type(other), place
    if isinstance(one, dict):
        assert one.keys() == other.keys(), place
        for key in one.keys() - {"id", "deck", "side", "picture", "example"}:
            yield from in_pairs(one[key], other[key], f"{place}.{key}")
    elif isinstance(one, list):
        assert len(one) == len(other), place
        for index, pair in enumerate(zip(one, other, strict=True)):
            yield from in_pairs(*pair, f"{place}.{index}")
    elif isinstance(one, str):
        yield place, one, other


def cards_and_words(lang: str) -> Iterator[tuple[str, str, str]]:
    for deck in the_game().decks.values():
        yield deck.name, deck.title("en"), deck.title(lang)
        for piece in deck.pieces:
            for (column, column_lang), text in piece.translations.items():
                if column_lang == lang:
                    yield f"{deck.name} {piece.id} {column}", str(piece.values[column]), text
    for key, texts in the_game().words.items():
        yield key, texts["en"], texts[lang]


def texts(lang: str) -> list[tuple[str, str, str]]:
    return [*cards_and_words(lang), *in_pairs(leaflet("en"), leaflet(lang))]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_has_the_gaps_and_symbols_of_the_english_one(lang: str) -> None:
    for place, english, translated in texts(lang):
        assert message(english, "en").placeholders == message(translated, lang).placeholders, place
        assert english.count("**") == translated.count("**"), place


@pytest.mark.parametrize("lang", LANGUAGES)
def test_quotation_marks_are_those_of_the_language(lang: str) -> None:
    assert [place for place, _, translated in texts(lang) if re.search('[“"‘]', translated)] == []


def test_finnish_tiles_carry_their_finnish_name_once() -> None:
    deck = the_game().decks["nature_tiles"]
    for piece in deck.pieces:
        assert piece.translations["name", "fi"] == piece.values["finnish"]
        faces = compose(the_game(), deck, piece, "fi", Findings())
        assert faces
        assert len(re.findall(f">{piece.values['finnish']}</text>", faces.front.svg)) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_leaflet_takes_no_more_pages_than_in_english(lang: str) -> None:
    english, own = (len(kit_of(the_game(), code).rules()) for code in ("en", lang))
    assert own <= english
