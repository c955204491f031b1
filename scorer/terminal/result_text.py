"""Show a result on the terminal: who won, every line with its reason, what would change it.

The only importer of Rich. Text that players typed is shown unchanged, never as markup.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cards_data.words import Say

from ..core.result import Line, Result, Tally, Turn, draw_rows
from ..core.translation import Translation
from .saved_tables import SavedTable

# A pipe has no width; sentences should stay on one line there.
PIPE_WIDTH = 240
# Text is never interpreted as markup or emoji, or highlighted.
_AS_IT_IS: Any = {"highlight": False, "markup": False, "emoji": False}


def console() -> Console:
    """Return standard output, as wide as the terminal; unsupported letters are shown as codes."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    screen = Console(**_AS_IT_IS)
    return screen if screen.is_terminal else Console(**_AS_IT_IS, width=PIPE_WIDTH)


def show(result: Result, title: str, say: Translation, screen: Console) -> None:
    screen.print(_headline(result, title, say))
    for note in result.notes:
        screen.print(Text(f"{say('note')}: {note.text}\n", style="yellow"))
    if result.board:
        screen.print(Text(f"{draw_rows(result.board)}\n"))
    for side in sorted(result.sides, key=lambda side: side.place):
        place = f"{side.place}. " if result.has_places else ""
        screen.print(_ledger(side, place, say))
    if result.extras:
        screen.print(Text(say("extras"), style="bold"))
        for table in _extras(result.extras, say):
            screen.print(table)


def _extras(extras: Sequence[Tally], say: Translation) -> list[Table]:
    """Return tables of extras: those with one line share a table, longer ones do not."""
    if any(len(extra.lines) != 1 for extra in extras):
        return [_ledger(extra, "", say) for extra in extras]
    table = _columns(say)
    for extra in extras:
        table.add_row(Text(extra.name), str(extra.total), _reason(extra.lines[0], say))
    return [table]


def _columns(say: Translation, title: Text | None = None) -> Table:
    table = Table(box=SIMPLE_HEAD, title=title, title_justify="left", pad_edge=False)
    table.add_column(say("column.rule"), no_wrap=True)
    table.add_column(say("column.points"), justify="right", no_wrap=True)
    table.add_column(say("column.why"), overflow="fold")
    return table


def _headline(result: Result, title: str, say: Translation) -> Text:
    style = {"lost": "bold red", "ongoing": "bold yellow"}.get(result.outcome, "bold green")
    names = "" if result.outcome == "draw" else say.join(result.winners)
    winner = say("winner", names=names) if names else ""
    parts = [(title, "bold"), (" – ", ""), (say(f"outcome.{result.outcome}"), style)]
    second = [("\n", ""), *([(f"{winner}. ", style)] if winner else []), (result.reason, "")]
    return Text.assemble(*parts, *second, ("\n", ""))


def _ledger(tally: Tally, place: str, say: Translation) -> Table:
    """Return one side: a row for each line and the total."""
    title = Text(f"{place}{tally.name}: {tally.total}", style="bold")
    title.append(f"  {tally.about}" if tally.about else "", style="not bold")
    table = _columns(say, title)
    for line in tally.lines:
        style = "" if line.points else "dim"
        table.add_row(
            Text(say(f"rule.{line.rule}")), str(line.points), _reason(line, say), style=style
        )
    table.add_section()
    table.add_row(Text(say("total"), style="bold"), Text(str(tally.total), style="bold"), "")
    return table


def _reason(line: Line, say: Translation) -> Text:
    """Return the reason, and the board cells that were counted."""
    if not line.cells:
        return Text(line.why)
    cells = " · ".join(f"{row},{column}" for row, column in line.cells)
    return Text.assemble(line.why, " ", (f"[{say('cells', cells=cells)}]", "cyan"))


def show_turns(turns: Sequence[Turn], say: Translation, screen: Console) -> None:
    screen.print(Text(say("what_if"), style="bold"))
    if not turns:
        screen.print(Padding(Text(say("what_if.none")), (0, 0, 0, 2)))
    for turn in turns:
        screen.print(Padding(Text(f"• {turn.text}: {turn.then}"), (0, 0, 0, 2)))


def show_saved(tables: Sequence[SavedTable], say: Say, screen: Console) -> None:
    if not tables:
        screen.print(Text(say("saved.none")))
        return
    grid = Table(box=SIMPLE_HEAD, pad_edge=False)
    for key in ("id", "when", "game", "who", "result"):
        grid.add_column(say(f"saved.{key}"), overflow="fold")
    for table in tables:
        names, end = ", ".join(table.names), _outcome_text(table, say)
        grid.add_row(*map(Text, (str(table.id), table.when, table.game, names, end)))
    screen.print(grid)


def _outcome_text(table: SavedTable, say: Say) -> str:
    if table.is_open:
        return say("saved.begun")
    outcome = say.word(f"outcome.{table.outcome}", table.outcome)
    return f"{outcome}: {say.join(table.winners)}" if table.winners else outcome


def show_grid(rows: Iterable[Sequence[int]], corner: str, screen: Console) -> None:
    """Show a table of numbers with both sides counted from 1."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    grid = [tuple(row) for row in rows]
    table.add_column(Text(corner), justify="right", style="bold")
    for number in range(1, len(grid[0]) + 1):
        table.add_column(str(number), justify="right")
    for number, row in enumerate(grid, 1):
        table.add_row(str(number), *(str(cell) for cell in row))
    screen.print(table)
