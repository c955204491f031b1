"""``ecotable check``: everything that can be wrong, before paper is spent."""

from __future__ import annotations

import click

from cards_data import Findings, Problems, list_games, load_game


@click.command(name="check", short_help="Find every problem before printing.")
@click.argument("games", nargs=-1, metavar="[GAME]...")
def command(games: tuple[str, ...]) -> None:
    """Check data, templates, text fit, symbols, pictures and colours.

    Every problem is listed with its file and line; exit code 1 when there is one.

    \b
    ecotable check
    ecotable check ecologic
    """
    from generator.checking import check_game

    findings = Findings()
    for name in games or list_games():
        try:
            game = load_game(name)
        except Problems as problems:
            findings.extend(problems.problems)
            continue
        faces = check_game(game, findings)
        click.echo(
            f"{game.slug}: {game.total} pieces, {faces} faces in {len(game.languages)} languages"
        )
    findings.raise_any()
