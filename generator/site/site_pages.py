"""Build the pages of a site as files by path, with the records that they load.

All addresses are relative.
"""

from __future__ import annotations

import hashlib
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
from scorer.web.api.records import form_record, games_record
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

from .browser_engine import PUBLISHED

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


def page_site(contents: SiteContents, pool: WorkerPool) -> dict[str, bytes]:
    """Return every file except the rules, the PDFs and the engine."""
    files = {path.name: plain_content(path) for path in plain_files()}
    files.update((f"{FOLDER}/{name}", page_font(name)) for name in FONTS)
    files.update(_pages(contents))
    files["offline.js"] = (PUBLISHED / "offline.js").read_bytes()
    files["app.webmanifest"] = _manifest()
    files.update(icon_files(pool))
    files.update(_records(contents))
    for game in contents.games:
        # A page in a language that the game lacks shows the game in its first language.
        spoken = (lang for lang in contents.langs if lang in game.languages)
        for lang in dict.fromkeys((game.languages[0], *spoken)):
            files[f"picture/{lang}/{game.slug}.webp"] = fan_picture(game.slug, lang, pool)
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
    for path in plain_files(WORKBENCH):
        yield f"{home}/{path.name}", plain_content(path)
    yield f"{home}/offline.js", b'export * from "../offline.js";\n'
    for picture in (docs_folder() / "images" / "layouts").glob("*.png"):
        yield f"{home}/layout/{picture.name}", picture.read_bytes()
    for name in BENCH_PAGES:
        page = WORKBENCH / name
        words = word_records(WORKBENCH_WORDS, languages=contents.langs)
        records = {**words, "secret": json.dumps(SECRET)}
        text = page_text(page, contents.langs).replace('href="tokens.css"', 'href="../tokens.css"')
        yield f"{home}/{name}", _with_upper_icons(with_records(_with_head(text), records)).encode()
        for script, source in page_scripts(page, "published", contents.langs).items():
            yield f"{home}/{script}", source.encode()


def _with_upper_icons(page: str) -> str:
    """Return a page of a folder, whose icons are in the folder above."""
    return page.replace('href="app.', 'href="../app.').replace('href="icon-', 'href="../icon-')


def _pages(contents: SiteContents) -> Iterator[tuple[str, bytes]]:
    """Yield pages with the records they need first, and their scripts."""
    for page in pages():
        if page.name == FORMS and not contents.scored_games:
            continue
        words = {f"words.{lang}": page_words(page, lang) for lang in contents.langs}
        records = {**words, **(_forms(contents) if page.name == FORMS else {})}
        yield page.name, _page(page_text(page, contents.langs), records)
        for name, text in page_scripts(page, "published", contents.langs).items():
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
    return with_records(_with_head(text), by_name).encode()


def _with_head(text: str) -> str:
    return text.replace('<meta charset="utf-8">', HEAD, 1)


def _records(contents: SiteContents) -> Iterator[tuple[str, bytes]]:
    names = [game.slug for game in contents.games]
    for lang in contents.langs:
        record = games_record(lang, names, rules_summary)
        for game in record["games"]:
            game["scored"] = game["scored"] and contents.scorer
        yield f"api/games.{lang}.json", as_json({**record, "here": False})


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


def rules_site(contents: SiteContents, pool: WorkerPool) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for game, lang in product(contents.games, contents.langs):
        page = rules_page(game, lang, pool, "webp")
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
