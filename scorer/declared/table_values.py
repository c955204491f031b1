"""What the names of a declaration stand for on one table.

Comes in: a player's answers. Goes out: values by name: numbers, words, and rows of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .numbers import Numbers, decks_of_cards, questions
from .questions import type_of

# A card's id in its row; no column can have such a name.
CARD = "#"
Values = dict[str, Any]


def values_of(player: Any, numbers: Numbers, players: int) -> Values:
    """Every name that holds for one player."""
    cards = decks_of_cards(numbers)
    found: Values = {"players": players}
    for key, one in questions(numbers).items():
        raw = getattr(player, key)
        if key in cards:
            found[key] = tuple(_card(numbers, cards[key], piece) for piece in raw)
        elif type_of(one) == "list":
            found[key] = tuple(_row(item, one.list) for item in raw)
        else:
            found[key] = _plain(raw)
    return found


def rounds_of(player: Any, numbers: Numbers, players: int) -> tuple[Values, ...]:
    """The same for each round, where they are asked in rounds."""
    asked = round_questions(numbers)
    beside = {key: _plain(getattr(player, key)) for key in questions(numbers) if key not in asked}
    return tuple({"players": players, **beside, **_row(item, asked)} for item in player.rounds)


def round_questions(numbers: Numbers) -> dict[str, Any]:
    """What is asked in each round: everything but who held an award."""
    score = numbers.score
    return {k: one for k, one in questions(numbers).items() if k in score.ask or k in score.count}


def _row(item: Any, keys: Mapping[str, Any]) -> Values:
    return {key: _plain(getattr(item, key)) for key in keys}


def _card(numbers: Numbers, deck: str, piece: str) -> Values:
    """An empty cell counts as nothing."""
    known = numbers.box.cards[deck]
    empty = {name: 0 if type_ == 0 else "" for name, type_ in known["columns"].items()}
    return {**empty, **known["rows"][piece]["values"], CARD: piece}


def _plain(raw: Any) -> Any:
    return int(raw) if isinstance(raw, bool) else raw
