"""What stands above a report: what it is, and how much of it changed."""

from __future__ import annotations

from generator.words import say_in

from .report import Report


def heading(report: Report) -> str:
    if report.since:
        return say_in(report.lang)("heading_since", ref=report.since)
    return say_in(report.lang)("heading")


def summary(report: Report) -> str:
    """How many charts changed, in one line."""
    changed = [plot for plot in report.plots if plot.changed]
    count = len(report.plots)
    if not changed:
        return say_in(report.lang)("changed_none", all=count)
    return say_in(report.lang)("changed_charts", n=len(changed), all=count)
