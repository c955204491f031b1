"""What a game asks for, so that paper, terminal and web page ask the same in the same order.

A form is a tuple of fields; answers are put together into the raw table state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from .translation import Translation

Kind = Literal["int", "choice", "multi", "board", "name", "letters"]
# Where the page asks: who plays, what lies on the table, or how the evening was set up.
Part = Literal["who", "table", "variant"]
# A special way to show a field; without one the kind decides.
Widget = Literal["", "star", "meter"]


class Choice(NamedTuple):
    """One answer to choose: the id that stands in the state, its name, and its game's colour."""

    value: str
    label: str
    colour: str = ""


class Group(NamedTuple):
    """Fields that are asked again for each player, or for each vote."""

    key: str
    label: str
    least: int
    most: int


class Clusters(NamedTuple):
    """What touches on a board and is then outlined: so many cells of one family, or more.

    A family is a text of cells; ``A`` stands for every capital letter.
    """

    least: int
    families: tuple[str, ...]


class Limit(NamedTuple):
    """What the box holds of a component: the page refuses the tap that goes beyond it.

    ``counts`` are pairs of a field's key and a value: a number field adds its numbers, any other
    field how often the value stands there; ``A`` stands for every capital letter of a board.
    """

    label: str
    most: int
    counts: tuple[tuple[str, str], ...]


class Field(NamedTuple):
    """One question.

    ``key`` is the path in the state, with dots; inside a group, the path inside each item.
    ``kind``: int (``low`` to ``high``, or one of ``choices`` instead), choice, multi (``low`` or
    more of the choices), name (free text), board (``low`` rows of ``high`` cells, each one of
    ``choices``), letters (for each capital letter on the board one of the choices).
    A field that is ``optional`` may stay empty: the help says what then holds. Answers of
    a field that is ``apart`` differ from each other in all items of its group.
    """

    key: str
    label: str
    kind: Kind
    low: int = 0
    high: int | None = None
    choices: tuple[Choice, ...] = ()
    group: Group | None = None
    help: str = ""
    optional: bool = False
    default: str | int | None = None
    apart: bool = False
    part: Part = "table"
    widget: Widget = ""
    clusters: Clusters | None = None


def choices_of(deck: str, pieces: Iterable[str], say: Translation) -> tuple[Choice, ...]:
    """Pieces of a deck, by their ids, as choices with their names."""
    return tuple(Choice(piece, say.name(deck, piece)) for piece in pieces)


def assemble(slug: str, fields: Iterable[Field], answers: Mapping[str, Any]) -> dict[str, Any]:
    """The raw state from answers: by key, and for a group a list of answers by key."""
    state: dict[str, Any] = {"game": slug}
    for field in fields:
        if field.group is None:
            _put(state, field, answers.get(field.key))
            continue
        items = answers.get(field.group.key, ())
        built = state.setdefault(field.group.key, [{} for _ in items])
        for item, given in zip(built, items, strict=True):
            _put(item, field, given.get(field.key))
    return state


def unsound(fields: Iterable[Field], answers: Any) -> str | None:
    """Where answers from outside have no shape of this form's answers, or nowhere.

    Only the shape counts: what the answers say the rules will judge.
    """
    if not isinstance(answers, dict):
        return "answers"
    for field in fields:
        if field.group is None:
            places = [(field.key, answers)]
        else:
            items = answers.get(field.group.key, [])
            if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
                return field.group.key
            places = [(f"{field.group.key}[{n}].{field.key}", item) for n, item in enumerate(items)]
        for place, item in places:
            if not _shaped(field, item.get(field.key)):
                return place
    return None


def _shaped(field: Field, value: Any) -> bool:
    if value is None:
        return True
    if field.kind == "letters":
        return isinstance(value, dict) and all(_text(one) for one in value.values())
    if field.kind in ("multi", "board"):
        return isinstance(value, list) and all(_text(one) for one in value)
    return _text(value) or (field.kind == "int" and isinstance(value, int | float))


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _put(into: dict[str, Any], field: Field, value: Any) -> None:
    """Sets a value at a dotted path; a number in the path is a place in a list."""
    if value is None or (value == "" and field.optional):
        return
    steps = field.key.split(".")
    for step, following in pairwise(steps):
        into = into.setdefault(step, [] if following.isdigit() else {})
    if steps[-1].isdigit():
        _as_list(into).append(value)
    else:
        into[steps[-1]] = value


def _as_list(values: Any) -> list[Any]:
    assert isinstance(values, list)
    return values


def taken_apart(fields: Iterable[Field], state: Mapping[str, Any]) -> dict[str, Any]:
    """The answers that a raw state was put together from."""
    answers: dict[str, Any] = {}
    for field in fields:
        if field.group is None:
            _take(answers, field, state)
            continue
        items = state.get(field.group.key, ())
        given = answers.setdefault(field.group.key, [{} for _ in items])
        for item, found in zip(given, items, strict=True):
            _take(item, field, found)
    return answers


def _take(into: dict[str, Any], field: Field, state: Any) -> None:
    for step in field.key.split("."):
        if isinstance(state, Mapping):
            state = state.get(step)
        elif isinstance(state, Sequence) and step.isdigit() and int(step) < len(state):
            state = state[int(step)]
        else:
            return
    if state is not None:
        into[field.key] = state


def shown(field: Field, value: Any) -> str:
    """An answer as people read it: names instead of ids."""
    names = {choice.value: choice.label for choice in field.choices}
    if value is None or value == "":
        return "–"
    if isinstance(value, Mapping):
        return ", ".join(f"{letter} = {names.get(key, key)}" for letter, key in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(str(names.get(item, item)) for item in value)
    return str(names.get(value, value))


def drawn(rows: Sequence[str]) -> str:
    """The board as it was understood, with its rows and columns counted."""
    cells = [row.split() for row in rows]
    width = max(len(row) for row in cells)
    head = "     " + " ".join(str(number + 1) for number in range(width))
    rule = "   +" + "-" * (2 * width + 1) + "+"
    body = [f" {number} | {' '.join(row)} |" for number, row in enumerate(cells, 1)]
    return "\n".join([head, rule, *body, rule])
