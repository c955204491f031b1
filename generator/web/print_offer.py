"""What the print page tells before anything is printed: decks, pieces, and how much paper.

Comes in: a game and checked options of a print. Goes out: records for JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Any

from cards_data import Deck, Game
from generator.compose.stamps import short_stamp
from generator.planning.plan import planned
from generator.stats.charts import piece_name

from .print_worker import print_options

# Plans are cheap, but not free: one at a time, however many ask.
_PLANNING = Lock()


def decks_record(game: Game, lang: str) -> list[dict[str, Any]]:
    """The decks by title, each with its pieces by name and by the stamp that is printed on them."""
    return [_deck_record(deck, lang) for deck in game.decks.values()]


def _deck_record(deck: Deck, lang: str) -> dict[str, Any]:
    pieces = [
        {
            "key": f"{deck.name}/{piece.id}",
            "name": piece_name(piece, lang),
            "stamp": short_stamp(deck.name, piece.id),
        }
        for piece in deck.pieces
        if piece.copies
    ]
    return {"key": deck.name, "title": deck.title(lang), "pieces": pieces}


def plan_record(game: Game, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """How many pages and sheets of paper a print takes; rules that were never set are left out."""
    with _PLANNING:
        plan = planned(game, print_options(dict(chosen)))
    return {"pages": plan.pages, "sheets": plan.sheets, "exact": plan.rules_counted}
