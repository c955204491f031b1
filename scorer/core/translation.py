"""The texts of the scorer and of a game, by key, in one language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from cards_data import Findings, Game, Piece, Problem
from cards_data.files import FileState, file_state
from cards_data.languages.locales import PSEUDO
from cards_data.problems import TextsByLanguage, Where
from cards_data.tables import read_words, table_file
from cards_data.words import PLAIN, Say, Words, in_language, read_own_words

PART = "score"


def labels(game: Game, lang: str, words: Mapping[str, str]) -> dict[str, str]:
    """Return the game's names of questions, counts and awards: ``asked.<key>``, ``rule.<key>``.

    Anything without a name uses its key.
    """
    names_asked = dict(_question_names(game, lang))
    keys = (key for part in ("ask", "count", "awards") for key, _ in lines(game, part))
    names = {f"rule.{key}": names_asked.get(f"asked.{key}", readable(key)) for key in keys}
    every = (*lines(game, "count"), *lines(game, "awards"))
    own = {f"rule.{key}": text_in(lang, one["ask"]) for key, one in every if one.get("ask")}
    part = game.scoring.get(PART)
    if isinstance(part, Mapping) and part.get("outcome") == "rounds":
        names["rule.rounds"] = words["declared.won_rounds"]
    return {**names_asked, **names, **own}


def _question_names(game: Game, lang: str) -> Iterator[tuple[str, str]]:
    """Yield questions and the items of lists, with the names of their choices."""
    for key, one in lines(game, "ask"):
        yield f"asked.{key}", text_in(lang, one.get("ask") or readable(key))
        yield from _choices(f"choice.{key}", one.get("choice"), lang)
        items = one.get("list")
        for name, item in items.items() if isinstance(items, Mapping) else ():
            more = item if isinstance(item, Mapping) else {}
            yield f"asked.{key}.{name}", text_in(lang, more.get("ask") or readable(str(name)))
            yield from _choices(f"choice.{key}.{name}", more.get("choice"), lang)


def _choices(place: str, choices: Any, lang: str) -> Iterator[tuple[str, str]]:
    words = map(str, choices) if isinstance(choices, list | tuple) else ()
    by_word = choices if isinstance(choices, Mapping) else dict.fromkeys(words)
    for word, texts in by_word.items():
        yield f"{place}.{word}", text_in(lang, texts or readable(str(word)))


def readable(key: str) -> str:
    """Turn a key into a name: ``bear_pairs`` becomes Bear pairs."""
    text = key.replace("_", " ").strip()
    return text[:1].upper() + text[1:]


def lines(game: Game, name: str) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """Return what has the shape of lines; a single word is the type of a question."""
    part = game.scoring.get(PART)
    listed = part.get(name) if isinstance(part, Mapping) else None
    items = listed.items() if isinstance(listed, Mapping) else ()
    return tuple(
        (str(key), one if isinstance(one, Mapping) else {"type": one})
        for key, one in items
        if isinstance(one, Mapping | str)
    )


def text_in(lang: str, texts: Any) -> str:
    """Return a text in a language, in English, or else the first; a single text is for all."""
    if isinstance(texts, Mapping):
        return str(in_language(texts, lang) or next(iter(texts.values()), ""))
    return str(texts)


# The table of the texts that a game adds.
OWN = "scoring_words"
_GENERAL = Path(__file__).parent / "words.csv"


@cache
def general_words() -> Words:
    """Return the texts of all games, complete in every language."""
    return read_own_words(_GENERAL)


def own_languages() -> tuple[str, ...]:
    """Return the languages of the program itself."""
    return general_words().languages


@dataclass(frozen=True)
class Translation(Say):
    """One language's texts, and the names of the decks' pieces in it."""

    pieces: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def name(self, deck: str, piece: str) -> str:
        return self.pieces.get((deck, piece), piece)


def translation(game: Game, lang: str) -> Translation:
    """Return the general texts and the game's own, in one language.

    A game may lack languages: untranslated texts are used as they are. If a game has no text in a
    language, all texts are in English, to avoid a mixture.
    """
    return _translation(game, lang, file_state(table_file(game.folder, OWN)))


def localise(problem: Problem, where: Where, game: Game) -> Problem:
    """Return a problem with a game's texts filled in, in every language."""
    languages = dict.fromkeys((*own_languages(), *game.languages))
    spoken = (translation(game, lang) for lang in languages)
    parts = [problem.parts_in(say.lang, say.words) for say in spoken]
    texts = (dict(zip(languages, part, strict=True)) for part in zip(*parts, strict=True))
    return Problem(where, *(TextsByLanguage(part) if part[PLAIN] else "" for part in texts))


@lru_cache(maxsize=32)
def _translation(game: Game, lang: str, state: FileState) -> Translation:
    own = _own_words(table_file(game.folder, OWN))
    spoken = lang if own is None or lang in (*own.languages, PSEUDO) else PLAIN
    say = (general_words() if own is None else general_words().merge(own)).say(spoken)
    words = {**say.words, **labels(game, spoken, say.words)}
    return Translation(spoken, words, pieces=_pieces(game, say))


def _own_words(path: Path) -> Words | None:
    """Return the texts that a game adds, if any."""
    if not path.exists():
        return None
    findings = Findings()
    own = read_words(path, (), findings)
    findings.raise_any()
    return own


def _pieces(game: Game, say: Say) -> dict[tuple[str, str], str]:
    """Return names as printed; in a language that a deck lacks, the scorer's texts."""
    decks = [deck for deck in game.decks.values() if "name" in deck.columns]
    return {
        (deck.name, piece.id): _name(piece, f"{deck.name}.{piece.id}", say)
        for deck in decks
        for piece in deck.pieces
    }


def _name(piece: Piece, key: str, say: Say) -> str:
    if say.lang in (PLAIN, PSEUDO) or ("name", say.lang) in piece.translations:
        return str(piece.value("name", say.lang))
    return say.word(key, str(piece.values["name"]))
