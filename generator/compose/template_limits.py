"""Bounds on what a template may ask for, so that no slip of the hand fills a computer.

Comes in: numbers and operands out of a template. Goes out: nothing, or an error that says what is
allowed; whoever runs the template adds its file and line.
"""

from __future__ import annotations

import math
import re
from typing import Any

# Pieces are up to two metres long; whatever lies farther out is a slip.
FARTHEST_MM = 10_000.0
LARGEST_PT = 500.0
MOST_POINTS = 500
MOST_STEPS = 10_000
LONGEST_TEXT = 100_000
LONGEST_QR = 1_000
MOST_BITS = 4_096
_WIDTH = re.compile(r"%[^%a-zA-Z]*(?:\d{4,}|\*)|\{[^{}]*:[^{}]*\d{4,}")


def within(low: float, high: float, **given: Any) -> None:
    """Every number between the two bounds; ``inf`` and ``nan`` never are."""
    for name, number in given.items():
        wrong = isinstance(number, bool) or not isinstance(number, int | float)
        if wrong or not math.isfinite(number) or not low <= number <= high:
            raise ValueError(f"{name} is {str(number)[:40]}; allowed: {low:g} to {high:g}")


def places(**given: Any) -> None:
    """Coordinates and lengths in millimetres."""
    within(-FARTHEST_MM, FARTHEST_MM, **given)


def steps(*bounds: int) -> range:
    """``range``, as far as anybody counts on a card."""
    found = range(*bounds)
    if len(found) > MOST_STEPS:
        raise OverflowError(f"range of {len(found):,} steps; allowed: up to {MOST_STEPS:,}")
    return found


def operands(operator: str, left: Any, right: Any) -> None:
    """What two values would become: powers and repeats grow beyond every memory."""
    if operator == "%" and isinstance(left, str):
        pattern(left)
    elif operator == "**":
        within(-1e6, 1e6, base=left)
        within(-64, 64, exponent=right)
    elif operator == "*":
        for text, times in ((left, right), (right, left)):
            if isinstance(text, str | list | tuple):
                within(0, LONGEST_TEXT / max(1, len(text)), repeats=times)
        if _bits(left) + _bits(right) > MOST_BITS:
            raise OverflowError("a number that fills pages")


def _bits(value: Any) -> int:
    return value.bit_length() if isinstance(value, int) else 0


def pattern(text: str) -> None:
    """A format string: widths beyond every card are refused."""
    if _WIDTH.search(text):
        raise ValueError(f"a width of four digits in {text[:40]!r}; allowed: up to 999")


def arguments(values: Any) -> None:
    """What text methods and filters are called with: widths and counts."""
    for value in values:
        if isinstance(value, int | float) and not isinstance(value, bool):
            within(-MOST_STEPS, MOST_STEPS, argument=value)
