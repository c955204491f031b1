"""No English word is left in a translation unless ``untranslated.csv`` says why.

What the data says is compared text by text; what is seen, face by face, page by page and screen by
screen, so that a word that stands in a template is found, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import unescape
from typing import Any

import pytest
from thorough import spread
from workshop import Here, compose_all, kit_of

from cards_data import Game, list_games, load_game
from cards_data.models import plain_language
from cards_data.registry import PACKAGE
from cards_data.tables import read_table
from generator.compose.artwork import Artwork
from generator.translate.text_places import TextPlace, game_texts
from generator.translate.translator_entries import program_texts
from scorer.web.api.records import form_record, words_record

pytestmark = pytest.mark.slow

SAME = PACKAGE / "untranslated.csv"
PROGRAM = "*"
SPOKEN = [
    (slug, lang)
    for slug in list_games()
    for lang in load_game(slug).languages
    if lang != plain_language(load_game(slug).languages)
]
# A word, and what is none: stamps such as E7KD, versions and hashes.
WORD = re.compile(r"[^\W\d_]{3,}")
STAMP = re.compile(r"[A-Z0-9]{4}( [0-9a-f]{4})?")
MARKUP = re.compile(r"\{[^{}]*\}|\*\*|\u00ad")


@cache
def marked(game: str) -> frozenset[str]:
    """What is the same in a game's languages for a reason."""
    rows = read_table(SAME).rows
    assert all(row.cells["reason"] for row in rows)
    marked_texts = (row.cells["text"] for row in rows if row.cells["game"] in (game, PROGRAM))
    return frozenset(form for text in marked_texts for form in (text.casefold(), plain(text)))


def plain(text: str) -> str:
    return " ".join(MARKUP.sub(" ", text).split()).casefold()


def untranslated(texts: Iterable[TextPlace], game: str) -> list[str]:
    return [
        f"{one.where} {one.text!r}"
        for one in texts
        if one.translation.casefold() == one.text.casefold()
        and one.text.casefold() not in marked(game)
    ]


@pytest.mark.parametrize(("slug", "lang"), SPOKEN)
def test_no_text_of_a_game_is_the_english_one(slug: str, lang: str) -> None:
    assert untranslated(game_texts(load_game(slug), lang), slug) == []


@pytest.mark.parametrize("lang", ["sv", "fi", "de"])
def test_no_word_of_the_program_is_the_english_one(lang: str) -> None:
    assert untranslated(program_texts(lang).places, PROGRAM) == []


# ---- what is seen --------------------------------------------------------------------------------


def seen(art: Artwork | None) -> list[str]:
    """The runs of letters of a face or page."""
    runs = re.findall(r"<text[^>]*>([^<]*)</text>", art.svg) if art else []
    return [unescape(run).strip() for run in runs]


def names(game: Game, lang: str) -> frozenset[str]:
    """Words that no translation changes: Latin names, and what is said so in the language too."""
    columns = (
        str(piece.value(name, lang))
        for deck in game.decks.values()
        for piece in deck.pieces
        for name in deck.columns
        if deck.columns[name].kind == "text" and (name, lang) not in piece.translations
    )
    translations = (one.translation for one in game_texts(game, lang))
    return frozenset(word for text in (*columns, *translations) for word in words(text))


def words(text: str) -> list[str]:
    return WORD.findall(plain(text))


def english_runs(
    game: Game, lang: str, texts: Iterable[str], english: Iterable[str]
) -> Iterator[str]:
    """Runs that are the English ones, and hold a word that the translation does not have."""
    known_names, same = names(game, lang), set(english)
    own = marked(game.slug)
    for run in dict.fromkeys(texts):
        if run in same and not STAMP.fullmatch(run) and plain(run) not in own:
            yield from (f"{run!r}" for word in words(run)[:1] if word not in known_names)


@pytest.mark.parametrize(("slug", "lang"), spread(SPOKEN, 8))
def test_no_face_shows_english(slug: str, lang: str) -> None:
    game = load_game(slug)
    texts, english = (
        {
            (d.name, p.id): (*seen(f.front), *seen(f.back))
            for d, p, f in compose_all(game, one).pieces()
        }
        for one in (lang, plain_language(game.languages))
    )
    untranslated = {
        f"{'/'.join(key)}: {run}"
        for key, runs in texts.items()
        for run in english_runs(game, lang, runs, english[key])
    }
    assert sorted(untranslated) == []


@pytest.mark.parametrize(("slug", "lang"), spread(SPOKEN, 3))
def test_no_page_of_the_kit_shows_english(slug: str, lang: str) -> None:
    game = load_game(slug)

    def pages(code: str) -> list[str]:
        kit = kit_of(game, code)
        assert isinstance(kit.pool, Here)
        return [run for page in (*kit.rules(), kit.score_sheet()) for run in seen(page)]

    # The words of the program are its translator's.
    own = {word for text in words_of_program(lang) for word in words(text)}
    untranslated = [
        run
        for run in english_runs(game, lang, pages(lang), pages(plain_language(game.languages)))
        if not own.issuperset(words(run))
    ]
    assert untranslated == []


def words_of_program(lang: str) -> list[str]:
    return [one.translation for one in program_texts(lang).places]


def strings(record: Any) -> Iterator[str]:
    """Labels and helps of a form; keys and values are no words."""
    if isinstance(record, dict):
        for key, value in record.items():
            if key in ("label", "help", "title", "makers") and isinstance(value, str):
                yield value
            elif key != "answers":
                yield from strings(value)
    elif isinstance(record, list):
        for value in record:
            yield from strings(value)


@pytest.mark.parametrize(("slug", "lang"), SPOKEN)
def test_no_screen_shows_english(slug: str, lang: str) -> None:
    game = load_game(slug)
    texts, english = (
        list(strings(form_record(slug, one))) for one in (lang, plain_language(game.languages))
    )
    own = {word for text in words_of_program(lang) for word in words(text)}
    untranslated = [
        run for run in english_runs(game, lang, texts, english) if not own.issuperset(words(run))
    ]
    assert untranslated == []
    assert words_record(lang)["score"] != words_record("en")["score"]
