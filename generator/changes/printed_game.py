"""A game as it was when it was printed, as far as a manifest records it.

Comes in: the current game and what was last printed. Goes out: the same game with the rows of then:
enough to count what is in the decks, not to draw them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cards_data.models import Deck, Game, Piece, Value
from cards_data.problems import NOWHERE
from generator.options import Edition

from .earlier_state import earlier_prints
from .last_printed import PrintedBox, box_of
from .snapshot import PieceState

_OWN = ("copies", "source", "reason")


def printed_game(game: Game, edition: Edition, ref: str, out: Path) -> Game | None:
    """The game as the named prints have it; nothing when the reference names none."""
    prints = earlier_prints(game.slug, edition, ref, out, game.origin)
    return _game(game, box_of(prints)) if prints else None


def _game(game: Game, box: PrintedBox) -> Game:
    held: dict[str, list[PieceState]] = {}
    for piece in box.snapshot.pieces:
        held.setdefault(piece.deck, []).append(piece)
    decks = {
        name: _deck(deck, held.get(name, ()))
        for name, deck in game.decks.items()
        if name in held or box.decks is None
    }
    base = next(
        one for one in reversed(box.prints) if one.record["version"] == box.snapshot.version
    )
    return replace(game, decks=decks, scoring=base.record.get("scoring", {}))


def _deck(deck: Deck, pieces: Sequence[PieceState]) -> Deck:
    rows = [piece.row for piece in pieces]
    known = {name for row in rows for name in row}
    columns = {name: column for name, column in deck.columns.items() if name in known}
    made = tuple(_piece(deck, piece) for piece in pieces)
    return replace(deck, pieces=made, columns=columns, expected=sum(one.copies for one in made))


def _piece(deck: Deck, piece: PieceState) -> Piece:
    cells = {name: _value(cell) for name, cell in piece.row.items() if name not in _OWN}
    translations = {
        (column, lang): str(cell)
        for name, cell in cells.items()
        for column, colon, lang in [name.partition(":")]
        if colon
    }
    values = {name: cell for name, cell in cells.items() if ":" not in name}
    return Piece(piece.id, deck.name, piece.copies, values, translations, place=NOWHERE, number=0)


def _value(cell: Any) -> Value:
    value: Value = tuple(cell) if isinstance(cell, list) else cell
    return value
