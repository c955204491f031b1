"""A declared game's neighbouring tables, to find what would have changed the outcome."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cards_data.schema import replace

from ..core.rules import Change, ladder, way, with_item
from ..core.translation import Translation
from .form import form
from .numbers import Numbers, asked_once, decks_of_cards, in_rounds
from .questions import least, type_of

# How far "what would have changed it" looks for each number on the table.
REACH = 12

Changes = Iterable[Change[Any]]


def changes(state: Any, numbers: Numbers, say: Translation) -> Iterable[Changes]:
    """Each answer of each player: numbers step by step up and down, others as they may be."""
    labels = {field.key: field.label for field in form(numbers, say)}
    rounds = in_rounds(numbers)
    for index in range(len(state.players)):
        if rounds:
            yield from _rows(_Place(state, index, "rounds", labels["rounds"], say), rounds)
        for key, one in asked_once(numbers).items():
            yield from _changes(_Place(state, index, key, labels[key], say), one, numbers)


class _Place:
    """One answer of one player, and the tables that have another one there."""

    def __init__(self, state: Any, index: int, key: str, label: str, say: Translation) -> None:
        self.state, self.index, self.key, self.label, self.say = state, index, key, label, say
        self.player = state.players[index]
        self.value = getattr(self.player, key)

    def change(self, cost: int, word: str, value: Any, what: str = "", inside: str = "") -> Any:
        player = replace(self.player, **{self.key: value})
        players = with_item(self.state.players, self.index, player)
        name = self.player.name
        text = self.say(f"declared.{word}", name=name, n=cost, what=what or self.label)
        touches = frozenset({f"{name}.{self.key}{inside}"})
        return Change(cost, text, replace(self.state, players=players), touches)


def _changes(place: _Place, one: Any, numbers: Numbers) -> Iterator[Changes]:
    type_ = type_of(one)
    if type_ == "int":
        yield from (_ladder(place, step, least(one)) for step in (1, -1))
    elif type_ == "cards":
        yield from _cards(place, decks_of_cards(numbers)[place.key], numbers)
    elif type_ == "list":
        yield from _rows(place, one.list)
    else:
        yield [
            place.change(1, "instead", value, _instead(place, type_, value))
            for value in _others(place.value, one)
        ]


def _others(value: Any, one: Any) -> list[Any]:
    """What else may be answered."""
    words: Iterable[Any] = (True, False) if type_of(one) == "yes/no" else one.choice
    return [word for word in words if word != value]


def _instead(place: _Place, type_: str, value: Any, inside: str = "") -> str:
    if type_ == "yes/no":
        said = place.say("ask.yes" if value else "ask.no")
    else:
        said = place.say.word(f"choice.{place.key}{inside}.{value}", str(value))
    return f"{place.label}: {said}"


def _ladder(place: _Place, step: int, lowest: int) -> Iterator[Change[Any]]:
    for n, value in ladder(place.value, step, REACH, lowest):
        yield place.change(n, way(step), value)


def _cards(place: _Place, deck: str, numbers: Numbers) -> Iterator[Changes]:
    """One card more, of those that the box has, or one of the player's own away."""
    for card in numbers.box.cards[deck]["rows"]:
        name = place.say.name(deck, card)
        yield [place.change(1, "with_card", (*place.value, card), name, f".{card}")]
    for at, card in enumerate(place.value):
        left = (*place.value[:at], *place.value[at + 1 :])
        name = place.say.name(deck, card)
        yield [place.change(1, "without_card", left, name, f".{card}")]


def _rows(place: _Place, asked: Any) -> Iterator[Changes]:
    """Each answer of each row."""
    for at, row in enumerate(place.value):
        for key, one in asked.items():
            yield list(_row(place, at, row, key, one))


def _row(place: _Place, at: int, row: Any, key: str, one: Any) -> Iterator[Change[Any]]:
    type_, label = type_of(one), place.say.word(f"asked.{place.key}.{key}", "")
    label = label or place.say.word(f"rule.{key}", key)
    what, inside = f"{place.label} {at + 1}: {label}", f".{at}.{key}"
    if type_ == "int":
        for n in range(1, REACH + 1):
            for step in (1, -1):
                value = getattr(row, key) + n * step
                if value >= least(one):
                    rows = with_item(place.value, at, replace(row, **{key: value}))
                    yield place.change(n, way(step), rows, what, inside)
        return
    for value in _others(getattr(row, key), one):
        rows = with_item(place.value, at, replace(row, **{key: value}))
        said = place.say("ask.yes" if value else "ask.no") if type_ == "yes/no" else str(value)
        yield place.change(1, "instead", rows, f"{what}: {said}", inside)
