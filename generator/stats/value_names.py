"""The names of what is counted.

Comes in: a key such as ``sun``, ``producers`` or ``yes``. Goes out: its name in the wanted
language: the chart's own label, a word of the game, a piece's name, a deck's title.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cards_data.models import Game, Piece
from cards_data.words import in_language
from generator.words import own_words, say_in

from .chart_values import Series


def plain(value: Any) -> str:
    """A value as a key. YAML reads a bare ``yes`` as true; the columns speak of yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


@dataclass(frozen=True)
class ChartNames:
    """Where the keys of one chart get their names."""

    game: Game
    lang: str
    labels: Mapping[str, Mapping[str, str]]
    prefix: str = ""
    decks: tuple[str, ...] = ()

    def of(self, key: str) -> str:
        """The first name that is found, else the key itself in plain letters."""
        return next((name for name in self._candidates(key) if name), _readable(key))

    def of_series(self, series: Series) -> str:
        if not series.word or series.key in self.labels:
            return self.of(series.key)
        named = {
            name: self.of(value) if isinstance(value, str) else value
            for name, value in series.placeholders.items()
        }
        return say_in(self.lang)(series.word, **named)

    def _candidates(self, key: str) -> Iterator[str]:
        yield self._spoken(self.labels.get(key, {}))
        if self.prefix:
            yield self._spoken(self.game.words.get(self.prefix + key, {}))
        for name in self.decks:
            yield from (
                piece_name(piece, self.lang)
                for piece in self.game.decks[name].pieces
                if piece.id == key
            )
        if key in self.game.decks:
            yield self.game.decks[key].title(self.lang)
        yield self._spoken(own_words().get(key, {}))

    def _spoken(self, texts: Mapping[str, str]) -> str:
        return in_language(texts, self.lang)


def piece_name(piece: Piece, lang: str) -> str:
    """The piece's ``name``, else the first text on it that is not empty."""
    columns = ["name", *piece.values]
    texts = (piece.value(column, lang) for column in columns if column in piece.values)
    return next((text for text in texts if isinstance(text, str) and text), _readable(piece.id))


def _readable(key: str) -> str:
    words = key.replace("_", " ").strip()
    return words[:1].upper() + words[1:]
