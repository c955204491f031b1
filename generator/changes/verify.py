"""Whether what was printed is still what the data says.

Comes in: a PDF or its manifest. Goes out: the changes that concern what is on its sheets.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from cards_data import Problem, Problems, load_game
from generator.compose.game import compose_all
from generator.compose.piece import Composer
from generator.crew import Crew
from generator.options import Edition
from generator.store.sources import Sources

from .diff import Changes, diff
from .reference import manifest_at
from .snapshot import Snapshot, of_composed, of_manifest


def verify(file: Path, crew: Crew) -> Changes:
    """Empty when every printed piece is still the same, and none is missing from its decks."""
    record = manifest_at(str(file))
    if record is None:
        raise Problems([Problem(str(file), "is no print of ours", "a PDF or its manifest")])
    old = _printed(record)
    composer = Composer(load_game(old.game), Edition(old.lang), Sources())
    new = of_composed(compose_all(composer, crew))
    # A print of some decks lacks the others on purpose; a reprint lacks all that did not change.
    printed = {(piece.deck, piece.id) for piece in old.pieces}
    decks = set() if "whole" in record else {piece.deck for piece in old.pieces}
    concerned = tuple(
        piece for piece in new.pieces if piece.deck in decks or (piece.deck, piece.id) in printed
    )
    return diff(old, replace(new, pieces=concerned))


def _printed(record: dict[str, Any]) -> Snapshot:
    """The pieces on the sheets, with the rows they had: a reprint may hold missing copies only."""
    old = of_manifest(record)
    printed = {(piece["deck"], piece["id"]) for piece in record["pieces"]}
    return replace(
        old, pieces=tuple(piece for piece in old.pieces if (piece.deck, piece.id) in printed)
    )
