"""The games of a run in numbers: chances, lengths, what happened and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scorer.play.match import PlayedGame

from .intervals import Interval, mean, verdict, wilson
from .runs import BotRun, chance, difference, won
from .trial import AFTER, BEFORE, Trial

# Purchases are counted as such; the first one of a game, too.
BOUGHT = "bought"
TURNS_BETWEEN = 5


@dataclass(frozen=True)
class SideFigures:
    """The games of one side in numbers, under the names that they have in JSON."""

    games: int
    won: Interval
    turns: Interval
    # How games ended; and for each thing that was counted, in which share of games it happened.
    ends: Mapping[str, float]
    in_games: Mapping[str, Mapping[str, float]]
    # How often it happened in a game, on average.
    a_game: Mapping[str, Mapping[str, float]]
    bought_first: Mapping[str, float]
    never_bought: tuple[str, ...]
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
    made = RunFigures(run.players, run.bot, after, seed=best.seed)
    if trial.before is None:
        return made
    before, moved = _side(trial, run, BEFORE, cards), difference(run)
    sure = verdict(moved, trial.margin)
    return replace(made, before=before, difference=moved, verdict=sure)


def buyable(trial: Trial, records: Iterable[PlayedGame]) -> tuple[str, ...]:
    """All cards of the decks of which anything was bought."""
    bought = {event.item for record in records for event in record.events if event.what == BOUGHT}
    return tuple(
        piece.id
        for deck in trial.after.decks.values()
        if any(piece.id in bought for piece in deck.pieces)
        for piece in deck.pieces
    )


def _side(trial: Trial, run: BotRun, side: str, cards: Sequence[str]) -> SideFigures:
    records = run.records(side)
    games = len(records)
    share = wilson(sum(map(won, records)), games)
    if trial.margin and trial.before is None:
        # The run stopped because of what it saw: only this interval still holds.
        share = chance(run)
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
    """How often in a game, the most frequent first; what is as frequent by name."""
    order = sorted(Counter(items).items(), key=lambda pair: (-pair[1], pair[0]))
    return {item: number / games for item, number in order}


def _by_turn(records: Sequence[PlayedGame], turns: list[int]) -> tuple[tuple[int, float], ...]:
    """By every fifth turn, up to the one that nine of ten games did not go beyond."""
    lengths = sorted(record.turns for record in records)
    last = lengths[(len(lengths) - 1) * 9 // 10]
    marks = [*range(TURNS_BETWEEN, last, TURNS_BETWEEN), last]
    return tuple((mark, sum(turn <= mark for turn in turns) / len(records)) for mark in marks)
