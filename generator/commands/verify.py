"""``ecotable verify``: does a printed PDF match the data at hand?"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click


@click.command(name="verify")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def command(file: Path) -> None:
    """Say whether a printed PDF still matches the data, and which pieces differ.

    Exit code 0 when it does, 1 when it does not.

    \b
    ecotable verify output/ecologic-en-a4.pdf
    """
    from cards_data.words import PLAIN
    from generator.changes import report
    from generator.changes.verify import verify
    from generator.words import say_in
    from generator.workers import WorkerPool

    with WorkerPool(os.cpu_count() or 1) as pool:
        changes = verify(file, pool)
    if not changes:
        click.echo(f"{file} matches {changes.game}, data version {changes.after}")
        return
    click.echo(f"{file} does not match: printed from {changes.before}, now {changes.after}")
    for line in report.lines(changes, say_in(PLAIN)):
        click.echo(line)
    sys.exit(1)
