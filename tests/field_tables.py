"""The fields of a declaration as the documentation shows them."""

from __future__ import annotations

import ast
import inspect
from collections import defaultdict
from itertools import pairwise
from textwrap import dedent
from typing import Any, NamedTuple

from cards_data.problems import one_line, text_in
from cards_data.schema import Frozen, describe_kind, fields


class FieldRow(NamedTuple):
    """A field as shown in the documentation."""

    key: str
    kind: str
    needed: bool
    default: str
    meaning: str


def field_table(model: type[Frozen], lang: str = "en") -> list[FieldRow]:
    """Return the fields of a declaration; the text below a field in its class is its meaning."""
    meanings = defaultdict(str, _meanings(model))
    return [
        FieldRow(
            key,
            text_in(describe_kind(one.kind), lang),
            one.needed,
            "" if one.needed else _shown_default(getattr(model, one.name)),
            meanings[one.name],
        )
        for key, one in fields(model).items()
    ]


def _shown_default(value: Any) -> str:
    """Return a default, unless it is just empty."""
    return one_line(value) if value and isinstance(value, str | int | float) else ""


def _meanings(model: type[Frozen]) -> dict[str, str]:
    """Return what the fields mean, including those of base classes."""
    bases = [base for base in reversed(model.__mro__) if issubclass(base, Frozen)]
    sources = (ast.parse(dedent(inspect.getsource(base))).body[0] for base in bases)
    return {
        field.target.id: " ".join(text.value.value.split())
        for declared in sources
        if isinstance(declared, ast.ClassDef)
        for field, text in pairwise(declared.body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }
