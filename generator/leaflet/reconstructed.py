"""Which decks are ours because no rulebook gives them, in the words of page 1 and of the leaflet.

Comes in: a game, whose rows say where they come from. Goes out: the titles of the decks concerned,
with how many pieces of each where not all are, and where to correct them.
"""

from __future__ import annotations

from collections.abc import Iterator

from cards_data.models import Deck, Game
from cards_data.words import Say

RECONSTRUCTED = "reconstruction"


def reconstructed_text(game: Game, lang: str, t: Say) -> str:
    """Two sentences; nothing where every piece has a source."""
    decks = ", ".join(_reconstructed_decks(game, lang, t))
    return t("howto_reconstructed", decks=decks, slug=game.slug) if decks else ""


def _reconstructed_decks(game: Game, lang: str, t: Say) -> Iterator[str]:
    for deck in game.decks.values():
        count = reconstructed_pieces(deck)
        if count == deck.total:
            yield deck.title(lang)
        elif count:
            yield t("howto_reconstructed_some", deck=deck.title(lang), n=count, of=deck.total)


def reconstructed_pieces(deck: Deck) -> int:
    """How many pieces of a deck no source gives."""
    return sum(piece.copies for piece in deck.pieces if piece.source == RECONSTRUCTED)
