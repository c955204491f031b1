"""``ecotable print``: PDF sheets of one game, some or all."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cards_data import Findings, Game, Problems, load_games
from cards_data.problems import WrongWord
from generator.options import CHOICES, Edition, PrintOptions
from generator.sheets.papers import papers

from .words import any_case, decks_meant, keep_told, look_before

if TYPE_CHECKING:
    from generator.crew import Crew
    from generator.pipeline import PrintReport


@click.command(name="print")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option(
    "--paper",
    type=click.Choice(list(papers()), case_sensitive=False),
    default="a4",
    show_default=True,
)
@click.option(
    "--deck",
    "decks",
    multiple=True,
    metavar="NAME",
    help="Only this deck, by its id or title; repeatable.",
)
@click.option(
    "--lang",
    default="en",
    show_default=True,
    metavar="CODE",
    callback=any_case,
    help="Language of the cards.",
)
@click.option(
    "--layout",
    type=click.Choice(CHOICES["layout"]),
    default="duplex",
    show_default=True,
    help="Both sides, or fronts only.",
)
@click.option(
    "--flip",
    type=click.Choice(CHOICES["flip"]),
    default="long",
    show_default=True,
    help="Which edge the printer turns the sheet on.",
)
@click.option(
    "--marks",
    type=click.Choice(CHOICES["marks"]),
    default="crop",
    show_default=True,
    help="Cut guides in the margin.",
)
@click.option(
    "--render",
    type=click.Choice(CHOICES["render"]),
    default="raster",
    show_default=True,
    help="Faces as pixels, the same in every viewer; or as vectors: smaller, sharp at any size.",
)
@click.option("--dpi", type=click.IntRange(72, 1200), default=300, show_default=True)
@click.option(
    "--copies",
    type=click.IntRange(1, 50),
    default=None,
    metavar="N",
    help="Whole sets.  [default: 1; a reprint: as many as there are]",
)
@click.option(
    "--draft",
    is_flag=True,
    help="Missing pictures become placeholders, too long text is clipped; every page says draft.",
)
@click.option(
    "--changed-since",
    default=None,
    metavar="REF",
    help="Only what differs from a manifest, PDF, folder, .zip, git revision, or the last print.",
)
@click.option(
    "--printer", default="", metavar="NAME", help="A printer saved with 'ecotable calibrate'."
)
@click.option(
    "--scorer-url", default="", metavar="URL", help="Where the score sheet's QR code leads."
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("output"),
    show_default=True,
    metavar="DIR",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=os.cpu_count() or 1,
    metavar="N",
    help="Processes that draw.  [default: all cores]",
)
@click.option("--trust", is_flag=True, help="Rules that lie in this folder may run, from now on.")
def command(
    games: tuple[str, ...],
    changed_since: str | None,
    lang: str,
    copies: int | None,
    draft: bool,
    trust: bool,
    **chosen: Any,
) -> None:
    """Print games as PDF sheets with fronts, backs, cut marks and a how-to page.

    Without GAME all games are printed that exist in the wanted language.

    \b
    ecotable print ecosfera-baltica --lang sv --paper letter
    ecotable print ecologic --deck events --flip short
    ecotable print ecologic --changed-since last
    """
    from scorer.trust import trust_here

    trust_here(trust)
    options = PrintOptions(edition=Edition(lang, draft=draft), copies=copies or 1, **chosen)
    since = None if changed_since is None else Since(changed_since, told=copies is not None)
    reports = _all_printed(games, options, since)
    made = [file for report in reports.values() if report for file in (report.pdf, report.manifest)]
    keep_told("\n".join(_told(*found) for found in reports.items()), made)


def _all_printed(
    games: tuple[str, ...], options: PrintOptions, since: Since | None
) -> dict[str, PrintReport | None]:
    """A report of each game by its name; or the problems of all that have some."""
    from generator.crew import Crew

    lang = options.lang
    findings = Findings()
    reports: dict[str, PrintReport | None] = {}
    with Crew(options.jobs) as crew:
        _call_together(crew, options)
        for game in _wanted(games, lang):
            try:
                with _unswept(), shown_progress(game.title(lang)) as progress:
                    report = _printed(game, options, since, crew, progress)
                click.echo(_told(game.slug, report))
                reports[game.slug] = report
            except Problems as problems:
                # One game's problems do not keep the others from paper.
                findings.extend(problems.problems)
    findings.raise_any()
    return reports


def _call_together(crew: Crew, options: PrintOptions) -> None:
    """A first print has work for everybody: they make themselves ready while the data is read."""
    seen = look_before()
    if seen and seen.is_first:
        crew.start(options.jobs, "generator.compose.kept:ready", _DRAWING[options.render])


# What those who draw make themselves ready with.
_DRAWING = {
    "raster": "generator.draw.pixels:ready",
    "vector": "generator.draw.vectors:ready",
}


@dataclass(frozen=True)
class Since:
    """What a reprint is compared with, and whether it was told how many sets to print."""

    ref: str
    told: bool


@contextmanager
def _unswept() -> Iterator[None]:
    """A print is short and leaves little litter: sweeping all the time costs a tenth of it."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _told(slug: str, report: PrintReport | None) -> str:
    if report is None:
        return f"{slug}: nothing changed, nothing to print"
    return (
        f"{report.pdf}  {report.pages} pages on {report.sheets} sheets, "
        f"{report.pieces} pieces, {report.faces} different faces"
    )


def _printed(
    game: Game,
    options: PrintOptions,
    since: Since | None,
    crew: Crew,
    progress: Callable[[int, int], None] | None,
) -> PrintReport | None:
    from generator.pipeline import print_game

    options = replace(options, decks=decks_meant(game, options.decks))
    if since is None:
        return print_game(game, options, crew, progress)
    from generator.changes.reprint import print_changed, sets_before

    if not since.told:
        sets = sets_before(game, options.edition, since.ref, options.out)
        options = replace(options, copies=sets)
    return print_changed(game, options, since.ref, crew, progress)


def _wanted(names: tuple[str, ...], lang: str) -> list[Game]:
    """The named games, or all that speak the language; all problems of all of them at once."""
    findings = Findings()
    games = load_games(names, findings)
    findings.raise_any()
    spoken = [game for game in games if lang in game.languages]
    if not names and not spoken:
        allowed = ", ".join(sorted({code for game in games for code in game.languages}))
        raise Problems([WrongWord("--lang", f'no game is there in "{lang}"', allowed)])
    return games if names else spoken


@contextmanager
def shown_progress(title: str) -> Iterator[Callable[[int, int], None] | None]:
    """A bar with the time left on a terminal; silence in a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
