"""Answers of a form that is only partly filled in.

Comes in: a form and whatever a page sent as its answers. Goes out: answers with defaults and least
numbers in the gaps, and the names of the gaps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cards_data import Problem, Problems

from ...core.forms import Field, unsound

Record = dict[str, Any]


def sound(fields: tuple[Field, ...], answers: Any) -> Record:
    """Answers in the shape that forms have; anything else is a problem."""
    place = unsound(fields, answers)
    if place is not None:
        raise Problems([Problem(place, "no answer to this question", "what the form asks for")])
    found: Record = answers
    return found


def filled(fields: tuple[Field, ...], answers: Record) -> tuple[Record | None, list[str]]:
    """Answers with defaults and least numbers in the gaps, and the names of the real gaps."""
    whole: Record = dict(answers)
    missing: list[str] = []
    hopeless = False
    for field in fields:
        for path, item in _places(field, whole):
            if _given(field, item.get(field.key)):
                continue
            item[field.key] = _default(field)
            if field.default is None and not field.optional and not _may_be_empty(field):
                missing.append(path)
                hopeless = hopeless or field.kind != "int"
    return (None if hopeless else whole), missing


def _given(field: Field, value: Any) -> bool:
    if field.kind == "multi" and isinstance(value, list):
        return len(value) >= field.low
    return value is not None and value != ""


def _may_be_empty(field: Field) -> bool:
    """Nothing chosen and no letters on the board can be answers, too."""
    return field.kind == "letters" or (field.kind == "multi" and field.low == 0)


def _places(field: Field, answers: Record) -> Iterator[tuple[str, Record]]:
    """Where a field's answers stand; items are copied, so that nothing given is changed."""
    if field.group is None:
        yield field.key, answers
        return
    items = [dict(item) for item in answers.get(field.group.key, ())]
    answers[field.group.key] = items
    for index, item in enumerate(items):
        yield f"{field.group.key}.{index}.{field.key}", item


def _default(field: Field) -> Any:
    if field.kind == "board":
        return [" ".join([str(field.default)] * (field.high or 0))] * field.low
    if field.kind in ("letters", "multi"):
        return {} if field.kind == "letters" else []
    if field.default is not None or field.optional:
        return field.default
    return field.low if field.kind == "int" else None
