"""Numbers into texts: ``{scoring.win.habitats}`` and ICU plurals.

Comes in: a text, the game's numbers by dotted path, a language. Goes out: the text with its
placeholders filled. A plain ``{name}`` that is no placeholder stays: it is a symbol.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import chain
from typing import Any

from cards_data.leaflet import Leaflet, LeafletTable, SourceText
from cards_data.models import Deck, Game
from cards_data.plurals import BrokenMessage, message
from cards_data.problems import Findings, Message, Problem, Problems, did_you_mean, said_by
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
                [
                    Problem(
                        Message("place.gap", name=f"{{{path}}}"), Message("is.unknown"), hint=hint
                    )
                ]
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
        raise Problems(
            [Problem("gap", Message("leaflet.open_brace", text=text[start : start + 40]))]
        )


def _written(value: Value, say: Say) -> str:
    """A number with its language's decimal mark and a true minus."""
    if isinstance(value, str):
        return value
    return say.decimal(f"{value:g}").replace("-", "−")


# One and two are words as much as numbers.
LEAST = 3
_NUMBER = re.compile(r"(?<![\w.])\d+(?!\w)")


def check_typed_numbers(leaflet: Leaflet, findings: Findings) -> None:
    """Every typed number, with its place."""
    sections = [section for section in leaflet.sections if section.id != "example"]
    for content in _texts((leaflet.title, leaflet.lead, sections)):
        for number in typed_numbers(content.text, leaflet.plain):
            found = Message("leaflet.typed", number=number)
            allowed = Message("leaflet.gap", example="{scoring.…}", other="{facts.…}")
            findings.add(content.place, found, allowed, Message("leaflet.name_phrase"))


def typed_numbers(text: str, plain: tuple[str, ...] = ()) -> list[str]:
    """The numbers of a text outside its placeholders and outside plain phrases."""
    try:
        spans = list(braces(text))
    except Problems:
        return []
    for start, end in reversed(spans):
        text = f"{text[:start]}|{text[end:]}"
    for phrase in plain:
        text = text.replace(phrase, "|")
    return [number for number in _NUMBER.findall(text) if int(number) >= LEAST]


def _texts(value: Any) -> Iterator[SourceText]:
    if isinstance(value, SourceText):
        yield value
    elif isinstance(value, LeafletTable):
        yield from _texts(value.rows)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _texts(getattr(value, field.name))
