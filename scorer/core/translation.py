"""Words by key in one language, the scorer's own and a game's.

Comes in: ``scorer/core/words.csv``, a game's table ``scoring_words`` and the names on its decks.
Goes out: sentences with their gaps and plural forms filled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

from cards_data import Findings, Game, Piece, Problem
from cards_data.languages.locales import PSEUDO
from cards_data.problems import (
    Translated,
    Where,
)
from cards_data.tables import table_file
from cards_data.words import PLAIN, Say, Words, read_own_words, read_words

from .ledger_labels import labels
from .sentences import Sentence, said

# The table of the words that a game adds.
OWN = "scoring_words"
_GENERAL = Path(__file__).parent / "words.csv"


@cache
def general_words() -> Words:
    """The words of all games; complete in every language."""
    return read_own_words(_GENERAL)


def own_languages() -> tuple[str, ...]:
    """The languages that the program itself speaks."""
    return general_words().languages


@dataclass(frozen=True)
class Translation(Say):
    """One language's words, and what the pieces of the decks are called in it."""

    pieces: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def name(self, deck: str, piece: str) -> str:
        return self.pieces.get((deck, piece), piece)


def translation(game: Game, lang: str) -> Translation:
    """The general words and the game's own, in one language.

    A game need not speak every language: what it does not translate is said as it stands, and one
    that has no word of a language is told in English from end to end, not half in each.
    """
    return _translation(game, lang, _stamp(table_file(game.folder, OWN)))


def sentence_problem(where: Where, sentence: Sentence, game: Game) -> Problem:
    """A sentence as a problem that can be told in every language."""
    languages = dict.fromkeys((*own_languages(), *game.languages))
    told = [said(sentence, translation(game, lang)) for lang in languages]
    texts = (dict(zip(languages, part, strict=True)) for part in zip(*told, strict=True))
    return Problem(where, *(Translated(part) if part[PLAIN] else "" for part in texts))


def _stamp(path: Path) -> int | None:
    return path.stat().st_mtime_ns if path.is_file() else None


@lru_cache(maxsize=32)
def _translation(game: Game, lang: str, stamp: int | None) -> Translation:
    own = _own_words(table_file(game.folder, OWN))
    spoken = lang if own is None or lang in (*own.languages, PSEUDO) else PLAIN
    say = (general_words() if own is None else general_words().merged(own)).say(spoken)
    words = {**say.words, **labels(game, spoken, say.words)}
    return Translation(spoken, words, pieces=_pieces(game, say))


def _own_words(path: Path) -> Words | None:
    """The words that a game adds, if it adds any."""
    if not path.exists():
        return None
    findings = Findings()
    own = read_words(path, (), findings)
    findings.raise_any()
    return own


def _pieces(game: Game, say: Say) -> dict[tuple[str, str], str]:
    """Names as they are printed; in a language that a deck does not have, the scorer's words."""
    named = [deck for deck in game.decks.values() if "name" in deck.columns]
    return {
        (deck.name, piece.id): _name(piece, f"{deck.name}.{piece.id}", say)
        for deck in named
        for piece in deck.pieces
    }


def _name(piece: Piece, key: str, say: Say) -> str:
    if say.lang in (PLAIN, PSEUDO) or ("name", say.lang) in piece.translations:
        return str(piece.value("name", say.lang))
    return say.word(key, str(piece.values["name"]))
