"""The text of a manifest as values that can be trusted, whoever had it in hands.

Comes in: text from a file or a PDF. Goes out: a record in which everything stands that later
steps ask for, or nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

Shape = Mapping[str, type | tuple[type, ...]]

NEEDED: Shape = {"game": str, "lang": str, "version": str, "pieces": list}
OPTIONAL: Shape = {"dpi": int, "scoring": dict, "whole": list, "decks": list}
PIECE: Shape = {"deck": str, "id": str, "front": str, "back": (str, type(None)), "copies": int}
PIECE_OPTIONAL: Shape = {"version": str, "row": dict}
DPI = range(72, 1201)


def read_manifest(text: str) -> dict[str, Any] | None:
    """A manifest's values; nothing when it is none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if _is_manifest(found) else None


def _is_manifest(found: Any) -> bool:
    if not _fits(found, NEEDED, OPTIONAL) or found.get("dpi", DPI[0]) not in DPI:
        return False
    named = all(isinstance(deck, str) for deck in found.get("decks", []))
    return named and all(_is_piece(piece) for piece in (*found["pieces"], *found.get("whole", [])))


def _is_piece(piece: Any) -> bool:
    if not _fits(piece, PIECE, PIECE_OPTIONAL):
        return False
    return "row" not in piece or _fits(piece["row"], {"copies": int}, {})


def _fits(found: Any, needed: Shape, optional: Shape) -> bool:
    """Whether everything needed is there, and everything there is of its kind."""
    if not isinstance(found, dict) or not needed.keys() <= found.keys():
        return False
    kinds = {**optional, **needed}
    return all(isinstance(found[key], kinds[key]) for key in kinds if key in found)
