"""Build a site: the web app as static files for any web host.

A site has a home page, ready PDFs, rules, and score pages whose rules run in the browser. All
addresses are relative.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from html import escape
from itertools import product
from pathlib import Path
from typing import Any

from cards_data import Game
from cards_data.words import PLAIN
from generator.options import Edition, PrintOptions
from generator.pipeline import print_game
from generator.resources import docs_folder
from generator.text.page_fonts import FOLDER, FONTS, page_font
from generator.web import game_pictures
from generator.web.app_routes import CHANGE
from generator.web.browser_app import SECRET
from generator.web.game_pictures import GROUND
from generator.workbench import bench_routes
from generator.workbench.bench_routes import PAGE as WORKBENCH
from generator.workers import WorkerPool
from generator.workers.pool import Progress
from scorer.core.translation import own_languages
from scorer.registry import is_scored
from scorer.web import static_files
from scorer.web.api.records import form_record, games_record

from .app_engine import ARCHIVE, UNSCORED, app_files
from .browser_engine import HOME as ENGINE
from .browser_engine import PUBLISHED, engine_files
from .doc_pages import doc_files
from .site_folder import FolderChanges, digests, put_site, site_folder

# The app in the browser, besides its archives.
APP = (
    *("app.js", "worker.js", "app_worker.js", "whole_files.js", "versions.js", "store.js"),
    *("archives.js", "cache.js", "folder.js", "libraries.js", "memory.js", "pictures.js"),
)
# Only what comes from the same origin may run or be shown; Python itself is WebAssembly.
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob: data:; "
    "base-uri 'none'; form-action 'none'; object-src 'none'"
)
HEAD = f"""<meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="{POLICY}">
  <meta name="referrer" content="no-referrer">
  <meta name="theme-color" content="{GROUND}">
  <link rel="manifest" href="app.webmanifest">
  <link rel="apple-touch-icon" href="icon-180.png">"""
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
class SiteContents:
    """The contents of a site: games, the languages of their cards, and whether it scores."""

    games: tuple[Game, ...]
    languages: tuple[str, ...]
    scorer: bool = True

    @property
    def langs(self) -> tuple[str, ...]:
        """Every language of the cards; pages fall back to English if the program lacks one."""
        program_first = [lang for lang in own_languages() if lang in self.languages]
        return tuple(dict.fromkeys((*program_first, *self.languages)))

    @property
    def scored_games(self) -> tuple[Game, ...]:
        return tuple(game for game in self.games if self.scorer and is_scored(game))


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
        sizes = (
            _size(staged.rglob("*")),
            _gzip_bytes(staged / name for name in FIRST_PAGE),
            _gzip_bytes(path for path in (staged / ENGINE).glob("*") if path.name not in UNSCORED),
            _size([staged / ENGINE / ARCHIVE]),
            _size((staged / PDFS).glob("*")),
        )
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


def _size(paths: Iterable[Path]) -> int:
    return sum(path.stat().st_size for path in paths if path.is_file())


def _gzip_bytes(paths: Iterable[Path]) -> int:
    return sum(len(gzip.compress(path.read_bytes(), 6)) for path in paths if path.is_file())


def page_site(contents: SiteContents, pool: WorkerPool) -> dict[str, bytes]:
    """Return every file except the rules, the PDFs and the engine."""
    files = {path.name: static_files.plain_content(path) for path in static_files.plain_files()}
    files.update((f"{FOLDER}/{name}", page_font(name)) for name in FONTS)
    files.update(_pages(contents))
    files["offline.js"] = (PUBLISHED / "offline.js").read_bytes()
    files["app.webmanifest"] = _manifest()
    files.update(game_pictures.icon_files(pool))
    files.update(_records(contents))
    for game in contents.games:
        # A page in a language that the game lacks shows the game in its first language.
        spoken = (lang for lang in contents.langs if lang in game.languages)
        for lang in dict.fromkeys((game.languages[0], *spoken)):
            picture, _ = game_pictures.cover(game.slug, lang, pool)
            files[f"picture/{lang}/{game.slug}.webp"] = picture
    for game in contents.scored_games:
        files[f"{game.slug}/index.html"] = _short_address(game)
        files.update(_symbols(game))
    if contents.scored_games:
        files.update((name, (PUBLISHED / name).read_bytes()) for name in APP)
        files.update(_workbench(contents))
    return files


def _workbench(contents: SiteContents) -> Iterator[tuple[str, bytes]]:
    """Yield the pages of the workbench, which use the site's tokens, fonts and icons."""
    home = CHANGE.strip("/")
    for path in static_files.plain_files(WORKBENCH):
        yield f"{home}/{path.name}", static_files.plain_content(path)
    yield f"{home}/offline.js", b'export * from "../offline.js";\n'
    for picture in (docs_folder() / "images" / "layouts").glob("*.png"):
        yield f"{home}/layout/{picture.name}", picture.read_bytes()
    for name in bench_routes.BENCH_PAGES:
        page = WORKBENCH / name
        words = static_files.word_records(bench_routes.WORDS, languages=contents.langs)
        records = {**words, "secret": json.dumps(SECRET)}
        text = _with_head(static_files.page_text(page, contents.langs))
        # Icons and colours are in the folder above.
        for start in ("tokens.css", "app.", "icon-"):
            text = text.replace(f'href="{start}', f'href="../{start}')
        yield f"{home}/{name}", static_files.with_records(text, records).encode()
        for script, source in static_files.page_scripts(page, "published", contents.langs).items():
            yield f"{home}/{script}", source.encode()


def _pages(contents: SiteContents) -> Iterator[tuple[str, bytes]]:
    """Yield pages with the records they need first, and their scripts."""
    for page in static_files.pages():
        if page.name == static_files.FORMS and not contents.scored_games:
            continue
        words = {f"words.{lang}": static_files.page_words(page, lang) for lang in contents.langs}
        records = {**words, **(_forms(contents) if page.name == static_files.FORMS else {})}
        yield page.name, _page(static_files.page_text(page, contents.langs), records)
        for name, text in static_files.page_scripts(page, "published", contents.langs).items():
            yield name, text.encode()


def _forms(contents: SiteContents) -> dict[str, Any]:
    """Return the forms of all games: a static file cannot know which game its address names."""
    return {
        f"form/{game.slug}.{lang}": form_record(game.slug, lang)
        for game in contents.scored_games
        for lang in contents.langs
    }


def _page(text: str, records: Mapping[str, Any]) -> bytes:
    """Return a page as served, with a server's headers as meta tags."""
    by_name = {name: as_json(record).decode() for name, record in records.items()}
    return static_files.with_records(_with_head(text), by_name).encode()


def _with_head(text: str) -> str:
    return text.replace('<meta charset="utf-8">', HEAD, 1)


def _records(contents: SiteContents) -> Iterator[tuple[str, bytes]]:
    names = [game.slug for game in contents.games]
    for lang in contents.langs:
        record = games_record(lang, names, game_pictures.rules_summary)
        for game in record["games"]:
            game["scored"] = game["scored"] and contents.scorer
        yield f"api/games.{lang}.json", as_json({**record, "here": False})


def as_json(record: Any) -> bytes:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()


def _symbols(game: Game) -> Iterator[tuple[str, bytes]]:
    """Yield the symbols of the game's board, under the addresses in its form."""
    for question in form_record(game.slug, PLAIN)["fields"]:
        for address in (choice["symbol"] for choice in question["choices"]):
            if address and (svg := game_pictures.symbol_file(game.slug, Path(address).stem)):
                yield address, svg


def _manifest() -> bytes:
    """Return the web app manifest, for adding the app to a home screen."""
    icons = [
        {"src": f"icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": use}
        for size in game_pictures.SIZES[1:]
        for use in ("any", "maskable")
    ]
    look = {"display": "standalone", "background_color": GROUND, "theme_color": GROUND}
    names = {"name": "Ecotable", "short_name": "Ecotable", "start_url": "./", "scope": "./"}
    return as_json({**names, **look, "icons": icons})


def _short_address(game: Game) -> bytes:
    """Return a page that redirects from the short address on a score sheet to the score page."""
    page = f"../score.html?game={game.slug}"
    title = escape(game.title(PLAIN))
    return (
        f'<!doctype html>\n<html lang="{PLAIN}">\n<meta charset="utf-8">\n'
        f'<meta http-equiv="refresh" content="0; url={page}">\n<title>{title} – Ecotable</title>\n'
        f'<p><a href="{page}">{title}</a></p>\n</html>\n'
    ).encode()


def rules_site(contents: SiteContents, pool: WorkerPool) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for game, lang in product(contents.games, contents.langs):
        page = game_pictures.rules_page(game, lang, pool, "webp")
        if page is None:
            continue
        files[f"leaflet/{game.slug}.{lang}.html"] = page.html.encode()
        for key in page.arts:
            address = page.address(key)
            if address not in files and (picture := page.webp(key)):
                files[address] = picture
    return files


def worker_script(engine: Mapping[str, str]) -> str:
    """Return the worker, which knows the version of all that Python loads."""
    script = (PUBLISHED / "worker.js").read_text(encoding="utf-8")
    version = hashlib.sha256(as_json(engine)).hexdigest()
    return f"const VERSION = {json.dumps(version)};\n{script}"


def service_script(digests: dict[str, str], first: Iterable[str]) -> str:
    """Return the service worker, which knows every file of the site by its hash."""
    script = (PUBLISHED / "service.js").read_text(encoding="utf-8")
    short = {name: digest[:32] for name, digest in digests.items()}
    files = f"const FILES = {json.dumps(short, indent=1)};\n"
    return f"{files}const FIRST = {json.dumps(sorted(first))};\n{script}"
