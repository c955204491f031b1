"""Ready PDFs of a site: every game in its languages, on each paper, in vectors: a tenth to load.

Comes in: games, languages, papers, variants, and the site's own address. Goes out: PDFs in a
folder, and what the print page lists of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from cards_data import Game
from generator.options import FULL_INK, Edition, PrintOptions
from generator.pipeline import print_game
from generator.workers import WorkerPool

HOME = "pdf"


@dataclass(frozen=True)
class Variant:
    """How a whole set is printed: its sides and its ink."""

    layout: str = "duplex"
    ink: str = FULL_INK


# What may stand beside the usual files, by its word on the command line.
VARIANTS = {
    "low-ink": Variant(ink="low"),
    "gutterfold": Variant(layout="gutterfold"),
    "manual": Variant(layout="manual"),
    "fronts": Variant(layout="fronts"),
}


@dataclass(frozen=True)
class Printing:
    """What is printed, and where the codes on its score sheets lead."""

    languages: tuple[str, ...]
    papers: tuple[str, ...]
    url: str
    variants: tuple[Variant, ...] = ()


def wanted(games: tuple[Game, ...], printing: Printing) -> Iterator[tuple[Game, PrintOptions]]:
    """Every PDF in the order of the list: the usual files of a game first, then each variant's."""
    variants = (Variant(), *printing.variants)
    for game in games:
        spoken = [lang for lang in game.languages if lang in printing.languages]
        for variant, lang, paper in product(variants, spoken, printing.papers):
            yield game, _options(variant, lang, paper, printing.url)


def _options(variant: Variant, lang: str, paper: str, url: str) -> PrintOptions:
    return PrintOptions(
        paper,
        edition=Edition(lang, variant.ink),
        layout=variant.layout,
        render="vector",
        scorer_url=url,
    )


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
        "layout": options.layout,
        "ink": options.edition.ink,
        "pages": report.pages,
        "sheets": report.sheets,
        "bytes": report.pdf.stat().st_size,
    }
