"""The report as a page: one HTML file with drawn charts, nothing outside it, no scripts.

Comes in: a Report. Goes out: HTML. Here the numbers become lengths between 0 and 1 and texts;
the template ``_shared/stats.html.j2`` draws them.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.compose.environment import rendered
from generator.store.sources import Sources
from generator.words import say_in

from .chart_geometry import Dot, RowBars, dots, group, shape_of, ticks
from .chart_values import Number, Series, change, written
from .report import Compared, Measured, Plot, Report

# A label up to this long stands left of its bars, a longer one above them.
LABEL_BESIDE = 17
# Labels and the texts at the ends of bars leave the bars at least this many letters of room.
LETTERS = 30


@dataclass(frozen=True)
class ChartPicture:
    """A chart as the template draws it."""

    plot: Plot
    shape: str
    legend: tuple[str, ...]
    groups: tuple[RowBars, ...]
    beside: int
    room: int
    dots: tuple[Dot, ...]
    ticks: tuple[tuple[tuple[float, str], ...], ...]
    changes: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    table: tuple[tuple[str, ...], ...]

    @property
    def full(self) -> bool:
        """Whether the table says more than the drawing, and so is open from the start."""
        return self.shape == "points" or any(not head.drawn for head in self.plot.heads)


def page(report: Report) -> str:
    """The whole page."""
    lang = report.lang
    names = {
        "report": report,
        "accent": report.game.colours.get("accent", "#1d4f6b"),
        "heading": report.heading,
        "summary": report.summary if report.since else "",
        "pictures": [picture(plot, lang) for plot in report.plots],
        "say": say_in(lang),
    }
    return rendered(Sources(), "_shared/stats.html.j2", names, f"stats of {report.game.slug}")


def picture(plot: Plot, lang: str) -> ChartPicture:
    """Lengths, places and texts of one chart."""
    groups = tuple(group(plot, line, lang) for line in plot.lines) if _has_bars(plot) else ()
    longest = max((len(row.label) for row in groups), default=0)
    room = max((len(bar.text) for row in groups for bar in row.bars), default=0)
    fits = longest <= LABEL_BESIDE and longest + room <= LETTERS
    return ChartPicture(
        plot,
        shape_of(plot),
        tuple(head.label for head in plot.heads if head.drawn),
        groups,
        beside=longest if fits else 0,
        room=room,
        dots=() if _has_bars(plot) else dots(plot),
        ticks=() if _has_bars(plot) else (ticks(plot, 0), ticks(plot, 1)),
        changes=tuple(_changes(plot, line, lang) for line in plot.changed),
        facts=tuple((fact.head.label, _fact(plot, fact, lang)) for fact in plot.facts),
        table=tuple(_table_row(plot, line, lang) for line in plot.lines),
    )


def _has_bars(plot: Plot) -> bool:
    return plot.form != "points"


def _changes(plot: Plot, line: Compared, lang: str) -> str:
    """What changed in a line, in words: ``Sunlight: Demand 28 → 30 (+2)``."""
    if line.now is None or line.before is None:
        word = say_in(lang)("gone" if line.now is None else "new")
        return f"{line.label}: {word}"
    moved = [
        f"{head.label} {_moved(now, before, head, lang)}"
        for head, now, before in zip(plot.heads, line.now, line.before, strict=True)
        if now != before and _moved(now, before, head, lang)
    ]
    return f"{line.label}: {', '.join(moved)}"


def _moved(now: Number, before: Number, head: Series, lang: str) -> str:
    texts = written(before, head.kind, lang), written(now, head.kind, lang)
    moved = change(now, before, head.kind, lang)
    return f"{' → '.join(texts)}" + f" ({moved})" * bool(moved) if texts[0] != texts[1] else ""


def _fact(plot: Plot, fact: Measured, lang: str) -> str:
    moved = _moved(fact.now, fact.before, fact.head, lang) if plot.compared else ""
    return moved or written(fact.now, fact.head.kind, lang)


def _table_row(plot: Plot, line: Compared, lang: str) -> tuple[str, ...]:
    numbers = line.now or line.before or ()
    if plot.compared and (line.now is None or line.before is None):
        word = say_in(lang)("new" if line.now else "gone")
        return (
            f"{line.label} ({word})",
            *(
                written(number, head.kind, lang)
                for number, head in zip(numbers, plot.heads, strict=True)
            ),
        )
    before = line.before or numbers
    cells = (
        _moved(now, old, head, lang).partition(" (")[0] or written(now, head.kind, lang)
        for now, old, head in zip(numbers, before, plot.heads, strict=True)
    )
    return (line.label, *cells)
