"""``low`` to ``high`` items, each with answers to the questions in ``data["fields"]``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..forms import Asking, Choice, Field
from . import Kind, kind_of


def fields_of(field: Field) -> tuple[Field, ...]:
    return tuple(
        Field(**{**one, "choices": tuple(Choice(**choice) for choice in one["choices"])})
        for one in field.data["fields"]
    )


def ask(asking: Asking) -> list[dict[str, Any]]:
    """Ask how many there are, then for each of them."""
    before = list(asking.before or [])
    rows = []
    for at in range(_how_many(asking, len(before))):
        old = before[at] if at < len(before) else {}
        rows.append({one.key: _ask_part(asking, one, at, old) for one in fields_of(asking.field)})
    return rows


def _how_many(asking: Asking, before: int) -> int:
    low, high = asking.field.low, asking.field.high or asking.field.low
    label = asking.say("ask.how_many", what=asking.label)
    return low if low == high else asking.number(label, max(before, low), low, high)


def _ask_part(asking: Asking, one: Field, at: int, old: dict[str, Any]) -> Any:
    label = f"{asking.label} {at + 1}: {one.label}"
    inner = replace(asking, field=one, label=label, before=old.get(one.key), taken=())
    return kind_of(one).ask(inner)


def is_answer(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(row, dict) and all(isinstance(key, str) for key in row) for row in value
    )


def is_open(field: Field, value: Any) -> bool:
    """Return whether required items, or answers of an item, are missing."""
    rows = value if is_answer(value) else ()
    return len(rows) < field.low or any(
        kind_of(one).is_open(one, row.get(one.key)) for row in rows for one in fields_of(field)
    )


def default_answer(field: Field) -> Any:
    """Return as few items as possible, if all their answers have defaults."""
    row = {one.key: kind_of(one).default_answer(one) for one in fields_of(field)}
    if field.low and None in row.values():
        return None
    return [dict(row) for _ in range(field.low)]


def say(field: Field, value: Any) -> str:
    return "; ".join(_say_row(field, row) for row in value) or "–"


def _say_row(field: Field, row: dict[str, Any]) -> str:
    parts = ((one, row.get(one.key)) for one in fields_of(field))
    return ", ".join(f"{one.label} {kind_of(one).say(one, v)}" for one, v in parts if v is not None)


KIND = Kind(ask, is_answer, say, is_open, default_answer, place=lambda path: path[:2])
