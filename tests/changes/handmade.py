"""Pieces, prints and games as values, for tests of changes that need no files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cards_data import Deck, Game, Size
from cards_data.models import Column, Piece
from generator.changes.diff import Changes, PieceState
from generator.changes.print_history import Print, PrintedBox, box_of

NOTHING = Changes("pond", "then", "now", (), (), (), {}, ())


def state(
    ident: str, deck: str = "fish", face: str = "", copies: int = 1, **row: Any
) -> PieceState:
    return PieceState(
        deck, ident, {"copies": copies, **row}, face or ident, None, f"v{face or ident}"
    )


def record_of(*pieces: str, **more: Any) -> dict[str, Any]:
    """A manifest of pieces such as ``fish/pike``; its face tells its version."""
    version = more.get("version", "1")
    listed = [
        {"deck": deck, "id": name, "copies": 1, "front": f"{name}{version}", "back": None}
        for deck, _, name in (piece.partition("/") for piece in pieces)
    ]
    return {"game": "pond", "lang": "en", "version": version, "pieces": listed, **more}


def box(*records: dict[str, Any]) -> PrintedBox:
    return box_of(tuple(Print(Path(f"p{n}.pdf"), one) for n, one in enumerate(records)))


def deck_of(name: str, *pieces: Piece) -> Deck:
    columns = {one: Column(one, "text") for one in ("name", "cost")}
    return Deck(name, {"en": name.title()}, Size("s", 50, 40), "f", None, 9, columns, pieces)


def game_of(*decks: Deck, **scoring: Any) -> Game:
    decks_by_name = {deck.name: deck for deck in decks}
    folder = Path("cards_data/pond")
    title = {"en": "Pond"}
    return Game(
        "pond", title, ("en",), "", {}, {}, {}, (), {}, {}, decks_by_name, {}, scoring, folder
    )


def piece_of(ident: str, copies: int = 1, **values: Any) -> Piece:
    return Piece(ident, "fish", copies, values, {("name", "sv"): "Gädda"}, "", 1)
