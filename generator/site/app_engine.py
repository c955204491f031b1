"""Package the rest of the app for browsers: printing, the workbench and the games' drawings.

It is loaded after what a score needs, and only by pages that print or change something. Libraries
are reduced to what the app loads; two of them are compiled for browsers and come from PyPI.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from cards_data import Game, Problems
from cards_data.checks import SIZES, DeclaredFonts
from cards_data.documents import PARSED, parsed_files
from cards_data.languages.locales import files_for_browser, known_languages, regions_for_browser
from cards_data.models import Font
from cards_data.problems import Message
from cards_data.reader import read_text
from cards_data.registry import PACKAGE as DATA
from cards_data.schema import fields
from cards_data.tables import SUFFIXES, TEXT_SUFFIXES
from generator import images
from generator.resources import ROOT, template_folders
from generator.store.cache import open_cache
from generator.text.font_files import FAMILIES, font_folders
from generator.text.fonts import font_file
from generator.text.hyphenation import pattern_file

from .browser_engine import (
    HOME,
    KIND,
    SCORER,
    UNUSED,
    Files,
    below,
    compiled_modules,
    failed,
    not_fetched,
    npm_files,
    pyodide,
    solid,
    unzipped,
)

ARCHIVE = "app.bin"
# The typefaces that none of the site's games uses: for games of the visitors.
FONTS = "fonts.bin"
# Compiled for browsers: name, version and hash.
PLATFORM = "pyemscripten_2026_0_wasm32"
WHEELS = {
    "uharfbuzz": ("0.57.0", "430b78efc0cff3365461ff79e0d0a944cda17253171d5a4f8cf4615ebde08541"),
    "python-calamine": (
        "0.9.0",
        "c049c7ab083460066da3f12525722c4b71ca4962a18fbfd1b74fcb735c196a15",
    ),
}
# Of these only what a rehearsal loads; they have many parts that nothing here uses.
LARGE = ("babel", "reportlab", "fontTools", "pypdf", "xlsxwriter")
SMALL = (
    *("jinja2", "markupsafe", "qrcode", "pyphen", "markdown_it", "mdurl", "tinycss2"),
    *("cssselect2", "webencodings", "platformdirs"),
)
# Draws SVGs with filters and masks: loaded when a game has one.
RESVG = ("@resvg/resvg-wasm", "2.6.2")
RESVG_SHA512 = (
    "FqALmHI8D4o6lk/LRWDnhw95z5eO+eAa6ORjVg09YRR7BkcM6oPHU9uyC0gtQG5vpFLvgpeU4+zEAz2H8APHNw=="
)
RESVG_FILES = {"index.mjs": "resvg.mjs", "index_bg.wasm": "resvg.wasm"}
# What no score needs.
UNSCORED = (ARCHIVE, FONTS, *RESVG_FILES.values())
# Reportlab looks for Pillow when it starts; nothing of it is used.
PILLOW = {"PIL.py": b"Image = None\n"}
# Needs the network, a terminal, processes or cairo.
ELSEWHERE = ("commands", "site", "export", "templates")
REHEARSAL = "from generator.web.rehearsal import rehearse; rehearse()"


def app_files(games: Iterable[Game], languages: Iterable[str], scored: Files) -> dict[str, bytes]:
    """Return the renderer of SVGs and the archive of the app, without what the scorer's have."""
    python = pyodide()
    there = {
        name: content
        for file, archive in scored.items()
        if file.endswith(".zip")
        for name, content in unzipped(archive).items()
    }
    # Games are translated into any language.
    spoken = {**files_for_browser(known_languages()), **regions_for_browser(known_languages())}
    chosen, fonts = tuple(games), dict(_fonts())
    used = {name: fonts[name] for name in fonts if Path(name).name in _used_fonts(chosen)}
    added = {**_libraries(tuple(languages)), **spoken, **_own(chosen), **used, **PILLOW}
    compiled = compiled_modules(python, {**there, **added}, REHEARSAL)
    # Parts of Python's own library that no score needs.
    unscored = {name: content for name, content in compiled.items() if UNUSED.match(name[:-1])}
    files = {**dict(_reduced(added, compiled)), **unscored}
    new = {name: content for name, content in files.items() if name not in there}
    renderer = npm_files(*RESVG, RESVG_SHA512, RESVG_FILES)
    drawn = {f"{HOME}/{RESVG_FILES[name]}": content for name, content in renderer.items()}
    others = {name: fonts[name] for name in fonts if name not in used}
    return {f"{HOME}/{ARCHIVE}": solid(new), f"{HOME}/{FONTS}": solid(others), **drawn}


def _reduced(added: Files, compiled: Files) -> Iterator[tuple[str, bytes]]:
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
        files.update(below(home, home.rglob("*.py"), name))
        files.update(below(home, (one for one in hyphens if one.is_relative_to(home)), name))
    for name in WHEELS:
        files.update(unzipped(_wheel(name)))
    return files


def _own(games: tuple[Game, ...]) -> dict[str, bytes]:
    home = ROOT / "generator"
    kept = (path for path in _modules(home) if path.relative_to(home).parts[0] not in ELSEWHERE)
    files = dict(below(home, kept, "generator"))
    files[f"generator/{images.IN_BROWSER.name}"] = images.for_browser()
    files.update(below(SCORER, _modules(SCORER), "scorer"))
    modules = (*DATA.glob("*.*"), *DATA.glob("*/*.py"), *DATA.glob("*/*.csv"))
    plain = (path for path in modules if not (path.parent / "game.yaml").is_file())
    files.update(below(DATA, plain, "cards_data"))
    shipped = template_folders()[-1]
    shared = (path for path in shipped.rglob("*") if path.relative_to(shipped).parts[0][0] == "_")
    files.update(below(shipped, shared, "generator/templates"))
    documents = (path for game in games for path in sorted(game.folder.rglob("*.yaml")))
    parsed = parsed_files(read_text(path) for path in (SIZES, *documents))
    files[f"cards_data/{PARSED.name}"] = parsed
    for game in games:
        data = (path for path in game.folder.rglob("*") if not _is_workbook(path))
        files.update(below(game.folder, data, f"cards_data/{game.slug}"))
        for folder in reversed(template_folders()):
            own = folder / game.slug
            files.update(below(own, own.rglob("*"), f"generator/templates/{game.slug}"))
    return files


def _modules(home: Path) -> Iterator[Path]:
    """Yield modules and their data; pages are files of the site."""
    return (path for path in home.rglob("*") if "page" not in path.relative_to(home).parts)


def _is_workbook(path: Path) -> bool:
    """Return whether it is a table that the scorer's archive has as CSV."""
    return path.suffix in SUFFIXES and path.suffix not in TEXT_SUFFIXES


def _fonts() -> Iterator[tuple[str, bytes]]:
    """Yield each typeface once, in the format that is preferred."""
    for folder in font_folders():
        package = folder.parent.name
        yield f"{package}/__init__.py", b""
        files = {path.stem: path for path in sorted(folder.glob("*.[ot]tf"))}
        yield from below(folder, files.values(), f"{package}/{folder.name}")


def _used_fonts(games: tuple[Game, ...]) -> set[str]:
    """Return the font files of the games and of a new game, and the regular ones for pictures."""
    usual = DeclaredFonts()
    named = (getattr(usual, role) for role in fields(DeclaredFonts))
    declared = [Font(font.family, font.weight, font.italic) for font in named]
    fonts = [*declared, *(font for game in games for font in game.fonts.values())]
    regular = (Font(family) for family in FAMILIES)
    return {"__init__.py", *(font_file(font).name for font in (*fonts, *regular))}


def _wheel(name: str) -> bytes:
    """Return a library compiled for browsers, from the user's cache or from PyPI."""
    cache, (version, digest) = open_cache(), WHEELS[name]
    wheel = cache.get(KIND, digest)
    if wheel is None:
        wheel = _fetched(name, version)
        found = hashlib.sha256(wheel).hexdigest()
        if found != digest:
            raise Problems.of(f"{name} {version}", Message("site.hash", hash=found), digest)
        cache.put(KIND, digest, wheel)
    return wheel


def _fetched(name: str, version: str) -> bytes:
    with TemporaryDirectory(prefix="ecotable-pip-") as folder:
        pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder)
        kind = ("--only-binary", ":all:", "--platform", PLATFORM, "--implementation", "cp")
        python = ("--python-version", "314", "--abi", "cp314", "--abi", "abi3")
        said = failed((*pip, *kind, *python, f"{name}=={version}"), folder)
        if said is not None:
            raise not_fetched(name, said)
        (file,) = Path(folder).glob("*.whl")
        return file.read_bytes()
