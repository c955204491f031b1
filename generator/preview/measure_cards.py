"""Faces measured as ``ecotable check`` measures them, once the cards are shown.

Comes in: cards that were composed. Goes out: their faults, as problems of the card. What was
measured once is known for as long as the preview runs: a card that is shown again keeps its faults.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cards_data.models import Deck, Piece
from cards_data.problems import Findings, Problem
from generator.check.face_measures import MeasuredFace, gauge_of
from generator.check.sheet_measures import Owner, faults, measured_faces, owners_of
from generator.compose.face_cache import CachedFaces, Name
from generator.compose.piece import Faces
from generator.workers import WorkerPool


class CardMeasures:
    """What is known of faces, by their keys."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._known: dict[str, MeasuredFace] = {}

    def problems(self, deck: Deck, piece: Piece, faces: Faces, lang: str) -> tuple[Problem, ...]:
        """The faults of a card, as far as it was measured."""
        return tuple(faults(list(owners_of(deck, piece, faces)), self._known, lang))

    def measure(self, kept: CachedFaces, names: Sequence[Name]) -> tuple[Name, ...]:
        """Measures these cards; those that have faults.

        A card with other problems is not measured: they come first, as they do in a check.
        """
        owners = [owner for name in names for owner in _owners(kept, name)]
        new = [owner for owner in owners if owner.art.key not in self._known]
        gauge = partial(gauge_of, kept.composer.game, kept.composer.sources)
        # What cannot be drawn is told where its picture is missing.
        self._known.update(measured_faces(new, gauge, self._pool, Findings()))
        wrong = [owner for owner in owners if self._is_wrong(owner)]
        return tuple(dict.fromkeys((owner.deck.name, owner.piece.id) for owner in wrong))

    def _is_wrong(self, owner: Owner) -> bool:
        known = self._known.get(owner.art.key)
        return known is not None and bool(known.faults)


def _owners(kept: CachedFaces, name: Name) -> list[Owner]:
    deck = kept.composer.game.decks[name[0]]
    piece = deck.piece(name[1])
    made = kept.cached(deck, piece)
    return list(owners_of(deck, piece, made.faces)) if made and made.faces else []
