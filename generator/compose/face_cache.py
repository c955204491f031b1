"""Faces that were composed before are not composed again.

Comes in: a composer and the pieces that are wanted. Goes out: their faces and problems, from the
cache where everything is the same that they were made from, else from the crew. Only faces
without problems are kept, so a kept face needs no second check.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from cards_data.models import Deck, Piece
from cards_data.problems import Findings, Problem
from generator.store.cache import open_cache
from generator.store.fingerprint import digest, made_by
from generator.workers import Crew, Failure

from .dependencies import CurrentHashes, Dependencies, DependencyHashes
from .piece import Artwork, Composer, Faces

KIND = "composed"
# Pieces that go to a worker together: few enough to keep all of them busy to the end.
TOGETHER = 6
# A piece by deck and id.
Name = tuple[str, str]


@dataclass(frozen=True)
class ComposedPiece:
    """The faces of a piece, what is wrong with them, and what they were made from."""

    faces: Faces | None
    problems: tuple[Problem, ...] = ()
    trace: DependencyHashes = ()


@dataclass(frozen=True)
class WorkerContext:
    """What a worker composes with: sent to it once, used for every piece."""

    composer: Composer

    def __reduce__(self) -> tuple[type[WorkerContext], tuple[Composer]]:
        """Whoever gets it finds out for himself what holds."""
        return WorkerContext, (self.composer,)

    @cached_property
    def known(self) -> CurrentHashes:
        return CurrentHashes(self.composer.game, self.composer.edition, self.composer.sources)

    def composed(self, deck: Deck, piece: Piece) -> ComposedPiece:
        findings, dependencies = Findings(), Dependencies()
        faces = self.composer.faces(deck, piece, findings, dependencies)
        return ComposedPiece(faces, tuple(findings), self.known.trace(dependencies))


def compose_one(workbench: WorkerContext, name: Name) -> ComposedPiece:
    """What a worker does: one piece by its name."""
    deck = workbench.composer.game.decks[name[0]]
    return workbench.composed(deck, deck.piece(name[1]))


def ready(*_: object) -> None:
    """What a worker does first: having this module loaded is all it takes."""


WORK = f"{__name__}:{compose_one.__name__}"


@dataclass(frozen=True)
class CachedFaces:
    """Faces of one game in one edition, kept between runs."""

    composer: Composer
    crew: Crew
    _bench: WorkerContext = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_bench", WorkerContext(self.composer))

    def composed(self, pieces: Sequence[tuple[Deck, Piece]]) -> Iterator[ComposedPiece]:
        """Every piece in order; those that are not kept are made on all cores."""
        kept = [self.kept(deck, piece) for deck, piece in pieces]
        todo = [pair for pair, cached in zip(pieces, kept, strict=True) if cached is None]
        names = [(deck.name, piece.id) for deck, piece in todo]
        made = self.crew.each(WORK, self._bench, names, TOGETHER)
        for (deck, piece), cached in zip(pieces, kept, strict=True):
            yield cached or self._made(deck, piece, next(made))

    def holds(self, name: Name) -> bool:
        """Whether a piece need not be composed: nothing changed that it was made from."""
        deck = self.composer.game.decks[name[0]]
        return self.kept(deck, deck.piece(name[1])) is not None

    def _made(self, deck: Deck, piece: Piece, answer: ComposedPiece | Failure) -> ComposedPiece:
        if isinstance(answer, Failure):
            where = f"{piece.place} {piece.id}, templates {_templates(deck)}"
            return ComposedPiece(None, (Problem(where, f"cannot be composed: {answer}"),))
        if answer.faces and not answer.problems:
            open_cache().put(KIND, self._key(deck, piece), _written(answer))
        return answer

    def _key(self, deck: Deck, piece: Piece) -> str:
        """Who is asked for; what it is made from stands inside the entry."""
        game, edition = self.composer.game, self.composer.edition
        wanted = (str(game.folder), deck.name, piece.id, deck.front, deck.back)
        return digest(made_by(__name__), wanted, vars(edition))

    def kept(self, deck: Deck, piece: Piece) -> ComposedPiece | None:
        """What was composed before, if everything it was made from is still the same."""
        stored = open_cache().get(KIND, self._key(deck, piece))
        if stored is None:
            return None
        entry = json.loads(stored)
        if not self._bench.known.holds(entry["trace"]):
            return None
        back = Artwork(**entry["back"]) if entry["back"] else None
        return ComposedPiece(Faces(Artwork(**entry["front"]), back, entry["version"]))


def _templates(deck: Deck) -> str:
    return " and ".join(name for name in (deck.front, deck.back) if name)


def _written(composed: ComposedPiece) -> bytes:
    assert composed.faces
    entry = {
        "front": composed.faces.front.as_data(),
        "back": composed.faces.back.as_data() if composed.faces.back else None,
        "version": composed.faces.version,
        "trace": composed.trace,
    }
    return json.dumps(entry, ensure_ascii=False).encode()
