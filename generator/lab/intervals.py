"""Intervals for shares, and for differences that may be examined at any time.

A share over a fixed number of games has Wilson's interval (1927). Differences on the same shuffles
have a confidence sequence, the hedged capital one of Waudby-Smith and Ramdas (2024). It is valid at
all times together, so a run may stop as soon as it is certain.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, log, sqrt
from typing import NamedTuple

# The true value is inside in 95 % of runs.
ALPHA = 0.05
# A bot that wins fewer games than this, before and after, has hardly a win to lose.
RARE = 0.05
_Z = 1.959963984540054
_MOST_BET = 0.75
_HALVINGS = 16


class Interval(NamedTuple):
    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """The distance to the farther bound."""
        return max(self.high - self.value, self.value - self.low)

    @property
    def certain(self) -> float:
        """The part of a difference that is certain, or 0."""
        return max(self.low, -self.high, 0.0)

    @property
    def direction(self) -> str:
        """Return ``more`` or ``less`` if a difference is certain, else ``open``."""
        return "open" if not self.certain else "more" if self.low > 0 else "less"


def wilson(won: float, games: int) -> Interval:
    """Return the share of games won, with Wilson's interval."""
    if not games:
        return Interval(0.0, 0.0, 1.0)
    share, square = won / games, _Z * _Z
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = _Z / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games**2))
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def mean(values: list[float]) -> Interval:
    """Return a mean with the usual normal interval, for lengths and counts."""
    if not values:
        return Interval(0.0, 0.0, 0.0)
    value = sum(values) / len(values)
    variance = sum((one - value) ** 2 for one in values) / max(1, len(values) - 1)
    half = _Z * sqrt(variance / len(values))
    return Interval(value, value - half, value + half)


class ConfidenceSequence:
    """The mean of numbers between two bounds, with an interval that is valid at any time.

    For every possible mean two gamblers bet: one that the mean is higher, one that it is lower. At
    the true mean neither is likely ever to get rich, so means at which one did are ruled out.
    ``alpha`` is the share of runs in which the true value may be ruled out at some time.
    """

    def __init__(self, low: float, high: float, alpha: float = ALPHA) -> None:
        self._low, self._width = low, high - low
        self._rich = log(2 / alpha)
        self._values: list[float] = []
        self._bets: list[float] = []
        self._sum = self._squares = 0.0

    def add(self, values: Iterable[float]) -> ConfidenceSequence:
        for value in values:
            self._add((value - self._low) / self._width)
        return self

    def _add(self, x: float) -> None:
        """Add a value; the bet is placed before, based on the variance so far."""
        time = len(self._values) + 1
        variance = (0.25 + self._squares) / time
        self._bets.append(sqrt(2 * self._rich / (variance * time * log(1 + time))))
        self._values.append(x)
        self._sum += x
        self._squares += (x - (0.5 + self._sum) / (time + 1)) ** 2

    @property
    def mean(self) -> float:
        return self._sum / len(self._values) if self._values else 0.5

    def interval(self) -> Interval:
        """Return the observed mean and the range of means that are not ruled out."""
        low, high = self._search(0.0, 1), self._search(1.0, -1)
        value, low, high = (self._low + self._width * x for x in (self.mean, low, high))
        return Interval(value, low, high)

    def _search(self, end: float, sign: int) -> float:
        """Return where means become possible, from an end towards the observed mean."""
        out, possible = end, self.mean
        if not self._is_ruled_out(end, sign):
            return end
        for _ in range(_HALVINGS):
            middle = (out + possible) / 2
            ruled_out = self._is_ruled_out(middle, sign)
            out, possible = (middle, possible) if ruled_out else (out, middle)
        return out

    def _is_ruled_out(self, mean: float, sign: int) -> bool:
        """Return whether the gambler grew rich who bet on a higher mean, or a lower one."""
        room = mean if sign > 0 else 1 - mean
        most = _MOST_BET / room if room > 0 else inf
        pairs = zip(self._values, self._bets, strict=True)
        grown = sum(log(1 + sign * min(bet, most) * (x - mean)) for x, bet in pairs)
        return grown >= self._rich


def verdict(before: float, after: float, difference: Interval) -> str:
    """Return the direction of a difference of two shares of games won.

    If it is open, a bot that wins too rarely or too often to show one is ``rare`` or ``often``.
    """
    trend = difference.direction
    if trend == "open" and max(before, after) < RARE:
        return "rare"
    return "often" if trend == "open" and min(before, after) > 1 - RARE else trend


def is_within(difference: Interval, margin: float) -> bool:
    """Return whether the difference is certainly smaller than the margin, either way."""
    return -margin < difference.low and difference.high < margin


def is_small(before: float, after: float, difference: Interval, margin: float) -> bool:
    """Return whether that is worth mentioning: a bot near 0 or 1 could not show a larger one."""
    room = max(margin, RARE)
    measurable = max(before, after) >= room and min(before, after) <= 1 - room
    return measurable and is_within(difference, margin)
