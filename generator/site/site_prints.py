"""Ready PDFs of a site: every game in its languages, on each paper, in vectors: a tenth to load.

Comes in: games, languages, papers, and the site's own address. Goes out: PDFs in a folder, and
what the print page lists of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cards_data import Game
from generator.options import Edition, PrintOptions
from generator.pipeline import print_game
from generator.workers import WorkerPool

HOME = "pdf"


@dataclass(frozen=True)
class Printing:
    """What is printed, and where the codes on its score sheets lead."""

    languages: tuple[str, ...]
    papers: tuple[str, ...]
    url: str


def wanted(games: tuple[Game, ...], printing: Printing) -> Iterator[tuple[Game, PrintOptions]]:
    """Every PDF in the order of the list."""
    for game in games:
        for lang in game.languages:
            for paper in printing.papers if lang in printing.languages else ():
                edition, url = Edition(lang), printing.url
                yield game, PrintOptions(paper, edition=edition, render="vector", scorer_url=url)


def print_files(
    prints: list[tuple[Game, PrintOptions]],
    folder: Path,
    pool: WorkerPool,
    progress: Callable[[int, int], None],
) -> dict[str, list[dict[str, Any]]]:
    """Prints into ``pdf/``; the records of every game's files."""
    records: dict[str, list[dict[str, Any]]] = {game.slug: [] for game, _ in prints}
    for number, (game, options) in enumerate(prints):
        progress(number, len(prints))
        records[game.slug].append(_printed(game, options, folder, pool))
    return records


def _printed(game: Game, options: PrintOptions, folder: Path, pool: WorkerPool) -> dict[str, Any]:
    report = print_game(game, replace(options, out=folder / HOME), pool)
    # The PDF holds its manifest inside, too.
    report.manifest.unlink()
    return {
        "file": f"{HOME}/{report.pdf.name}",
        "lang": options.lang,
        "paper": options.paper,
        "pages": report.pages,
        "sheets": report.sheets,
        "bytes": report.pdf.stat().st_size,
    }
