"""The record: the report as JSON, in a shape that other programs can rely on.

Comes in: a Report. Goes out: JSON text; docs/changing-a-game.md describes it.
"""

from __future__ import annotations

import json
from typing import Any

from .chart_values import Number
from .report import Compared, Measured, NamedSeries, Numbers, Plot, Report

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
        "series": [{"key": h.key, "label": h.label, "kind": h.kind} for h in plot.heads],
        "rows": [_row(plot, line) for line in plot.lines],
        "facts": [_fact(plot, fact) for fact in plot.facts],
    }


def _row(plot: Plot, line: Compared) -> dict[str, Any]:
    return {
        "key": line.key,
        "label": line.label,
        **_readings(plot.heads, plot.compared, line.now, line.before),
    }


def _fact(plot: Plot, fact: Measured) -> dict[str, Any]:
    head = {"key": fact.head.key, "label": fact.head.label, "kind": fact.head.kind}
    numbers = {"now": _rounded(fact.now)}
    if plot.compared:
        numbers |= {
            "before": _rounded(fact.before),
            "change": _rounded(difference(fact.now, fact.before)),
        }
    return {**head, **numbers}


def _readings(
    heads: tuple[NamedSeries, ...], compared: bool, now: Numbers | None, before: Numbers | None
) -> dict[str, Any]:
    readings: dict[str, Any] = {"now": _named(heads, now)}
    if compared:
        readings["before"] = _named(heads, before)
        changes = differences(now, before)
        readings["change"] = _named(heads, changes)
    return readings


def _named(heads: tuple[NamedSeries, ...], numbers: Numbers | None) -> dict[str, Number] | None:
    if numbers is None:
        return None
    pairs = zip(heads, numbers, strict=True)
    return {head.key: _rounded(number) for head, number in pairs}


def differences(now: Numbers | None, before: Numbers | None) -> Numbers | None:
    """What changed, number by number; nothing where a row is new or gone."""
    if now is None or before is None:
        return None
    return tuple(difference(new, old) for new, old in zip(now, before, strict=True))


def difference(now: Number, before: Number) -> Number:
    return None if now is None or before is None else now - before


def _rounded(number: Number) -> Number:
    return round(number, DIGITS) if isinstance(number, float) else number
