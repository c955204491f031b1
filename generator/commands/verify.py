"""``ecotable verify``: does a printed PDF match the data at hand?"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cards_data import Problem, Problems, load_game


@click.command(name="verify", short_help="Whether a PDF matches the data at hand.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def command(file: Path) -> None:
    """Say whether a printed PDF still matches the data, and which pieces differ.

    Exit code 0 when it does, 1 when it does not.

    \b
    ecotable verify output/ecologic-en-a4.pdf
    """
    from generator.changes import report
    from generator.changes.reference import manifest_at
    from generator.changes.since import compare

    record = manifest_at(str(file))
    if record is None:
        raise Problems([Problem(str(file), "is no print of ours", "a PDF or its manifest")])
    game = load_game(str(record["game"]))
    decks = {str(piece["deck"]) for piece in record["pieces"]}
    changes = compare(game, str(record["lang"]), str(file), file.parent).changes.within(decks)
    if not changes:
        click.echo(f"{file} matches {game.slug} {record['lang']}, data version {changes.after}")
        return
    click.echo(f"{file} does not match: printed from {changes.before}, now {changes.after}")
    for line in report.lines(changes):
        click.echo(line)
    sys.exit(1)
