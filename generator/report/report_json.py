"""Write a report as JSON, in a stable format that the docs describe."""

from __future__ import annotations

import json
from typing import Any

from .values import Fact, Number, Numbers, Plot, PlotRow, Series, Writable

# More precise than anybody needs, coarse enough to be the same on every machine.
DIGITS = 6


def as_json(report: Writable) -> str:
    return json.dumps(report.data(), indent=report.indent, ensure_ascii=report.ascii)


def round_numbers(value: Any) -> Any:
    """Return plain values with rounded numbers; a named tuple becomes a mapping."""
    if isinstance(value, float):
        return round(value, DIGITS)
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {key: round_numbers(item) for key, item in value.items()}
    return [round_numbers(item) for item in value] if isinstance(value, list | tuple) else value


def plot_data(plot: Plot) -> Any:
    data = {
        "id": plot.id,
        "title": plot.title,
        "meaning": plot.meaning,
        "measure": plot.measure,
        "compared": plot.compared,
        "note": plot.note,
        "series": [_series(series) for series in plot.heads],
        "rows": [_row(plot, line) for line in plot.lines],
        "facts": [_fact(plot, fact) for fact in plot.facts],
    }
    return round_numbers(data)


def _series(series: Series) -> dict[str, Any]:
    return {"key": series.key, "label": series.label, "kind": series.kind}


def _row(plot: Plot, line: PlotRow) -> dict[str, Any]:
    def by_key(numbers: Numbers | None) -> dict[str, Number] | None:
        keys = [head.key for head in plot.heads]
        return None if numbers is None else dict(zip(keys, numbers, strict=True))

    both = line.now is not None and line.before is not None
    moved = tuple(map(_difference, line.now or (), line.before or ())) if both else None
    before = {"before": by_key(line.before), "change": by_key(moved)} if plot.compared else {}
    return {"key": line.key, "label": line.label, "now": by_key(line.now), **before}


def _fact(plot: Plot, fact: Fact) -> dict[str, Any]:
    moved = _difference(fact.now, fact.before)
    before = {"before": fact.before, "change": moved} if plot.compared else {}
    return {**_series(fact.series), "now": fact.now, **before}


def _difference(now: Number, before: Number) -> Number:
    return None if now is None or before is None else now - before
