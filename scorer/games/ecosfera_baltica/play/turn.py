"""The order of turns. A working copy of a state is changed until a player has to decide."""

from __future__ import annotations

from scorer.play.stream import Stream

from .box import CardIndex
from .policy.drawn import draw_policy
from .state import ALL_TOKENS, NOBODY, Cards, State, with_item
from .supply import MANY_PRESSURES, place_impacts, strikes

# The names of the players' decks in the streams.
DECKS = tuple(f"player {player}" for player in range(9))


def draw_row(state: State, player: int, discard: Cards, stream: Stream) -> None:
    """Draw a row: the rest of the deck first, then the shuffled discard (R3.7)."""
    size = state.box.facts.row
    deck = state.decks[player]
    drawn = deck[: -size - 1 : -1]
    deck = deck[: len(deck) - len(drawn)]
    if len(drawn) < size and discard:
        deck, discard = reshuffle(state, player, discard, stream), ()
        more = deck[: len(drawn) - size - 1 : -1]
        deck, drawn = deck[: len(deck) - len(more)], drawn + more
    state.decks = with_item(state.decks, player, deck)
    state.discards = with_item(state.discards, player, discard)
    state.rows = with_item(state.rows, player, drawn)


def take_top(state: State, player: int, stream: Stream) -> None:
    """Move the top card of a player's deck into the row; first shuffle the discard if needed."""
    deck = state.decks[player]
    if not deck:
        deck = reshuffle(state, player, state.discards[player], stream)
        state.discards = with_item(state.discards, player, ())
    if deck:
        state.rows = with_item(state.rows, player, (*state.rows[player], deck[-1]))
    state.decks = with_item(state.decks, player, deck[:-1])


def reshuffle(state: State, player: int, discard: Cards, stream: Stream) -> Cards:
    """Shuffle a player's discard into a new deck; the shuffles of each player are counted."""
    number = state.shuffles[player]
    state.shuffles = with_item(state.shuffles, player, number + 1)
    return stream.shuffled(discard, DECKS[player], number, state.box.mark_of)


def settle(state: State, stream: Stream) -> None:
    """Carry out what follows automatically, until a player decides or the game ends."""
    while not state.over:
        politics = state.politics
        if politics is not None and politics.asked:
            return
        if politics is not None and politics.draws:
            state.politics = politics._replace(draws=politics.draws - 1)
            draw_policy(state, stream)
        elif state.ending:
            _next_turn(state, stream)
        elif not strikes(state):
            return


def _next_turn(state: State, stream: Stream) -> None:
    """Discard the row, draw a new one, and let the next player begin (R3.7)."""
    player = state.turn
    discard = state.discards[player] + state.rows[player] + state.used
    state.used = ()
    draw_row(state, player, discard, stream)
    state.turn = (player + 1) % len(state.rows)
    state.tapped, state.acted, state.ending = 0, False, False
    state.turns += 1
    if state.politics is not None:
        _forget_turn(state, player)
    begin_turn(state)


def _forget_turn(state: State, before: int) -> None:
    """Clear what applied to one turn; a player who misses a turn leaves the row unchanged."""
    politics = state.politics
    assert politics is not None
    quiet = NOBODY if politics.quiet == before else politics.quiet
    skips = politics.skips
    if skips == state.turn:
        quiet = NOBODY if quiet == state.turn else quiet
        state.turn, skips = (state.turn + 1) % len(state.rows), NOBODY
    state.politics = politics._replace(starred=0, quiet=quiet, skips=skips)


def begin_turn(state: State) -> None:
    """Handle what a row means when its turn begins (R3.5d, R3.5e, R3.6e)."""
    box = state.box
    row = state.rows[state.turn]
    if row.count(box.pressure) >= box.facts.many_pressures:
        place_impacts(state, box.facts.many_impacts, MANY_PRESSURES)
        state.ending = True
    state.may_reactivate = state.tokens[state.turn] != ALL_TOKENS and _has_pair(box, row)


def _has_pair(box: CardIndex, row: Cards) -> bool:
    """Return whether two consumers share a habitat."""
    first, seen = box.consumers[0], 0
    for card in row:
        if card >= first:
            if box.habitats[card] & seen:
                return True
            seen |= box.habitats[card]
    return False
