"""Build the pages of a site as files by path, with the records that they load.

All addresses are relative.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import product
from pathlib import Path
from typing import Any

from cards_data import Game
from cards_data.words import PLAIN
from generator.resources import docs_folder
from generator.text.page_fonts import FOLDER, FONTS, page_font
from generator.web.app_routes import CHANGE
from generator.web.browser_app import SECRET
from generator.web.game_pictures import (
    GROUND,
    SIZES,
    fan_picture,
    icon_files,
    rules_page,
    rules_summary,
    symbol_file,
)
from generator.workbench.bench_routes import BENCH_PAGES
from generator.workbench.bench_routes import PAGE as WORKBENCH
from generator.workbench.bench_routes import WORDS as WORKBENCH_WORDS
from generator.workers import WorkerPool
from scorer.core.translation import own_languages
from scorer.registry import is_scored
from scorer.web.api.records import form_record, shelf_record
from scorer.web.static_files import (
    FORMS,
    page_scripts,
    page_text,
    page_words,
    pages,
    plain_content,
    plain_files,
    with_records,
    word_records,
)

PUBLISHED = Path(__file__).parent / "published"
# The app in the browser, besides its archives.
APP = ("app.js", "app_worker.js", "store.js", "cache.js", "folder.js", "pictures.js")
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


@dataclass(frozen=True)
class SiteContents:
    """The contents of a site: games, the languages of their cards, and whether it scores."""

    games: tuple[Game, ...]
    languages: tuple[str, ...]
    scorer: bool = True

    @property
    def spoken(self) -> tuple[str, ...]:
        """Every language of the cards; pages fall back to English if the program lacks one."""
        known = [lang for lang in own_languages() if lang in self.languages]
        return tuple(dict.fromkeys((*known, *self.languages)))

    @property
    def scored(self) -> tuple[Game, ...]:
        return tuple(game for game in self.games if self.scorer and is_scored(game))


def page_site(shown: SiteContents, pool: WorkerPool) -> dict[str, bytes]:
    """Return every file except the rules, the PDFs and the engine."""
    files = {path.name: plain_content(path) for path in plain_files()}
    files.update((f"{FOLDER}/{name}", page_font(name)) for name in FONTS)
    files.update(_pages(shown))
    files["offline.js"] = (PUBLISHED / "offline.js").read_bytes()
    files["app.webmanifest"] = _manifest()
    files.update(icon_files(pool))
    files.update(_records(shown))
    for game in shown.games:
        # A page in a language that the game lacks shows the game in its first language.
        spoken = (lang for lang in shown.spoken if lang in game.languages)
        for lang in dict.fromkeys((game.languages[0], *spoken)):
            files[f"picture/{lang}/{game.slug}.webp"] = fan_picture(game.slug, lang, pool)
    for game in shown.scored:
        files[f"{game.slug}/index.html"] = _short_address(game)
        files.update(_symbols(game))
    if shown.scored:
        files["worker.js"] = (PUBLISHED / "worker.js").read_bytes()
        files.update((name, (PUBLISHED / name).read_bytes()) for name in APP)
        files.update(_workbench(shown))
    return files


def _workbench(shown: SiteContents) -> Iterator[tuple[str, bytes]]:
    """Yield the pages of the workbench, which use the site's tokens, fonts and icons."""
    home = CHANGE.strip("/")
    for path in plain_files(WORKBENCH):
        yield f"{home}/{path.name}", plain_content(path)
    yield f"{home}/offline.js", b'export * from "../offline.js";\n'
    for picture in (docs_folder() / "images" / "layouts").glob("*.png"):
        yield f"{home}/layout/{picture.name}", picture.read_bytes()
    for name in BENCH_PAGES:
        page = WORKBENCH / name
        words = word_records(WORKBENCH_WORDS, languages=shown.spoken)
        held = {**words, "secret": json.dumps(SECRET)}
        text = page_text(page, shown.spoken).replace('href="tokens.css"', 'href="../tokens.css"')
        yield f"{home}/{name}", _above(with_records(_headed(text), held)).encode()
        for script, source in page_scripts(page, "published", shown.spoken).items():
            yield f"{home}/{script}", source.encode()


def _above(page: str) -> str:
    """Return a page of a folder, whose icons are in the folder above."""
    return page.replace('href="app.', 'href="../app.').replace('href="icon-', 'href="../icon-')


def _pages(shown: SiteContents) -> Iterator[tuple[str, bytes]]:
    """Yield pages with the records they need first, and their scripts."""
    for page in pages():
        if page.name == FORMS and not shown.scored:
            continue
        words = {f"words.{lang}": page_words(page, lang) for lang in shown.spoken}
        records = {**words, **(_forms(shown) if page.name == FORMS else {})}
        yield page.name, _page(page_text(page, shown.spoken), records)
        for name, text in page_scripts(page, "published", shown.spoken).items():
            yield name, text.encode()


def _forms(shown: SiteContents) -> dict[str, Any]:
    """Return the forms of all games: a static file cannot know which game its address names."""
    return {
        f"form/{game.slug}.{lang}": form_record(game.slug, lang)
        for game in shown.scored
        for lang in shown.spoken
    }


def _page(text: str, records: Mapping[str, Any]) -> bytes:
    """Return a page as served, with a server's headers as meta tags."""
    held = {name: as_json(record).decode() for name, record in records.items()}
    return with_records(_headed(text), held).encode()


def _headed(text: str) -> str:
    return text.replace('<meta charset="utf-8">', HEAD, 1)


def _records(shown: SiteContents) -> Iterator[tuple[str, bytes]]:
    names = [game.slug for game in shown.games]
    for lang in shown.spoken:
        shelf = shelf_record(lang, names, rules_summary)
        for game in shelf["games"]:
            game["scored"] = game["scored"] and shown.scorer
        yield f"api/shelf.{lang}.json", as_json({**shelf, "here": False})


def as_json(record: Any) -> bytes:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()


def _symbols(game: Game) -> Iterator[tuple[str, bytes]]:
    """Yield the symbols of the game's board, under the addresses in its form."""
    for field in form_record(game.slug, PLAIN)["fields"]:
        for address in (choice["symbol"] for choice in field["choices"]):
            if address and (svg := symbol_file(game.slug, Path(address).stem)):
                yield address, svg


def _manifest() -> bytes:
    """Return the web app manifest, for adding the app to a home screen."""
    icons = [
        {"src": f"icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": use}
        for size in SIZES[1:]
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


def rules_site(shown: SiteContents, pool: WorkerPool) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for game, lang in product(shown.games, shown.spoken):
        page = rules_page(game, lang, pool, "webp")
        if page is None:
            continue
        files[f"leaflet/{game.slug}.{lang}.html"] = page.html.encode()
        for key in page.arts:
            address = page.address(key)
            if address not in files and (picture := page.webp(key)):
                files[address] = picture
    return files


def service_script(digests: dict[str, str], first: Iterable[str]) -> str:
    """Return the service worker, which knows every file of the site by its hash."""
    script = (PUBLISHED / "service.js").read_text(encoding="utf-8")
    short = {name: digest[:32] for name, digest in digests.items()}
    known = f"const FILES = {json.dumps(short, indent=1)};\n"
    return f"{known}const FIRST = {json.dumps(sorted(first))};\n{script}"
