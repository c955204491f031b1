"""Build a site: the web app as static files for any web host.

A site has a home page, ready PDFs, rules, and score pages whose rules run in the browser.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any

from cards_data import Game
from generator.options import Edition, PrintOptions
from generator.pipeline import print_game
from generator.text.page_fonts import FOLDER, FONTS
from generator.workers import WorkerPool
from generator.workers.pool import Progress

from .app_engine import ARCHIVE, UNSCORED, app_files
from .browser_engine import HOME as ENGINE
from .browser_engine import engine_files
from .doc_pages import doc_files
from .site_folder import FolderChanges, digests, put_site, site_folder
from .site_pages import (
    APP,
    SiteContents,
    as_json,
    page_site,
    rules_site,
    service_script,
    worker_script,
)

PAPERS = ("a4", "letter")
PDFS, DOCS = "pdf", "docs"
# What the first page loads; pictures come when they are scrolled to.
FIRST_PAGE = (
    *("index.html", "home.js", "tokens.css", "style.css", "home.css", "icon.svg"),
    *("offline.js", "service.js", "app.webmanifest", "api/games.en.json"),
    *(f"{FOLDER}/{name}" for name in FONTS),
)
# Larger files wait until they are requested.
LATER = (ENGINE, "leaflet", "icon-", "pdf", "change", *APP)


# Further prints by their name on the command line.
VARIANTS = {
    "low-ink": PrintOptions(edition=Edition(ink="low")),
    **{name: PrintOptions(layout=name) for name in ("gutterfold", "manual", "fronts")},
}


@dataclass(frozen=True)
class SitePlan:
    """The contents of a site: its pages, papers, variants and the address in its PDFs."""

    contents: SiteContents
    papers: tuple[str, ...] = PAPERS
    url: str = ""
    variants: tuple[PrintOptions, ...] = ()
    # Generated pages of the documentation, by their path.
    documents: Mapping[str, str] = field(default_factory=dict)

    def prints(self) -> Iterator[tuple[Game, PrintOptions]]:
        """Yield every PDF in order: the usual files of a game first, then each variant's.

        They are vectors, which take a tenth of the time to load.
        """
        for game in self.contents.games:
            spoken = [lang for lang in game.languages if lang in self.contents.languages]
            for one, lang, paper in product((PrintOptions(), *self.variants), spoken, self.papers):
                options = replace(one, paper=paper, edition=replace(one.edition, lang=lang))
                yield game, replace(options, render="vector", scorer_url=self.url)


@dataclass(frozen=True)
class SiteReport:
    """The size of a site in bytes; downloads count as compressed by servers."""

    moved: FolderChanges
    whole: int
    first_page: int
    engine: int
    app: int
    pdfs: int
    prints: int


def build_site(plan: SitePlan, folder: Path, pool: WorkerPool, progress: Progress) -> SiteReport:
    """Build everything in a temporary folder and move it into place when complete."""
    with site_folder(folder) as staged:
        contents = plan.contents
        if contents.scored_games:
            scored = engine_files(contents.scored_games, contents.langs)
            _write(staged, {**scored, **app_files(contents.games, contents.langs, scored)})
        _write(staged, page_site(contents, pool))
        if contents.scored_games:
            _write(staged, {"worker.js": worker_script(digests(staged / ENGINE)).encode()})
        _write(staged, rules_site(contents, pool))
        docs = doc_files(plan.documents)
        _write(staged, {f"{DOCS}/{name}": content for name, content in docs.items()})
        prints = list(plan.prints())
        records: dict[str, list[dict[str, Any]]] = {game.slug: [] for game, _ in prints}
        for number, (game, options) in enumerate(prints):
            progress(number, len(prints))
            records[game.slug].append(_print_entry(game, options, staged, pool))
        _write(staged, {"files.json": as_json(records)})
        # Browsers do not store PDFs, which are for paper, nor the documentation.
        large = (f"{PDFS}/", f"{DOCS}/")
        offline = {name: one for name, one in digests(staged).items() if not name.startswith(large)}
        first = [name for name in offline if not name.startswith(LATER)]
        _write(staged, {"service.js": service_script(offline, first).encode()})
        sizes = _sizes(staged)
        return SiteReport(put_site(staged, folder), *sizes, len(prints))


def _print_entry(
    game: Game, options: PrintOptions, staged: Path, pool: WorkerPool
) -> dict[str, Any]:
    """Print a PDF; return its entry on the print page."""
    report = print_game(game, replace(options, out=staged / PDFS), pool)
    # The PDF contains its manifest too.
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


def _write(staged: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        path = staged / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _sizes(staged: Path) -> tuple[int, int, int, int, int]:
    return (
        _size(staged.rglob("*")),
        _gzip_bytes(staged / name for name in FIRST_PAGE),
        _gzip_bytes(path for path in (staged / ENGINE).glob("*") if path.name not in UNSCORED),
        _size([staged / ENGINE / ARCHIVE]),
        _size((staged / PDFS).glob("*")),
    )


def _size(paths: Iterable[Path]) -> int:
    return sum(path.stat().st_size for path in paths if path.is_file())


def _gzip_bytes(paths: Iterable[Path]) -> int:
    return sum(len(gzip.compress(path.read_bytes(), 6)) for path in paths if path.is_file())
