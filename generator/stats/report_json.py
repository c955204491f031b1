"""The record: the report as JSON, in a shape that other programs can rely on.

Comes in: a Report. Goes out: JSON text; docs/changing-a-game.md describes it.
"""

from __future__ import annotations

import json
from typing import Any

from .chart_values import Number, Series
from .report import Compared, Measured, Numbers, Plot, Report

# Finer than anybody reads, coarse enough to be the same on every machine.
DIGITS = 6


def as_json(report: Report) -> str:
    return json.dumps(as_data(report), indent=2)


def as_data(report: Report) -> dict[str, Any]:
    return {
        "game": report.game.slug,
        "lang": report.lang,
        "since": report.since or None,
        "charts": [_chart(plot) for plot in report.plots],
    }


def _chart(plot: Plot) -> dict[str, Any]:
    return {
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


def _series(series: Series) -> dict[str, Any]:
    return {"key": series.key, "label": series.label, "kind": series.kind}


def _row(plot: Plot, line: Compared) -> dict[str, Any]:
    keys = [head.key for head in plot.heads]

    def named(numbers: Numbers | None) -> dict[str, Number] | None:
        return None if numbers is None else dict(zip(keys, map(_rounded, numbers), strict=True))

    both = line.now is not None and line.before is not None
    change = tuple(map(_difference, line.now or (), line.before or ())) if both else None
    before = {"before": named(line.before), "change": named(change)} if plot.compared else {}
    return {"key": line.key, "label": line.label, "now": named(line.now), **before}


def _fact(plot: Plot, fact: Measured) -> dict[str, Any]:
    change = _rounded(_difference(fact.now, fact.before))
    before = {"before": _rounded(fact.before), "change": change} if plot.compared else {}
    return {**_series(fact.head), "now": _rounded(fact.now), **before}


def _difference(now: Number, before: Number) -> Number:
    return None if now is None or before is None else now - before


def _rounded(number: Number) -> Number:
    return round(number, DIGITS) if isinstance(number, float) else number
