"""The table of a declared game: its model, its errors, and the values of its names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from cards_data.problems import all_of
from cards_data.schema import (
    Frozen,
    Mistake,
    Path,
    holding,
    in_range,
    mistake,
    model_of,
    unknown_mistake,
)

from ..core.state import Count, Name, TableState, players_mistakes, repeat_mistakes, too_many
from .lines import ITEMS, NUMBER, least, most, type_of
from .numbers import (
    OWN_CARDS,
    ROUNDS,
    Numbers,
    asked_once,
    decks_of_cards,
    in_rounds,
    player_questions,
    supplies,
)

# By key: the kind of a question, or the shapes of a list's items.
Shape = tuple[tuple[str, Any], ...]
CARDS = 1_000
_Signed = Annotated[int, in_range(-NUMBER, NUMBER)]
_KINDS: dict[str, Any] = {
    "int": Count,
    "signed": _Signed,
    "yes/no": bool,
    "choice": str,
    "cards": Annotated[tuple[str, ...], holding(0, CARDS)],
}


def shape(numbers: Numbers) -> Shape:
    """Return the shape of a player's part of the state; games with one shape share a model."""
    return tuple((key, _shape_of(one)) for key, one in player_questions(numbers).items())


def _shape_of(one: Any) -> Any:
    type_ = type_of(one)
    if type_ == "list":
        return tuple((key, _shape_of(item)) for key, item in one.list.items())
    return "signed" if type_ == "int" and least(one) < 0 else type_


def table(shape: Shape) -> type[Any]:
    """Return the state's model: players, each with a name and an answer to every question."""
    player = model_of("Player", Frozen, {"name": Name, **_fields(shape)})
    return model_of("Table", TableState, {"players": tuple[player, ...]})  # type: ignore[valid-type]


def _fields(shape: Shape) -> dict[str, Any]:
    kinds: dict[str, Any] = {}
    for key, one in shape:
        row = None if isinstance(one, str) else model_of("Row", Frozen, _fields(one))
        kinds[key] = _KINDS[one] if row is None else Annotated[tuple[row, ...], holding(0, ITEMS)]  # type: ignore[valid-type]
    return kinds


def blank(numbers: Numbers) -> dict[str, Any]:
    """Return the smallest number of players, who have nothing yet."""
    nothing = {key: _nothing(one) for key, one in player_questions(numbers).items()}
    least = numbers.score.players.least
    return {"players": [{"name": str(n + 1), **nothing} for n in range(least)]}


def _nothing(one: Any) -> Any:
    type_ = type_of(one)
    if type_ == "choice":
        return next(iter(one.choice))
    if type_ == "list":
        return [{key: _nothing(item) for key, item in one.list.items()}] * least(one)
    if type_ == "cards":
        return []
    return False if type_ == "yes/no" else min(max(0, least(one)), most(one))


def check(state: Any, numbers: Numbers) -> Iterator[Mistake]:
    """Yield mistakes in names, the number of players, and answers that are out of range."""
    bounds = numbers.score.players
    yield from players_mistakes(len(state.players), bounds.least, bounds.most)
    yield from repeat_mistakes([player.name for player in state.players], "players", "name")
    for index, player in enumerate(state.players):
        for key, one in player_questions(numbers).items():
            yield from _mistakes(getattr(player, key), one, ("players", index, key), numbers)
    yield from _rounds_mistakes(state, numbers)
    yield from _supply_mistakes(state, numbers)
    yield from _held_mistakes(state, numbers)


def _mistakes(value: Any, one: Any, path: Path, numbers: Numbers) -> Iterator[Mistake]:
    type_ = type_of(one)
    if type_ == "cards":
        yield from _card_mistakes(value, path, numbers.box.cards[one.cards]["rows"])
    if type_ == "choice" and value not in one.choice:
        yield unknown_mistake(path, value, "choice", one.choice)
    if type_ == "int":
        yield from _bounds(value, one, path)
    if type_ == "list":
        if path[-1] != ROUNDS:
            yield from _bounds(len(value), one, path)
        for at, row in enumerate(value):
            for key, item in one.list.items():
                yield from _mistakes(getattr(row, key), item, (*path, at, key), numbers)


def _bounds(n: int, one: Any, path: Path) -> Iterator[Mistake]:
    yield from too_many(path, "count_large", n, most(one))
    if n < least(one):
        yield mistake(path, "count_small", n=n, least=least(one))


def _card_mistakes(cards: Any, path: Path, names: Any) -> Iterator[Mistake]:
    for at, card in enumerate(cards):
        if card not in names:
            yield unknown_mistake((*path, at), card, "card", names)


def _rounds_mistakes(state: Any, numbers: Numbers) -> Iterator[Mistake]:
    """Check that everybody has played the same rounds."""
    if numbers.score.rounds is None or not state.players:
        return
    low, high = numbers.score.rounds
    played = max(len(player.rounds) for player in state.players)
    for index, player in enumerate(state.players):
        n, path = len(player.rounds), ("players", index, "rounds")
        if not low <= n <= high:
            yield mistake(path, "rounds", n=n, least=low, most=high)
        elif n < played <= high:
            yield mistake(path, "rounds", n=n, least=played, most=played)


def _supply_mistakes(state: Any, numbers: Numbers) -> Iterator[Mistake]:
    """Yield counts of a deck, and single cards, that exceed what the box has."""
    for parts in _at_once(state, numbers):
        for keys, supply in supplies(numbers):
            total = sum(getattr(part, key) for part in parts.values() for key in keys)
            yield from too_many(("players",), "supply", total, supply, what=all_of(keys))
        for deck, cards in _held_cards(parts.values(), numbers).items():
            rows = numbers.box.cards[deck]["rows"]
            for card, n in cards.items():
                if card in rows:
                    yield from too_many(("players",), "supply", n, rows[card]["copies"], what=card)


def _at_once(state: Any, numbers: Numbers) -> Iterator[dict[Path, Any]]:
    """Yield what all players have at the same time, with paths: a round, or the whole game.

    Cards may be shuffled again after a round.
    """
    players = list(enumerate(state.players))
    if numbers.score.rounds is None:
        yield {("players", seat): player for seat, player in players}
        return
    for at in range(max((len(player.rounds) for _, player in players), default=0)):
        yield {
            ("players", seat, ROUNDS, at): player.rounds[at]
            for seat, player in players
            if at < len(player.rounds)
        }


def _held_cards(parts: Iterable[Any], numbers: Numbers) -> dict[str, Counter[str]]:
    """Count how often all players together have each card of a deck."""
    cards: dict[str, Counter[str]] = {}
    for part in parts:
        for key, deck in decks_of_cards(numbers).items():
            cards.setdefault(deck, Counter()).update(getattr(part, key))
    return cards


def _held_mistakes(state: Any, numbers: Numbers) -> Iterator[Mistake]:
    """Check that at most one player held an award."""
    once = {("players", seat): player for seat, player in enumerate(state.players)}
    for key, award in numbers.score.awards.items():
        key_held = OWN_CARDS.format(key)
        if award.ties != "holder":
            continue
        for parts in _at_once(state, numbers) if award.per == "round" else (once,):
            holders = [path for path, part in parts.items() if getattr(part, key_held)]
            for path in holders if len(holders) > 1 else ():
                yield mistake((*path, key_held), "held_twice", n=len(holders))


# A card's id in its row; no column can have such a name.
CARD = "#"
Values = dict[str, Any]


def rounds_of(player: Any, numbers: Numbers, players: int) -> tuple[Values, ...]:
    """Return every name available for one player in each round; without rounds there is one."""
    once = {"players": players, **_values(player, asked_once(numbers), numbers)}
    if numbers.score.rounds is None:
        return (once,)
    questions_out = in_rounds(numbers)
    return tuple({**once, **_values(item, questions_out, numbers)} for item in player.rounds)


def _values(item: Any, questions: Mapping[str, Any], numbers: Numbers) -> Values:
    return {key: _value(getattr(item, key), one, numbers) for key, one in questions.items()}


def _value(raw: Any, one: Any, numbers: Numbers) -> Any:
    type_ = type_of(one)
    if type_ == "cards":
        return tuple(_card(numbers, one.cards, piece) for piece in raw)
    if type_ == "list":
        return tuple(_values(item, one.list, numbers) for item in raw)
    return int(raw) if isinstance(raw, bool) else raw


def _card(numbers: Numbers, deck: str, piece: str) -> Values:
    """Return a card's values; an empty cell counts as zero."""
    table = numbers.box.cards[deck]
    cells = table["rows"][piece]["values"]
    columns = table["columns"].items()
    return {
        **{name: cells.get(name, 0 if type_ == 0 else "") for name, type_ in columns},
        CARD: piece,
    }
