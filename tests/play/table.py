"""A table of Ecosfera Baltica to try rules on: described in a few words, played by names."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from cards_data import Game, load_game
from cards_data.documents import Document
from scorer.games.ecosfera_baltica import play
from scorer.games.ecosfera_baltica.play.state import State
from scorer.play.stream import Stream

SLUG = "ecosfera_baltica"


@cache
def the_game() -> Game:
    return load_game(SLUG)


def table(*rows: str, seed: int = 1, **more: Any) -> State:
    """A position: each row as words; a second, quiet row where only one matters."""
    listed = [row.split() for row in rows]
    listed += [["sun", "oxygen"]] * (2 - len(listed))
    more.setdefault("decks", [["salinity", "oxygen", "sun", "temperature"]] * len(listed))
    document = Document("test", {"rows": listed, **more})
    return play.position(the_game(), document, Stream(seed))


def moves(state: State) -> list[str]:
    """Every legal move as it is typed."""
    return [str(play.shown_move(state, move)["move"]) for move in play.legal(state)]


def do(state: State, *typed: str, seed: int = 1) -> State:
    for text in typed:
        moves = {str(play.shown_move(state, move)["move"]): move for move in play.legal(state)}
        assert text in moves, f"{text!r} is not among {sorted(moves)}"
        state = play.apply(state, moves[text], Stream(seed))
    return state


def names(state: State, cards: tuple[int, ...]) -> list[str]:
    return [state.box.names[card] for card in cards]


def row(state: State, player: int = 1) -> list[str]:
    return names(state, state.rows[player - 1])


def discard(state: State, player: int = 1) -> list[str]:
    return names(state, state.discards[player - 1])


def placed(state: State) -> set[str]:
    return {
        name for place, name in enumerate(state.box.habitat_names) if state.habitats >> place & 1
    }


def counted(state: State) -> Counter[str]:
    """Every card of the box by where it lies: nothing may be lost or made."""
    piles = (
        *state.rows,
        *state.decks,
        *state.discards,
        state.used,
        state.producers.shown,
        state.consumers.shown,
        state.producers.deck,
        state.consumers.deck,
        state.gone,
    )
    cards = Counter(state.box.names[card] for pile in piles for card in pile)
    for name, number in zip(state.box.names, state.stacks, strict=False):
        cards[name] += number
    cards["pressure"] += state.pressures
    if politics := state.politics:
        cards.update(politics.deck + politics.discard + politics.measures + politics.in_force)
        cards["funding"] += politics.funding
    return cards
