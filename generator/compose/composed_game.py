"""Compose every face of a game on all cores, or read it from the cache.

Only faces without problems are cached, so a cached face needs no second check.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import itemgetter

from cards_data.languages.locales import is_leftward
from cards_data.models import Deck, Game, Piece
from cards_data.problems import (
    Findings,
    Message,
    Problem,
    Problems,
    WrongArgument,
    did_you_mean,
    quote,
)
from generator.options import Edition, PrintOptions
from generator.resources import has_rules
from generator.store.cache import open_cache
from generator.store.fingerprint import code_digest, digest
from generator.store.sources import Sources
from generator.workers import Failure, WorkerPool
from generator.workers.pool import Progress

from .artwork import Artwork
from .dependencies import CurrentHashes, Dependencies, DependencyHash, DependencyHashes
from .piece import Composer, Faces

KIND = "composed"
# Pieces sent to a worker at once: few enough to occupy all workers to the end.
BATCH = 6
# A piece by deck and id.
Name = tuple[str, str]


@dataclass(frozen=True)
class ComposedPiece:
    """The faces of a piece, their problems and their dependencies."""

    faces: Faces | None
    problems: tuple[Problem, ...] = ()
    dependencies: DependencyHashes = ()


@dataclass(frozen=True)
class WorkerContext:
    """What a worker needs for every piece; sent to it once."""

    composer: Composer

    def __reduce__(self) -> tuple[type[WorkerContext], tuple[Composer]]:
        """Leave out the hashes: each process computes its own."""
        return WorkerContext, (self.composer,)

    @cached_property
    def current(self) -> CurrentHashes:
        return CurrentHashes(self.composer.game, self.composer.edition, self.composer.sources)


def compose_one(context: WorkerContext, name: Name) -> ComposedPiece:
    composer, findings, dependencies = context.composer, Findings(), Dependencies()
    deck = composer.game.decks[name[0]]
    faces = composer.faces(deck, deck.piece(name[1]), findings, dependencies)
    if faces and not findings:
        composer.step_ahead(deck.size, faces.front)
        composer.step_ahead(deck.size.seen_from("back"), faces.back)
    return ComposedPiece(faces, tuple(findings), context.current.hashes(dependencies))


def warm_up(*_: object) -> None:
    from . import environment  # noqa: F401


WORK = f"{__name__}:{compose_one.__name__}"


class CachedFaces:
    """The faces of one game in one edition, cached between runs."""

    def __init__(self, composer: Composer, pool: WorkerPool) -> None:
        self.composer, self.pool = composer, pool
        self._context = WorkerContext(composer)
        # What the pieces of a deck share is stored once.
        self._backs: dict[Artwork, Artwork] = {}
        self._dependencies: dict[DependencyHash, DependencyHash] = {}

    def compose(self, pieces: Sequence[tuple[Deck, Piece]]) -> Iterator[ComposedPiece]:
        """Yield every piece in order; those not in the cache are composed on all cores."""
        cached = [self.from_cache(deck, piece) for deck, piece in pieces]
        todo = [pair for pair, one in zip(pieces, cached, strict=True) if one is None]
        names = [(deck.name, piece.id) for deck, piece in todo]
        answers = self.pool.map(WORK, self._context, names, BATCH, itemgetter(0))
        for (deck, piece), one in zip(pieces, cached, strict=True):
            yield self._sharing(one or self._check(deck, piece, next(answers)))

    def _sharing(self, one: ComposedPiece) -> ComposedPiece:
        """Return the piece with its back and dependencies shared with other pieces if equal."""
        faces = one.faces
        if faces and faces.back:
            faces = replace(faces, back=self._backs.setdefault(faces.back, faces.back))
        read = tuple(self._dependencies.setdefault(each, each) for each in one.dependencies)
        return replace(one, faces=faces, dependencies=read)

    def is_cached(self, name: Name) -> bool:
        """Return whether a piece is in the cache and none of its dependencies changed."""
        deck = self.composer.game.decks[name[0]]
        return self.from_cache(deck, deck.piece(name[1])) is not None

    def _check(self, deck: Deck, piece: Piece, answer: ComposedPiece | Failure) -> ComposedPiece:
        if isinstance(answer, Failure) and answer.why == "stopped":
            fault = Message("face.not_further")
            return ComposedPiece(None, (Problem(f"templates {_templates(deck)}", fault),))
        if isinstance(answer, Failure):
            where = piece.place._replace(path=(f"{piece.id}, templates {_templates(deck)}",))
            fault = Message("is.not_composed", reason=answer.words)
            return ComposedPiece(None, (Problem(where, fault),))
        if answer.faces and not answer.problems:
            front, back = answer.faces.front, answer.faces.back
            entry = {
                "front": front.as_data(),
                "back": back.as_data() if back else None,
                "version": answer.faces.version,
                "dependencies": answer.dependencies,
            }
            stored = json.dumps(entry, ensure_ascii=False).encode()
            open_cache().put(KIND, self._key(deck, piece), stored)
        return answer

    def _key(self, deck: Deck, piece: Piece) -> str:
        """Return the cache key of a piece; its other dependencies are inside the entry.

        Copies of a game in other folders share entries. The key includes row and templates, so that
        an earlier version of a piece does not replace the current one.
        """
        game, edition = self.composer.game, self.composer.edition
        read = [("own", f"{deck.name}/{piece.id}")]
        read += [("template", f"{game.slug}/{name}") for name in (deck.front, deck.back) if name]
        hashes = self._context.current.hashes(read)
        return digest(code_digest(), game.slug, hashes, vars(edition))

    def from_cache(self, deck: Deck, piece: Piece) -> ComposedPiece | None:
        """Return what was composed before if none of its dependencies changed."""
        stored = open_cache().get(KIND, self._key(deck, piece))
        if stored is None:
            return None
        entry = json.loads(stored)
        if not self._context.current.is_unchanged(entry["dependencies"]):
            return None
        back = Artwork(**entry["back"]) if entry["back"] else None
        read = tuple((kind, name, value) for kind, name, value in entry["dependencies"])
        faces = Faces(Artwork(**entry["front"]), back, entry["version"])
        return ComposedPiece(faces, dependencies=read)


def _templates(deck: Deck) -> str:
    return " and ".join(name for name in (deck.front, deck.back) if name)


# The ``--deck`` values for the rules leaflet and the score sheet.
RULES = "rules"
SCORE_SHEET = "score_sheet"
READ_PAGES = frozenset((RULES, SCORE_SHEET))
Pieces = tuple[tuple[Piece, Faces], ...]


@dataclass(frozen=True)
class ComposedGame:
    """Pieces and faces, deck by deck, and the files they were made from."""

    game: Game
    edition: Edition
    sources: Sources
    decks: tuple[tuple[Deck, Pieces], ...]
    # What the faces of each piece were made from.
    dependencies: Mapping[Name, DependencyHashes] = field(default_factory=dict)
    # Pieces that show a placeholder because their picture is missing.
    unpictured: frozenset[Name] = frozenset()

    def with_only(self, words: Collection[str]) -> ComposedGame:
        """Return only the given pieces; all of them if none is given."""
        if not words:
            return self
        pieces = single_pieces(self.game, words)
        decks = (
            (deck, tuple(one for one in faces if one[0].id in pieces[deck.name]))
            for deck, faces in self.decks
            if deck.name in pieces
        )
        return replace(self, decks=tuple(decks))

    def artworks(self) -> Iterator[Artwork]:
        for _, _, faces in self.pieces():
            yield from (art for _, art in faces.sides)

    def pieces(self) -> Iterator[tuple[Deck, Piece, Faces]]:
        for deck, pieces in self.decks:
            for piece, faces in pieces:
                yield deck, piece, faces


def compose_all(
    composer: Composer,
    pool: WorkerPool,
    decks: tuple[str, ...] = (),
    findings: Findings | None = None,
    progress: Progress | None = None,
) -> ComposedGame:
    """Compose every face of the wanted decks; add problems to the findings, else raise them."""
    game = composer.game
    own = Findings()
    chosen = wanted_decks(game, composer.edition, decks)
    decks_out = [deck for deck in chosen if _has_templates(composer, deck, own)]
    pieces = [(deck, piece) for deck in decks_out for piece in deck.pieces]
    composed: dict[str, list[tuple[Piece, Faces]]] = {deck.name: [] for deck in decks_out}
    read: dict[Name, DependencyHashes] = {}
    reported: set[Problem] = set()
    stream = CachedFaces(composer, pool).compose(pieces)
    try:
        for done, ((deck, piece), one) in enumerate(zip(pieces, stream, strict=True), 1):
            if progress:
                progress(done, len(pieces))
            own.extend(problem for problem in one.problems if problem not in reported)
            reported.update(one.problems)
            if one.faces:
                composed[deck.name].append((piece, one.faces))
                read[deck.name, piece.id] = one.dependencies
    finally:
        if findings is not None:
            findings.extend(own)
    if findings is None:
        own.without_repeats().raise_any()
    parts = tuple((deck, tuple(composed[deck.name])) for deck in decks_out)
    return ComposedGame(game, composer.edition, composer.sources, parts, read)


def compose_with_placeholders(
    composer: Composer, pool: WorkerPool, decks: tuple[str, ...] = ()
) -> ComposedGame:
    """Compose with a placeholder for each missing picture; other problems still stop it."""
    findings = Findings()
    composed = compose_all(composer, pool, decks, findings)
    missing = {problem.where for problem in findings if _is_of_picture(problem)}
    bare = frozenset(
        (deck.name, one.id) for deck, one, _ in composed.pieces() if one.place in missing
    )
    others = Findings()
    others.extend(one for one in findings if not (bare and _is_of_picture(one)))
    others.without_repeats().raise_any()
    if not bare:
        return composed
    draft = replace(composer, edition=replace(composer.edition, draft=True), _common={})
    drawn = compose_all(draft, pool, tuple(dict.fromkeys(name for name, _ in sorted(bare))))
    faces = {(deck.name, piece.id): own for deck, piece, own in drawn.pieces()}
    parts = (
        (
            deck,
            tuple(
                (piece, faces[deck.name, piece.id] if (deck.name, piece.id) in bare else own)
                for piece, own in pieces
            ),
        )
        for deck, pieces in composed.decks
    )
    return replace(composed, decks=tuple(parts), unpictured=bare)


def _is_of_picture(problem: Problem) -> bool:
    return isinstance(problem.found, Message) and problem.found.key == "face.no_picture"


def compose_wanted(
    composer: Composer, pool: WorkerPool, options: PrintOptions, progress: Progress | None = None
) -> ComposedGame:
    decks = decks_wanted(composer.game, options)
    return compose_all(composer, pool, decks, progress=progress).with_only(options.only)


def decks_wanted(game: Game, options: PrintOptions) -> tuple[str, ...]:
    return tuple(single_pieces(game, options.only)) or options.decks


def single_pieces(game: Game, words: Collection[str]) -> dict[str, set[str]]:
    """Return the ids by deck; a value is an id, or deck/id if several decks use the id."""
    ids_by_deck: dict[str, set[str]] = {}
    for deck in game.decks.values():
        ids = {piece.id for piece in deck.pieces}
        matches = {one for one in ids if one in words or f"{deck.name}/{one}" in words}
        ids_by_deck |= {deck.name: matches} if matches else {}
    return ids_by_deck


def _has_templates(composer: Composer, deck: Deck, findings: Findings) -> bool:
    """Return whether both templates exist; report a missing one once per deck."""
    slug, sources = composer.game.slug, composer.sources
    by_side = {"front": deck.front, "back": deck.back}
    missing = {
        side: name
        for side, name in by_side.items()
        if name and sources.template(f"{slug}/{name}") is None
    }
    for side, name in missing.items():
        templates_known = [
            f"{stem}{end}"
            for kind, end in ((".svg", ".j2"), (".layout", ".yaml"))
            for stem in sources.names_in(slug, suffix=kind + end)
        ]
        place = f"templates/{slug}/{name}"
        fault = Message("face.no_template_for", name=quote(name), n=len(deck.pieces))
        hint = sources.why_not_found(slug, name) or did_you_mean(name, templates_known)
        findings.add(deck.places.get(side, deck.name), fault, place, hint)
    return not missing


def pages_to_read(game: Game) -> tuple[str, ...]:
    """Return the pages of a game that can be selected like a deck."""
    has = {RULES: bool(game.leaflets), SCORE_SHEET: has_rules(game)}
    return tuple(name for name, exists in has.items() if exists)


def _check_language(game: Game, edition: Edition) -> None:
    """Check that the language exists, is finished unless a draft, and is written left to right."""
    lang, place = edition.lang, f"{game.slug} --lang"
    if not game.speaks(lang, edition.draft):
        allowed = ", ".join(game.languages)
        begun = lang in game.unfinished
        fault = Message("face.not_finished" if begun else "face.not_there", name=quote(lang))
        hint = Message("face.print_draft") if begun else ""
        raise Problems([WrongArgument(place, fault, allowed, hint)])
    if is_leftward(lang):
        fault = Message("face.leftward", name=quote(lang))
        raise Problems.of(place, fault, Message("face.rightward"))


def wanted_decks(game: Game, edition: Edition, names: tuple[str, ...]) -> tuple[Deck, ...]:
    """Return the decks by name, or all; suggest similar names for an unknown one."""
    _check_language(game, edition)
    findings = Findings()
    names_known = (*game.decks, *pages_to_read(game))
    for name in names:
        if name not in names_known:
            fault = Message("value.unknown", value=quote(name))
            findings.extend(
                [WrongArgument.unknown(f"{game.slug} --deck", fault, name, names_known)]
            )
    findings.raise_any()
    return tuple(deck for deck in game.decks.values() if not names or deck.name in names)
