"""Which picture file holds which face.

Comes in: a composed game. Goes out: for every piece the files of its front and back, and every
different file once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cards_data.models import Deck, Piece
from generator.compose.composed_game import ComposedGame, Pieces
from generator.compose.piece import Faces

from .image_files import Art


@dataclass(frozen=True)
class FaceFiles:
    """A piece and the files of its faces, as paths below the export's folder."""

    deck: Deck
    piece: Piece
    faces: Faces
    front: str
    back: str = ""


def face_files(composed: ComposedGame) -> Iterator[FaceFiles]:
    for deck, pieces in composed.decks:
        shared = shares_back(pieces)
        for piece, faces in pieces:
            own = f"{deck.name}/{piece.id}"
            back = f"{deck.name}/back.png" if shared else f"{own}-back.png"
            yield FaceFiles(deck, piece, faces, f"{own}-front.png", back if faces.back else "")


def shares_back(pieces: Pieces) -> bool:
    """Whether several different pieces show one and the same back."""
    backs = {faces.back.key for _, faces in pieces if faces.back}
    return len(pieces) > 1 and len(backs) == 1


def files(pieces: Iterator[FaceFiles]) -> Mapping[str, Art]:
    """Every file with what is drawn in it."""
    wanted: dict[str, Art] = {}
    for one in pieces:
        wanted[one.front] = (one.faces.front, one.deck.size)
        if one.faces.back:
            wanted[one.back] = (one.faces.back, one.deck.size.seen_from("back"))
    return wanted
