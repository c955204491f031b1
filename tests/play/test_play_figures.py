"""Intervals that hold what they promise, and what is made of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table import the_game
from thorough import spread

from cards_data import Game
from generator.lab.figures import BOUGHT, effects
from generator.lab.findings import percent
from generator.lab.intervals import (
    RARE,
    ConfidenceSequence,
    Interval,
    is_small,
    mean,
    verdict,
    wilson,
)
from generator.lab.playtest import BotRun, Playtest
from generator.words import say_in
from scorer.play.match import CountedEvent, PlayedGame


def test_wilson_as_published() -> None:
    """Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    for won, games, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        interval = wilson(won, games)
        assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


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
            interval = sequence.interval()
            outside |= not interval.low <= better - worse <= interval.high
        missed += outside
    assert missed <= 5


def _step(roll: float, better: float, worse: float) -> float:
    if roll < better:
        return 1.0
    return -1.0 if roll < better + worse else 0.0


def test_a_sequence_finds_what_is_there() -> None:
    dice = random.Random(1)
    sequence = ConfidenceSequence(-1.0, 1.0).add(
        _step(dice.random(), 0.25, 0.05) for _ in range(400)
    )
    assert 0.1 < sequence.interval().low < 0.2 < sequence.interval().high < 0.35


def test_a_sequence_tightens_around_nothing() -> None:
    """Two sides that never differ are soon known to be the same."""
    interval = ConfidenceSequence(-1.0, 1.0).add([0.0] * 600).interval()
    assert interval.value == 0.0
    assert -0.02 < interval.low < 0 < interval.high < 0.02


def paired(both: int, before: int, after: int, neither: int) -> tuple[float, float, Interval]:
    """Shares of games won before and after with their difference, from counts of paired games."""
    steps = [0.0] * both + [-1.0] * before + [1.0] * after + [0.0] * neither
    random.Random(1).shuffle(steps)
    games = max(1, len(steps))
    interval = ConfidenceSequence(-1.0, 1.0).add(steps).interval()
    return (both + before) / games, (both + after) / games, interval


def test_verdicts() -> None:
    assert verdict(*paired(both=100, before=20, after=80, neither=100)) == "more"
    assert verdict(*paired(both=100, before=80, after=20, neither=100)) == "less"
    assert verdict(*paired(both=100, before=20, after=20, neither=100)) == "open"
    assert verdict(*paired(both=5, before=0, after=0, neither=995)) == "rare"
    assert verdict(*paired(both=995, before=0, after=0, neither=5)) == "often"
    assert verdict(*paired(both=5, before=60, after=0, neither=900)) == "less"
    assert is_small(*paired(both=400, before=4, after=4, neither=600), 0.03)
    assert not is_small(*paired(both=400, before=40, after=40, neither=600), 0.03)


COUNTS = st.integers(0, 120)


@given(COUNTS, COUNTS, COUNTS, COUNTS, st.floats(0.01, 0.5))
def test_nothing_is_called_small_that_a_bot_could_not_show(
    both: int, before: int, after: int, neither: int, margin: float
) -> None:
    """Near 0 or 1 no difference as large as the margin is possible; so its absence says nothing."""
    old, new, difference = paired(both, before, after, neither)
    finding, small = verdict(old, new, difference), is_small(old, new, difference, margin)
    for share, other in ((max(old, new), "rare"), (1 - min(old, new), "often")):
        assert not (small and share < max(margin, RARE))
        assert (finding == other) <= (share < RARE)
        assert share >= RARE or finding != "open"
    assert (difference.low > 0, difference.high < 0) == (finding == "more", finding == "less")
    assert small <= (-margin < difference.low and difference.high < margin)


CARDS = tuple(f"card_{number}" for number in range(20))


def small_game() -> Game:
    deck = the_game().decks["producers"]
    pieces = tuple(replace(deck.pieces[0], id=card) for card in CARDS)
    return replace(the_game(), decks={"producers": replace(deck, pieces=pieces)})


def game_of(dice: random.Random, seed: int, longer: int, shares: Sequence[float]) -> PlayedGame:
    """A game of 20 turns and some more, and cards that are bought in some share of games."""
    bought = [card for card, share in zip(CARDS, shares, strict=True) if dice.random() < share]
    events = [*(CountedEvent(1, BOUGHT, card) for card in bought)]
    events += [CountedEvent(2, "tile", "any")] * (dice.random() < 0.3)
    # Most games are the same on both sides, and a few are very different.
    turns = 20 + longer * (dice.random() < 0.2) + 15 * (dice.random() < 0.05)
    return PlayedGame(seed, (0.0,), "lost", turns, 1, tuple(events))


def simulated(seed: int, games: int, longer: int, moved: float) -> BotRun:
    dice = random.Random(seed)
    before, after = (
        tuple(game_of(dice, number, more, [share] * len(CARDS)) for number in range(games))
        for more, share in ((0, 0.5), (longer, 0.5 + moved))
    )
    return BotRun(2, "greedy", after, before)


@pytest.mark.slow
@pytest.mark.parametrize(("longer", "moved"), spread([(0, 0.0), (10, -0.2)], 2))
def test_all_differences_of_a_report_hold_together_at_any_time(longer: int, moved: float) -> None:
    """Turns, events and twenty cards, looked at again and again: hardly ever is one of them off."""
    playtest = Playtest(small_game(), small_game())
    truth = {"turns": 0.2 * longer, "tile": 0.0, BOUGHT: moved}
    missed = 0
    for seed in range(30):
        whole = simulated(seed, 160, longer, moved)
        looks = [
            effect
            for games in (20, 60, 160)
            for effect in effects(
                playtest, BotRun(2, "greedy", whole.after[:games], whole.before[:games]), 1
            )
        ]
        outside = (
            one for one in looks if not one.difference.low <= truth[one.what] <= one.difference.high
        )
        missed += any(outside)
    assert len(looks) == 3 * (2 + len(CARDS))
    assert missed <= 3


def test_differences_are_found_where_they_are() -> None:
    playtest = Playtest(small_game(), small_game())
    by_name = {
        one.card or one.what: one for one in effects(playtest, simulated(1, 250, 10, 0.4), 1)
    }
    assert by_name["turns"].difference.direction == "more"
    assert by_name["tile"].difference.direction == "open"
    assert by_name["card_3"].difference.direction == "more"
    assert 0 < by_name["card_3"].size == by_name["card_3"].difference.low
    assert by_name["turns"].size == by_name["turns"].difference.low / by_name["turns"].after
    # More runs and more cards share the same error.
    (two,) = (
        one for one in effects(playtest, simulated(1, 250, 10, 0.4), 2) if one.card == "card_3"
    )
    assert two.difference.low < by_name["card_3"].difference.low


def test_very_different_games_count_up_to_a_bound() -> None:
    short, long = (PlayedGame(1, (0.0,), "lost", turns, 1, ()) for turns in (20, 500))
    run = BotRun(2, "greedy", (long,) * 4, (short,) * 4)
    (turns,) = effects(Playtest(small_game(), small_game()), run, 1)
    assert (turns.before, turns.after, turns.difference.value) == (20, 500, 50)


@given(st.integers(1, 5000), st.integers(0, 5000), st.integers(0, 1))
def test_what_happened_is_not_rounded_to_never_or_always(
    games: int, some: int, digits: int
) -> None:
    text = percent(say_in("en"), min(some, games) / games, digits)
    assert (text in ("0\u00a0%", "0.0\u00a0%")) == (some == 0)
    assert (text in ("100\u00a0%", "100.0\u00a0%")) == (some >= games)
