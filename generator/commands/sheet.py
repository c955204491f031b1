"""``ecotable sheet``: a deck as a workbook, and taken in again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cards_data import load_game
from cards_data.problems import Problem, Problems, Text, WrongArgument, did_you_mean, quoted

from .choices import decks_meant

if TYPE_CHECKING:
    from generator.workbench.deck_workbooks import DeckSheet


@click.command(name="sheet")
@click.argument("game")
@click.argument("deck")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.xlsx",
    help="Where the workbook is written.  [default: output/GAME-DECK.xlsx]",
)
@click.option(
    "--read",
    "taken",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Take a workbook in again: what differs is listed.",
)
@click.option("--yes", is_flag=True, help="With --read: write what differs into the deck.")
def command(game: str, deck: str, out: Path | None, taken: Path | None, yes: bool) -> None:
    """Write a deck as a workbook for a spreadsheet program, and take it in again.

    Its cells know what they may hold, and the notes of the header say it. Taken in again, what
    differs is listed first, and written with --yes: only those cells change.

    \b
    ecotable sheet ecologic events --out events.xlsx
    ecotable sheet petro events --read events.xlsx
    ecotable sheet petro events --read events.xlsx --yes
    """
    from generator.workbench.deck_workbooks import DeckSheet

    loaded = load_game(game, counted=False)
    (name,) = decks_meant(loaded, (deck,))
    if name not in loaded.decks:
        hint = did_you_mean(deck, loaded.decks)
        found, allowed = Text("value.unknown", value=quoted(deck)), ", ".join(loaded.decks)
        raise Problems([WrongArgument("deck", found, allowed, hint)])
    sheet = DeckSheet(loaded, name)
    if taken is None:
        path = out or Path("output") / f"{loaded.slug}-{name}.xlsx"
        _check_suffix(path)
        click.echo(f"{path}  {sheet.write(path)} rows")
    else:
        _take_in(sheet, taken, yes)


def _check_suffix(path: Path) -> None:
    if path.suffix.lower() != ".xlsx":
        raise Problems(
            [
                WrongArgument(
                    "--out", Text("command.no_workbook", value=quoted(path.name)), "FILE.xlsx"
                )
            ]
        )


def _take_in(sheet: DeckSheet, taken: Path, yes: bool) -> None:
    if not taken.is_file():
        raise Problems([Problem(str(taken), Text("file.missing"))])
    changes = sheet.changes(taken)
    for line in changes.lines():
        click.echo(line)
    if changes.reordered:
        click.echo("the rows stand in another order there; the deck keeps its own")
    if not changes:
        click.echo("nothing differs")
    elif yes:
        click.echo(f"{sheet.take_in(taken, changes)} is written")
    else:
        click.echo("nothing is written; --yes writes it")
