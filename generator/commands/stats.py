"""``ecotable stats``: show what is in the decks, and how a balance change affects them."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import click

from cards_data import load_game

from .choices import deliver, html_file, language, out_folder
from .terminal_language import speech


@click.command(name="stats")
@click.argument("game")
@click.option("--since", default="", metavar="REF")
@click.option("--chart", "charts", multiple=True, metavar="NAME")
@language
@html_file
@click.option("--json", "as_json", is_flag=True)
@out_folder
def command(
    game: str,
    since: str,
    charts: tuple[str, ...],
    lang: str,
    html: Path | None,
    as_json: bool,
    out: Path,
) -> None:
    """\b
    ecotable stats ecosfera-baltica
    ecotable stats ecologic --since HEAD~1 --html stats.html
    ecotable stats kompensaatiopeli --chart permits --json
    """
    from generator.changes.earlier_state import earlier_game
    from generator.options import Edition
    from generator.stats.report import report

    loaded = load_game(game, counted=False)
    lang = loaded.choose_lang(lang)
    before = earlier_game(loaded, Edition(lang), since, out) if since else nullcontext()
    with before as earlier:
        chart_report = report(loaded, earlier, since, lang, charts)
    written = speech()("cmd_charts", path=html, n=len(chart_report.plots))
    deliver(chart_report, html, as_json, written)
