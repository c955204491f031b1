"""How many letters the boxes of a game's cards hold.

Comes in: a game and its texts. Goes out: for each text that stands alone in a box, how long it may
be: measured by setting it at the smallest size that the box allows, in the plain language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cards_data.models import Game, plain_language
from cards_data.problems import Findings, Problems
from generator.compose.dependencies import Dependencies
from generator.compose.piece import Composer
from generator.options import Edition
from generator.store.sources import Sources
from generator.text.typesetter import FITS, MOST_LEFT, TextFit

from .text_places import CellPlace, TextPlace


def letters_that_fit(game: Game, texts: Iterable[TextPlace]) -> dict[str, int]:
    """By the key of a text; nothing for texts without a box or with more room than any needs."""
    by_card = _fits_by_card(game)
    everywhere = _longest(fit for fits in by_card.values() for fit in fits)
    of_cards = {card: _longest(fits) for card, fits in by_card.items()}
    found = {}
    for one in texts:
        known = of_cards.get(one.card, {}) if one.card else everywhere
        if one.text in known and isinstance(one.place, CellPlace):
            found[one.key] = known[one.text]
    return found


def _longest(fits: Iterable[TextFit]) -> Mapping[str, int]:
    """How long each text may be; of several boxes the smallest counts."""
    found: dict[str, int] = {}
    for fit in fits:
        if fit.letters_left < MOST_LEFT:
            longest = len(fit.text) + fit.letters_left
            found[fit.text] = min(longest, found.get(fit.text, longest))
    return found


def _fits_by_card(game: Game) -> dict[tuple[str, str], list[TextFit]]:
    """Every face is composed once more, with an eye on its boxes."""
    edition = Edition(plain_language(game.languages), draft=True)
    composer = Composer(game, edition, Sources())
    return {
        (deck.name, piece.id): _fits(composer, deck.name, piece.id)
        for deck in game.decks.values()
        for piece in deck.pieces
    }


def _fits(composer: Composer, deck_name: str, piece_id: str) -> list[TextFit]:
    deck = composer.game.decks[deck_name]
    noted: list[TextFit] = []
    before = FITS.set(noted)
    try:
        for side in ("front", "back") if deck.back else ("front",):
            composer.render_side(deck, deck.piece(piece_id), side, Findings(), Dependencies())
    except Problems:
        return noted
    finally:
        FITS.reset(before)
    return noted
