"""The command ``ecotable``: each of its commands is loaded only when it is called.

What each is for is in ``help_words.csv``: the list is shown without loading any of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cards_data.problems import ENGLISH, Message, Problems, WrongArgument, did_you_mean, quoted

from .terminal_language import keep_typed, spoken, terminal_language, terminal_option

if TYPE_CHECKING:
    from scorer.core.result import Result

# Where each command lives. Loading one costs what it needs and nothing else.
COMMANDS = {
    name: f"generator.commands.{name}"
    for name in (
        *("games", "print", "check", "changes", "verify", "cache", "calibrate", "preview"),
        *("stats", "play", "score", "serve", "new", "sheet", "translate", "layout", "export"),
        *("docs", "site"),
    )
} | {"score": "scorer.terminal.command"}


class SpokenContext(click.Context):
    def get_help(self) -> str:
        from .help_text import help_text

        return help_text(self)


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is named."""

    context_class = SpokenContext

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name]).command
        command.context_class = SpokenContext
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        keep_typed(ctx, args)
        with _told(ctx, args):
            return super().parse_args(ctx, list(args))

    def invoke(self, ctx: click.Context) -> object:
        """Ctrl-C is answered in one line."""
        try:
            with _told(ctx, ctx.args):
                return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo(spoken()("cmd_stopped"), err=True)
            sys.exit(130)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name and name not in COMMANDS and not name.startswith("-"):
            found = Message("usage.not_a_command", value=quoted(name))
            where, hint = str(ctx.info_name), did_you_mean(name, COMMANDS)
            raise Problems([WrongArgument(where, found, ", ".join(COMMANDS), hint)])
        return super().resolve_command(ctx, args)


@contextmanager
def _told(context: click.Context, words: list[str]) -> Iterator[None]:
    """Problems, and what is wrong with the words of a command line, in the terminal's language."""
    try:
        yield
    except Problems as problems:
        # What a game says in a language of its own stays in it.
        if problems.lang == ENGLISH:
            problems.lang = terminal_language(context)
        raise
    except click.UsageError as error:
        from .help_text import as_problem

        problem = as_problem(error, context, words)
        if problem is None:
            raise
        told = Problems([problem])
        told.lang = terminal_language(context)
        raise told from None


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="ecotable")
@terminal_option
@click.pass_context
def cli(ctx: click.Context) -> None:
    ctx.obj = {"score_pdf": _score_pdf}


def _score_pdf(result: Result, path: Path, lang: str) -> None:
    """Handed to the scorer, which must not import what writes PDFs."""
    from generator.kit.result_page import write_score_page

    write_score_page(result, path, lang)
