"""Numbers into texts: ``{scoring.win.habitats}`` and ICU plurals.

Comes in: a text, the game's numbers by dotted path, a language. Goes out: the text with its
gaps filled. A plain ``{name}`` that is no gap stays: it is a symbol.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any

from cards_data.models import Game
from cards_data.problems import Problem, Problems, did_you_mean

Value = int | float | str
_PLURAL = re.compile(r"\s*([\w.]+)\s*,\s*plural\s*,(.*)", re.DOTALL)
_PATH = re.compile(r"\s*([\w.]+)\s*")
_CASE = re.compile(r"\s*(=\d+|[a-z]+)\s*\{")


def numbers(game: Game, lang: str) -> dict[str, Value]:
    """Every number that a leaflet may speak of, by its dotted path."""
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
        **{f"decks.{deck.name}": deck.total for deck in decks},
        **{f"different.{deck.name}": len(deck.pieces) for deck in decks},
    }


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
    """The text with its gaps filled; an unknown gap is a problem."""
    parts, at = [], 0
    for start, end in braces(text):
        parts += [text[at:start], _gap(text[start:end], values, lang)]
        at = end
    return "".join((*parts, text[at:]))


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
        raise Problems([Problem("gap", f"a brace is not closed: {text[start : start + 40]}")])


def _gap(braced: str, values: Mapping[str, Value], lang: str) -> str:
    inner = braced[1:-1]
    if found := _PLURAL.fullmatch(inner):
        return _plural(_known(found[1], values), found[2], values, lang)
    plain = _PATH.fullmatch(inner)
    if plain and plain[1] in values:
        return _written(values[plain[1]], lang)
    if plain and "." not in plain[1]:
        return braced
    return _written(_known(inner, values), lang)


def _known(path: str, values: Mapping[str, Value]) -> Value:
    if path not in values:
        hint = did_you_mean(path, values)
        raise Problems([Problem(f"gap {{{path}}}", "is not known", hint=hint)])
    return values[path]


def _plural(number: Value, cases: str, values: Mapping[str, Value], lang: str) -> str:
    """The case of a number: ``=1`` before ``one`` before ``other``."""
    found: dict[str, str] = {}
    for start, end in braces(cases):
        name = _CASE.search(f"{cases[:start].rpartition('}')[2]}{{")
        if name is None:
            raise Problems([Problem("gap", f"no case before {cases[start:end]}", "one, other")])
        found[name[1]] = cases[start + 1 : end - 1]
    if "other" not in found:
        raise Problems([Problem("gap", "a plural without the case other", "one, other")])
    text = found.get(f"={number}") or found.get(_category(number, lang)) or found["other"]
    return fill(text.replace("#", _written(number, lang)), values, lang)


def _category(number: Value, lang: str) -> str:
    if isinstance(number, str):
        return "other"
    return str(_locale(lang).plural_form(number))


@cache
def _locale(lang: str) -> Any:
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(lang)
    except (UnknownLocaleError, ValueError):
        return Locale.parse("en")


def _written(value: Value, lang: str) -> str:
    """A number with its language's decimal mark and a true minus."""
    if isinstance(value, str):
        return value
    mark = _locale(lang).number_symbols["latn"]["decimal"] if isinstance(value, float) else "."
    return f"{value:g}".replace(".", mark).replace("-", "−")
