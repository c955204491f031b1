"""A cache of composed faces.

Only faces without problems are cached, so that a cached face needs no second check.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from cards_data.models import Deck, Piece
from cards_data.problems import Findings, Message, Problem
from generator.store.cache import open_cache
from generator.store.fingerprint import code_digest, digest
from generator.workers import Failure, WorkerPool

from .artwork import Artwork
from .dependencies import CurrentHashes, Dependencies, DependencyHash, DependencyHashes
from .piece import Composer, Faces

KIND = "composed"
# Pieces that are sent to a worker at once: few enough to keep all workers busy to the end.
BATCH = 6
# A piece by deck and id.
Name = tuple[str, str]


@dataclass(frozen=True)
class ComposedPiece:
    """The faces of a piece, what is wrong with them, and what they depend on."""

    faces: Faces | None
    problems: tuple[Problem, ...] = ()
    dependencies: DependencyHashes = ()


@dataclass(frozen=True)
class WorkerContext:
    """What a worker needs for every piece; it is sent to it once."""

    composer: Composer

    def __reduce__(self) -> tuple[type[WorkerContext], tuple[Composer]]:
        """The hashes are not sent: each process computes its own."""
        return WorkerContext, (self.composer,)

    @cached_property
    def current(self) -> CurrentHashes:
        return CurrentHashes(self.composer.game, self.composer.edition, self.composer.sources)

    def composed(self, deck: Deck, piece: Piece) -> ComposedPiece:
        findings, dependencies = Findings(), Dependencies()
        faces = self.composer.faces(deck, piece, findings, dependencies)
        if faces and not findings:
            self.composer.step_ahead(deck.size, faces.front)
            self.composer.step_ahead(deck.size.seen_from("back"), faces.back)
        return ComposedPiece(faces, tuple(findings), self.current.hashes(dependencies))


def compose_one(context: WorkerContext, name: Name) -> ComposedPiece:
    deck = context.composer.game.decks[name[0]]
    return context.composed(deck, deck.piece(name[1]))


def warm_up(*_: object) -> None:
    from . import environment  # noqa: F401


WORK = f"{__name__}:{compose_one.__name__}"


class CachedFaces:
    """The faces of one game in one edition, cached between runs."""

    def __init__(self, composer: Composer, pool: WorkerPool) -> None:
        self.composer, self.pool = composer, pool
        self._context = WorkerContext(composer)
        # What the pieces of a deck have in common, by itself: stored once, however many they are.
        self._backs: dict[Artwork, Artwork] = {}
        self._dependencies: dict[DependencyHash, DependencyHash] = {}

    def composed(self, pieces: Sequence[tuple[Deck, Piece]]) -> Iterator[ComposedPiece]:
        """Every piece in order; those that are not in the cache are composed on all cores."""
        cached = [self.cached(deck, piece) for deck, piece in pieces]
        todo = [pair for pair, one in zip(pieces, cached, strict=True) if one is None]
        names = [(deck.name, piece.id) for deck, piece in todo]
        made = self.pool.map(WORK, self._context, names, BATCH, _deck_of)
        for (deck, piece), one in zip(pieces, cached, strict=True):
            yield self._sharing(one or self._made(deck, piece, next(made)))

    def _sharing(self, one: ComposedPiece) -> ComposedPiece:
        """The same with a back and dependencies that are those of other pieces where equal."""
        faces = one.faces
        if faces and faces.back:
            faces = replace(faces, back=self._backs.setdefault(faces.back, faces.back))
        read = tuple(self._dependencies.setdefault(each, each) for each in one.dependencies)
        return replace(one, faces=faces, dependencies=read)

    def is_cached(self, name: Name) -> bool:
        """Whether a piece need not be composed: nothing that it depends on has changed."""
        deck = self.composer.game.decks[name[0]]
        return self.cached(deck, deck.piece(name[1])) is not None

    def _made(self, deck: Deck, piece: Piece, answer: ComposedPiece | Failure) -> ComposedPiece:
        if isinstance(answer, Failure) and answer.why == "stopped":
            found = Message("face.not_further")
            return ComposedPiece(None, (Problem(f"templates {_templates(deck)}", found),))
        if isinstance(answer, Failure):
            where = piece.place._replace(path=(f"{piece.id}, templates {_templates(deck)}",))
            found = Message("is.not_composed", reason=answer.words)
            return ComposedPiece(None, (Problem(where, found),))
        if answer.faces and not answer.problems:
            open_cache().put(KIND, self._key(deck, piece), _written(answer))
        return answer

    def _key(self, deck: Deck, piece: Piece) -> str:
        """Which piece is wanted; what else it depends on is inside the entry.

        Copies of a game in other folders have the same entries. Row and templates are a part of
        the key, so that an earlier state of a piece does not replace the present one.
        """
        game, edition = self.composer.game, self.composer.edition
        read = [("own", f"{deck.name}/{piece.id}")]
        read += [("template", f"{game.slug}/{name}") for name in (deck.front, deck.back) if name]
        hashes = self._context.current.hashes(read)
        return digest(code_digest(), game.slug, hashes, vars(edition))

    def cached(self, deck: Deck, piece: Piece) -> ComposedPiece | None:
        """What was composed before, if nothing that it depends on has changed."""
        stored = open_cache().get(KIND, self._key(deck, piece))
        if stored is None:
            return None
        entry = json.loads(stored)
        if not self._context.current.unchanged(entry["dependencies"]):
            return None
        back = Artwork(**entry["back"]) if entry["back"] else None
        read = tuple((kind, name, value) for kind, name, value in entry["dependencies"])
        faces = Faces(Artwork(**entry["front"]), back, entry["version"])
        return ComposedPiece(faces, dependencies=read)


def _deck_of(name: Name) -> str:
    return name[0]


def _templates(deck: Deck) -> str:
    return " and ".join(name for name in (deck.front, deck.back) if name)


def _written(composed: ComposedPiece) -> bytes:
    assert composed.faces
    entry = {
        "front": composed.faces.front.as_data(),
        "back": composed.faces.back.as_data() if composed.faces.back else None,
        "version": composed.faces.version,
        "dependencies": composed.dependencies,
    }
    return json.dumps(entry, ensure_ascii=False).encode()
