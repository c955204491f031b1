"""``ecotable stats``: what is in the decks, and what a balance change does to them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cards_data import load_game

from .choices import html_file, language, out_folder
from .terminal_language import spoken

if TYPE_CHECKING:
    from generator.report.values import Reported


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
    lang = loaded.spoken(lang)
    if since:
        with earlier_game(loaded, Edition(lang), since, out) as earlier:
            made = report(loaded, earlier, since, lang, charts)
    else:
        made = report(loaded, lang=lang, wanted=charts)
    deliver(made, html, as_json, spoken()("cmd_charts", path=html, n=len(made.plots)))


def deliver(report: Reported, html: Path | None, as_json: bool, written: str) -> None:
    """Writes the page and says so, prints JSON, or shows the report on the terminal."""
    if html:
        from generator.report.html_page import page
        from generator.store.atomic_files import write_text_whole

        write_text_whole(html, page(report))
        click.echo(written, err=as_json)
    if as_json:
        from generator.report import report_json

        click.echo(report_json.as_json(report))
    elif not html:
        from generator.report.terminal import screen, show

        show(report, screen())
