"""A game's pieces at one moment, comparable with another moment.

Comes in: composed pieces, or the manifest of an earlier print. Goes out: rows, face hashes and
scoring numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from generator.compose.composed_game import ComposedGame
from generator.compose.stamps import short_stamp
from generator.pdf.manifest import game_version, row_of


@dataclass(frozen=True)
class PieceState:
    """A row of a deck and what its faces looked like."""

    deck: str
    id: str
    row: Mapping[str, Any]
    front: str = ""
    back: str | None = None
    version: str = ""

    @property
    def copies(self) -> int:
        return int(self.row["copies"])

    def name(self, lang: str) -> str:
        """What the piece says of itself, else its id as words."""
        said = self.row.get(f"name:{lang}") or self.row.get("name")
        return str(said) if said else self.id.replace("_", " ")

    @property
    def stamp(self) -> str:
        """The short stamp: the same whatever the piece looked like."""
        return short_stamp(self.deck, self.id)

    @property
    def faces(self) -> tuple[str, str | None]:
        return self.front, self.back


@dataclass(frozen=True)
class Snapshot:
    """All pieces in their order, and the numbers of scoring.yaml by path."""

    game: str
    lang: str
    version: str
    pieces: tuple[PieceState, ...]
    scoring: Mapping[str, Any]


def snapshot_of(composed: ComposedGame) -> Snapshot:
    """The current data."""
    pieces = tuple(
        PieceState(
            deck.name,
            piece.id,
            {"copies": piece.copies, **row_of(piece)},
            faces.front.key,
            faces.back.key if faces.back else None,
            faces.version,
        )
        for deck, piece, faces in composed.pieces()
    )
    game = composed.game
    version = game_version(game, composed.sources)
    numbers = dict(flattened(game.scoring))
    return Snapshot(game.slug, composed.edition.lang, version, pieces, numbers)


def piece_state(piece: Mapping[str, Any]) -> PieceState:
    """A piece as the manifest of an earlier print has it."""
    return PieceState(
        piece["deck"],
        piece["id"],
        piece.get("row", {"copies": piece["copies"]}),
        piece["front"],
        piece["back"],
        piece.get("version", ""),
    )


def flattened(numbers: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """``{points: {area: 1}}`` as ``points.area`` and 1."""
    if isinstance(numbers, Mapping):
        for key, value in numbers.items():
            yield from flattened(value, f"{path}.{key}" if path else str(key))
    elif isinstance(numbers, list | tuple):
        for index, value in enumerate(numbers, 1):
            yield from flattened(value, f"{path}[{index}]")
    else:
        yield path, numbers
