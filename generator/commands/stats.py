"""``ecotable stats``: what is in the decks, and what a balance change does to them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cards_data import load_game

from .choices import html_file, language, out_folder
from .terminal_language import spoken

if TYPE_CHECKING:
    from generator.stats.report import Report


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
    report = _report(game, Against(since, out) if since else None, lang, charts)
    if html:
        _write(report, html, quiet=as_json)
    if as_json:
        from generator.stats.report_json import as_json as record

        click.echo(record(report))
    elif not html:
        from generator.stats.terminal_charts import screen, show

        show(report, screen())


@dataclass(frozen=True)
class Against:
    """What to compare with, and where prints stand."""

    ref: str
    out: Path


def _report(name: str, since: Against | None, lang: str, charts: tuple[str, ...]) -> Report:
    """The report of the game as it lies here, against the earlier one where that is wanted."""
    from generator.stats.report import report

    game = load_game(name, counted=False)
    lang = game.spoken(lang)
    if not since:
        return report(game, lang=lang, wanted=charts)
    from generator.changes.earlier_state import old_game
    from generator.changes.printed_game import printed_game
    from generator.options import Edition

    if printed := printed_game(game, Edition(lang), since.ref, since.out):
        return report(game, printed, since.ref, lang, charts)
    with old_game(game, since.ref) as earlier:
        return report(game, earlier.game, since.ref, lang, charts)


def _write(report: Report, path: Path, quiet: bool) -> None:
    from generator.stats.html_page import page
    from generator.store.atomic_files import write_text_whole

    write_text_whole(path, page(report))
    click.echo(spoken()("cmd_charts", path=path, n=len(report.plots)), err=quiet)
