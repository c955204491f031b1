"""Turn pieces into gallery cards: composed, drawn as pictures, and measured as in a check."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from threading import Lock

from cards_data.problems import Findings
from generator.check.face_measures import MeasuredFace, gauge_of
from generator.check.sheet_measures import Owner, faults, measured_faces, owners_of
from generator.compose.artwork import Artwork
from generator.compose.composed_game import CachedFaces, Name
from generator.draw.face import screen_svg
from generator.store.sources import Sources
from generator.workers import WorkerPool

from .gallery_view import Card, plain_card


class Pictures:
    """The pictures of all faces that a gallery can request, drawn one at a time."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._arts: dict[str, tuple[Artwork, Sources]] = {}
        self._pictures: dict[str, bytes | None] = {}
        self._one_at_a_time = Lock()

    def put(self, art: Artwork, sources: Sources) -> str:
        """Store an artwork with the files it was made from, and return its key."""
        key = art.key
        self._arts[key] = art, sources
        return key

    def keep(self, keys: Collection[str]) -> None:
        """Forget every face but these."""
        self._arts = {key: art for key, art in self._arts.items() if key in keys}
        self._pictures = {key: svg for key, svg in self._pictures.items() if key in keys}

    def svg(self, key: str) -> bytes | None:
        """Return the picture of a face, or nothing if the gallery does not have it."""
        stored = self._arts.get(key)
        if stored is None:
            return None
        art, sources = stored
        with self._one_at_a_time:
            if key not in self._pictures:
                self._pictures[key] = screen_svg(self._pool, sources, art)
            return self._pictures[key]


class CardMaker:
    """A maker of cards with their faces and problems.

    A measured face is remembered, so a card that is made again retains its faults.
    """

    def __init__(self, pool: WorkerPool, pictures: Pictures) -> None:
        self._pool = pool
        self._pictures = pictures
        self._measured: dict[str, MeasuredFace] = {}

    def cards(self, faces_cache: CachedFaces, names: Collection[Name]) -> Iterator[Card]:
        game, lang = faces_cache.composer.game, faces_cache.composer.edition.lang
        pieces = [(game.decks[deck], game.decks[deck].piece(id)) for deck, id in names]
        for (deck, piece), composed in zip(pieces, faces_cache.compose(pieces), strict=True):
            card = replace(plain_card(piece, lang), composed=True)
            problems = composed.problems
            if faces := composed.faces:
                put = partial(self._pictures.put, sources=faces_cache.composer.sources)
                back = put(faces.back) if faces.back else None
                speech = faces.speech(game, deck, piece, lang)
                card = replace(card, front=put(faces.front), back=back, said=speech)
                card = replace(card, version=faces.version)
                owners = list(owners_of(deck, piece, faces))
                problems += tuple(faults(owners, self._measured, lang))
            yield replace(card, problems=tuple(dict.fromkeys(problems)))

    def measure(self, faces_cache: CachedFaces, names: Sequence[Name]) -> tuple[Name, ...]:
        """Measure these cards and return those with faults.

        A card with other problems is not measured: they come first, as they do in a check.
        """
        owners = [owner for name in names for owner in _owners(faces_cache, name)]
        new = [owner for owner in owners if owner.art.key not in self._measured]
        gauge = partial(gauge_of, faces_cache.composer.game, faces_cache.composer.sources)
        # A face that cannot be drawn is reported where its picture is missing.
        self._measured.update(measured_faces(new, gauge, self._pool, Findings()))
        faulty = {key for key, one in self._measured.items() if one.faults}
        wrong = [owner for owner in owners if owner.art.key in faulty]
        return tuple(dict.fromkeys((owner.deck.name, owner.piece.id) for owner in wrong))


def _owners(faces_cache: CachedFaces, name: Name) -> list[Owner]:
    deck = faces_cache.composer.game.decks[name[0]]
    piece = deck.piece(name[1])
    composed = faces_cache.from_cache(deck, piece)
    return list(owners_of(deck, piece, composed.faces)) if composed and composed.faces else []
