"""Numbers into texts: ``{scoring.win.habitats}`` and ICU plurals.

Comes in: a text, the game's numbers by dotted path, a language. Goes out: the text with its
placeholders filled. A plain ``{name}`` that is no placeholder stays: it is a symbol.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from cards_data.models import Deck, Game
from cards_data.plurals import BrokenMessage, message
from cards_data.problems import Problem, Problems, Text, did_you_mean, said_by
from cards_data.words import Say, in_language

Value = int | float | str


def numbers(game: Game, lang: str) -> dict[str, Value]:
    """Every number and word of a game that a leaflet may speak of, by its dotted path."""
    decks = game.decks.values()
    cells = (
        _flat(f"pieces.{deck.name}.{piece.id}", piece.localised(lang))
        for deck in decks
        for piece in deck.pieces
    )
    return {
        **dict(chain.from_iterable(cells)),
        **dict(_flat("scoring", game.scoring)),
        **dict(_flat("facts", game.facts)),
        **{f"words.{key}": in_language(said, lang) for key, said in game.words.items()},
        **{f"decks.{deck.name}": deck.total for deck in decks},
        **{f"different.{deck.name}": len(deck.pieces) for deck in decks},
        **{
            f"different.{deck.name}.{column.name}": _different(deck, column.name)
            for deck in decks
            for column in deck.columns.values()
            if column.kind == "choice"
        },
    }


def _different(deck: Deck, column: str) -> int:
    """How many different values a column holds: kinds of cards that have several pictures each."""
    return len({piece.values[column] for piece in deck.pieces})


def _flat(path: str, data: Any) -> Iterator[tuple[str, Value]]:
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from _flat(f"{path}.{key}", value)
    elif isinstance(data, list | tuple):
        for index, value in enumerate(data):
            yield from _flat(f"{path}.{index}", value)
    elif isinstance(data, int | float | str) and not isinstance(data, bool):
        yield path, int(data) if str(data).isdecimal() else data


def fill(text: str, values: Mapping[str, Value], lang: str) -> str:
    """The text with its placeholders filled; an unknown path is a problem, a name a symbol."""
    for _ in braces(text):
        pass  # a brace that is not closed is a problem
    try:
        parsed = message(text, lang)
    except BrokenMessage as error:
        raise Problems(
            [Problem("gap", said_by(error), "{path, plural, one {…} other {…}}")]
        ) from None
    for path in sorted(parsed.placeholders):
        if path not in values and ("." in path or path in parsed.numbers):
            hint = did_you_mean(path, values)
            raise Problems(
                [Problem(Text("place.gap", name=f"{{{path}}}"), Text("is.unknown"), hint=hint)]
            )
    say = Say(lang, {})
    return parsed.filled(
        {path: _written(values[path], say) for path in parsed.placeholders & set(values)}
    )


def braces(text: str) -> Iterator[tuple[int, int]]:
    """The outer braces of a text."""
    depth, start = 0, 0
    for index, letter in enumerate(text):
        if letter == "{":
            start = start if depth else index
            depth += 1
        elif letter == "}" and depth:
            depth -= 1
            if not depth:
                yield start, index + 1
    if depth:
        raise Problems([Problem("gap", Text("leaflet.open_brace", text=text[start : start + 40]))])


def _written(value: Value, say: Say) -> str:
    """A number with its language's decimal mark and a true minus."""
    if isinstance(value, str):
        return value
    return say.decimal(f"{value:g}").replace("-", "−")
