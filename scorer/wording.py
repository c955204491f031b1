"""Pydantic's findings in our own words: what was found, what is allowed, what to try."""

from __future__ import annotations

from typing import Any, get_args

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from cards_data import did_you_mean, quoted
from cards_data.words import PLAIN, filled

from .state import Mistake, Path


def mistake_of(model: type[BaseModel], detail: ErrorDetails) -> Mistake:
    """Pydantic's finding in our own words."""
    path, kind, context = path_of(detail), detail["type"], detail.get("ctx", {})
    if kind == "wrong":
        return Mistake(path, str(context["found"]), str(context["allowed"]))
    if kind == "missing":
        return Mistake(path, "missing")
    if kind == "extra_forbidden":
        known = _keys(model, path[:-1])
        hint = did_you_mean(str(path[-1]), known)
        return Mistake(path, f"unknown key {quoted(path[-1])}", ", ".join(known), hint)
    # Tuples are shown as the lists that people wrote.
    shown = quoted(as_lists(detail["input"]))
    # YAML reads No as false and 007 as a number.
    hint = "put a name in quotes" if kind == "string_type" else ""
    found = f"{shown} is {_KINDS.get(kind, 'not allowed here')}"
    return Mistake(path, found, _allowed(kind, context), hint)


_KINDS = {
    "int_type": "no whole number",
    "int_from_float": "no whole number",
    "string_type": "no text",
    "bool_type": "neither true nor false",
    "tuple_type": "no list",
    "dict_type": "no mapping of keys to values",
    "model_type": "no mapping of keys to values",
    "greater_than_equal": "too small",
    "less_than_equal": "too large",
    "too_long": "too long",
    "too_short": "too short",
    "literal_error": "not known",
}


def _allowed(kind: str, context: dict[str, Any]) -> str:
    words = {
        "int_type": "a whole number",
        "int_from_float": "a whole number",
        "string_type": "text",
        "bool_type": "true, false",
        "tuple_type": "a list",
        "greater_than_equal": f"{context.get('ge')} or more",
        "less_than_equal": f"up to {context.get('le')}",
        "literal_error": str(context.get("expected", "")).replace("'", ""),
        "too_short": f"{context.get('min_length')} or more",
        "too_long": f"up to {context.get('max_length')}",
    }
    return words.get(kind, "")


def _keys(model: Any, path: Path) -> tuple[str, ...]:
    """The keys that a part of the state may have."""
    for step in path:
        if step in model.model_fields:
            found = model.model_fields[step].annotation
            model = next((part for part in _parts(found) if _is_model(part)), model)
    return tuple(str(field.validation_alias or name) for name, field in model.model_fields.items())


def _parts(annotation: Any) -> tuple[Any, ...]:
    inner = tuple(part for arg in get_args(annotation) for part in _parts(arg))
    return (annotation, *inner)


def _is_model(part: Any) -> bool:
    return isinstance(part, type) and issubclass(part, BaseModel)


def path_of(detail: ErrorDetails) -> Path:
    """Where it is; pydantic marks keys with a step of its own."""
    return tuple(step for step in detail["loc"] if step != "[key]")


def as_lists(raw: Any) -> Any:
    """Tuples as the lists that people wrote."""
    if isinstance(raw, tuple):
        return [as_lists(item) for item in raw]
    return {k: as_lists(v) for k, v in raw.items()} if isinstance(raw, dict) else raw


def counted(n: int, one: str, many: str) -> str:
    """``1 player``, ``2 players``: problems are told in English."""
    return filled(f"{{n, plural, one {{# {one}}} other {{# {many}}}}}", {"n": n}, PLAIN)
