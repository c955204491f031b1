"""One word for one thing: cards, leaflet and scorer say what the glossary says."""

from __future__ import annotations

import re
from functools import cache

import pytest

from cards_data import list_games, load_game
from cards_data.registry import PACKAGE
from cards_data.tables import Row, read_table
from generator.translate.text_places import TextPlace, game_texts
from generator.translate.translator_entries import program_texts

GLOSSARY = PACKAGE / "glossary.csv"
PROGRAM = "*"


def rows() -> tuple[Row, ...]:
    return read_table(GLOSSARY).rows


def languages() -> list[str]:
    return [name for name in read_table(GLOSSARY).columns if name not in ("game", "term")]


@cache
def texts(game: str, lang: str) -> tuple[TextPlace, ...]:
    return program_texts(lang).places if game == PROGRAM else game_texts(load_game(game), lang)


def others(term: str, game: str) -> list[str]:
    """Longer terms of the same game that hold this one and have a row of their own."""
    terms = {row.cells["term"] for row in rows() if row.cells["game"] == game}
    return [one for one in terms if one != term and re.search(rf"\b{re.escape(term)}\b", one)]


def has_term(text: str, term: str, longer: list[str]) -> bool:
    """Whether it stands there as a word of its own: neither inside of a longer term nor an option
    of the command."""
    for one in sorted(longer, key=len, reverse=True):
        text = re.sub(rf"\b{re.escape(one)}\b", " ", text, flags=re.IGNORECASE)
    return bool(re.search(rf"(?<![\w{{.-]){re.escape(term)}(?![\w}}])", text, re.IGNORECASE))


@pytest.mark.parametrize("game", [PROGRAM, *(row for row in list_games())])
@pytest.mark.parametrize("lang", languages())
def test_a_term_is_translated_by_its_word(game: str, lang: str) -> None:
    told = []
    for row in rows():
        forms = [form for form in row.cells.get(lang, "").split("|") if form]
        if row.cells["game"] != game or not forms:
            continue
        term, longer = row.cells["term"], others(row.cells["term"], game)
        for one in texts(game, lang):
            said = one.translation.replace("\u00ad", "").casefold()
            if not said or not has_term(one.text, term, longer):
                continue
            if not any(form.casefold() in said for form in forms):
                told.append(f"{one.where} {term}: {one.translation!r}")
    assert told == []


def test_every_row_names_a_game_that_has_the_language() -> None:
    for row in rows():
        cells = row.cells
        assert cells["term"], row
        if cells["game"] == PROGRAM:
            continue
        spoken = load_game(cells["game"]).languages
        assert [lang for lang in languages() if cells[lang] and lang not in spoken] == [], row


def test_the_glossary_tells_terms_from_parts_of_words() -> None:
    assert has_term("Take a Card now", "card", [])
    assert not has_term("Take the cardboard, {card}", "card", [])
    assert not has_term("the policy card", "card", ["policy card"])
