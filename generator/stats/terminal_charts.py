"""The report on a terminal: a table with bars for each chart.

Comes in: a Report and a Rich console. Goes out: text, with colour where there is any; nothing
is said by colour alone.
"""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from generator.words import say_in

from .chart_geometry import drawn_series, number_at, scale
from .chart_values import MINUS, NBSP, Kind, Number, Series, change, written
from .report import Compared, Measured, Plot, Report

BAR = 24
LABEL = 34
# In a pipe or file.
PIPE_WIDTH = 100


@dataclass(frozen=True)
class Signs:
    """What bars and arrows are made of."""

    bars: tuple[str, ...]
    before: str
    arrow: str
    letters: tuple[tuple[str, str], ...] = ()

    def say(self, text: str) -> str:
        for sign, letter in self.letters:
            text = text.replace(sign, letter)
        return text


BLOCKS = Signs(("█", "▒", "▚", "▤"), "░", "→")
# For terminals and pipes that know no blocks.
LETTERS = Signs(("#", "=", "+", "o"), ".", "->", ((NBSP, " "), (MINUS, "-"), ("±", "+/-")))


def screen() -> Console:
    """Standard output. What its encoding lacks becomes a question mark, not a crash."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=PIPE_WIDTH)


def show(report: Report, console: Console) -> None:
    """All charts, one below the other."""
    console.print(f"[bold]{escape(report.title)}[/bold]: {escape(report.heading)}")
    if report.since:
        console.print(escape(report.summary))
        for plot in report.plots:
            if plot.changed:
                console.print(f"  {escape(plot.title)}  [dim]{escape(plot.id)}[/dim]")
    signs = _signs(console)
    for plot in report.plots:
        _show(plot, report.lang, signs, console)


def _signs(console: Console) -> Signs:
    try:
        "".join((*BLOCKS.bars, BLOCKS.before, BLOCKS.arrow)).encode(console.encoding)
    except (UnicodeEncodeError, LookupError):
        return LETTERS
    return BLOCKS


def _show(plot: Plot, lang: str, signs: Signs, console: Console) -> None:
    console.print()
    console.print(f"[bold]{escape(plot.title)}[/bold]  [dim]{escape(plot.id)}[/dim]")
    console.print(f"[italic]{escape(plot.meaning)}[/italic]")
    if plot.note:
        console.print(escape(plot.note))
    if plot.lines:
        console.print(_table(plot, lang, signs))
    else:
        console.print(escape(say_in(lang)("no_pieces")))
    if plot.facts:
        console.print("; ".join(escape(_fact(plot, fact, lang, signs)) for fact in plot.facts))


def _fact(plot: Plot, fact: Measured, lang: str, signs: Signs) -> str:
    before = fact.before if plot.compared else None
    return f"{fact.head.label}: {_cell((fact.now, before), fact.head.kind, lang, signs)}"


def _table(plot: Plot, lang: str, signs: Signs) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("", max_width=LABEL)
    for head in plot.heads:
        table.add_column(_legend(plot, head, signs), justify="right", max_width=20)
    bars = plot.form != "points"
    if bars:
        table.add_column(f"{signs.before} {say_in(lang)('before')}" if plot.changed else "")
    for line in plot.lines:
        cells = [Text(line.label), *_cells(plot, line, lang, signs)]
        table.add_row(*cells, *([_bars(plot, line, signs)] if bars else []))
    return table


def _legend(plot: Plot, head: Series, signs: Signs) -> Text:
    drawn = [other.key for other in plot.heads if other.drawn]
    if plot.form == "points" or not head.drawn or len(drawn) == 1:
        return Text(head.label)
    return Text(f"{_sign(drawn.index(head.key), signs)} {head.label}")


def _sign(index: int, signs: Signs) -> str:
    return signs.bars[index % len(signs.bars)]


def _cells(plot: Plot, line: Compared, lang: str, signs: Signs) -> list[Text]:
    if not plot.compared or (line.now and line.before):
        before = line.before or (None,) * len(plot.heads)
        readings = zip(line.now or (), before, plot.heads, strict=True)
        return [Text(_cell((now, old), head.kind, lang, signs)) for now, old, head in readings]
    word = say_in(lang)("new" if line.now else "gone")
    numbers = zip(line.now or line.before or (), plot.heads, strict=True)
    return [Text(f"{written(number, head.kind, lang)} ({word})") for number, head in numbers]


def _cell(both: tuple[Number, Number], kind: Kind, lang: str, signs: Signs) -> str:
    """``28 → 30 (+2)`` where what is now differs from before, else the number alone."""
    now, before = (written(number, kind, lang) for number in both)
    moved = change(*both, kind, lang)
    return signs.say(f"{before} {signs.arrow} {now} ({moved})" if moved else now)


def _bars(plot: Plot, line: Compared, signs: Signs) -> Text:
    """A bar for each drawn series; below it, where it changed, the one of before."""
    top = scale(plot)
    drawn = drawn_series(plot)
    if plot.form == "stacked":
        return _stacked(plot, line, signs)
    rows = []
    for place, index in enumerate(drawn):
        now, before = number_at(line.now, index), number_at(line.before, index)
        rows.append(_bar(now, top, _sign(place, signs)))
        if plot.compared and change(now or 0, before or 0, plot.heads[index].kind):
            rows.append(_bar(before, top, signs.before))
    return Text("\n".join(rows))


def _stacked(plot: Plot, line: Compared, signs: Signs) -> Text:
    """One bar, made of the series; below it, where it changed, the whole one of before."""
    top = scale(plot)
    parts = enumerate(line.now or ())
    rows = ["".join(_bar(number, top, _sign(place, signs)) for place, number in parts)]
    if line in plot.changed:
        rows.append(_bar(sum(number or 0 for number in line.before or ()), top, signs.before))
    return Text("\n".join(rows))


def _bar(number: Number, top: float, sign: str) -> str:
    if not number or number < 0:
        return ""
    return sign * max(1, round(BAR * number / top))
