"""Tables of numbers among what a game prints, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cards_data import did_you_mean, quoted
from cards_data.problems import Problems, Text, WrongArgument


def grid(printed: Mapping[str, object], name: str, slug: str) -> Sequence[Sequence[int]]:
    """The first table, or the one with a name; the end of a name is enough."""
    tables = {key: value for key, value in printed.items() if _is_grid(value)}
    if not tables:
        raise Problems([WrongArgument("--table", Text("state.prints_none", game=slug))])
    fitting = [key for key in tables if name in ("", key) or key.endswith(f"_{name}")]
    if not fitting:
        known = ", ".join(tables)
        hint = did_you_mean(name, tables)
        raise Problems(
            [WrongArgument("--table", Text("value.unknown", value=quoted(name)), known, hint)]
        )
    chosen: Any = tables[fitting[0]]
    return list(chosen)


def _is_grid(value: object) -> bool:
    rows = value if isinstance(value, tuple) and value else ()
    return bool(rows) and all(
        isinstance(row, tuple) and row and all(isinstance(cell, int) for cell in row)
        for row in rows
    )
