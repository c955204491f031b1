"""Cards from pieces: those that changed, the ones on the screen first.

Comes in: a game in an edition, and what was composed before. Goes out: cards with the keys of
their faces, whose artwork waits to be drawn, and with whatever is wrong with them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from cards_data import Game
from generator.compose.face_cache import CachedFaces, ComposedPiece, Name

from .face_pictures import Pictures
from .gallery_view import Card, plain_card

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


def cards(kept: CachedFaces, names: Collection[Name], pictures: Pictures) -> Iterator[Card]:
    """Pieces as cards with their faces."""
    game = kept.composer.game
    pieces = [(game.decks[deck], game.decks[deck].piece(id)) for deck, id in names]
    for (_, piece), made in zip(pieces, kept.composed(pieces), strict=True):
        card = plain_card(piece, kept.composer.edition.lang)
        yield _with_faces(replace(card, composed=True), made, kept, pictures)


def _with_faces(card: Card, made: ComposedPiece, kept: CachedFaces, pictures: Pictures) -> Card:
    card = replace(card, problems=tuple(dict.fromkeys(made.problems)))
    if made.faces is None:
        return card
    sources = kept.composer.sources
    front, back = made.faces.front, made.faces.back
    return replace(
        card,
        front=pictures.put(front, sources),
        back=pictures.put(back, sources) if back else None,
        version=made.faces.version,
    )
