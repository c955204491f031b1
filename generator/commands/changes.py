"""``ecotable changes``: what is different from an earlier print."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click

from cards_data import load_game

from .choices import language, out_folder


@click.command(name="changes")
@click.argument("game")
@click.option("--since", default="", metavar="REF")
@language
@click.option("--json", "as_json", is_flag=True)
@out_folder
def command(game: str, since: str, lang: str, as_json: bool, out: Path) -> None:
    """\b
    ecotable changes ecologic
    ecotable changes ecologic --since HEAD~1
    ecotable changes ecologic --since old/ecologic-en-a4.json --json
    """
    from generator.changes import report
    from generator.changes.compare import compare
    from generator.options import Edition
    from generator.store.atomic_files import write_text_whole
    from generator.words import say_in
    from generator.workers import WorkerPool

    loaded = load_game(game, counted=False)
    lang = loaded.spoken(lang)
    with WorkerPool(os.cpu_count() or 1) as pool:
        comparison = compare(loaded, Edition(lang), since, out, pool)
        if as_json:
            record = report.as_json(comparison.changes)
            click.echo(json.dumps(record, ensure_ascii=False, indent=1))
            return
        for line in report.lines(comparison.changes, say_in(lang)):
            click.echo(line)
        path = out / f"{loaded.slug}-{lang}-changes.html"
        write_text_whole(path, report.page(comparison, pool))
    said = say_in(lang)("cmd_nothing_changed", path=path)
    click.echo(f"{path}" if comparison.changes else said)
