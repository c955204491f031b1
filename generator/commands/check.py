"""``ecotable check``: everything that can be wrong, before paper is spent."""

from __future__ import annotations

import os

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
    from generator.check.game import check_games
    from generator.crew import Crew

    findings = Findings()
    sound = load_games(games, findings)
    with Crew(os.cpu_count() or 1) as crew:
        counts = check_games(sound, crew, findings)
    for game in sound:
        languages = ", ".join(game.languages)
        click.echo(f"{game.slug}: {game.total} pieces, {counts[game.slug]} faces in {languages}")
    findings.raise_any()
