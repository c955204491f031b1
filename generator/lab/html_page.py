"""The report as a page: one HTML file with drawn charts, nothing outside it, no scripts.

Comes in: a LabReport. Goes out: HTML; the template ``_shared/lab.html.j2`` draws it. Here numbers
become lengths between 0 and 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from generator.compose.environment import rendered
from generator.store.sources import Sources

from .figures import RunFigures, SideFigures
from .intervals import Interval
from .report import LabReport, name_of, share, signed
from .terminal import run_lines

# Cards of a run that are drawn as bars; the table below has all of them.
DRAWN = 12


@dataclass(frozen=True)
class ChanceSpan:
    """An interval as lengths, and in words."""

    label: str
    text: str
    low: float
    value: float
    high: float


@dataclass(frozen=True)
class Course:
    """What had happened by which turn: points between 0 and 1, and the highest number."""

    what: str
    side: str
    top: str
    points: tuple[tuple[float, float, str, str], ...]


@dataclass(frozen=True)
class RunPicture:
    """A run as the template draws it."""

    title: str
    spans: tuple[ChanceSpan, ...]
    difference: str
    notes: tuple[str, ...]
    bars: tuple[tuple[str, float, str], ...]
    lines: tuple[Course, ...]
    rows: tuple[tuple[str, ...], ...]
    sides: tuple[str, ...]


def page(report: LabReport) -> str:
    """The whole page."""
    values = {
        "report": report,
        "title": report.game.title(report.lang),
        "accent": report.game.colours.get("accent", "#1d4f6b"),
        "runs": [picture(report, run) for run in report.runs],
        "say": report.say,
    }
    return rendered(Sources(), "_shared/lab.html.j2", values, f"play of {report.game.slug}")


def picture(report: LabReport, run: RunFigures) -> RunPicture:
    say = report.say
    sides = run.sides()
    labels = tuple(say(f"lab_col_{name}") for name, _ in sides) if run.before else ()
    labels = labels or (say("lab_col_won"),)
    spans = zip(labels, sides, strict=True)
    return RunPicture(
        say("lab_run", bot=run.bot, n=run.players),
        tuple(_span(report, label, side.won) for label, (_, side) in spans),
        signed(say, run.difference) if run.difference is not None else "",
        tuple(run_lines(report, run.after, drawn=True)),
        _bars(report, run.after),
        _lines(report, run),
        _rows(report, sides),
        labels,
    )


def _span(report: LabReport, label: str, won: Interval) -> ChanceSpan:
    return ChanceSpan(label, share(report.say, won), won.low, won.value, won.high)


def _bars(report: LabReport, side: SideFigures) -> tuple[tuple[str, float, str], ...]:
    """The cards that are bought in most games."""
    bought = list(side.shares.get("bought", {}).items())[:DRAWN]
    return tuple(
        (name_of(report.game, item, report.lang), number, f"{100 * number:.0f} %")
        for item, number in bought
    )


def _lines(report: LabReport, run: RunFigures) -> tuple[Course, ...]:
    """Habitats and whatever else was counted, by turn; both sides of a comparison."""
    found = []
    for what in run.after.by_turn:
        sides = [(name, side.by_turn.get(what, ())) for name, side in run.sides()]
        top = max(number for _, line in sides for _, number in line) or 1.0
        last = max(turn for _, line in sides for turn, _ in line)
        for name, line in sides:
            points = tuple(
                (turn / last, number / top, str(turn), report.say.decimal(f"{number:.1f}"))
                for turn, number in line
            )
            title = report.say.word(f"lab_what_{what}", what)
            found.append(Course(title, name, report.say.decimal(f"{top:.1f}"), points))
    return tuple(found)


def _rows(report: LabReport, sides: list[tuple[str, SideFigures]]) -> tuple[tuple[str, ...], ...]:
    """Every card that anybody bought, with its share of games on each side."""
    shares: list[Mapping[str, float]] = [side.shares.get("bought", {}) for _, side in sides]
    cards = dict.fromkeys(card for one in reversed(shares) for card in one)
    return tuple(
        (
            name_of(report.game, card, report.lang),
            *(f"{100 * one.get(card, 0.0):.0f} %" for one in shares),
        )
        for card in cards
    )
