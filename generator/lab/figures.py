"""What the games say: chances, lengths, what happened and when, for one side of one run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorer.play.match import PlayedGame

from .intervals import Interval, mean, verdict, wilson
from .runs import BotRun, chance, difference, won
from .trial import AFTER, BEFORE, Trial

# Purchases are counted as such; the first one of a game, too.
BOUGHT = "bought"
TURNS_BETWEEN = 5


@dataclass(frozen=True)
class SideFigures:
    """The games of one side in numbers."""

    games: int
    won: Interval
    turns: Interval
    # How games ended; and for each thing that was counted, in which share of games it happened.
    ends: Mapping[str, float]
    shares: Mapping[str, Mapping[str, float]]
    # How often it happened in a game, on average.
    means: Mapping[str, Mapping[str, float]]
    first: Mapping[str, float]
    never: tuple[str, ...]
    # By what turn how many of each thing had happened, on average.
    by_turn: Mapping[str, tuple[tuple[int, float], ...]]


@dataclass(frozen=True)
class RunFigures:
    """One bot with one number of players."""

    players: int
    bot: str
    after: SideFigures
    before: SideFigures | None = None
    difference: Interval | None = None
    verdict: str = ""
    # A game worth looking at: one that was won, else the longest.
    seed: int = 0

    def sides(self) -> list[tuple[str, SideFigures]]:
        both = [(BEFORE, self.before), (AFTER, self.after)]
        return [(name, side) for name, side in both if side is not None]


def figures(trial: Trial, run: BotRun) -> RunFigures:
    """The figures of a run; a difference where two sides were played."""
    cards = buyable(trial, (*run.after, *run.before))
    after = _side(trial, run, AFTER, cards)
    best = max(run.after, key=lambda record: (won(record), -abs(record.turns - after.turns.value)))
    if trial.before is None:
        return RunFigures(run.players, run.bot, after, seed=best.seed)
    moved = difference(run)
    before = _side(trial, run, BEFORE, cards)
    sure = verdict(moved, trial.margin)
    return RunFigures(run.players, run.bot, after, before, moved, sure, best.seed)


def buyable(trial: Trial, records: Iterable[PlayedGame]) -> tuple[str, ...]:
    """All cards of the decks of which anything was bought."""
    bought = {event.item for record in records for event in record.events if event.what == BOUGHT}
    return tuple(
        piece.id
        for deck in trial.after.game.decks.values()
        if any(piece.id in bought for piece in deck.pieces)
        for piece in deck.pieces
    )


def _side(trial: Trial, run: BotRun, side: str, cards: Sequence[str]) -> SideFigures:
    records = run.records(side)
    games = len(records)
    happened = _items(records)
    share = wilson(sum(map(won, records)), games)
    if trial.margin and trial.before is None:
        # The run stopped because of what it saw: only this interval still holds.
        share = chance(run)
    return SideFigures(
        games,
        share,
        mean([float(record.turns) for record in records]),
        _shares(Counter(record.how for record in records), games),
        {what: _shares(_in_games(records, what), games) for what in happened},
        {what: _shares(_all(records, what), games) for what in happened},
        _shares(_first(records), games),
        tuple(card for card in cards if card not in happened.get(BOUGHT, ())),
        {what: _by_turn(records, what) for what in happened},
    )


def _items(records: Sequence[PlayedGame]) -> dict[str, set[str]]:
    happened: dict[str, set[str]] = {}
    for record in records:
        for event in record.events:
            happened.setdefault(event.what, set()).add(event.item)
    return dict(sorted(happened.items()))


def _shares(counted: Counter[str], games: int) -> dict[str, float]:
    """The most frequent first; what is as frequent by name."""
    order = sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))
    return {item: number / games for item, number in order}


def _in_games(records: Sequence[PlayedGame], what: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for record in records:
        found.update({event.item for event in record.events if event.what == what})
    return found


def _all(records: Sequence[PlayedGame], what: str) -> Counter[str]:
    return Counter(
        event.item for record in records for event in record.events if event.what == what
    )


def _first(records: Sequence[PlayedGame]) -> Counter[str]:
    firsts = (
        next((event.item for event in record.events if event.what == BOUGHT), None)
        for record in records
    )
    return Counter(item for item in firsts if item is not None)


def _by_turn(records: Sequence[PlayedGame], what: str) -> tuple[tuple[int, float], ...]:
    """By every fifth turn, up to the one that nine of ten games did not go beyond."""
    lengths = sorted(record.turns for record in records)
    last = lengths[(len(lengths) - 1) * 9 // 10]
    turns = [event.turn for record in records for event in record.events if event.what == what]
    marks = [*range(TURNS_BETWEEN, last, TURNS_BETWEEN), last]
    return tuple((mark, sum(turn <= mark for turn in turns) / len(records)) for mark in marks)
