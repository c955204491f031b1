"""What a face depends on, as hashes.

Comes in: a game, a piece. Goes out: keys that change when anything changes that could change
the picture: the row, the deck, templates, symbols, art, words, numbers, fonts, libraries and
the code that draws.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from cards_data.models import Deck, Game, Piece

from . import resources

LIBRARIES = (
    "cairosvg cairocffi jinja2 markupsafe pillow pyphen qrcode uharfbuzz font-amatic-sc "
    "font-caladea font-hanken-grotesk font-manrope font-source-sans-pro font-source-serif-pro"
).split()
# Files of a game that no face shows.
_UNSEEN = {"stats.yaml"}
_HERE = Path(__file__).parent


def digest(*parts: object) -> str:
    """A short hash of anything that JSON can write."""
    text = json.dumps(parts, ensure_ascii=False, default=str, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def files_digest(paths: Iterable[Path]) -> str:
    """A hash of names and contents."""
    found = hashlib.sha256()
    for path in sorted(paths):
        found.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:32]


@cache
def renderer() -> str:
    """The code that draws and the libraries it draws with."""
    code = [*(_HERE / "render").glob("*.py"), _HERE / "units.py"]
    return digest(files_digest(code), [(name, _version(name)) for name in LIBRARIES])


@cache
def sheet_writer() -> str:
    """The code that lays out and writes sheets, and the library it writes with."""
    code = [*(_HERE / "sheets").glob("*.py"), _HERE / "build.py"]
    return digest(renderer(), files_digest(code), _version("reportlab"))


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def game_sources(game: Game) -> Iterator[Path]:
    """Every file of the game that is not a deck's CSV: what all its faces may show."""
    decks = {f"{name}.csv" for name in game.decks}
    for path in game.folder.iterdir():
        if (
            path.suffix in (".csv", ".yaml")
            and path.name not in decks
            and path.name != "stats.yaml"
        ):
            yield path
    yield from (path for path in (game.folder / "art").glob("*") if path.is_file())
    for folder in resources.template_folders():
        for name in (game.slug, "_shared"):
            yield from (path for path in (folder / name).rglob("*") if path.is_file())


def game_base(game: Game) -> str:
    """What all faces of a game depend on beside their own row."""
    sources = (*game_sources(game), *_scorer_sources(game.slug))
    return digest(renderer(), files_digest(sources), sorted(game.decks))


def _scorer_sources(slug: str) -> Iterator[Path]:
    """The scorer's code: it gives what reference cards print. Read, not imported."""
    yield from (_HERE.parent / "scorer").glob("*.py")
    yield from resources.rules_files(slug)


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
