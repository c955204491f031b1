"""``ecotable check``: everything that can be wrong, before paper is spent."""

from __future__ import annotations

import os

import click

from cards_data import Findings, load_games

from .shared_options import chosen, trusting


@click.command(name="check")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@chosen("--ink", "Which print of the faces is measured.")
@trusting
def command(games: tuple[str, ...], ink: str, trust: bool) -> None:
    """Check data, templates, text fit, symbols, pictures, colours and rules.

    Every problem is listed with its file and line; exit code 1 when there is one.

    \b
    ecotable check
    ecotable check ecologic
    ecotable check ecologic --ink low
    """
    from generator.check.check_game import check_games
    from generator.workers import Crew
    from scorer.trust import trust_here

    trust_here(trust)
    findings = Findings()
    sound = load_games(games, findings)
    with Crew(os.cpu_count() or 1) as crew:
        counts = check_games(sound, crew, findings, ink)
    for game in sound:
        languages = ", ".join(game.languages)
        click.echo(f"{game.slug}: {game.total} pieces, {counts[game.slug]} faces in {languages}")
    findings.raise_any()
