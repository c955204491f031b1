"""One term for one thing: cards, rules, score page and program use the terms of the glossary."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import pytest
from thorough import spread

from cards_data import list_games, load_game
from cards_data.registry import PACKAGE
from cards_data.tables import read_table
from generator.translate.text_places import game_texts
from generator.translate.translator_entries import program_texts

GLOSSARY = PACKAGE / "glossary.csv"
PROGRAM = "*"
FEWEST = 12


class TranslatedText(NamedTuple):
    where: str
    text: str
    translation: str


class Term(NamedTuple):
    """The English forms of a term, the forms of its translation and the words rejected for it."""

    game: str
    english: list[str]
    forms: list[str]
    rejected: list[str]


@cache
def terms(game: str, lang: str) -> list[Term]:
    all_terms = []
    for row in read_table(GLOSSARY).rows:
        cell = [form for form in row.cells[lang].split("|") if form]
        if row.cells["game"] == game and cell:
            forms = [form for form in cell if not form.startswith("!")]
            rejected = [form[1:] for form in cell if form.startswith("!")]
            all_terms.append(Term(game, row.cells["term"].split("|"), forms, rejected))
    return all_terms


def languages() -> list[str]:
    return [name for name in read_table(GLOSSARY).columns if name not in ("game", "term")]


@cache
def texts(game: str, lang: str) -> list[TranslatedText]:
    places = program_texts(lang).places if game == PROGRAM else game_texts(load_game(game), lang)
    return [TranslatedText(str(one.where), one.text, one.translation) for one in places]


def plain(text: str) -> str:
    """Return the text without soft hyphens, code, options and placeholders."""
    text = text.replace("\u00ad", "").replace("**", "")
    return re.sub(r"`[^`]*`|--[\w-]+|(?<!one )(?<!other )(?<!=\d )\{[\w.]+\}", "{}", text)


def has(text: str, forms: Iterable[str]) -> bool:
    """Whether one of the forms is there as whole words; ``*`` is any letters."""
    return any(re.search(whole(form), text, re.IGNORECASE) for form in forms)


@cache
def whole(form: str) -> str:
    words = re.escape(form).replace(r"\*", r"\w*").replace(r"\ ", r"\s+")
    return rf"(?<!\w){words}(?!\w)"


def faults(texts: Iterable[TranslatedText], terms: list[Term]) -> list[str]:
    """Return each text that lacks the translation of its term, or has a rejected word."""
    messages = []
    every = [form for term in terms for form in term.english]
    longer = {
        form: [one for one in every if one != form and re.search(whole(form), one)]
        for form in every
    }
    for where, text, translation in texts:
        # What a symbol is called is not a term of its own.
        source, target = plain(re.sub(r"\{(\w+):[^{}]*\}", r"{\1}", text)), plain(translation)
        for term in terms if translation else []:
            messages += [
                f"{where} !{word}: {target}" for word in term.rejected if has(target, [word])
            ]
            for form in term.english:
                rest = source
                for one in sorted(longer[form], key=len, reverse=True):
                    rest = re.sub(whole(one), " | ", rest, flags=re.IGNORECASE)
                symbols = [one for one in term.forms if one.startswith("{")]
                said_so = has(target, term.forms) or has(translation, symbols) or not term.forms
                if has(rest, [form]) and not said_so:
                    messages.append(f"{where} {form}: {target}")
    return messages


@pytest.mark.slow
@pytest.mark.parametrize("game", [PROGRAM, *list_games()])
@pytest.mark.parametrize("lang", spread(languages(), 3))
def test_a_term_is_translated_by_its_word(game: str, lang: str) -> None:
    assert faults(texts(game, lang), terms(game, lang)) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", list_games())
def test_every_game_has_its_terms_in_every_language(game: str) -> None:
    spoken = [lang for lang in load_game(game).languages if lang in languages()]
    assert [lang for lang in languages() if terms(game, lang)] == [
        lang for lang in languages() if lang in spoken
    ]
    for lang in spoken:
        used = [
            term
            for term in terms(game, lang)
            if any(has(plain(one.text), term.english) for one in texts(game, lang))
        ]
        assert len(used) >= FEWEST, lang
        assert [term.english for term in terms(game, lang) if term not in used] == [], lang


TAD = Term("ecologic", ["TAD", "TADs"], ["entwicklungszone*"], ["fördergebiet*"])
TOKEN = Term("ecologic", ["refinery token", "refinery tokens"], ["*raffinerieplättchen*"], [])
REFINERY = Term("ecologic", ["refinery"], ["*raffinerie", "*raffinerien"], [])


@pytest.mark.parametrize(
    ("text", "translation", "count"),
    [
        ("Buy a TAD.", "Kaufe eine Entwicklungszone.", 0),
        ("Buy a TAD.", "Kaufe einen Sektor.", 1),
        ("Buy a TAD.", "Kaufe ein Fördergebiet, eine Entwicklungszone.", 1),
        ("Buy it.", "Kaufe das Fördergebiet.", 1),
        ("Oil refinery token", "Ölraffinerieplättchen", 0),
        ("Take the refinery tokens.", "Nimm die Umweltplättchen.", 1),
        ("The {TAD} in `TAD`", "Der Sektor", 0),
        ("Buy a TAD.", "Kaufe {entwicklungszone}", 1),
    ],
)
def test_a_swapped_or_rejected_term_is_found(text: str, translation: str, count: int) -> None:
    assert len(faults([TranslatedText("a", text, translation)], [TAD, TOKEN, REFINERY])) == count
