"""Check the arguments that a template passes, so that a mistake is reported in the template."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import Any

from cards_data.problems import AnyText, Message, did_you_mean, quote

# Pieces are at most two metres long; anything farther out is a mistake.
FARTHEST_MM = 10_000.0
LARGEST_PT = 500.0
MOST_POINTS = 500
MOST_WAVES = 100
MOST_STEPS = 10_000
LONGEST_TEXT = 100_000
# A cell holds up to 4,000 letters, and a template may combine several.
LONGEST_SET = 10_000
LONGEST_QR = 1_000
# The capacity of the largest QR code with a quarter of redundancy.
MOST_QR_BYTES = 2_331
MOST_BITS = 4_096
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_WIDTH = re.compile(r"%[^%a-zA-Z]*(?:\d{4,}|\*)|\{[^{}:]*+:[^{}]*\d{4,}")


class TemplateLimit(ValueError):
    """An error for an argument or operand in a template that is out of bounds."""


def limit(fault: AnyText, allowed: AnyText) -> TemplateLimit:
    return TemplateLimit(Message("limit.says", found=fault, allowed=allowed))


def is_value(name: str, value: object) -> Message:
    """Return ``width is 7``."""
    text = value if isinstance(value, Message) else str(value)[:40]
    return Message("limit.is", name=name, value=text)


def check_range(low: float, high: float, **numbers: Any) -> None:
    """Check that every number is between two bounds; ``inf`` and ``nan`` never are."""
    for name, number in numbers.items():
        wrong = isinstance(number, bool) or not isinstance(number, int | float)
        if wrong or not math.isfinite(number) or not low <= number <= high:
            raise limit(
                is_value(name, number), Message("allowed.range", low=f"{low:g}", high=f"{high:g}")
            )


def places(**numbers: Any) -> None:
    """Check coordinates and lengths in millimetres."""
    check_range(-FARTHEST_MM, FARTHEST_MM, **numbers)


def points(values: Any) -> Iterator[tuple[float, float]]:
    """Yield pairs of coordinates, at least two."""
    if not isinstance(values, list | tuple):
        raise limit(is_value("points", values), Message("limit.points"))
    check_range(2, MOST_POINTS, points=len(values))
    for point in values:
        if not isinstance(point, list | tuple) or len(point) != 2:
            raise limit(Message("limit.point_is", value=str(point)[:40]), "(x, y)")
        x, y = point
        places(x=x, y=y)
        yield x, y


def check_whole(low: int, high: int, **numbers: Any) -> None:
    check_range(low, high, **numbers)
    for name, number in numbers.items():
        if number != int(number):
            raise limit(is_value(name, f"{number:g}"), Message("sent.whole_numbers"))


def choice(name: str, word: object, allowed: Iterable[str]) -> None:
    values = tuple(allowed)
    if word not in values:
        near, listed = did_you_mean(str(word)[:40], values), ", ".join(values)
        hint = Message("limit.and_hint", allowed=listed, hint=near) if near else listed
        raise limit(is_value(name, quote(str(word)[:40])), hint)


def colours(**values: object) -> None:
    for name, colour in values.items():
        if not isinstance(colour, str) or not _COLOUR.fullmatch(colour):
            raise limit(is_value(name, quote(str(colour)[:40])), '"#rrggbb"')


def steps(*bounds: int) -> range:
    """Return ``range`` with a limit on its length."""
    numbers = range(*bounds)
    if len(numbers) > MOST_STEPS:
        raise limit(Message("limit.steps", n=len(numbers)), Message("allowed.up_to", n=MOST_STEPS))
    return numbers


def operands(operator: str, left: Any, right: Any) -> None:
    """Check the size of a result before computing it: powers and repeats can exhaust memory."""
    if operator == "*" and (type(left) is float or type(right) is float):
        return  # most products in a drawing; they do not grow
    if operator == "%" and isinstance(left, str):
        pattern(left)
    elif operator == "**":
        check_range(-1e6, 1e6, base=left)
        check_range(-64, 64, exponent=right)
    elif operator == "*":
        for text, times in ((left, right), (right, left)):
            if isinstance(text, str | list | tuple):
                check_range(0, LONGEST_TEXT / max(1, _weight(text, {})), repeats=times)
        if _bits(left) + _bits(right) > MOST_BITS:
            raise TemplateLimit(Message("problem.endless"))


def _weight(value: Any, sizes: dict[int, int]) -> int:
    """Return the size of a text or list with everything in it; shared parts count each time."""
    if not isinstance(value, list | tuple):
        return len(value) if isinstance(value, str) else 1
    if id(value) not in sizes:
        sizes[id(value)] = 1  # ends the recursion for a list that contains itself
        sizes[id(value)] = 1 + sum(_weight(one, sizes) for one in value)
    return sizes[id(value)]


def letters(text: str) -> None:
    """Refuse a text longer than any piece holds, which would only take time to set."""
    if len(text) > LONGEST_SET:
        raise limit(Message("limit.text", n=len(text)), Message("allowed.up_to", n=LONGEST_SET))


def check_join(parts: Iterable[Any], between: str) -> list[Any]:
    """Return the parts to join, if the joined text is not too long."""
    checked, length = [], 0
    for part in parts:
        checked.append(part)
        length += len(between) + (len(part) if isinstance(part, str) else 1)
        _long(length)
    return checked


def check_replace(text: str, old: str, new: str) -> None:
    """Check the size of a text with every ``old`` replaced by ``new``."""
    times = text.count(old) if len(new) > len(old) else 0
    _long(len(text) + times * (len(new) - len(old)))


def _long(length: int) -> None:
    if length > LONGEST_TEXT:
        raise limit(Message("limit.long_text"), Message("limit.letters", n=LONGEST_TEXT))


def _bits(value: Any) -> int:
    return value.bit_length() if isinstance(value, int) else 0


def pattern(text: str) -> None:
    """Check a format string: refuse excessive widths."""
    if _WIDTH.search(text):
        raise limit(Message("limit.width", text=repr(text[:40])), Message("allowed.up_to", n=999))


def arguments(values: Any) -> None:
    """Check the arguments of text methods and filters: widths and counts."""
    for value in values:
        if isinstance(value, int | float) and not isinstance(value, bool):
            check_range(-MOST_STEPS, MOST_STEPS, argument=value)
