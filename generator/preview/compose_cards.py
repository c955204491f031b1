"""Cards from pieces: those that changed, the ones on the screen first.

Comes in: a game in an edition, and what was composed before. Goes out: cards with the keys of
their faces, whose artwork waits to be drawn, and with whatever is wrong with them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from cards_data import Game
from generator.compose.face_cache import CachedFaces, Name
from generator.compose.piece import Faces
from generator.store.sources import Sources

from .face_pictures import Pictures
from .gallery_view import Card, plain_card
from .measure_cards import CardMeasures

# Cards that are composed before the next task of the queue is looked at.
STEP = 8


@dataclass(frozen=True)
class PendingCards:
    """What of a gallery is still to be composed, in order."""

    kept: CachedFaces
    names: tuple[Name, ...]

    def step(self) -> tuple[tuple[Name, ...], PendingCards]:
        """The next few, and what is due after them."""
        return self.names[:STEP], PendingCards(self.kept, self.names[STEP:])


def ordered(game: Game, looked_at: Collection[Name]) -> tuple[Name, ...]:
    """Every piece, those on a screen first."""
    names = [(deck.name, piece.id) for deck in game.decks.values() for piece in deck.pieces]
    return tuple(sorted(names, key=lambda name: name not in looked_at))


@dataclass(frozen=True)
class CardMaker:
    """Pieces as cards with their faces and with what is known to be wrong with them."""

    pictures: Pictures
    measures: CardMeasures

    def cards(self, kept: CachedFaces, names: Collection[Name]) -> Iterator[Card]:
        game, lang = kept.composer.game, kept.composer.edition.lang
        pieces = [(game.decks[deck], game.decks[deck].piece(id)) for deck, id in names]
        for (deck, piece), made in zip(pieces, kept.composed(pieces), strict=True):
            card = replace(plain_card(piece, lang), composed=True)
            problems = made.problems
            if made.faces:
                card = self._with_faces(card, made.faces, kept.composer.sources)
                problems += self.measures.problems(deck, piece, made.faces, lang)
            yield replace(card, problems=tuple(dict.fromkeys(problems)))

    def _with_faces(self, card: Card, faces: Faces, sources: Sources) -> Card:
        put = self.pictures.put
        back = put(faces.back, sources) if faces.back else None
        return replace(card, front=put(faces.front, sources), back=back, version=faces.version)
