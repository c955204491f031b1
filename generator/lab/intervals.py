"""Honest figures: intervals for shares, and for differences that may be looked at any time.

Comes in: numbers of games. Goes out: intervals. A share over a fixed number of games has Wilson's
interval (1927). Differences on the same shuffles have a confidence sequence, the empirical
Bernstein one of Waudby-Smith and Ramdas (2024, theorem 2): it holds at all times together, so a
run may stop as soon as it is sure.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log, sqrt
from typing import NamedTuple

# 95 % of all runs have the true value inside.
ALPHA = 0.05
_Z = 1.959963984540054
_MOST_BET = 0.75


class Interval(NamedTuple):
    """A value with its bounds."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """How far the farther bound is away."""
        return max(self.high - self.value, self.value - self.low)


def wilson(won: float, games: int) -> Interval:
    """The share of games won, with Wilson's interval."""
    if not games:
        return Interval(0.0, 0.0, 1.0)
    share, square = won / games, _Z * _Z
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = _Z / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games**2))
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def mean(values: list[float]) -> Interval:
    """A mean with the usual normal interval, for lengths and counts."""
    if not values:
        return Interval(0.0, 0.0, 0.0)
    value = sum(values) / len(values)
    variance = sum((one - value) ** 2 for one in values) / max(1, len(values) - 1)
    half = _Z * sqrt(variance / len(values))
    return Interval(value, value - half, value + half)


class Sequence:
    """The mean of numbers between two bounds, with an interval that holds at any time."""

    def __init__(self, low: float, high: float) -> None:
        self._low, self._width = low, high - low
        self._games = 0
        self._sum = self._squares = 0.0
        self._bets = self._weighted = self._spent = 0.0

    def add(self, values: Iterable[float]) -> Sequence:
        for value in values:
            self._add((value - self._low) / self._width)
        return self

    def _add(self, x: float) -> None:
        """Bets are made before the value is seen; each costs what its surprise was worth."""
        before = (0.5 + self._sum) / (self._games + 1)
        variance = (0.25 + self._squares) / (self._games + 1)
        time = self._games + 1
        bet = min(_MOST_BET, sqrt(2 * log(2 / ALPHA) / (variance * time * log(1 + time))))
        self._bets += bet
        self._weighted += bet * x
        self._spent += (x - before) ** 2 * (-log(1 - bet) - bet)
        self._games, self._sum = time, self._sum + x
        self._squares += (x - (0.5 + self._sum) / (time + 1)) ** 2

    @property
    def mean(self) -> float:
        return self._low + self._width * self._sum / self._games if self._games else 0.0

    def interval(self) -> Interval:
        if not self._games:
            return Interval(0.0, self._low, self._low + self._width)
        middle = self._weighted / self._bets
        half = (log(2 / ALPHA) + self._spent) / self._bets
        low = max(0.0, middle - half) * self._width + self._low
        high = min(1.0, middle + half) * self._width + self._low
        return Interval(self.mean, low, high)


def verdict(difference: Interval, margin: float) -> str:
    """``same`` (no difference that matters), ``more``, ``less``, or ``open``."""
    if margin and -margin < difference.low and difference.high < margin:
        return "same"
    if difference.low > 0:
        return "more"
    return "less" if difference.high < 0 else "open"
