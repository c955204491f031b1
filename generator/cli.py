"""The command ``ecotable``: one line for each command, loaded only when it is called."""

from __future__ import annotations

import signal
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cards_data.problems import Problems

if TYPE_CHECKING:
    from scorer.result import Result

# Where each command lives. Loading one costs what it needs and nothing else.
COMMANDS = {
    "games": "generator.commands.games",
    "print": "generator.commands.print",
    "check": "generator.commands.check",
    "changes": "generator.commands.changes",
    "verify": "generator.commands.verify",
    "cache": "generator.commands.cache",
    "calibrate": "generator.commands.calibrate",
    "preview": "generator.commands.preview",
    "stats": "generator.commands.stats",
    "score": "scorer.command",
    "serve": "generator.commands.serve",
    "new": "generator.commands.new",
    "export": "generator.commands.export",
    "site": "generator.commands.site",
}


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is named."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name]).command
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Ctrl-C is answered in one line, whatever was going on."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("stopped", err=True)
            sys.exit(130)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from cards_data.problems import did_you_mean

        name = args[0] if args else ""
        if name and name not in COMMANDS and not name.startswith("-"):
            hint = did_you_mean(name, COMMANDS)
            ctx.fail(
                f'no command "{name}"; allowed: {", ".join(COMMANDS)}' + f"; {hint}" * bool(hint)
            )
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="ecotable")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Print the games, score the table.

    \b
    ecotable games                   what there is
    ecotable print ecologic          sheets to print, in output/
    ecotable score ecologic          who won, and why
    """
    ctx.obj = {"score_pdf": _score_pdf}


def _score_pdf(result: Result, path: Path, lang: str) -> None:
    """What the scorer is lent: it must not know of PDFs, and starts faster for it."""
    from generator.kit.result_page import write_score_page

    write_score_page(result, path, lang)


def main() -> None:
    """Expected errors print their lines; bugs print a traceback."""
    # A polite request to end is answered like Ctrl-C: nothing half done stays behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        cli()
    except Problems as problems:
        for problem in problems.problems:
            print(problem, file=sys.stderr)
        sys.exit(problems.exit_code)
