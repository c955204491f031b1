"""``ecotable stats``: what is in the decks, and what a balance change does to them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cards_data import load_game

if TYPE_CHECKING:
    from generator.stats.report import Report


@click.command(name="stats", short_help="Cost curves, symbols, chances; before and after.")
@click.argument("game")
@click.option(
    "--since",
    default="",
    metavar="REF",
    help="Compare with an earlier state: REF is a folder, .zip or git revision.",
)
@click.option(
    "--chart", "charts", multiple=True, metavar="NAME", help="Only this chart; repeatable."
)
@click.option(
    "--lang", default="en", show_default=True, metavar="CODE", help="Language of titles and names."
)
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A page with plots, in one file.",
)
@click.option("--json", "as_json", is_flag=True, help="The numbers as JSON on standard output.")
def command(
    game: str,
    since: str,
    charts: tuple[str, ...],
    lang: str,
    html: Path | None,
    as_json: bool,
) -> None:
    """Show what is in the decks of a game: curves, symbols, demand and supply, chances.

    With --since every number is shown before and after. What is counted is declared in
    cards_data/GAME/stats.yaml.

    \b
    ecotable stats ecosfera-baltica
    ecotable stats ecologic --since HEAD~1 --html stats.html
    ecotable stats kompensaatiopeli --chart permits --json
    """
    found = _report(game, since, lang, charts)
    if html:
        _write(found, html, quiet=as_json)
    if as_json:
        from generator.stats.record import as_json as record

        click.echo(record(found))
    elif not html:
        from generator.stats.terminal import screen, show

        show(found, screen())


def _report(name: str, since: str, lang: str, charts: tuple[str, ...]) -> Report:
    """The report of the game as it lies here, against the earlier one where that is wanted."""
    from generator.stats.report import report

    game = load_game(name)
    if not since:
        return report(game, lang=lang, wanted=charts)
    from generator.changes.reference import old_game

    with old_game(game.slug, since) as earlier:
        return report(game, earlier.game, since, lang, charts)


def _write(found: Report, path: Path, quiet: bool) -> None:
    from generator.stats.page import page
    from generator.store.files import write_text_whole

    write_text_whole(path, page(found))
    click.echo(f"{path}  {len(found.plots)} charts", err=quiet)
