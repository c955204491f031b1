"""``ecotable games``: what there is to print."""

from __future__ import annotations

import click

from cards_data import Findings, Game, Problems, list_games, load_game


@click.command(name="games", short_help="The games, their decks, pieces, sheets, languages.")
@click.option("--unsure", is_flag=True, help="List the facts that no source gives, with reasons.")
def command(unsure: bool) -> None:
    """List the games, or what in them is a reconstruction.

    \b
    ecotable games
    ecotable games --unsure
    """
    findings = Findings()
    for slug in list_games():
        try:
            game = load_game(slug)
        except Problems as problems:
            findings.extend(problems.problems)
            continue
        click.echo("\n".join(_unsure(game) if unsure else _listing(game)))
    findings.raise_any()


def _listing(game: Game) -> list[str]:
    from generator.sheets.grids import grid, split
    from generator.sheets.papers import papers

    paper = papers()["a4"]
    rows = []
    sheets = 0
    for deck in game.decks.values():
        found = grid(deck.size, deck.gap_mm, paper)
        if found:
            needed = -(-deck.total // len(found.slots))
        else:
            needed = len(split(deck.size, paper)) * deck.total
        sheets += needed
        size = f"{deck.size.width_mm:.4g} × {deck.size.height_mm:.4g} mm"
        rows.append(f"  {deck.name:<20} {deck.total:>4} pieces  {needed:>2} sheets  {size}")
    head = (
        f"{game.slug}: {game.title('en')}, {game.total} pieces, {sheets} sheets of A4, "
        f"{', '.join(game.languages)}"
    )
    return [head, *rows, ""]


def _unsure(game: Game) -> list[str]:
    lines = [f"  {fact.where}: {fact.reason}" for fact in game.unsure]
    return [f"{game.slug}: {len(lines)} facts that no source gives", *lines, ""]
