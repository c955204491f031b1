"""Show on the page what changed since an earlier state: pieces, figures, scored games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from cards_data import Game, Problems
from cards_data.problems import Message
from generator.changes import report
from generator.changes.changed_pieces import Entry, entries
from generator.changes.compare import Comparison, compare
from generator.changes.earlier_state import earlier_game
from generator.changes.print_history import prints_in
from generator.changes.reprint import swap_list
from generator.options import Edition, PrintOptions
from generator.report.values import plot_data
from generator.stats.report import report as stats_report
from generator.words import say_in
from generator.workers import WorkerPool
from scorer.terminal.saved_tables import SavedTable, saved_tables

Record = dict[str, Any]
OUT = Path("output")
# A revision as git names it; never a path of this computer, never an option.
REVISION = re.compile(r"[A-Za-z0-9_][\w./~^@{}-]{0,99}")
# Nobody compares more pictures than this on a page; ``ecotable changes`` has them all.
MOST_PICTURES = 40
# Newest first; enough for years, few enough for a page.
MOST_TABLES = 200
# Scores a raw state of a game in a language, where its rules may run.
Rescore = Callable[[str, Any, str], Record]


def references(game: Game, lang: str) -> list[str]:
    """Return what a game can be compared with by name, the usual one first."""
    printed = ["last"] if prints_in(OUT, game.slug, Edition(lang)) else []
    return [*printed, *([game.origin] if game.origin else [])]


def checked_reference(game: Game, ref: str) -> str:
    """Check a reference from the page; a path on this computer is refused."""
    if ref and ref in ("last", game.origin):
        return ref
    if not REVISION.fullmatch(ref) or ".." in ref or Path(ref).exists():
        raise Problems.of("since", Message("is.unknown"), Message("since.allowed"))
    return ref


def changes_record(game: Game, lang: str, ref: str, pool: WorkerPool) -> Record:
    """Return everything that differs, and what has to be swapped for it."""
    comparison = compare(game, Edition(lang), ref, OUT, pool)
    swaps = list(swap_list(comparison, PrintOptions(edition=Edition(lang))))
    seen = [change for change in comparison.changes.changed if change.face_changed][:MOST_PICTURES]
    pictured = replace(comparison, changes=replace(comparison.changes, changed=tuple(seen)))
    with earlier_game(game, Edition(lang), ref, OUT) as earlier:
        plots = stats_report(game, earlier, ref, lang).plots
    return {
        "since": comparison.since,
        "lines": list(_lines(comparison, lang)),
        "pieces": [_entry(one, lang) for one in entries(pictured, pool)],
        "swaps": [[swap.deck, swap.name, swap.out, swap.into] for swap in swaps],
        # The charts of ``ecotable stats`` that differ from before.
        "charts": [plot_data(plot) for plot in plots if plot.changed_lines],
    }


def _lines(comparison: Comparison, lang: str) -> Iterator[Record]:
    """Yield descriptions of what changed in the rows and numbers."""
    t, changes = say_in(lang), comparison.changes
    for piece, text in zip(comparison.missing, report.missing_pictures(comparison), strict=True):
        yield {"kind": "unpictured", "card": f"{piece.deck}/{piece.id}", "text": text}
    for kind, pieces in (("added", changes.added), ("removed", changes.removed)):
        for piece in pieces:
            yield {"kind": kind, "card": f"{piece.deck}/{piece.id}", "text": piece.name(lang)}
    for change in changes.changed:
        words = f"{change.after.name(lang)}: {report.describe(change, t)}"
        card = f"{change.after.deck}/{change.after.id}"
        yield {"kind": "changed", "card": card, "text": words}
    for number in changes.scoring:
        text = f"{number.name}: {report.arrow(number, t)}"
        yield {"kind": "number", "card": "", "text": text}
    for word, changed in (("rules_leaflet", changes.leaflet), ("score_sheet", changes.score_sheet)):
        if changed:
            yield {"kind": "page", "card": "", "text": t(word)}


def _entry(entry: Entry, lang: str) -> Record:
    return {
        "kind": entry.kind,
        "card": f"{entry.piece.deck}/{entry.piece.id}",
        "name": entry.piece.name(lang),
        "sides": [
            [side, was.data_url if was else "", now.data_url if now else ""]
            for side, was, now in entry.sides
        ],
    }


def rescore_tables(game: Game, lang: str, rescore: Rescore) -> list[Record]:
    """Return every saved table of the game, with its earlier and its current result.

    Tables of the game that a copy comes from count for the copy too.
    """
    names = {game.slug, game.origin, game.rules} - {""}
    whole = (table for table in saved_tables().all() if table.game in names and not table.is_open)
    return [_rescore_table(table, game, lang, rescore) for table in islice(whole, MOST_TABLES)]


def _rescore_table(table: SavedTable, game: Game, lang: str, rescore: Rescore) -> Record:
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
