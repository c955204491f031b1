"""BETTER Life: doubts about a table that the box allows.

Sections in docstrings are those of the rulebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...core.result import TableNote
from ...core.translation import Translation
from .numbers import Numbers
from .state import State


def notes(state: State, numbers: Numbers, say: Translation) -> Iterator[TableNote]:
    """Check votes and target cards."""
    yield from rounds(state, numbers, say)
    yield from target_cards(state, numbers, say)


def rounds(state: State, numbers: Numbers, say: Translation) -> Iterator[TableNote]:
    """Voting process: one vote in each round."""
    if len(state.votes) > numbers.rounds:
        text = say("note.votes", n=len(state.votes), rounds=numbers.rounds)
        yield TableNote(text, ("votes", numbers.rounds, "policy"))


def target_cards(state: State, numbers: Numbers, say: Translation) -> Iterator[TableNote]:
    """Setup: each player draws one target card."""
    in_box = Counter(numbers.box.target_cards)
    dealt = Counter(player.targets for player in state.players)
    addition = say("note.reconstructed") if numbers.box.reconstructed else ""
    for index, player in enumerate(state.players):
        if dealt[player.targets] > in_box[player.targets]:
            key = "note.card_twice" if in_box[player.targets] else "note.no_card"
            names = " · ".join(say.name("policies", policy) for policy in player.targets)
            gaps = {"name": player.name, "targets": names, "n": dealt[player.targets]}
            text = f"{say(key, **gaps)} {addition}".rstrip()
            yield TableNote(text, ("players", index, "card"))
