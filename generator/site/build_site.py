"""The page as plain files for any web space: the steps in order.

Comes in: what the site shall hold, and its folder. Goes out: home, print page with ready PDFs,
rules, and score pages whose rules run in the browser; and how large everything is.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from cards_data import Game
from generator.options import FULL_INK, Edition, PrintOptions
from generator.pipeline import print_game
from generator.workers import WorkerPool
from scorer.core.translation import own_languages

from .browser_engine import HOME as ENGINE
from .browser_engine import engine_files
from .site_folder import Moved, digests, put_site, site_folder
from .site_pages import SiteContents, as_json, page_site, rules_site, service_script

PDFS = "pdf"


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
    report = print_game(game, replace(options, out=folder / PDFS), pool)
    # The PDF holds its manifest inside, too.
    report.manifest.unlink()
    return {
        "file": f"{PDFS}/{report.pdf.name}",
        "lang": options.lang,
        "paper": options.paper,
        "layout": options.layout,
        "ink": options.edition.ink,
        "pages": report.pages,
        "sheets": report.sheets,
        "bytes": report.pdf.stat().st_size,
    }


PAPERS = ("a4", "letter")
# What the first page loads; pictures come when they are scrolled to.
FIRST_PAGE = (
    *("index.html", "home.js", "tokens.css", "style.css", "icon.svg"),
    *("offline.js", "service.js", "app.webmanifest", "api/shelf.en.json"),
)
# Larger things wait until they are asked for.
LATER = (ENGINE, "leaflet", "icon-", "pdf")


@dataclass(frozen=True)
class SitePlan:
    """What a site holds: games, languages, papers, variants; its address; whether it scores."""

    games: tuple[Game, ...]
    languages: tuple[str, ...]
    papers: tuple[str, ...] = PAPERS
    url: str = ""
    scorer: bool = True
    variants: tuple[Variant, ...] = ()

    @property
    def shown(self) -> SiteContents:
        """Pages have every language of the cards; where the program has no words, English ones."""
        known = [lang for lang in own_languages() if lang in self.languages]
        spoken = tuple(dict.fromkeys((*known, *self.languages)))
        return SiteContents(self.games, spoken, self.scorer)

    @property
    def printing(self) -> Printing:
        return Printing(self.languages, self.papers, self.url, self.variants)


@dataclass(frozen=True)
class SiteReport:
    """How large a site is, in bytes; what is loaded counts as servers send it, compressed."""

    moved: Moved
    whole: int
    first_page: int
    engine: int
    pdfs: int
    prints: int


def build_site(
    plan: SitePlan, folder: Path, pool: WorkerPool, progress: Callable[[int, int], None]
) -> SiteReport:
    """Everything is made beside the folder, and moved when it is whole."""
    with site_folder(folder) as staged:
        shown = plan.shown
        if shown.scored:
            _write(staged, engine_files(shown.scored, shown.languages))
        _write(staged, page_site(shown, pool))
        _write(staged, rules_site(shown.games, shown.languages, pool))
        prints = list(wanted(plan.games, plan.printing))
        _write(staged, {"files.json": as_json(print_files(prints, staged, pool, progress))})
        _write(staged, {"service.js": _service(staged)})
        sizes = _sizes(staged, len(prints))
        return SiteReport(put_site(staged, folder), *sizes)


def _write(staged: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        path = staged / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _service(staged: Path) -> bytes:
    """The service worker with its list of files; browsers do not keep PDFs, which are for paper."""
    kept = {name: hash_ for name, hash_ in digests(staged).items() if not name.startswith(PDFS)}
    first = [name for name in kept if not name.startswith(LATER)]
    return service_script(kept, first).encode()


def _sizes(staged: Path, prints: int) -> tuple[int, int, int, int, int]:
    """The fields of a report, in order."""
    files = [path for path in staged.rglob("*") if path.is_file()]
    first = [staged / name for name in FIRST_PAGE]
    return (
        sum(path.stat().st_size for path in files),
        _compressed(path for path in first if path.is_file()),
        _compressed((staged / ENGINE).glob("*")),
        sum(path.stat().st_size for path in (staged / PDFS).glob("*")),
        prints,
    )


def _compressed(paths: Iterable[Path]) -> int:
    return sum(len(gzip.compress(path.read_bytes(), 6)) for path in paths)
