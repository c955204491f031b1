"""``ecotable changes``: show what changed since an earlier print."""

from __future__ import annotations

from pathlib import Path

import click

from cards_data import load_game

from .choices import deliver, language, out_folder


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
    from generator.changes.compare import compare
    from generator.changes.report import ChangeReport
    from generator.options import Edition
    from generator.words import say_in
    from generator.workers import WorkerPool

    loaded = load_game(game, counted=False)
    lang = loaded.choose_lang(lang)
    with WorkerPool() as pool:
        comparison = compare(loaded, Edition(lang), since, out, pool)
        report = ChangeReport(comparison, pool)
        deliver(report, as_json=as_json)
        if not as_json:
            path = out / f"{loaded.slug}-{lang}-changes.html"
            nothing = say_in(lang)("cmd_nothing_changed", path=path)
            deliver(report, path, written=str(path) if comparison.changes else nothing)
