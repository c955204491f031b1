"""Summarise the games of a run in numbers: chances, lengths, what happened and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scorer.play.match import PlayedGame

from .effects import BOUGHT, Effect, buyable, effects
from .intervals import Interval, is_small, mean, verdict, wilson
from .playtest import AFTER, BEFORE, Playtest
from .runs import BotRun, chance, difference, wins

TURNS_BETWEEN = 5


@dataclass(frozen=True)
class SideFigures:
    """The games of one side in numbers, with their names in JSON."""

    games: int
    won: Interval
    turns: Interval
    # How games ended; and for each counted event, in which share of games it happened.
    ends: Mapping[str, float]
    in_games: Mapping[str, Mapping[str, float]]
    # How often it happened per game, on average.
    a_game: Mapping[str, Mapping[str, float]]
    bought_first: Mapping[str, float]
    never_bought: tuple[str, ...]
    # How many of each event had happened by a turn, on average.
    by_turn: Mapping[str, tuple[tuple[int, float], ...]]


@dataclass(frozen=True)
class RunFigures:
    """One bot with one number of players."""

    players: int
    bot: str
    after: SideFigures
    before: SideFigures | None = None
    difference: Interval | None = None
    # The direction, and whether it is certainly smaller than the requested margin.
    verdict: str = ""
    is_small: bool = False
    effects: tuple[Effect, ...] = ()
    # A game to look at: one that was won, or else the longest.
    seed: int = 0

    def sides(self) -> list[tuple[str, SideFigures]]:
        both = [(BEFORE, self.before), (AFTER, self.after)]
        return [(name, side) for name, side in both if side is not None]


def figures(playtest: Playtest, run: BotRun, runs: int) -> RunFigures:
    """Return the figures of one run, with differences if two sides were played."""
    cards = buyable((playtest.after,), (*run.after, *run.before))
    after = _side(playtest, run, AFTER, cards)
    best = max(run.after, key=lambda record: (wins(record), -abs(record.turns - after.turns.value)))
    run_figures = RunFigures(run.players, run.bot, after, seed=best.seed)
    if playtest.before is None:
        return run_figures
    before, moved = _side(playtest, run, BEFORE, cards), difference(run)
    won_by = before.won.value, after.won.value, moved
    return replace(
        run_figures,
        before=before,
        difference=moved,
        verdict=verdict(*won_by),
        is_small=is_small(*won_by, playtest.margin),
        effects=effects(playtest, run, runs),
    )


def _side(playtest: Playtest, run: BotRun, side: str, cards: Sequence[str]) -> SideFigures:
    records = run.records(side)
    games = len(records)
    # A run with a margin stops depending on what it sees: only the second interval remains valid.
    share = chance(records) if playtest.margin else wilson(sum(map(wins, records)), games)
    happened = {
        what: [[event for event in record.events if event.what == what] for record in records]
        for what in sorted({event.what for record in records for event in record.events})
    }
    shares = {
        what: _shares((item for game in every for item in {event.item for event in game}), games)
        for what, every in happened.items()
    }
    return SideFigures(
        games,
        share,
        mean([float(record.turns) for record in records]),
        _shares((record.how for record in records), games),
        shares,
        {
            what: _shares((event.item for game in every for event in game), games)
            for what, every in happened.items()
        },
        _shares((game[0].item for game in happened.get(BOUGHT, ()) if game), games),
        tuple(card for card in cards if card not in shares.get(BOUGHT, {})),
        {
            what: _by_turn(records, [event.turn for game in every for event in game])
            for what, every in happened.items()
        },
    )


def _shares(items: Iterable[str], games: int) -> dict[str, float]:
    """Return how often per game, most frequent first, then by name."""
    order = sorted(Counter(items).items(), key=lambda pair: (-pair[1], pair[0]))
    return {item: number / games for item, number in order}


def _by_turn(records: Sequence[PlayedGame], turns: list[int]) -> tuple[tuple[int, float], ...]:
    """Return the average count by every fifth turn, until nine of ten games had ended."""
    lengths = sorted(record.turns for record in records)
    last = lengths[(len(lengths) - 1) * 9 // 10]
    marks = [*range(TURNS_BETWEEN, last, TURNS_BETWEEN), last]
    return tuple((mark, sum(turn <= mark for turn in turns) / len(records)) for mark in marks)
