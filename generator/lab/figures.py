"""Summarise the games of a run in numbers: chances, lengths, what happened, what a change did.

All differences in a report, except those of games won, share one error rate. In 95 % of reports all
their intervals contain the true value, no matter when you look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from cards_data import Game
from scorer.play.match import PlayedGame

from .intervals import ALPHA, ConfidenceSequence, Interval, is_small, mean, verdict, wilson
from .playtest import AFTER, BEFORE, BotRun, Playtest, chance, difference, wins

TURNS, BOUGHT = "turns", "bought"
# The bounds of a difference must be known in advance: larger differences count as this.
MOST_TURNS, MOST_COUNTED = 50.0, 10.0
# The largest number of event kinds compared, besides turns and purchases.
KINDS = 9
TURNS_BETWEEN = 5
# The measure, and the card if it concerns one.
Key = tuple[str, str]


@dataclass(frozen=True)
class Effect:
    """A measure before and after; purchases are shares of games, all else is per game."""

    what: str
    card: str
    before: float
    after: float
    difference: Interval

    @property
    def size(self) -> float:
        """The certain part of the difference, as a share of games or of the larger number; or 0."""
        certain = self.difference.certain
        return certain / max(self.before, self.after) if certain and not self.card else certain


def effects(playtest: Playtest, run: BotRun, runs: int) -> tuple[Effect, ...]:
    """Return the differences of one run: turns, events by kind, then purchases by card."""
    if playtest.before is None:
        return ()
    sides = [list(map(_counts, records)) for records in (run.before, run.after)]
    events = {key for side in sides for game in side for key in game if not key[1]} - {(TURNS, "")}
    games = playtest.games_compared
    every = {piece.id for game in games for deck in game.decks.values() for piece in deck.pieces}
    # Half of the error rate is for the cards. How many measures share it is fixed before any game
    # is played.
    for_cards, for_others = ALPHA / 2 / (runs * len(every)), ALPHA / 2 / (runs * (1 + KINDS))
    cards = [(BOUGHT, card) for card in buyable(games, (*run.after, *run.before))]
    return (
        _effect((TURNS, ""), sides, MOST_TURNS, for_others),
        *(_effect(key, sides, MOST_COUNTED, for_others) for key in sorted(events)[:KINDS]),
        *(_effect(key, sides, 1.0, for_cards) for key in cards),
    )


def _counts(record: PlayedGame) -> dict[Key, float]:
    """Return everything counted in a game; a card that was bought counts once."""
    counts = Counter((event.what, "") for event in record.events if event.what != BOUGHT)
    bought = {(BOUGHT, event.item): 1.0 for event in record.events if event.what == BOUGHT}
    return {(TURNS, ""): float(record.turns), **counts, **bought}


def _effect(
    key: Key, sides: Sequence[Sequence[Mapping[Key, float]]], most: float, alpha: float
) -> Effect:
    before, after = ([game.get(key, 0.0) for game in side] for side in sides)
    moved = (min(most, max(-most, new - old)) for old, new in zip(before, after, strict=True))
    interval = ConfidenceSequence(-most, most, alpha).add(moved).interval()
    return Effect(*key, fmean(before), fmean(after), interval)


def buyable(games: Iterable[Game], records: Iterable[PlayedGame]) -> tuple[str, ...]:
    """Return all cards of the decks from which anything was bought."""
    bought = {event.item for record in records for event in record.events if event.what == BOUGHT}
    decks = [deck for game in games for deck in game.decks.values()]
    sold_decks = (deck for deck in decks if any(piece.id in bought for piece in deck.pieces))
    return tuple(dict.fromkeys(piece.id for deck in sold_decks for piece in deck.pieces))


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
