"""``ecotable score``: score a table from a file, standard input or questions."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from cards_data import Problem, load_game, quote
from cards_data.languages.locales import PSEUDO
from cards_data.problems import Message, Place, Problems, WrongArgument
from cards_data.schema import whole_numbers
from cards_data.words import PLAIN

from ..core.result import Result, as_data, as_text, turns_as_data
from ..core.state import TableState
from ..core.translation import own_languages
from ..engine import Scorer, scorer_for
from ..registry import trust_here
from .saved_tables import SavedTable, SavedTables, number_changes, saved_tables
from .state_source import read_source


def grid(printed: Mapping[str, object], name: str, slug: str) -> Sequence[Sequence[int]]:
    """Return the first table, or the one whose name ends like this."""
    tables = {key: value for key, value in printed.items() if _is_grid(value)}
    if not tables:
        raise Problems([WrongArgument("--table", Message("state.prints_none", game=slug))])
    fitting = [key for key in tables if name in ("", key) or key.endswith(f"_{name}")]
    if not fitting:
        fault = Message("value.unknown", value=quote(name))
        raise Problems([WrongArgument.unknown("--table", fault, name, tables)])
    chosen: Any = tables[fitting[0]]
    return list(chosen)


def _is_grid(value: object) -> bool:
    rows = value if isinstance(value, tuple) and value else ()
    return bool(rows) and all(
        isinstance(row, tuple) and row and all(isinstance(cell, int) for cell in row)
        for row in rows
    )


# Provided by the root command: pages are drawn outside the scorer.
PdfWriter = Callable[[Result, Path, str], None]
ANY_TABLE = "*"


class ScoreOptions(NamedTuple):
    """The options on the command line."""

    game: str | None
    source: str | None
    as_json: bool
    pdf: Path | None
    lang: str
    what_if: bool
    tables: bool
    again: str | None
    table: str | None

    def check(self) -> None:
        """Refuse options that conflict; none is silently ignored."""
        is_given = {
            "STATE": self.source is not None,
            "--pdf": self.pdf is not None,
            "--what-if": self.what_if,
            "--tables": self.tables,
            "--again": self.again is not None,
            "--table": self.table is not None,
        }
        alone = {
            "--tables": ("STATE", "--pdf", "--what-if", "--again", "--table"),
            "--table": ("STATE", "--pdf", "--what-if", "--again"),
            "--again": ("STATE",),
        }
        for option, others in alone.items():
            wrong = [other for other in others if is_given[option] and is_given[other]]
            if wrong:
                fault = Message("score.apart", option=option, others=", ".join(wrong))
                raise Problems([WrongArgument("score", fault, Message("game.one_of_two"))])
        if not self.game and not (self.tables or self.again):
            raise Problems(
                [WrongArgument("score", Message("score.no_game"), Message("score.without_game"))]
            )


@click.command("score")
@click.argument("game", required=False)
@click.argument("state", required=False, metavar="[STATE]")
@click.option("--json", "as_json", is_flag=True)
@click.option("--pdf", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@click.option("--lang", default=PLAIN, show_default=True, metavar="CODE")
@click.option("--what-if", is_flag=True)
@click.option("--tables", is_flag=True)
@click.option("--again", metavar="ID")
@click.option("--table", metavar="[NAME]", is_flag=False, flag_value=ANY_TABLE)
@click.option("--trust", is_flag=True)
def command(game: str | None, state: str | None, trust: bool, as_json: bool, **more: Any) -> None:
    """\b
    ecotable score ecologic
    ecotable score ecologic table.yaml --what-if
    ecotable score --tables
    ecotable score --again 3 --pdf result.pdf
    """
    options = ScoreOptions(game, state, as_json, **more)
    options = options._replace(lang=options.lang.strip().lower())
    options.check()
    _check_language(options)
    trust_here(trust)
    if options.tables:
        _list_tables(options, saved_tables())
    elif options.table is not None:
        _show_table(options)
    else:
        _score(options, saved_tables())


def _check_language(options: ScoreOptions) -> None:
    """Check for a language of the program, or one that only the game has."""
    own = load_game(options.game, leaflets=False).languages if options.game else ()
    languages = dict.fromkeys((*own_languages(), *own, PSEUDO))
    if options.lang not in languages:
        fault = Message("value.unknown", value=quote(options.lang))
        raise Problems([WrongArgument.unknown("--lang", fault, options.lang, languages)])


def _score(options: ScoreOptions, saved: SavedTables) -> None:
    """Show the score first: if anything fails later, it has been shown and saved."""
    writer = _pdf_writer() if options.pdf else None
    again = saved.find(options.again) if options.again is not None else None
    _check_game(options, again)
    scorer = scorer_for(again.game if again else str(options.game), options.lang)
    state, number = _state(scorer, options, again, saved)
    result = scorer.score(state)
    if not options.as_json:
        from . import result_text as text

        text.show(result, scorer.game.title(scorer.say.lang), scorer.say, text.console())
    if again and not again.is_open:
        _tell_differences(scorer, again, result)
    else:
        _save(scorer, state, result, number, saved)
    if options.what_if:
        _show_turns(scorer, state, result, options.as_json)
    elif options.as_json:
        _echo_json(as_data(result))
    if writer and options.pdf:
        sys.stdout.flush()
        writer(result, options.pdf, options.lang)


def _check_game(options: ScoreOptions, again: SavedTable | None) -> None:
    if again and options.game and load_game(options.game, leaflets=False).slug != again.game:
        fault = Message("score.other_game", id=again.id, game=again.game, wanted=options.game)
        raise Problems([WrongArgument("--again", fault)])


def _state(
    scorer: Scorer, options: ScoreOptions, again: SavedTable | None, saved: SavedTables
) -> tuple[TableState, int | None]:
    """Return the checked table from any source, and its number if it is already saved."""
    if again and not again.is_open:
        return scorer.read(again.state), again.id
    if options.source is None:
        return _ask_table(scorer, again, saved)
    document = read_source(options.source)
    return scorer.read(document.data, document), None


def _ask_table(
    scorer: Scorer, again: SavedTable | None, saved: SavedTables
) -> tuple[TableState, int]:
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise Problems(
            [WrongArgument("score", Message("score.no_terminal"), Message("score.state_source"))]
        )
    from .table_questions import ask_state

    return ask_state(scorer, saved, again)


def _save(
    scorer: Scorer, state: TableState, result: Result, number: int | None, saved: SavedTables
) -> None:
    raw = state.raw()
    table_id = number or saved.find_same(raw) or 0
    names = tuple(side.name for side in result.sides)
    when = time.strftime("%Y-%m-%d %H:%M")
    entry = SavedTable(table_id, scorer.game.slug, when, names, result.outcome, result.winners, raw)
    entry = entry._replace(numbers=whole_numbers(scorer.numbers))
    try:
        number_saved = saved.save(entry)
    except Problems as problems:
        # The score has been computed and must be shown, also if it cannot be saved.
        click.echo("\n".join(one.text_in(scorer.say.lang) for one in problems.problems), err=True)
        return
    if sys.stdout and sys.stdout.isatty():
        click.echo(scorer.say("saved.as", id=number_saved), err=True)


def _tell_differences(scorer: Scorer, saved_table: SavedTable, result: Result) -> None:
    """Report numbers that changed since the table was scored, and both outcomes if they differ."""
    changed = number_changes(saved_table, whole_numbers(scorer.numbers), scorer.say)
    if not changed:
        return
    click.echo(scorer.say("saved.numbers", id=saved_table.id, when=saved_table.when), err=True)
    for line in changed:
        click.echo(f"  {line}", err=True)
    then, now = ((one.outcome, tuple(one.winners)) for one in (saved_table, result))
    if then != now:
        say = scorer.say
        ended = [say.join(names) or say.word(f"outcome.{end}", end) for end, names in (then, now)]
        click.echo(say("saved.turned", before=ended[0], now=ended[1]), err=True)


def _show_turns(scorer: Scorer, state: TableState, result: Result, as_json: bool) -> None:
    """Show what would have changed the result; as JSON together with the result."""
    from ..whatif import what_if

    turns = what_if(scorer, state)
    if as_json:
        _echo_json({**as_data(result), "what_if": turns_as_data(turns)})
        return
    from . import result_text as text

    text.show_turns(turns, scorer.say, text.console())


def _echo_json(data: Any) -> None:
    click.echo(as_text(data, getattr(sys.stdout, "encoding", None) or "utf-8"))


def _list_tables(options: ScoreOptions, saved: SavedTables) -> None:
    """List tables, newest first: number, date, game, who and how it ended."""
    slug = load_game(options.game, leaflets=False).slug if options.game else ""
    tables = [table for table in saved.all() if not slug or table.game == slug]
    for path in saved.unreadable():
        problem = Problem(Place(str(path)), Message("state.no_saved"), "", Message("state.remove"))
        click.echo(problem.text_in(options.lang), err=True)
    if options.as_json:
        keys = ("id", "game", "when", "names", "outcome", "winners")
        _echo_json([{key: getattr(table, key) for key in keys} for table in tables])
        return
    from ..core.translation import general_words
    from . import result_text as text

    text.show_saved(tables, general_words().say(options.lang), text.console())


def _show_table(options: ScoreOptions) -> None:
    scorer = scorer_for(str(options.game), options.lang)
    name = "" if options.table == ANY_TABLE else str(options.table)
    rows = grid(scorer.to_print(), name, scorer.game.slug)
    if options.as_json:
        _echo_json([list(row) for row in rows])
        return
    from . import result_text as text

    text.show_grid(rows, scorer.say.word("table.corner", ""), text.console())


def _pdf_writer() -> PdfWriter:
    """Return the writer that the root command gives its commands."""
    shared = click.get_current_context().find_root().obj
    writer: PdfWriter | None = shared.get("score_pdf") if hasattr(shared, "get") else None
    if writer is None:
        raise Problems([WrongArgument("--pdf", Message("score.whole_command"))])
    return writer
