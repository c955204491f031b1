"""The manifest: every piece, its row, the hashes of its faces and its places on the sheets.

It is written next to the PDF and embedded in it. Later runs read it to find out what changed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cards_data.models import Deck, Game, Piece
from cards_data.tables import DATA_SUFFIXES
from generator.compose.artwork import Artwork
from generator.compose.composed_game import ComposedGame
from generator.compose.piece import Faces
from generator.compose.stamps import short_stamp
from generator.options import PrintOptions
from generator.sheets.marks import SheetPage
from generator.sheets.papers import Paper
from generator.store.fingerprint import digest
from generator.store.sources import Sources


# The pages and the manifest of one print both need it; it reads every file once.
@lru_cache(maxsize=4)
def game_version(game: Game, sources: Sources) -> str:
    """Return a short hash of everything in the game: data, pictures and templates."""
    hashed = hashlib.sha256()
    for name, content in sorted(_files(game, sources).items()):
        hashed.update(name.encode() + b"\0" + bytes.fromhex(content))
    return hashed.hexdigest()[:8]


def _files(game: Game, sources: Sources) -> dict[str, str]:
    """Return hashes of files, as read, by names that do not depend on the project's location."""
    digests: dict[str, str] = {}
    # A spreadsheet program creates a lock file that begins with ~ next to an open file.
    for pattern in (*(f"[!~]*{suffix}" for suffix in DATA_SUFFIXES), "art/*"):
        for name, file in sources.tree(game.folder, pattern):
            digests[f"data/{name}"] = file.digest
    for index, root in enumerate(sources.folders):
        for name, file in sources.tree(root / game.slug, "**/*"):
            digests[f"templates {index}/{game.slug}/{name}"] = file.digest
    return digests | {f"data/{name}": content for name, content in game.files.items()}


def row_of(piece: Piece) -> dict[str, Any]:
    """Return a piece's cells as JSON data, with translations under ``column:lang``."""
    cells: dict[str, Any] = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in piece.values.items()
    }
    cells |= {f"{column}:{lang}": text for (column, lang), text in piece.translations.items()}
    return {**cells, "source": piece.source, "reason": piece.reason}


def manifest(
    composed: ComposedGame,
    options: PrintOptions,
    paper: Paper,
    sheet_pages: tuple[SheetPage, ...],
    pages: tuple[int, int],
) -> dict[str, Any]:
    """Return the record of a print; ``pages`` counts those before the first sheet, and all."""
    opening, total = pages
    places = _places(sheet_pages, opening)
    game = composed.game
    # A piece that is not on any sheet was not printed.
    pieces = [one for one in composed.pieces() if (one[0].name, one[1].id) in places]
    printed = {(deck.name, piece.id) for deck, piece, _ in pieces}
    decks = [
        deck.name
        for deck in game.decks.values()
        if all((deck.name, piece.id) in printed for piece in deck.pieces)
    ]
    return {
        "game": game.slug,
        "version": game_version(game, composed.sources),
        "lang": options.lang,
        "paper": {"name": paper.name, "width_mm": paper.width_mm, "height_mm": paper.height_mm},
        "pages": total,
        "dpi": options.dpi,
        "ink": options.edition.ink,
        "sets": options.copies,
        **({"draft": True} if options.edition.draft else {}),
        **({"render": options.render} if options.render != "raster" else {}),
        "scoring": game.scoring,
        **({} if len(decks) == len(game.decks) else {"decks": decks}),
        "pieces": [
            _with_places(_piece(composed, one, options), places[one[0].name, one[1].id])
            for one in pieces
        ],
    }


def _with_places(record: dict[str, Any], places: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a piece with its places; a print of single sheets counts the copies on them."""
    fronts = sum(place["side"] == "front" for place in places)
    return {**record, "copies": min(record["copies"], fronts), "places": places}


@dataclass(frozen=True)
class BoxContents:
    """What is in the box after a reprint: its pieces, and complete decks (all without names)."""

    composed: ComposedGame
    pieces: frozenset[tuple[str, str]]
    decks: tuple[str, ...] | None

    def record_after(self, record: dict[str, Any]) -> dict[str, Any]:
        """Return the record of a reprint, with what is in the box after the swap."""
        pieces = (one for one in self.composed.pieces() if (one[0].name, one[1].id) in self.pieces)
        whole = [_piece(self.composed, one, PrintOptions()) for one in pieces]
        head = {key: value for key, value in record.items() if key != "decks"}
        decks = {} if self.decks is None else {"decks": list(self.decks)}
        return {**head, **decks, "whole": whole}


def read_pages_record(
    read: Mapping[str, Sequence[Artwork] | None], scorer_url: str
) -> dict[str, str]:
    """Return hashes of the leaflet and score sheet asked for, and the address on the latter."""
    keys = {name: pages_key(pages) for name, pages in read.items() if pages is not None}
    return {**keys, **({"scorer_url": scorer_url} if scorer_url and "score_sheet" in keys else {})}


def pages_key(pages: Sequence[Artwork]) -> str:
    """Return a hash of a leaflet's or score sheet's pages; empty for a game without them."""
    return digest([page.key for page in pages]) if pages else ""


def _piece(
    composed: ComposedGame, owned: tuple[Deck, Piece, Faces], options: PrintOptions
) -> dict[str, Any]:
    """Record a piece; one whose picture was missing has yet to be printed."""
    deck, piece, faces = owned
    bare = (deck.name, piece.id) in composed.unpictured
    return {
        "id": piece.id,
        "deck": deck.name,
        "copies": options.copies_of(piece.copies),
        "stamp": short_stamp(deck.name, piece.id),
        "version": faces.version,
        "front": faces.front.key,
        "back": faces.back.key if faces.back else None,
        "row": {"copies": piece.copies, **row_of(piece)},
        **({"placeholder": True} if bare else {}),
    }


def _places(
    sheet_pages: Iterable[SheetPage], opening: int
) -> dict[tuple[str, str], list[dict[str, Any]]]:
    places: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for number, page in enumerate(sheet_pages, opening + 1):
        for name, cut in page.cuts:
            places.setdefault((cut.deck, cut.piece), []).append(
                {
                    "page": number,
                    "side": name,
                    "x_mm": round(cut.slot.x_mm, 3),
                    "y_mm": round(cut.slot.y_mm, 3),
                    "width_mm": round(cut.width_mm, 3),
                    "height_mm": round(cut.height_mm, 3),
                }
            )
    return places


def manifest_text(record: dict[str, Any]) -> str:
    """Write one piece per line: readable, and small changes give small diffs."""
    lists = {key: value for key, value in record.items() if key in ("pieces", "whole")}
    head = {key: value for key, value in record.items() if key not in lists}
    parts = [json.dumps(head, ensure_ascii=False)[:-1]]
    for name, pieces in lists.items():
        lines = ",\n  ".join(json.dumps(piece, ensure_ascii=False) for piece in pieces)
        parts.append(f'"{name}": [\n  {lines}\n]')
    return ", ".join(parts) + "}\n"


Shape = Mapping[str, type | tuple[type, ...]]

NEEDED: Shape = {"game": str, "lang": str, "version": str, "pieces": list}
OPTIONAL: Shape = {
    "dpi": int,
    "ink": str,
    "draft": bool,
    "sets": int,
    "scoring": dict,
    "whole": list,
    "decks": list,
    "leaflet": str,
    "score_sheet": str,
    "scorer_url": str,
}
PIECE: Shape = {"deck": str, "id": str, "front": str, "back": (str, type(None)), "copies": int}
PIECE_OPTIONAL: Shape = {"version": str, "row": dict, "placeholder": bool}
DPI = range(72, 1201)
SETS = range(1, 51)
# Many times what the largest game needs.
MANIFEST_LIMIT = 8_000_000
PIECES_LIMIT = 5_000
COPIES = range(50_001)
DEPTH_LIMIT = 20


def read_manifest(text: str) -> dict[str, Any] | None:
    """Read the values of a manifest; return nothing if it is invalid."""
    if len(text) > MANIFEST_LIMIT:
        return None
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return record if _is_manifest(record) else None


def _is_manifest(record: Any) -> bool:
    if not _fits(record, NEEDED, OPTIONAL) or _is_deep(record):
        return False
    if record.get("dpi", DPI[0]) not in DPI or record.get("sets", 1) not in SETS:
        return False
    pieces = (*record["pieces"], *record.get("whole", []))
    has_names = all(isinstance(deck, str) for deck in record.get("decks", []))
    return has_names and len(pieces) <= PIECES_LIMIT and all(_is_piece(piece) for piece in pieces)


def _is_deep(value: Any, left: int = DEPTH_LIMIT) -> bool:
    """Return whether values are nested too deeply for recursive code."""
    inner = value.values() if isinstance(value, dict) else value
    if not isinstance(value, dict | list):
        return False
    return left == 0 or any(_is_deep(value, left - 1) for value in inner)


def _is_piece(piece: Any) -> bool:
    if not _fits(piece, PIECE, PIECE_OPTIONAL) or piece["copies"] not in COPIES:
        return False
    if "row" not in piece:
        return True
    return _fits(piece["row"], {"copies": int}, {}) and piece["row"]["copies"] in COPIES


def _fits(record: Any, needed: Shape, optional: Shape) -> bool:
    """Return whether all required values exist, and all values have the right type."""
    if not isinstance(record, dict) or not needed.keys() <= record.keys():
        return False
    kinds = {**optional, **needed}
    return all(isinstance(record[key], kinds[key]) for key in kinds if key in record)
