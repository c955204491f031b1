"""``ecotable check``: everything that can be wrong, before paper is spent."""

from __future__ import annotations

import click

from cards_data import Findings, load_games


@click.command(name="check", short_help="Find every problem before printing.")
@click.argument("games", nargs=-1, metavar="[GAME]...")
def command(games: tuple[str, ...]) -> None:
    """Check data, templates, text fit, symbols, pictures and colours.

    Every problem is listed with its file and line; exit code 1 when there is one.

    \b
    ecotable check
    ecotable check ecologic
    """
    from generator.checking import check_games

    findings = Findings()
    sound = load_games(games, findings)
    counts = check_games(sound, findings)
    for game in sound:
        languages = ", ".join(game.languages)
        click.echo(f"{game.slug}: {game.total} pieces, {counts[game.slug]} faces in {languages}")
    findings.raise_any()
