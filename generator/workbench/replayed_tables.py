"""Tables that were scored before, scored again with the numbers of now.

Comes in: the user's saved tables and a game. Goes out: how each ended then and how it would end
now. Tables of the game that a copy comes from count for the copy: they are what is known of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cards_data import Game
from scorer.terminal.saved_tables import SavedTable, saved_tables

Record = dict[str, Any]
# Scores a raw state of a game in a language, wherever its rules may run.
Rescore = Callable[[str, Any, str], Record]
# Newest first; enough for years of evenings, little enough for a page.
MOST = 200


def replayed(game: Game, lang: str, rescore: Rescore) -> list[Record]:
    """Every whole table of the game, then and now."""
    return [_again(table, game, lang, rescore) for table in _tables(game)]


def _tables(game: Game) -> Iterator[SavedTable]:
    names = {game.slug, game.origin, game.rules} - {""}
    whole = (table for table in saved_tables().all() if table.game in names and not table.begun)
    for count, table in enumerate(whole):
        if count == MOST:
            return
        yield table


def _again(table: SavedTable, game: Game, lang: str, rescore: Rescore) -> Record:
    answer = rescore(game.slug, {**table.state, "game": game.slug}, lang)
    result = answer.get("result") or {}
    winners = list(result.get("winners", ()))
    then = (sorted(table.winners), table.outcome)
    now = (sorted(winners), result.get("outcome"))
    return {
        "id": table.id,
        "when": table.when,
        "names": list(table.names),
        "then": {"winners": list(table.winners), "outcome": table.outcome},
        "now": {"winners": winners, "outcome": result.get("outcome", "")},
        "problem": next((one["text"] for one in answer.get("problems", ())), ""),
        "other": bool(result) and then != now,
    }
