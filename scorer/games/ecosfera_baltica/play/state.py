"""The table in the middle of a game, as plain values.

A state is never changed once it is returned: ``apply`` works on a copy. The last card of a deck is
its top. Bits represent sets: habitats placed, active tokens, cards whose symbol was used this turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from scorer.play.contract import Event, Outcome

from .box import CardIndex

Item = TypeVar("Item")
Cards = tuple[int, ...]
Move = tuple[str | int, ...]
NOBODY = -1
ALL_TOKENS = 7


class Politics(NamedTuple):
    """What level 2 adds (3.8): the policy cards, and their effects."""

    deck: tuple[str, ...]
    discard: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()
    funding: int = 0
    in_force: tuple[str, ...] = ()
    carried_out: int = 0
    # Who may not use abilities, and who misses a turn.
    quiet: int = NOBODY
    skips: int = NOBODY
    # Cards whose star was used this turn.
    starred: int = 0
    # Policy cards still to draw, and the question that must be answered before anything else.
    draws: int = 0
    asked: tuple[str | int, ...] = ()
    shuffles: int = 0


class Offer(NamedTuple):
    """The producers or the consumers of the market: those face up, and their deck.

    ``under`` is how many cards at the bottom of the deck were seen when they went there. ``empty``
    is how many slots the deck was too short to fill; the next refill fills them.
    """

    shown: Cards = ()
    deck: Cards = ()
    under: int = 0
    empty: int = 0


@dataclass
class State:
    """Everything on the table."""

    box: CardIndex = field(compare=False, repr=False)
    turn: int
    rows: tuple[Cards, ...]
    decks: tuple[Cards, ...]
    discards: tuple[Cards, ...]
    tokens: tuple[int, ...]
    producers: Offer
    consumers: Offer
    stacks: tuple[int, ...]
    pressures: int
    habitats: int = 0
    impacts: int = 0
    # In the current row: cards used for an action, and whether it gained anything.
    used: Cards = ()
    tapped: int = 0
    acted: bool = False
    # The row had a pair of consumers when the turn began, and nothing was done yet (R3.6e).
    may_reactivate: bool = False
    ending: bool = False
    over: str = ""
    turns: int = 0
    shuffles: tuple[int, ...] = ()
    gone: Cards = ()
    # Why each impact tile was placed, in order; a tile that was removed again counts too.
    struck: tuple[str, ...] = ()
    politics: Politics | None = None

    def copy(self) -> State:
        other = State.__new__(State)
        other.__dict__ = self.__dict__.copy()
        return other

    @property
    def row(self) -> Cards:
        """The current row, including used cards."""
        return self.rows[self.turn] + self.used


def with_item(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    """Return the items with one of them replaced, such as one player's cards."""
    changed = list(items)
    changed[index] = item
    return tuple(changed)


def remove(cards: Cards, card: int) -> Cards:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def outcome(state: State) -> Outcome | None:
    """Return the team's win or loss; None while the game goes on (R3.0c)."""
    if not state.over:
        return None
    share = 1.0 if state.over == "won" else 0.0
    return Outcome((share,) * len(state.rows), state.over)


def events(before: State, move: Move, after: State) -> list[Event]:
    """Return species bought, habitat tiles placed, impact tiles by cause, measures used."""
    events = []
    names = before.box.names
    if move[0] in ("producer", "consumer"):
        events.append(Event("bought", names[int(move[1])].partition("#")[0]))
    elif move[0] == "measure":
        events.append(Event("measure", str(move[1])))
    if after.habitats != before.habitats:
        new = after.habitats & ~before.habitats
        events += [
            Event("habitat", name)
            for place, name in enumerate(before.box.habitat_names)
            if new >> place & 1
        ]
    if len(after.struck) > len(before.struck):
        events += [Event("impact", why) for why in after.struck[len(before.struck) :]]
    return events


def prune(state: State, moves: list[Move]) -> list[Move]:
    """Drop equivalent moves: of one ability from several sources, a bot considers only one.

    Symbols return automatically at the end of the turn, tokens do not: a card goes first.
    """
    best: dict[Move, Move] = {}
    for move in moves:
        what = (move[0], *move[2:]) if move[0] in ("pass", "plus", "refresh") else move
        best_move = best.get(what)
        if best_move is None or int(best_move[1]) < 0:
            best[what] = move
    return list(best.values())
