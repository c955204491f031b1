"""``ecotable sheet``: export a deck as a workbook, and import it again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cards_data import load_game
from cards_data.problems import Message, Place, Problems, WrongArgument, quote
from cards_data.words import PLAIN

from .choices import find_decks, language
from .terminal_language import speech

if TYPE_CHECKING:
    from generator.workbench.deck_workbooks import DeckSheet


@click.command(name="sheet")
@click.argument("game")
@click.argument("deck")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.xlsx")
@click.option("--read", "taken", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@click.option("--yes", is_flag=True)
@language
def command(
    game: str, deck: str, out: Path | None, taken: Path | None, yes: bool, lang: str
) -> None:
    """\b
    ecotable sheet ecologic events --out events.xlsx
    ecotable sheet petro events --read events.xlsx
    ecotable sheet petro events --read events.xlsx --yes
    """
    from generator.workbench.deck_workbooks import DeckSheet

    loaded = load_game(game, counted=False)
    (name,) = find_decks(loaded, (deck,))
    if name not in loaded.decks:
        fault = Message("value.unknown", value=quote(deck))
        raise Problems([WrongArgument.unknown("deck", fault, deck, loaded.decks)])
    sheet = DeckSheet(loaded, name, lang or PLAIN)
    if taken is None:
        path = out or Path("output") / f"{loaded.slug}-{name}.xlsx"
        if path.suffix.lower() != ".xlsx":
            fault = Message("command.no_workbook", value=quote(path.name))
            raise Problems([WrongArgument("--out", fault, Message("command.workbook_file"))])
        click.echo(speech()("cmd_rows", path=path, n=sheet.write(path)))
    else:
        _import_sheet(sheet, taken, yes)


def _import_sheet(sheet: DeckSheet, path: Path, yes: bool) -> None:
    if not path.is_file():
        raise Problems.of(Place(str(path)), Message("file.missing"))
    changes, say = sheet.changes(path), speech()
    for line in changes.lines():
        click.echo(line)
    if changes.reordered:
        click.echo(say("cmd_other_order"))
    if not changes:
        click.echo(say("cmd_nothing_differs"))
    elif yes:
        click.echo(say("cmd_is_written", path=sheet.import_changes(changes)))
    else:
        click.echo(say("cmd_yes_writes"))
