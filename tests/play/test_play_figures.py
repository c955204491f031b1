"""Intervals that hold what they promise, and what is made of them."""

from __future__ import annotations

import random

import pytest

from generator.lab.intervals import ConfidenceSequence, Interval, mean, verdict, wilson


def test_wilson_as_published() -> None:
    """Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    for won, games, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        found = wilson(won, games)
        assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_no_games_say_nothing() -> None:
    assert wilson(0, 0) == (0.0, 0.0, 1.0)
    assert ConfidenceSequence(-1.0, 1.0).interval()[1:] == (-1.0, 1.0)
    assert mean([]) == (0.0, 0.0, 0.0)


@pytest.mark.slow
@pytest.mark.parametrize(("better", "worse"), [(0.1, 0.1), (0.3, 0.1), (0.02, 0.05)])
def test_a_sequence_may_be_looked_at_any_time(better: float, worse: float) -> None:
    """Of many runs, looked at again and again, hardly any ever leaves the truth outside."""
    missed = 0
    for seed in range(60):
        dice, sequence, outside = random.Random(seed), ConfidenceSequence(-1.0, 1.0), False
        for _ in range(8):
            sequence.add(_step(dice.random(), better, worse) for _ in range(30))
            found = sequence.interval()
            outside |= not found.low <= better - worse <= found.high
        missed += outside
    assert missed <= 5


def _step(roll: float, better: float, worse: float) -> float:
    if roll < better:
        return 1.0
    return -1.0 if roll < better + worse else 0.0


def test_a_sequence_finds_what_is_there() -> None:
    dice = random.Random(1)
    found = ConfidenceSequence(-1.0, 1.0).add(_step(dice.random(), 0.25, 0.05) for _ in range(400))
    assert 0.1 < found.interval().low < 0.2 < found.interval().high < 0.35


def test_a_sequence_tightens_around_nothing() -> None:
    """Two sides that never differ are soon known to be the same."""
    found = ConfidenceSequence(-1.0, 1.0).add([0.0] * 600).interval()
    assert found.value == 0.0
    assert -0.02 < found.low < 0 < found.high < 0.02


def test_verdicts() -> None:
    assert verdict(Interval(0.0, -0.01, 0.02), 0.03) == "same"
    assert verdict(Interval(0.1, 0.05, 0.15), 0.03) == "more"
    assert verdict(Interval(-0.1, -0.15, -0.05), 0.0) == "less"
    assert verdict(Interval(0.0, -0.1, 0.1), 0.03) == "open"
    assert verdict(Interval(0.0, 0.0, 0.0), 0.0) == "open"
