"""Bytes from a browser into plain values, bounded before they are parsed.

Comes in: the body of a request. Goes out: what its JSON says, or one problem. Depth and lengths
are checked first: the parser is recursive, and deep nesting would exhaust its stack.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, NoReturn

from cards_data import Problem, Problems

BODY_LIMIT = 64 * 1024
DEEPEST = 8
LONGEST_NUMBER = 9
# A whole table has less than a hundred values; comparing thousands with each other takes seconds.
MOST_VALUES = 250


class Bounds(NamedTuple):
    """How many values a body may hold, and how many digits a number."""

    values: int
    digits: int


TABLE = Bounds(MOST_VALUES, LONGEST_NUMBER)
_NUMBER = re.compile(r"[-+.\deE]+")
_BRACKETS = {"{": 1, "[": 1, "}": -1, "]": -1}


def read_body(body: bytes, bounds: Bounds = TABLE) -> Any:
    """The values of a JSON body."""
    if len(body) > BODY_LIMIT:
        _refuse("too long", f"up to {BODY_LIMIT:,} bytes")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        _refuse("not UTF-8", "UTF-8 text")
    _bounded("".join(outside_strings(text)), bounds)
    return _parsed(text)


def outside_strings(signs: Iterable[str]) -> Iterator[str]:
    """A text without what its strings hold; a string that is never closed reaches to the end.

    Each sign is looked at once, whatever the text is: nothing that a browser may send is searched
    again from every quote in it.
    """
    inside = escaped = False
    for sign in signs:
        if escaped:
            escaped = False
        elif inside:
            escaped, inside = sign == "\\", sign != '"'
        else:
            inside = sign == '"'
            yield sign


def _bounded(bare: str, bounds: Bounds) -> None:
    """The text without its strings: how deep, how many values, how long its numbers."""
    depth = 0
    for sign in bare:
        depth += _BRACKETS.get(sign, 0)
        if depth > DEEPEST:
            _refuse("nested too deeply", f"{DEEPEST} levels")
    if bare.count(",") > bounds.values:
        _refuse("too many values", f"up to {bounds.values}")
    if any(len(number) > bounds.digits for number in _NUMBER.findall(bare)):
        _refuse("a number is too long", f"up to {bounds.digits} digits")


def _parsed(text: str) -> Any:
    try:
        data = json.loads(text, object_pairs_hook=_each_key_once, parse_constant=_no_constant)
        # A lone surrogate is valid JSON, but no file can hold it.
        json.dumps(data, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        _refuse("half a character", "whole characters")
    except ValueError:
        _refuse("no JSON", "a table state as JSON")
    return data


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        _refuse("a key stands twice", "each key once")
    return values


def _no_constant(name: str) -> NoReturn:
    _refuse(f"{name} is no number", "whole numbers")


def _refuse(found: str, allowed: str) -> NoReturn:
    raise Problems([Problem("body", found, allowed)])
