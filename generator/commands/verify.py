"""``ecotable verify``: check whether a printed PDF matches the current data."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .terminal_language import speech, terminal_option


@click.command(name="verify")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@terminal_option
def command(file: Path) -> None:
    """\b
    ecotable verify output/ecologic-en-a4.pdf
    """
    from generator.changes import report
    from generator.changes.compare import verify
    from generator.workers import WorkerPool

    say = speech()
    with WorkerPool() as pool:
        changes = verify(file, pool)
    if not changes:
        click.echo(say("cmd_matches", path=file, game=changes.game, version=changes.after))
        return
    click.echo(say("cmd_differs", path=file, before=changes.before, after=changes.after))
    for line in report.lines(changes, say):
        click.echo(line)
    sys.exit(1)
