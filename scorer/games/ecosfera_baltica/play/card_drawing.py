"""A player's own deck: drawing the row, the top card, and shuffling the discard (R3.7)."""

from __future__ import annotations

from scorer.play.stream import Stream

from .state import Cards, State, replaced

# What the streams call the players' decks.
DECKS = tuple(f"player {player}" for player in range(9))


def draw_row(state: State, player: int, discard: Cards, stream: Stream) -> None:
    """R3.7: the rest of the deck first, then the discard shuffled as a new deck."""
    size = state.box.facts.row
    deck = state.decks[player]
    drawn = deck[: -size - 1 : -1]
    deck = deck[: len(deck) - len(drawn)]
    if len(drawn) < size and discard:
        deck, discard = reshuffled(state, player, discard, stream), ()
        more = deck[: len(drawn) - size - 1 : -1]
        deck, drawn = deck[: len(deck) - len(more)], drawn + more
    state.decks = replaced(state.decks, player, deck)
    state.discards = replaced(state.discards, player, discard)
    state.rows = replaced(state.rows, player, drawn)


def take_top(state: State, player: int, stream: Stream) -> None:
    """The top card of a player's deck into the row; an empty deck is made of the discard first."""
    deck = state.decks[player]
    if not deck:
        deck = reshuffled(state, player, state.discards[player], stream)
        state.discards = replaced(state.discards, player, ())
    if deck:
        state.rows = replaced(state.rows, player, (*state.rows[player], deck[-1]))
    state.decks = replaced(state.decks, player, deck[:-1])


def reshuffled(state: State, player: int, discard: Cards, stream: Stream) -> Cards:
    """A player's discard as a new deck; the shuffles of each player are counted."""
    number = state.shuffles[player]
    state.shuffles = replaced(state.shuffles, player, number + 1)
    return stream.shuffled(discard, DECKS[player], number, state.box.mark_of)
