"""Each piece as it was last printed, in whatever run: what is in the box now.

Comes in: earlier prints, oldest first. Goes out: a snapshot of all of them together. A print of
some decks says nothing of the others, a print of single pieces nothing of their decks; a reprint
knows what is in the box once it is swapped in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .diff import Changes, Key
from .print_history import Print
from .snapshot import PieceState, Snapshot, flattened, piece_state


@dataclass(frozen=True)
class ReadKeys:
    """Hashes of the leaflet and of the score sheet: empty where the game had none, ``None`` where
    nothing is known of it.
    """

    leaflet: str | None = None
    score_sheet: str | None = None
    # The address on the score sheet.
    scorer_url: str = ""

    def then(self, record: Mapping[str, Any]) -> ReadKeys:
        """What is known after a further print."""
        url = record.get("scorer_url", "") if "score_sheet" in record else self.scorer_url
        return ReadKeys(
            record.get("leaflet", self.leaflet), record.get("score_sheet", self.score_sheet), url
        )


@dataclass(frozen=True)
class PrintedBox:
    """All that was printed, and where each piece comes from.

    ``decks`` are those that were printed as a whole, ``None`` if all were.
    """

    snapshot: Snapshot
    prints: tuple[Print, ...]
    origins: Mapping[Key, Print]
    decks: frozenset[str] | None
    read: ReadKeys
    # The numbers of scoring.yaml as the last whole print records them.
    scoring: Mapping[str, Any]

    @property
    def sets(self) -> int:
        """How many sets were printed: three stay three when one board is printed anew."""
        held = (self.origins[piece.deck, piece.id].sets for piece in self.snapshot.pieces)
        return max(held, default=1)

    @property
    def made_of(self) -> tuple[Print, ...]:
        """The prints that something in the box comes from, newest first."""
        used = {id(self.origins[piece.deck, piece.id]) for piece in self.snapshot.pieces}
        return tuple(one for one in reversed(self.prints) if id(one) in used)

    def without_unprinted(self, changes: Changes) -> Changes:
        """Without pieces that were never printed, in decks that never were."""
        if self.decks is None:
            return changes
        return changes.without_new(self.decks)


def box_of(prints: tuple[Print, ...]) -> PrintedBox:
    """What the prints, oldest first, leave in the box; there is at least one."""
    pieces: dict[Key, PieceState] = {}
    origins: dict[Key, Print] = {}
    decks: frozenset[str] | None = frozenset()
    base, read = prints[-1].record, ReadKeys()
    for one in prints:
        closed = one.record.get("decks")
        pieces = {key: piece for key, piece in pieces.items() if not _within(key[0], closed)}
        pieces |= _pieces(one.listed)
        origins = {**_from(one, one.listed), **origins, **_from(one, one.record["pieces"])}
        decks = None if closed is None or decks is None else decks | set(closed)
        base = one.record if closed is None else base
        read = read.then(one.record)
    snapshot = Snapshot(
        base["game"],
        base["lang"],
        base["version"],
        tuple(pieces.values()),
        dict(flattened(base.get("scoring", {}))),
    )
    return PrintedBox(snapshot, prints, origins, decks, read, base.get("scoring", {}))


def _within(deck: str, closed: list[str] | None) -> bool:
    return closed is None or deck in closed


def _pieces(listed: Iterable[Mapping[str, Any]]) -> dict[Key, PieceState]:
    return {(piece["deck"], piece["id"]): piece_state(piece) for piece in listed}


def _from(one: Print, listed: Iterable[Mapping[str, Any]]) -> dict[Key, Print]:
    return {(piece["deck"], piece["id"]): one for piece in listed}
