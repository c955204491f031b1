"""Show a report on a terminal: lines, tables, and charts as tables with bars.

Colour only adds to what the text says.
"""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from generator.words import say_in

from .values import (
    MINUS,
    NBSP,
    Number,
    Plot,
    PlotRow,
    Series,
    TextTable,
    Writable,
    change,
    number_text,
)

BAR = 24
LABEL = 34
# The width in a pipe or file.
PIPE_WIDTH = 100


@dataclass(frozen=True)
class Signs:
    """The characters of bars and arrows."""

    bars: str
    before: str
    arrow: str
    letters: tuple[tuple[str, str], ...] = ()

    def bar(self, series: int) -> str:
        return self.bars[series % len(self.bars)]

    def say(self, text: str) -> str:
        for sign, letter in self.letters:
            text = text.replace(sign, letter)
        return text


BLOCKS = Signs("█▒▚▤", "░", "→")
# For terminals and pipes without block characters.
LETTERS = Signs("#=+o", ".", "->", ((NBSP, " "), (MINUS, "-"), ("±", "+/-")))


def screen() -> Console:
    """Return standard output; characters that its encoding lacks become question marks."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=PIPE_WIDTH)


def show(report: Writable, console: Console) -> None:
    """Print all parts, one below the other."""
    signs = _signs(console)
    for part in report.parts():
        if isinstance(part, Plot):
            _Chart(part, report.lang, signs, console).show()
        elif isinstance(part, TextTable):
            console.print(_grid(part))
        else:
            console.print(Text.assemble(*part.parts), soft_wrap=not part.wraps)


def _signs(console: Console) -> Signs:
    try:
        f"{BLOCKS.bars}{BLOCKS.before}{BLOCKS.arrow}".encode(console.encoding)
    except (UnicodeEncodeError, LookupError):
        return LETTERS
    return BLOCKS


def _grid(grid: TextTable) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for index, head in enumerate(grid.heads):
        table.add_column(Text(head), justify="left" if index in grid.left else "right")
    for row in grid.rows:
        table.add_row(*map(Text, row))
    return table


@dataclass(frozen=True)
class _Chart:
    plot: Plot
    lang: str
    signs: Signs
    console: Console

    def show(self) -> None:
        plot, say = self.plot, say_in(self.lang)
        self.console.print()
        self.console.print(Text.assemble((plot.title, "bold"), "  ", (plot.id, "dim")))
        self.console.print(Text(plot.meaning, "italic"))
        if plot.note:
            self.console.print(Text(plot.note))
        self.console.print(self._table() if plot.lines else Text(say("no_pieces")))
        if plot.facts:
            facts = (
                f"{fact.series.label}: "
                + self._cell(fact.now, fact.before if plot.compared else None, fact.series)
                for fact in plot.facts
            )
            self.console.print(Text("; ".join(facts)))

    def _table(self) -> Table:
        plot, signs = self.plot, self.signs
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        table.add_column("", max_width=LABEL)
        for index in range(len(plot.heads)):
            table.add_column(self._legend(index), justify="right", max_width=20)
        bars = plot.form != "points"
        if bars:
            before = say_in(self.lang)("before")
            table.add_column(f"{signs.before} {before}" if plot.changed_lines else "")
        for line in plot.lines:
            cells = map(Text, [line.label, *self._cells(line)])
            table.add_row(*cells, *([Text("\n".join(self._bars(line)))] if bars else []))
        return table

    def _legend(self, index: int) -> Text:
        plot, label = self.plot, self.plot.heads[index].label
        if plot.form == "points" or index not in plot.drawn or len(plot.drawn) == 1:
            return Text(label)
        return Text(f"{self.signs.bar(plot.drawn.index(index))} {label}")

    def _cells(self, line: PlotRow) -> list[str]:
        plot = self.plot
        if not plot.compared or (line.now and line.before):
            before = line.before or (None,) * len(plot.heads)
            return list(map(self._cell, line.now or (), before, plot.heads))
        word = say_in(self.lang)("new" if line.now else "gone")
        numbers = zip(line.now or line.before or (), plot.heads, strict=True)
        return [f"{number_text(number, head.kind, self.lang)} ({word})" for number, head in numbers]

    def _cell(self, now: Number, before: Number, head: Series) -> str:
        """Format ``28 → 30 (+2)`` if it changed, else only the number."""
        old, new = (number_text(number, head.kind, self.lang) for number in (before, now))
        moved = change(now, before, head.kind, self.lang)
        return self.signs.say(f"{old} {self.signs.arrow} {new} ({moved})" if moved else new)

    def _bars(self, line: PlotRow) -> list[str]:
        """Return a bar for each drawn series, or one of all; with the old one if it changed."""
        plot, signs = self.plot, self.signs
        if plot.form == "stacked":
            parts = enumerate(line.now or ())
            rows = ["".join(self._bar(number, signs.bar(series)) for series, number in parts)]
            if line in plot.changed_lines:
                rows.append(self._bar(sum(n or 0 for n in line.before or ()), signs.before))
            return rows
        rows = []
        for series, index in enumerate(plot.drawn):
            now, before = (part[index] if part else None for part in (line.now, line.before))
            rows.append(self._bar(now, signs.bar(series)))
            if plot.compared and change(now or 0, before or 0, plot.heads[index].kind):
                rows.append(self._bar(before, signs.before))
        return rows

    def _bar(self, number: Number, sign: str) -> str:
        if not number or number < 0:
            return ""
        return sign * max(1, round(BAR * number / self.plot.scale))
