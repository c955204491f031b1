"""Compare a game's pieces at two points in time.

Pure: no files, no images. Applying the changes to the old rows gives the new rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from cards_data.documents import flatten
from generator.compose.composed_game import ComposedGame
from generator.compose.stamps import short_stamp
from generator.pdf.manifest import game_version, row_of

# Deck and id of a piece.
Key = tuple[str, str]


@dataclass(frozen=True)
class PieceState:
    """A row of a deck and the look of its faces."""

    deck: str
    id: str
    row: Mapping[str, Any]
    front: str = ""
    back: str | None = None
    version: str = ""

    @property
    def key(self) -> Key:
        return self.deck, self.id

    @property
    def copies(self) -> int:
        return int(self.row["copies"])

    def name(self, lang: str) -> str:
        """Return the name of the piece, or its id as words if it has none."""
        text = self.row.get(f"name:{lang}") or self.row.get("name")
        return str(text) if text else self.id.replace("_", " ")

    @property
    def stamp(self) -> str:
        """The short version stamp, the same for every look of the piece."""
        return short_stamp(self.deck, self.id)

    @property
    def faces(self) -> tuple[str, str | None]:
        return self.front, self.back


@dataclass(frozen=True)
class Snapshot:
    """All pieces in order, and the numbers of scoring.yaml."""

    game: str
    lang: str
    version: str
    pieces: tuple[PieceState, ...]
    scoring: Mapping[str, Any]


def snapshot_of(composed: ComposedGame) -> Snapshot:
    pieces = tuple(
        PieceState(
            deck.name,
            piece.id,
            {"copies": piece.copies, **row_of(piece)},
            faces.front.key,
            faces.back.key if faces.back else None,
            faces.version,
        )
        for deck, piece, faces in composed.pieces()
    )
    game, version = composed.game, game_version(composed.game, composed.sources)
    return Snapshot(game.slug, composed.edition.lang, version, pieces, game.scoring)


def piece_state(piece: Mapping[str, Any]) -> PieceState:
    """Read a piece from the manifest of an earlier print."""
    row = piece.get("row", {"copies": piece["copies"]})
    look = piece["front"], piece["back"], piece.get("version", "")
    return PieceState(piece["deck"], piece["id"], row, *look)


# A field that a row does not have, as opposed to an empty field.
ABSENT = object()


@dataclass(frozen=True)
class FieldChange:
    """A field before and after."""

    name: str
    before: Any
    after: Any


@dataclass(frozen=True)
class PieceChange:
    """A piece that exists before and after but has changed."""

    before: PieceState
    after: PieceState
    fields: tuple[FieldChange, ...]
    # Other changed values that its faces read, by file and key.
    causes: tuple[str, ...] = ()
    # Whether they include a number of scoring.yaml.
    by_scoring: bool = False

    @property
    def face_changed(self) -> bool:
        return self.before.faces != self.after.faces

    @property
    def by_itself(self) -> bool:
        """Whether its own row changed, and not only a template, word or number it shows."""
        return bool(self.fields)


@dataclass(frozen=True)
class Changes:
    """All differences."""

    game: str
    before: str
    after: str
    added: tuple[PieceState, ...]
    removed: tuple[PieceState, ...]
    changed: tuple[PieceChange, ...]
    # The new order of every deck where it does not follow from the old one.
    order: Mapping[str, tuple[str, ...]]
    scoring: tuple[FieldChange, ...]
    leaflet: bool = False
    score_sheet: bool = False
    # Those decks in ``order`` whose old pieces changed their order.
    moved: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        pieces = self.added or self.removed or self.changed or self.order
        return bool(pieces or self.scoring or self.leaflet or self.score_sheet)

    def in_decks(self, decks: set[str]) -> Changes:
        """Return the changes in these decks; scoring numbers concern every deck."""
        return replace(
            self,
            added=tuple(piece for piece in self.added if piece.deck in decks),
            removed=tuple(piece for piece in self.removed if piece.deck in decks),
            changed=tuple(change for change in self.changed if change.after.deck in decks),
            order={deck: ids for deck, ids in self.order.items() if deck in decks},
        )

    def without_new(self, decks: frozenset[str] | None) -> Changes:
        """Return the changes without additions to other decks, whose earlier state is unknown."""
        if decks is None:
            return self
        added = [piece for piece in self.added if piece.deck in decks]
        order = {deck: ids for deck, ids in self.order.items() if deck in decks}
        return replace(self, added=tuple(added), order=order)

    @property
    def moved_decks(self) -> tuple[str, ...]:
        """Decks whose pieces changed places; inserting a piece does not count."""
        return tuple(deck for deck in self.order if deck in self.moved)

    @property
    def shown_elsewhere(self) -> tuple[PieceState, ...]:
        """Pieces that show a changed scoring number."""
        return tuple(change.after for change in self.changed if change.by_scoring)


def diff(old: Snapshot, new: Snapshot) -> Changes:
    """Return the changes that turn the old snapshot into the new one."""
    before = {piece.key: piece for piece in old.pieces}
    after = {piece.key: piece for piece in new.pieces}
    stayed = _by_deck(key for key in before if key in after)
    still = _by_deck(key for key in after if key in before)
    added = _by_deck(key for key in after if key not in before)
    return Changes(
        game=new.game,
        before=old.version,
        after=new.version,
        added=tuple(piece for key, piece in after.items() if key not in before),
        removed=tuple(piece for key, piece in before.items() if key not in after),
        changed=tuple(_changed_pieces(before, after)),
        order={
            deck: ids
            for deck, ids in _by_deck(after).items()
            if ids != (*stayed.get(deck, ()), *added.get(deck, ()))
        },
        scoring=tuple(_fields(*(dict(flatten(one.scoring)) for one in (old, new)))),
        moved=frozenset(deck for deck, ids in still.items() if ids != stayed[deck]),
    )


def _changed_pieces(
    before: Mapping[Key, PieceState], after: Mapping[Key, PieceState]
) -> Iterator[PieceChange]:
    for key, piece in after.items():
        if key not in before:
            continue
        old = before[key]
        fields = tuple(_fields(old.row, piece.row))
        if fields or old.faces != piece.faces:
            yield PieceChange(old, piece, fields)


def _fields(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[FieldChange]:
    for name in dict.fromkeys((*before, *after)):
        was, now = before.get(name, ABSENT), after.get(name, ABSENT)
        # Compare types as well: a column that changes from a number to yes or no has changed.
        if type(was) is not type(now) or was != now:
            yield FieldChange(name, was, now)


def _by_deck(keys: Iterable[Key]) -> dict[str, tuple[str, ...]]:
    decks: dict[str, list[str]] = {}
    for deck, piece in keys:
        decks.setdefault(deck, []).append(piece)
    return {deck: tuple(pieces) for deck, pieces in decks.items()}
