"""Faults of faces, told with whose they are.

Comes in: faces and their pieces. Goes out: what was measured on each, kept from before or measured
by the pool, and its faults as problems with file, line, deck, piece and side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cards_data.models import Deck, Piece
from cards_data.problems import Findings, Problem, Text
from generator.compose.artwork import Artwork
from generator.compose.piece import Faces
from generator.options import FULL_INK
from generator.workers import Failure, WorkerPool

from .face_measures import WORK, Gauge, MeasuredFace
from .measured_faces import keep_measures, kept_measures

# Faces that are sent to a worker at once.
TOGETHER = 4


@dataclass(frozen=True)
class Owner:
    """A face and whose it is."""

    deck: Deck
    piece: Piece
    side: str
    art: Artwork

    def where(self, lang: str) -> str:
        seen = [lang, self.side]
        if self.art.ink != FULL_INK:
            seen.append(f"{self.art.ink} ink")
        return f"{self.piece.place} {self.deck.name}/{self.piece.id} ({', '.join(seen)})"


def owners_of(deck: Deck, piece: Piece, faces: Faces) -> Iterator[Owner]:
    yield Owner(deck, piece, "front", faces.front)
    if faces.back:
        yield Owner(deck, piece, "back", faces.back)


def measured_faces(
    owners: Sequence[Owner], gauge: Callable[[], Gauge], pool: WorkerPool, findings: Findings
) -> dict[str, MeasuredFace]:
    """By the key of a face; the gauge is made only if anything is to be measured."""
    arts = {owner.art.key: (owner.art, owner.deck.size.seen_from(owner.side)) for owner in owners}
    found = {key: kept for key in arts if (kept := kept_measures(*arts[key]))}
    todo = [item for key, item in arts.items() if key not in found]
    answers = pool.map(WORK, gauge() if todo else None, todo, TOGETHER)
    for (art, size), made in zip(todo, answers, strict=True):
        if isinstance(made, Failure):
            findings.add(art.where, Text("is.not_drawn", reason=made.words))
            continue
        found[art.key] = made
        keep_measures(art, size, made)
    return found


def faults(
    owners: Sequence[Owner], measured: Mapping[str, MeasuredFace], lang: str
) -> Iterator[Problem]:
    """What is wrong with each face; what all backs of a deck share is told once."""
    told: set[object] = set()
    for owner in owners:
        key = owner.art.key
        for fault in measured[key].faults if key in measured else ():
            if (key, fault[0]) not in told:
                told.add((key, fault[0]))
                yield Problem(owner.where(lang), *fault)
