"""The ``ecotable`` command: loads each subcommand only when it is called.

``help_words.csv`` describes the commands, so the list is shown without loading any of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .terminal_language import TYPED, speech, terminal_option

if TYPE_CHECKING:
    from scorer.core.result import Result

# The module of each command.
COMMANDS = {
    name: f"generator.commands.{name}"
    for name in (
        *("games", "print", "check", "changes", "verify", "cache", "calibrate", "preview"),
        *("stats", "play", "score", "serve", "new", "sheet", "translate", "layout", "export"),
        *("docs", "site"),
    )
} | {"score": "scorer.terminal.command"}


class SpokenContext(click.Context):
    """A command line whose help is in the language of the terminal."""

    def get_help(self) -> str:
        from .help_text import help_text

        return help_text(self)

    def invoke(self, callback: Any, /, *args: Any, **values: Any) -> Any:
        """Run a command; a game may be the name of a ``.zip``."""
        # Of one game, ``games`` is the number of plays.
        names = (values["game"],) if "game" in values else values.get("games", ())
        if not any(str(name).endswith(".zip") for name in names):
            return super().invoke(callback, *args, **values)
        from .opened_zips import open_zips

        with open_zips(self, values) as opened_values:
            return super().invoke(callback, *args, **opened_values)


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is used."""

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
        ctx.meta[TYPED] = tuple(args)
        with _translate_errors(ctx, args):
            return super().parse_args(ctx, list(args))

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; answer Ctrl-C with one line."""
        try:
            with _translate_errors(ctx, ctx.args):
                return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo(speech()("cmd_stopped"), err=True)
            sys.exit(130)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name and name not in COMMANDS and not name.startswith("-"):
            from .usage_errors import unknown_command

            raise unknown_command(name, str(ctx.info_name), COMMANDS)
        return super().resolve_command(ctx, args)


@contextmanager
def _translate_errors(context: click.Context, words: list[str]) -> Iterator[None]:
    """Translate problems and command line errors into the terminal's language."""
    try:
        yield
    except (click.exceptions.Exit, click.Abort):
        raise
    except Exception as error:
        from .usage_errors import in_terminal_language

        raise in_terminal_language(error, context, words) from error.__cause__


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="ecotable")
@terminal_option
@click.pass_context
def cli(ctx: click.Context) -> None:
    ctx.obj = {"score_pdf": _score_pdf}


def _score_pdf(result: Result, path: Path, lang: str) -> None:
    """Write a score PDF; passed to the scorer, which must not import the PDF code."""
    from generator.kit.result_page import write_score_page

    write_score_page(result, path, lang)
