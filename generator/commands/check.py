"""``ecotable check``: everything that can be wrong, before paper is spent."""

from __future__ import annotations

import os

import click

from cards_data import Findings, load_games

from .shared_options import chosen, trusting

SOFT_HYPHENS = "long words are broken only at soft hyphens (U+00AD) in the data"


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
    from generator.text.hyphenation import has_patterns
    from generator.workers import WorkerPool
    from scorer.trust import trust_here

    trust_here(trust)
    findings = Findings()
    sound = load_games(games, findings)
    with WorkerPool(os.cpu_count() or 1) as pool:
        counts = check_games(sound, pool, findings, ink)
    for game in sound:
        languages = ", ".join(game.languages)
        click.echo(f"{game.slug}: {game.total} pieces, {counts[game.slug]} faces in {languages}")
        for note in game.notes:
            click.echo(str(note))
        for lang in game.languages:
            if not has_patterns(lang):
                click.echo(f"{game.slug}: no hyphenation patterns for {lang}; {SOFT_HYPHENS}")
    findings.told_once().raise_any()
