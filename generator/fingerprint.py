"""What a face depends on, as hashes.

Comes in: a game, a piece. Goes out: keys that change when anything changes that could change
the picture: the row, the deck, templates, symbols, art, words, numbers, fonts, libraries and
the code that draws.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from cards_data.models import Deck, Game, Piece

from . import resources

LIBRARIES = (
    "cairosvg cairocffi deflate jinja2 markupsafe pillow pyphen qrcode uharfbuzz font-amatic-sc "
    "font-caladea font-hanken-grotesk font-manrope font-source-sans-pro font-source-serif-pro"
).split()
_HERE = Path(__file__).parent


def digest(*parts: object) -> str:
    """A short hash of anything that JSON can write."""
    text = json.dumps(parts, ensure_ascii=False, default=str, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


# A file and the name it has wherever the project lies: "symbols/sun.svg".
Named = tuple[str, Path]


def files_digest(files: Iterable[Named]) -> str:
    """A hash of names and contents; the same for the same files in another place."""
    found = hashlib.sha256()
    for name, path in sorted(files):
        found.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:32]


def below(folder: Path, pattern: str, name: str) -> Iterator[Named]:
    """The files below a folder, named from there on."""
    for path in folder.glob(pattern):
        if path.is_file():
            yield f"{name}/{path.relative_to(folder).as_posix()}", path


@cache
def renderer() -> str:
    """The code that draws and the libraries it draws with."""
    rooms = (*below(_HERE / "render", "*.py", "render"), *below(_HERE / "draw", "*.py", "draw"))
    code = [*rooms, ("units", _HERE / "units.py")]
    return digest(files_digest(code), [(name, library(name)) for name in LIBRARIES])


@cache
def sheet_writer() -> str:
    """The code that lays out and writes sheets, and the library it writes with."""
    rooms = (*below(_HERE / "sheets", "*.py", "sheets"), *below(_HERE / "pdf", "*.py", "pdf"))
    code = [*rooms, ("build", _HERE / "build.py")]
    return digest(renderer(), files_digest(code), library("reportlab"))


@cache
def _installed() -> dict[str, str]:
    """Versions by the names of the installed folders: asking for metadata costs ten times that."""
    found: dict[str, str] = {}
    for folder in reversed(sys.path):
        with suppress(OSError):
            for entry in os.listdir(folder or "."):  # noqa: PTH208
                if entry.endswith(".dist-info"):
                    name, _, number = entry.removesuffix(".dist-info").rpartition("-")
                    found[name.lower().replace("_", "-")] = number
    return found


def library(name: str) -> str:
    """The version of an installed library, or nothing."""
    return _installed().get(name, "")


def data_files(game: Game) -> Iterator[Named]:
    """The game's tables, declarations and pictures."""
    for pattern in ("*.csv", "*.yaml", "art/*"):
        yield from below(game.folder, pattern, "data")


def template_files(*folders: str) -> Iterator[Named]:
    """The files below some folders of the templates, nearest templates first."""
    for index, root in enumerate(resources.template_folders()):
        for folder in folders:
            yield from below(root / folder, "**/*", f"templates {index}/{folder}")


def game_base(game: Game) -> str:
    """What all faces of a game depend on beside their own row."""
    # Decks are told apart piece by piece; statistics are shown on no face.
    unseen = {f"data/{name}.csv" for name in game.decks} | {"data/stats.yaml"}
    data = [(name, path) for name, path in data_files(game) if name not in unseen]
    sources = (*data, *template_files(game.slug, "_shared"), *_scorer_sources(game.slug))
    return digest(renderer(), files_digest(sources), sorted(game.decks))


def _scorer_sources(slug: str) -> Iterator[Named]:
    """The scorer's code and words: what reference cards print. Read, not imported."""
    for pattern in ("*.py", "*.csv"):
        yield from below(_HERE.parent / "scorer", pattern, "scorer")
    for path in resources.rules_files(slug):
        yield f"rules/{path.parent.name}/{path.name}", path


def deck_digest(deck: Deck) -> str:
    """All rows of a deck: for faces that show other pieces."""
    return digest([_row(piece) for piece in deck.pieces])


def piece_key(base: str, deck: Deck, piece: Piece, lang: str) -> str:
    """The row, and where it stands."""
    return digest(base, deck.name, deck.total, lang, _row(piece))


def _row(piece: Piece) -> object:
    translations = {f"{column}:{lang}": text for (column, lang), text in piece.translations.items()}
    return [piece.id, piece.copies, piece.number, dict(piece.values), translations]


def face_key(svg_digest: str, dpi: int) -> str:
    """A drawn face."""
    return digest(renderer(), svg_digest, dpi)
