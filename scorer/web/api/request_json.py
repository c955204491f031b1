"""Parse JSON from a browser into plain values.

Depth and lengths are checked first: the parser is recursive, and deep nesting would exhaust it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from cards_data import Problems
from cards_data.problems import AnyText, Message

# A whole table has a few thousand letters.
BODY_LIMIT = 64 * 1024
DEEPEST = 8
LONGEST_NUMBER = 9
# A whole table has fewer than a hundred values; comparing thousands with each other takes seconds.
MOST_VALUES = 250
_NUMBER = re.compile(rf"[-+.\deE]{{{LONGEST_NUMBER + 1},}}")
_BRACKET = re.compile(r"[\[\]{}]")
_DEEPER = {"{": 1, "[": 1, "}": -1, "]": -1}


def read_body(
    body: bytes, limit: int = BODY_LIMIT, values: int = MOST_VALUES, digits: int = LONGEST_NUMBER
) -> Any:
    """Return the values of a JSON body."""
    if len(body) > limit:
        _refuse(Message("sent.too_long"), Message("sent.bytes", n=limit))
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        _refuse(Message("sent.no_utf8"), Message("allowed.utf8"))
    _check_bounds(_bare(text), values, digits)
    return _parse(text)


def _bare(text: str) -> str:
    """Return a text without the contents of its strings.

    If nothing is escaped, every quote begins or ends a string, which allows a fast split.
    """
    if "\\" in text:
        return "".join(outside_strings(text))
    return "".join(text.split('"')[::2])


def outside_strings(signs: Iterable[str]) -> Iterator[str]:
    """Yield a text without the contents of its strings; an unclosed string ends at the end.

    Each character is read once, in any text: no input makes the search start again from every
    quote.
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


def _check_bounds(bare: str, values: int, digits: int) -> None:
    """Check the text without its strings: depth, number of values, length of numbers."""
    depth = 0
    for sign in _BRACKET.findall(bare):
        depth += _DEEPER[sign]
        if depth > DEEPEST:
            _refuse(Message("value.nested"), Message("sent.levels", n=DEEPEST))
    if bare.count(",") > values:
        _refuse(Message("value.too_many"), Message("allowed.up_to", n=values))
    if any(len(number) > digits for number in _NUMBER.findall(bare)):
        _refuse(Message("sent.long_number"), Message("sent.digits", n=digits))


def _parse(text: str) -> Any:
    try:
        data = json.loads(text, object_pairs_hook=_each_key_once, parse_constant=_no_constant)
        # A lone surrogate is valid JSON, but no file can hold it; only an escape can write one.
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        _refuse(Message("sent.half"), Message("sent.whole"))
    except ValueError:
        _refuse(Message("sent.no_json"), Message("sent.json"))
    return data


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        _refuse(Message("sent.key_twice"), Message("allowed.each_key_once"))
    return values


def _no_constant(name: str) -> NoReturn:
    _refuse(Message("sent.no_number", name=name), Message("sent.whole_numbers"))


def _refuse(fault: Message, allowed: AnyText) -> NoReturn:
    raise Problems.of("body", fault, allowed)
