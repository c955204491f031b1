"""Answers of a form put together into a raw table state, and the way back.

Nothing is checked here but the shape of answers from outside: the rules judge what they say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from .forms import Field
from .kinds import kind_of


def assemble(slug: str, fields: Iterable[Field], answers: Mapping[str, Any]) -> dict[str, Any]:
    """The raw state from answers: by key, and for a group a list of answers by key."""
    state: dict[str, Any] = {"game": slug}
    for field in fields:
        if field.group is None:
            _put(state, field, answers.get(field.key))
            continue
        items = answers.get(field.group.key, ())
        built = state.setdefault(field.group.key, [{} for _ in items])
        for item, answered in zip(built, items, strict=True):
            _put(item, field, answered.get(field.key))
    return state


def misfit(fields: Iterable[Field], answers: Any) -> str | None:
    """Where answers from outside do not have the shape of this form's answers, or nowhere.

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
            value = item.get(field.key)
            if value is not None and not kind_of(field).is_answer(value):
                return place
    return None


def _put(into: dict[str, Any], field: Field, value: Any) -> None:
    """Sets a value at a dotted path; a number in the path is a place in a list."""
    if value is None or (value == "" and field.optional):
        return
    steps = field.key.split(".")
    place: Any = into
    for step, following in pairwise(steps):
        place = place.setdefault(step, [] if following.isdigit() else {})
    if steps[-1].isdigit():
        place.append(value)
    else:
        place[steps[-1]] = value


def answers_of(fields: Iterable[Field], state: Mapping[str, Any]) -> dict[str, Any]:
    """The answers that a raw state was put together from."""
    answers: dict[str, Any] = {}
    for field in fields:
        if field.group is None:
            _take(answers, field, state)
            continue
        items = state.get(field.group.key, ())
        answered = answers.setdefault(field.group.key, [{} for _ in items])
        for answer, item in zip(answered, items, strict=True):
            _take(answer, field, item)
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
