"""``ecotable score``: a table state from a file, standard input or questions; a result out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from cards_data import load_game

from .engine import Scorer, scorer_for
from .result import Result
from .sources import read_source
from .speech import LANGUAGES
from .state import TableState

# The root command provides it: a page is drawn outside the scorer.
PdfWriter = Callable[[Result, Path, str], None]


@click.command("score")
@click.argument("game")
@click.argument("state", required=False, metavar="[STATE]")
@click.option("--json", "as_json", is_flag=True, help="The result as JSON on standard output.")
@click.option("--pdf", type=click.Path(dir_okay=False, path_type=Path), help="A page to keep.")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
@click.option("--what-if", is_flag=True, help="The smallest changes that would have turned it.")
@click.option("--table", is_flag=True, help="Ecologic: the balance table, instead of a score.")
@click.option("--exact", is_flag=True, help="With --table: rounded to the nearest, in one step.")
def command(
    game: str,
    state: str | None,
    as_json: bool,
    pdf: Path | None,
    lang: str,
    what_if: bool,
    table: bool,
    exact: bool,
) -> None:
    """Who won, and why.

    STATE is a YAML or JSON file that says what lies on the table, or - for standard input.
    Without STATE the questions are asked at the terminal.
    """
    if table:
        _show_table(game, as_json, exact, lang)
        return
    writer = _pdf_writer() if pdf else None
    scorer = scorer_for(game, lang)
    checked = _state(scorer, state)
    result = scorer.score(checked)
    if writer and pdf:
        writer(result, pdf, lang)
    _show(scorer, checked, result, as_json, what_if)


def _state(scorer: Scorer, source: str | None) -> TableState:
    """The checked table, wherever it comes from."""
    if source is None:
        return _asked(scorer)
    document = read_source(source)
    return scorer.read(document.data, document)


def _asked(scorer: Scorer) -> TableState:
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise click.UsageError(
            "no STATE, and no terminal to ask at; "
            "allowed: a YAML or JSON file, or - for standard input"
        )
    from .ask import ask_state

    return ask_state(scorer)


def _show(
    scorer: Scorer, state: TableState, result: Result, as_json: bool, with_changes: bool
) -> None:
    from .whatif import what_if

    turns = what_if(scorer, state) if with_changes else None
    if as_json:
        from .present.json import as_data, as_text, turns_as_data

        more = {} if turns is None else {"what_if": turns_as_data(turns)}
        click.echo(as_text({**as_data(result), **more}, _encoding()))
        return
    from .present import text

    screen = text.console()
    text.show(result, scorer.game.title(scorer.say.lang), scorer.say, screen)
    if turns is not None:
        text.show_turns(turns, scorer.say, screen)


def _show_table(game: str, as_json: bool, exact: bool, lang: str) -> None:
    """The printed balance table of a game that has one."""
    from .registry import rules
    from .speech import speech

    found = load_game(game)
    printed = rules(found.slug).printed(found)
    grid: Any = printed.get("balance_table_exact" if exact else "balance_table")
    if grid is None:
        raise click.UsageError(f"{found.slug} has no table; allowed: ecologic")
    if as_json:
        from .present.json import as_text

        click.echo(as_text([list(row) for row in grid], _encoding()))
        return
    from .present import text

    say = speech(found, lang)
    text.show_grid(grid, f"{say('profits')} ↓ {say('enviros')} →", text.console())


def _encoding() -> str:
    return getattr(sys.stdout, "encoding", None) or "utf-8"


def _pdf_writer() -> PdfWriter:
    """The writer that the root command gives its commands."""
    given = click.get_current_context().find_root().obj
    writer = given.get("score_pdf") if hasattr(given, "get") else None
    if writer is None:
        raise click.UsageError("--pdf needs the whole ecotable command: run it as ecotable score")
    found: PdfWriter = writer
    return found
