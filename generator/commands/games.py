"""``ecotable games``: what there is to print."""

from __future__ import annotations

import click

from cards_data import Findings, Game, load_games


@click.command(name="games", short_help="The games, their decks, pieces, sheets, languages.")
@click.option("--unsure", is_flag=True, help="List the facts that no source gives, with reasons.")
def command(unsure: bool) -> None:
    """List the games, or what in them is a reconstruction.

    \b
    ecotable games
    ecotable games --unsure
    """
    findings = Findings()
    for game in load_games((), findings):
        click.echo("\n".join(_unsure(game) if unsure else _listing(game)))
    findings.raise_any()


def _listing(game: Game) -> list[str]:
    from generator.sheets.counting import sheets_needed
    from generator.sheets.papers import papers

    rows = []
    sheets = 0
    for decks, needed in sheets_needed(game, papers()["a4"]):
        sheets += needed
        for deck in decks:
            size = f"{deck.size.width_mm:.4g} × {deck.size.height_mm:.4g} mm"
            count = f"{needed:>2} sheets" if deck is decks[0] else "  with it"
            rows.append(f"  {deck.name:<20} {deck.total:>4} pieces  {count}  {size}")
    head = (
        f"{game.slug}: {game.title('en')}, {game.total} pieces, {sheets} sheets of A4, "
        f"{', '.join(game.languages)}"
    )
    return [head, *rows, ""]


def _unsure(game: Game) -> list[str]:
    lines = [f"  {fact.where}: {fact.reason}" for fact in game.unsure]
    return [f"{game.slug}: {len(lines)} facts that no source gives", *lines, ""]
