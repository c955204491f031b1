"""``ecotable games``: what there is to print."""

from __future__ import annotations

import click

from cards_data import Findings, Game, Problems, load_games, quoted
from cards_data.languages.locales import own_name
from cards_data.problems import Text, WrongArgument
from cards_data.reader import leaflet_files, shown_path
from generator.words import counted

from .choices import any_case
from .own_games_apart import headed, own_first


@click.command(name="games")
@click.option("--unsure", is_flag=True, help="List the facts that no source gives, with reasons.")
@click.option(
    "--lang",
    default="",
    metavar="CODE",
    callback=any_case,
    help="Only games in this language, with their titles in it.",
)
def command(unsure: bool, lang: str) -> None:
    """List the games, or what in them is a reconstruction.

    \b
    ecotable games
    ecotable games --lang sv
    ecotable games --unsure
    """
    findings = Findings()
    games = load_games((), findings, leaflets=False)
    known = sorted({code for game in games for code in game.languages})
    if lang and games and lang not in known:
        raise Problems(
            [
                WrongArgument(
                    "--lang", Text("command.no_game_in", lang=quoted(lang)), ", ".join(known)
                )
            ]
        )
    wanted = own_first(game for game in games if not lang or lang in game.languages)
    lines = [
        line
        for heading, game in headed(wanted)
        for line in (
            *((*heading, "") if heading else ()),
            *(_unsure(game) if unsure else _listing(game, lang or game.languages[0])),
        )
    ]
    if lines:
        click.echo("\n".join(lines))
    findings.raise_any()


def _listing(game: Game, lang: str) -> list[str]:
    from generator.sheets.papers import papers
    from generator.sheets.shared_sheets import sheets_needed

    rows = []
    sheets = 0
    for decks, needed in sheets_needed(game, papers()["a4"]):
        sheets += needed
        for deck in decks:
            size = f"{deck.size.width_mm:.4g} × {deck.size.height_mm:.4g} mm"
            count = counted(needed, "sheet") if deck is decks[0] else "with it"
            pieces = f"{counted(deck.total, 'piece'):>11}"
            rows.append(f"  {deck.name:<20} {pieces}  {count:>9}  {size:<16} {deck.title(lang)}")
    whole = f"{counted(game.total, 'piece')} on {counted(sheets, 'sheet')} of A4"
    head = f"{game.slug}: {game.title(lang)}, {whole}, {', '.join(game.languages)}"
    return [head, *rows, f"  beside them: {_kit_pages(game)}", ""]


def _kit_pages(game: Game) -> str:
    """The pages that are printed beside the pieces; their number is known once they are set."""
    from generator.compose.printed_numbers import has_rules

    pages = ["how-to page"]
    pages += ["rules leaflet"] if leaflet_files(game.folder) else []
    pages += ["score sheet"] if has_rules(game) else []
    return ", ".join(pages)


def _unsure(game: Game) -> list[str]:
    lines = [f"  {fact.where}: {fact.reason}" for fact in game.unsure]
    head = f"{game.slug}: {counted(len(lines), 'fact')} that no source gives"
    if game.unread:
        head += f", {counted(len(game.unread), 'translation')} that no native speaker has read"
        place = shown_path(game.folder / "game.yaml")
        lines += [f"  {place} unread: {own_name(lang)} ({lang})" for lang in game.unread]
    return [head, *lines, ""]
