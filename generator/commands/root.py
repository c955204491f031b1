"""The command ``ecotable``: one line for each command, loaded only when it is called.

What a command is for stands here and not beside it, so that the list can be shown without loading
any of them.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cards_data.problems import Problems, did_you_mean

if TYPE_CHECKING:
    from scorer.core.result import Result

# Where each command lives and what it is for. Loading one costs what it needs and nothing else.
COMMANDS = {
    "games": ("generator.commands.games", "The games, their decks, pieces, sheets, languages."),
    "print": ("generator.commands.print", "PDF sheets into output/."),
    "check": ("generator.commands.check", "Find every problem before printing."),
    "changes": ("generator.commands.changes", "What changed, before/after, the swap list."),
    "verify": ("generator.commands.verify", "Whether a PDF matches the data at hand."),
    "cache": ("generator.commands.cache", "Look at the cache of drawn faces, or clear it."),
    "calibrate": (
        "generator.commands.calibrate",
        "The printer calibration sheet; printer profiles.",
    ),
    "preview": ("generator.commands.preview", "Live gallery in the browser, reloads on save."),
    "stats": ("generator.commands.stats", "Cost curves, symbols, chances; before and after."),
    "play": ("generator.commands.play", "Games played out by bots; before and after a change."),
    "score": ("scorer.terminal.command", "Who won, and why."),
    "serve": ("generator.commands.serve", "The page: print, rules, score, change."),
    "new": ("generator.commands.new", "A starter game of one's own in the current folder."),
    "sheet": ("generator.commands.sheet", "A deck as a workbook, and taken in again."),
    "translate": ("generator.commands.translate", "Texts for translators, and taken in again."),
    "layout": ("generator.commands.layout", "The boxes of a layout; a layout as a template."),
    "export": (
        "generator.commands.export",
        "Pictures, simulators, print on demand, cutters, boxes.",
    ),
    "docs": ("generator.commands.docs", "These documents, in the browser."),
    "site": ("generator.commands.site", "The page as plain files for any web space."),
}


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is named."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name][0]).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of ``--help``."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> object:
        """Problems are told in the language of ``--lang``; Ctrl-C is answered in one line."""
        try:
            return super().invoke(ctx)
        except Problems as problems:
            from .shared_options import chosen_language

            problems.lang = chosen_language(ctx) or problems.lang
            raise
        except KeyboardInterrupt:
            from .shared_options import spoken

            click.echo(spoken()("cmd_stopped"), err=True)
            sys.exit(130)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
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
    """Handed to the scorer, which must not import what writes PDFs."""
    from generator.kit.result_page import write_score_page

    write_score_page(result, path, lang)
