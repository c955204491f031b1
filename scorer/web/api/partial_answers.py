"""Answers of a form that is only partly filled in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cards_data import Problems
from cards_data.problems import Message

from ...core.answers import misfit
from ...core.forms import Field, is_empty
from ...core.kinds import kind_of

Record = dict[str, Any]


def checked_shape(fields: tuple[Field, ...], answers: Any) -> Record:
    """Answers in the shape that forms have; anything else is a problem."""
    place = misfit(fields, answers)
    if place is not None:
        raise Problems.of(place, Message("sent.no_answer"), Message("sent.asked"))
    checked: Record = answers
    return checked


def fill_gaps(fields: tuple[Field, ...], answers: Record) -> tuple[Record | None, list[str]]:
    """Answers with what counts in the gaps, and the names of the gaps that are still open.

    There are no such answers while one is open that nothing can stand in for.
    """
    whole: Record = dict(answers)
    missing: list[str] = []
    countable = True
    for field in fields:
        kind = kind_of(field)
        for path, item in _places(field, whole):
            value = item.get(field.key)
            if is_empty(value):
                item[field.key] = kind.stand_in(field)
            if kind.is_open(field, value):
                missing.append(path)
                countable = countable and kind.stand_in(field) is not None
    return (whole if countable else None), missing


def _places(field: Field, answers: Record) -> Iterator[tuple[str, Record]]:
    """Where a field's answers stand; items are copied, so that nothing given is changed."""
    if field.group is None:
        yield field.key, answers
        return
    items = [dict(item) for item in answers.get(field.group.key, ())]
    answers[field.group.key] = items
    for index, item in enumerate(items):
        yield f"{field.group.key}.{index}.{field.key}", item
