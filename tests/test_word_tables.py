"""Every word table of the program: whole in each language, with the same gaps in all of them."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel import Locale

from cards_data import Findings
from cards_data.languages.plurals import Parts, Plural, message
from cards_data.tables import read_words
from cards_data.words import Words

HOUSE = Path(__file__).parent.parent
# Games have their own languages; these tables are the program's.
PROGRAM = ("generator", "scorer")
LANGUAGES = {"en", "sv", "fi", "de"}
# Tables whose words are also filled in by the page, which knows no forms inside forms.
PAGE = ("scorer/web", "generator/workbench")
SIMPLE_PLURAL = re.compile(r"\{\w+, plural,((?:\s*\w+ \{[^{}]*\})+)\s*\}")


def columns(path: Path) -> list[str]:
    with path.open(encoding="utf-8", newline="") as file:
        return next(csv.reader(file), [])


@cache
def tables() -> tuple[str, ...]:
    paths = (path for room in PROGRAM for path in sorted((HOUSE / room).rglob("*.csv")))
    own = (path for path in paths if "node_modules" not in path.parts)
    return tuple(
        path.relative_to(HOUSE).as_posix() for path in own if columns(path)[:2] == ["id", "text"]
    )


@cache
def words_of(table: str) -> Words:
    findings = Findings()
    words = read_words(HOUSE / table, LANGUAGES, findings)
    assert list(findings) == []
    return words


def plurals(parts: Parts) -> Iterator[Plural]:
    for part in parts:
        if isinstance(part, Plural):
            yield part
            for form in part.forms.values():
                yield from plurals(form)


def test_the_tables_are_found() -> None:
    assert len(tables()) >= 7
    assert {"generator/words.csv", "scorer/core/words.csv", "scorer/web/api/words.csv"} <= set(
        tables()
    )


@pytest.mark.parametrize("table", tables())
def test_every_table_has_every_language_of_the_program(table: str) -> None:
    words = words_of(table)
    assert set(words.languages) == LANGUAGES
    assert [key for key, texts in words.items() if not all(texts.values())] == []


@pytest.mark.parametrize("table", tables())
def test_every_language_has_the_same_gaps_and_plurals(table: str) -> None:
    for key, texts in words_of(table).items():
        read = {lang: message(text, lang) for lang, text in texts.items()}
        for lang, parsed in read.items():
            assert parsed.placeholders == read["en"].placeholders, (key, lang)
            assert set(parsed.numbers) == set(read["en"].numbers), (key, lang)


@pytest.mark.parametrize("table", tables())
def test_plurals_have_the_forms_of_their_language(table: str) -> None:
    """All that the language has, so that no number falls back, and none that it does not know."""
    for key, texts in words_of(table).items():
        for lang, text in texts.items():
            forms = {*Locale.parse(lang).plural_form.tags, "other"}
            for plural in plurals(message(text, lang).parts):
                assert {form for form in plural.forms if form[0] != "="} == forms, (key, lang)


@pytest.mark.parametrize("table", [name for name in tables() if name.startswith(PAGE)])
def test_the_page_can_fill_its_plurals(table: str) -> None:
    for key, texts in words_of(table).items():
        for lang, text in texts.items():
            assert ", plural," not in SIMPLE_PLURAL.sub("", text), (key, lang)


@pytest.mark.parametrize("table", tables())
def test_percent_signs_stay_with_their_numbers(table: str) -> None:
    for key, texts in words_of(table).items():
        for lang in LANGUAGES - {"en"}:
            assert not re.search(r"[\d}] ?%", texts[lang]), (key, lang)


@pytest.mark.parametrize("table", tables())
def test_quotation_marks_are_those_of_the_language(table: str) -> None:
    foreign = {"en": "„»«", "sv": "“„»«", "fi": "“„»«", "de": "”»«"}
    for key, texts in words_of(table).items():
        for lang, text in texts.items():
            assert not set(text) & set(foreign[lang]), (key, lang)
