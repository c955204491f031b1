"""Package the rest of the app for browsers: printing, the workbench and the games' drawings.

It is loaded after what a score needs, and only by pages that print or change something. Libraries
are reduced to what the app loads. What has no Python build for browsers comes as JavaScript.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from cards_data import Game
from cards_data.checks import SIZES, DeclaredFonts
from cards_data.documents import PARSED, parsed_files
from cards_data.languages.locales import files_for_browser, known_languages, regions_for_browser
from cards_data.models import Font
from cards_data.reader import read_text
from cards_data.registry import PACKAGE as DATA
from cards_data.schema import fields
from generator import images
from generator.resources import ROOT, template_folders
from generator.store.fingerprint import SHIPPED
from generator.text.fonts import FAMILIES, font_file, font_folders
from generator.text.hyphenation import pattern_file
from generator.text.page_fonts import page_font

from . import browser_engine
from .browser_engine import HOME, PUBLISHED, SCORER, UNUSED, Files, Package, files_in

ARCHIVE = "app.bin"
LIBRARIES = PUBLISHED / "libraries.js"
# The typefaces that none of the site's games uses: for games of the visitors.
FONTS = "fonts.bin"
# For what is compiled for browsers.
PLATFORM = "pyemscripten_2026_0_wasm32"
UHARFBUZZ = Package(
    "uharfbuzz", "0.57.0", "430b78efc0cff3365461ff79e0d0a944cda17253171d5a4f8cf4615ebde08541"
)
# Of these only what the exercise of all routes loads; they have many parts that nothing here uses.
LARGE = ("babel", "reportlab", "fontTools", "xlsxwriter")
SMALL = (
    *("jinja2", "markupsafe", "qrcode", "pyphen", "tinycss2"),
    *("cssselect2", "webencodings", "platformdirs"),
)


# Draws SVGs with filters and masks: loaded when a game has one.
RESVG = Package(
    "@resvg/resvg-wasm",
    "2.6.2",
    "FqALmHI8D4o6lk/LRWDnhw95z5eO+eAa6ORjVg09YRR7BkcM6oPHU9uyC0gtQG5vpFLvgpeU4+zEAz2H8APHNw==",
    {"index.mjs": "resvg.mjs", "index_bg.wasm": "resvg.wasm"},
)
# The version of Clipper that pyclipper has, in JavaScript: it gives the same outlines.
CLIPPER = Package(
    "clipper-lib",
    "6.4.2",
    "knglhjQX5ihNj/XCIs6zCHrTemdvHY3LPZP9XB2nq2/3igyYMFueFXtfp84baJvEE+f8pO1ZS4UVeEgmLnAprQ==",
    {"clipper.js": "clipper.js"},
)
# Unpacks WOFF2 for fontTools.
BROTLI = Package(
    "brotli-dec-wasm",
    "2.3.2",
    "5H+k8eVLIJY6B4olN2HP9QzJAxcplf0jV7mWnkpxvOSeUE9Npg3dQ2pgLn30a9MUFHNro1iSmtdu6VNdlb+TIw==",
    {
        "pkg/brotli_dec_wasm.js": "brotli.mjs",
        "pkg/brotli_dec_wasm_bg.wasm": "brotli.wasm",
        "LICENSE-MIT.txt": "brotli-license.txt",
    },
)
JAVASCRIPT = (RESVG, CLIPPER, BROTLI)
# What no score needs.
UNSCORED = (ARCHIVE, FONTS, *(file for library in JAVASCRIPT for file in library.files.values()))
# Call JavaScript under the names of Python libraries. Reportlab looks for Pillow when it starts.
BROWSER_LIBRARIES = Path(__file__).parent / "browser_libraries"
STAND_INS = {
    "PIL.py": b"Image = None\n",
    **{path.name: path.read_bytes() for path in sorted(BROWSER_LIBRARIES.glob("[!_]*.py"))},
}
# What needs the network, a terminal, processes, a server or cairo.
ELSEWHERE = (
    *("generator/__main__.py", "generator/cli.py", "generator/commands/", "generator/export/"),
    *("generator/pdf/pdf_reader.py", "generator/site/", "generator/templates/"),
    *("generator/raster/cairo.py", "generator/raster/cairo_declared.py"),
    *("generator/raster/cairosvg_fallback.py",),
    *("generator/raster/painter.py", "generator/report/terminal.py", "generator/web/app.py"),
    *("generator/web/file_watcher.py", "scorer/terminal/command.py"),
    *("scorer/terminal/result_text.py", "scorer/terminal/state_source.py"),
    *("scorer/terminal/table_questions.py", "scorer/web/live/", "scorer/web/server.py"),
)
EXERCISE = "from generator.web.route_exercise import exercise_all_routes; exercise_all_routes()"
# For that exercise only.
WOFF2 = "exercise.woff2"


def app_files(games: Iterable[Game], languages: Iterable[str], scored: Files) -> dict[str, bytes]:
    """Return the renderer of SVGs and the archive of the app, without what the scorer's have."""
    python = browser_engine.pyodide()
    present: dict[str, bytes] = {}
    for file, archive in scored.items():
        if file.endswith((".zip", ".bin")):
            unpack = browser_engine.unzip if file.endswith(".zip") else browser_engine.unpack
            present |= unpack(archive)
    # Games are translated into any language.
    spoken = {**files_for_browser(known_languages()), **regions_for_browser(known_languages())}
    chosen, fonts = tuple(games), dict(_fonts())
    used = {name: fonts[name] for name in fonts if Path(name).name in _used_fonts(chosen)}
    own = {**own_files(chosen), **STAND_INS}
    added = {**_libraries(tuple(languages)), **spoken, **own, **used}
    javascript: dict[str, bytes] = {}
    for library in JAVASCRIPT:
        javascript |= browser_engine.npm_files(library)
    exercised = {**present, **added, WOFF2: page_font("sans-regular.woff2")}
    # Node goes by the endings of names.
    node = {"clipper.cjs": javascript["clipper.js"], "libraries.mjs": LIBRARIES.read_bytes()}
    runtime = {**python, **javascript, **node}
    compiled = browser_engine.compiled_modules(runtime, exercised, EXERCISE)
    # Parts of Python's own library that no score needs.
    unscored = {name: content for name, content in compiled.items() if UNUSED.match(name[:-1])}
    files = {**dict(_with_compiled(added, compiled)), **unscored}
    new = {name: content for name, content in files.items() if name not in present}
    others = {name: fonts[name] for name in fonts if name not in used}
    new[SHIPPED.relative_to(ROOT).as_posix()] = _hash(
        {**python, **javascript, **present, **files, **others}
    )
    archives = {ARCHIVE: browser_engine.solid(new), FONTS: browser_engine.solid(others)}
    shipped = {**archives, **javascript}
    return {f"{HOME}/{name}": content for name, content in shipped.items()}


def _hash(files: Files) -> bytes:
    """Hash everything that a card can depend on: those of an earlier site are composed again."""
    parts = (name.encode() + hashlib.sha256(files[name]).digest() for name in sorted(files))
    return hashlib.sha256(b"".join(parts)).hexdigest().encode()


def _with_compiled(added: Files, compiled: Files) -> Iterator[tuple[str, bytes]]:
    """Yield modules that the app loads, compiled, and the others as they are."""
    for name, content in added.items():
        if f"{name}c" in compiled:
            yield f"{name}c", compiled[f"{name}c"]
        elif not name.endswith(".py") or not name.startswith(LARGE):
            yield name, content


def _libraries(languages: tuple[str, ...]) -> dict[str, bytes]:
    """Return libraries; hyphenation only for the languages of the site."""
    files: dict[str, bytes] = {}
    hyphens = tuple(filter(None, map(pattern_file, languages)))
    for name in (*LARGE, *SMALL):
        spec = importlib.util.find_spec(name)
        assert spec is not None and spec.submodule_search_locations
        home = Path(spec.submodule_search_locations[0])
        files.update(files_in(home, home.rglob("*.py"), name))
        files.update(files_in(home, (one for one in hyphens if one.is_relative_to(home)), name))
    return {**files, **browser_engine.unzip(_wheel(UHARFBUZZ))}


def own_files(games: tuple[Game, ...]) -> dict[str, bytes]:
    """Return our modules and their data, as far as a browser can use them."""
    home = ROOT / "generator"
    modules = (
        *files_in(home, _modules(home), "generator"),
        *files_in(SCORER, _modules(SCORER), "scorer"),
    )
    files = {name: content for name, content in modules if not name.startswith(ELSEWHERE)}
    files[f"generator/{images.IN_BROWSER.name}"] = images.for_browser()
    ours = (*DATA.glob("*.*"), *DATA.glob("*/*.py"), *DATA.glob("*/*.csv"))
    plain = (path for path in ours if not (path.parent / "game.yaml").is_file())
    files.update(files_in(DATA, plain, "cards_data"))
    shipped = template_folders()[-1]
    shared = (path for path in shipped.rglob("*") if path.relative_to(shipped).parts[0][0] == "_")
    files.update(files_in(shipped, shared, "generator/templates"))
    documents = (path for game in games for path in sorted(game.folder.rglob("*.yaml")))
    parsed = parsed_files(read_text(path) for path in (SIZES, *documents))
    files[f"cards_data/{PARSED.name}"] = parsed
    for game in games:
        # The scorer's archive has the tables of workbooks as CSV.
        data = (path for path in game.folder.rglob("*") if not browser_engine.is_workbook(path))
        files.update(files_in(game.folder, data, f"cards_data/{game.slug}"))
        for folder in reversed(template_folders()):
            own = folder / game.slug
            files.update(files_in(own, own.rglob("*"), f"generator/templates/{game.slug}"))
    return files


def _modules(home: Path) -> Iterator[Path]:
    """Yield modules and their data; pages are files of the site."""
    return (path for path in home.rglob("*") if "page" not in path.relative_to(home).parts)


def _fonts() -> Iterator[tuple[str, bytes]]:
    """Yield each typeface once, in the format that is preferred."""
    for folder in font_folders():
        package = folder.parent.name
        yield f"{package}/__init__.py", b""
        files = {path.stem: path for path in sorted(folder.glob("*.[ot]tf"))}
        yield from files_in(folder, files.values(), f"{package}/{folder.name}")


def _used_fonts(games: tuple[Game, ...]) -> set[str]:
    """Return the font files of the games and of a new game, and the regular ones for pictures."""
    usual = DeclaredFonts()
    roles = (getattr(usual, role) for role in fields(DeclaredFonts))
    declared = [Font(font.family, font.weight, font.italic) for font in roles]
    fonts = [*declared, *(font for game in games for font in game.fonts.values())]
    regular = (Font(family) for family in FAMILIES)
    return {"__init__.py", *(font_file(font).name for font in (*fonts, *regular))}


def _wheel(package: Package) -> bytes:
    """Return a library compiled for browsers, from the user's cache or from PyPI."""
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", ".")
    kind = ("--only-binary", ":all:", "--platform", PLATFORM, "--implementation", "cp")
    python = ("--python-version", "314", "--abi", "cp314", "--abi", "abi3")
    command = (*pip, *kind, *python, f"{package.name}=={package.version}")
    return browser_engine.fetch(package, package.digest, _hex_hash, lambda: command)


def _hex_hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
