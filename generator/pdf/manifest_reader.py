"""The text of a manifest, validated.

Comes in: text from a file or a PDF. Goes out: a record with everything that later steps
need, or nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

Shape = Mapping[str, type | tuple[type, ...]]

NEEDED: Shape = {"game": str, "lang": str, "version": str, "pieces": list}
OPTIONAL: Shape = {
    "dpi": int,
    "ink": str,
    "sets": int,
    "scoring": dict,
    "whole": list,
    "decks": list,
    "leaflet": str,
    "score_sheet": str,
    "scorer_url": str,
}
PIECE: Shape = {"deck": str, "id": str, "front": str, "back": (str, type(None)), "copies": int}
PIECE_OPTIONAL: Shape = {"version": str, "row": dict}
DPI = range(72, 1201)
SETS = range(1, 51)
# Many times what the largest game needs.
MANIFEST_LIMIT = 8_000_000
PIECES_LIMIT = 5_000
COPIES = range(50_001)
DEPTH_LIMIT = 20


def read_manifest(text: str) -> dict[str, Any] | None:
    """A manifest's values; nothing when it is none."""
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
    named = all(isinstance(deck, str) for deck in record.get("decks", []))
    return named and len(pieces) <= PIECES_LIMIT and all(_is_piece(piece) for piece in pieces)


def _is_deep(value: Any, left: int = DEPTH_LIMIT) -> bool:
    """Whether values are nested more deeply than recursive code can follow."""
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
    """Whether everything needed is there, and everything there is of its kind."""
    if not isinstance(record, dict) or not needed.keys() <= record.keys():
        return False
    kinds = {**optional, **needed}
    return all(isinstance(record[key], kinds[key]) for key in kinds if key in record)
