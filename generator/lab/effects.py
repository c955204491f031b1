"""Measure what a change did: paired differences on the same shuffles.

All differences in a report, except those of games won, share one error rate. In 95 % of reports all
their intervals contain the true value, no matter when you look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from cards_data import Game
from scorer.play.match import PlayedGame

from .intervals import ALPHA, ConfidenceSequence, Interval, direction
from .playtest import Playtest
from .runs import BotRun

TURNS, BOUGHT = "turns", "bought"
# The bounds of a difference must be known in advance: larger differences count as this.
MOST_TURNS, MOST_COUNTED = 50.0, 10.0
# The largest number of event kinds compared, besides turns and purchases.
KINDS = 9
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
    def direction(self) -> str:
        return direction(self.difference)

    @property
    def size(self) -> float:
        """The certain part of the difference, as a share of games or of the larger number; or 0."""
        certain = max(self.difference.low, -self.difference.high, 0.0)
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
