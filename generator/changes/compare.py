"""Compare an earlier state or a printed PDF with the current data, and find the causes.

A face changes because its row or a file that it reads changed. A print records rows and scoring
numbers, but not templates, words and pictures. Those are named as causes only if the earlier game
is available.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cards_data import load_game
from cards_data.models import Game
from cards_data.problems import Message, Place, Problems
from cards_data.tables import table_file
from cards_data.words import PLAIN
from generator.compose.artwork import Artwork
from generator.compose.composed_game import ComposedGame, compose_all, compose_with_placeholders
from generator.compose.dependencies import ALL, BELOW, CurrentHashes, scorer_values
from generator.compose.piece import Composer
from generator.kit.front_pages import ReadPages, begin_read_pages
from generator.kit.kit_pages import Kit
from generator.options import Edition, PrintOptions
from generator.pdf.build import is_untouched
from generator.pdf.manifest import pages_key
from generator.sheets.papers import papers
from generator.store.fingerprint import digest
from generator.store.sources import Sources
from generator.workers import WorkerPool

from .diff import Changes, PieceChange, PieceState, diff, snapshot_of
from .earlier_state import earlier_prints, old_game, print_named
from .print_history import PrintedBox, ReadKeys, box_of

SCORING = ("scoring", "scored")
# What the user calls each thing a face can read; {slug} is the game, {file} the table's file.
_NAMES = {
    "row": "{name}",
    "deck": "{file}",
    "declared": "game.yaml decks.{name}",
    "game": "game.yaml",
    "word": "{file} {name}",
    "colour": "game.yaml colours.{name}",
    "scoring": "scoring.yaml {name}",
    "scored": "scoring.yaml",
    "facts": "game.yaml facts.{name}",
    "font": "game.yaml fonts.{name}",
    "template": "templates/{name}",
    "templates": "templates/{slug}",
    "symbol": "symbols/{name}.svg",
    "art": "art/{name}",
}


def with_causes(
    changes: Changes,
    composed: ComposedGame,
    scoring: Mapping[str, Any],
    hashes: CurrentHashes | None = None,
) -> Changes:
    """Return the changes, each with its causes.

    ``scoring`` holds the earlier scoring numbers. ``hashes`` covers all other values, if the
    earlier game is available.
    """
    causes = _Causes(changes, composed, scoring, hashes)
    changed = (causes.add_to(one) if one.face_changed else one for one in changes.changed)
    return replace(changes, changed=tuple(changed))


class _Causes:
    def __init__(
        self,
        changes: Changes,
        composed: ComposedGame,
        scoring: Mapping[str, Any],
        hashes: CurrentHashes | None,
    ) -> None:
        self._composed, self._scoring, self._hashes = composed, scoring, hashes
        self._numbers = tuple(number.name for number in changes.scoring)
        pieces = (*changes.added, *changes.removed)
        rows = [change.after for change in changes.changed if change.by_itself]
        self._rows = {piece.key for piece in (*pieces, *rows)}
        self._decks = {deck for deck, _ in self._rows} | set(changes.order)
        self._scored = bool(self._numbers) and self._scored_changed()

    def add_to(self, change: PieceChange) -> PieceChange:
        pairs = [
            (kind, name)
            for kind, name, value in self._composed.dependencies.get(change.after.key, ())
            if kind != "own" and self._differs(kind, name, value)
        ]
        causes = tuple(dict.fromkeys(self._cause_text(kind, name) for kind, name in pairs))
        by_scoring = any(kind in SCORING for kind, _ in pairs)
        return replace(change, causes=causes, by_scoring=by_scoring)

    def _differs(self, kind: str, name: str, value: str) -> bool:
        if kind == "row":
            deck, _, piece = name.partition("/")
            return (deck, piece) in self._rows
        if kind == "deck":
            return name in self._decks
        if kind == "scoring":
            return any(self._numbers_at(name))
        if kind == "scored":
            return self._scored
        return self._hashes is not None and self._hashes.hash_of((kind, name)) != value

    def _numbers_at(self, name: str) -> Iterator[str]:
        """Yield the changed scoring numbers at or below a path of keys."""
        path = ".".join(key for key in name.split(BELOW) if key != ALL)
        for number in self._numbers:
            if not path or number == path or number.startswith((f"{path}.", f"{path}[")):
                yield number

    def _cause_text(self, kind: str, name: str) -> str:
        if kind == "scoring":
            return f"scoring.yaml {', '.join(self._numbers_at(name))}"
        path = name.replace(BELOW, ".") if kind == "facts" else name
        game = self._composed.game
        file = table_file(game.folder, name if kind == "deck" else "words").name
        return _NAMES[kind].format(name=path, slug=game.slug, file=file)

    def _scored_changed(self) -> bool:
        """Return whether the earlier numbers give different printed values."""
        game = self._composed.game
        then: Game = replace(game, scoring=self._scoring)
        try:
            return digest(scorer_values(then)) != digest(scorer_values(game))
        # Numbers that the current rules cannot read have certainly changed.
        except Problems:
            return True


@dataclass(frozen=True)
class Comparison:
    """The changes, the current game and rules, and the old faces by key or their prints."""

    changes: Changes
    composed: ComposedGame
    old_faces: Mapping[str, Artwork] = field(default_factory=dict)
    box: PrintedBox | None = None
    # The current rules leaflet and score sheet, and hashes of the earlier ones.
    read: ReadPages = field(default_factory=ReadPages)
    read_before: ReadKeys = field(default_factory=ReadKeys)
    # The reference that the user gave.
    since: str = ""

    @property
    def missing(self) -> tuple[PieceState, ...]:
        """Changed pieces that show a placeholder because their picture is missing."""
        changed = (one.after for one in self.changes.changed)
        pieces = (*self.changes.added, *changed)
        return tuple(piece for piece in pieces if piece.key in self.composed.unpictured)

    @property
    def composer(self) -> Composer:
        return Composer(self.composed.game, self.composed.edition, self.composed.sources)


def compare(game: Game, edition: Edition, ref: str, out: Path, pool: WorkerPool) -> Comparison:
    """Find what changed since a reference, by default since the last print or the game's origin."""
    composed = compose_with_placeholders(Composer(game, edition, Sources()), pool)
    prints = earlier_prints(game.slug, edition, ref, out, game.origin)
    if not prints:
        return _with_old_game(ref, composed, pool)
    box = box_of(prints)
    changes = diff(box.snapshot, snapshot_of(composed)).without_new(box.decks)
    read = read_pages_of(composed, pool, box.read.scorer_url)
    since = ", ".join(one.path.name for one in box.made_of)
    changes = with_causes(changes, composed, box.snapshot.scoring)
    changes = with_read_pages(changes, box.read, read)
    return Comparison(changes, composed, box=box, read=read, read_before=box.read, since=since)


def read_pages_of(composed: ComposedGame, pool: WorkerPool, scorer_url: str = "") -> ReadPages:
    """Return the rules and the score sheet as printed for a game in its edition."""
    composer = Composer(composed.game, composed.edition, composed.sources)
    options = PrintOptions(edition=composed.edition, scorer_url=scorer_url)
    return begin_read_pages(Kit(composer, options, papers()[options.paper], pool))()


def with_read_pages(changes: Changes, before: ReadKeys, now: ReadPages) -> Changes:
    """Add to the changes whether the rules or the score sheet differ from the known ones."""
    leaflet, score_sheet = (pages_key(pages or ()) for pages in (now.leaflet, now.score_sheet))
    return replace(
        changes,
        leaflet=before.leaflet not in (None, leaflet),
        score_sheet=before.score_sheet not in (None, score_sheet),
    )


def _with_old_game(ref: str, composed: ComposedGame, pool: WorkerPool) -> Comparison:
    edition = composed.edition
    with old_game(composed.game, ref) as earlier:
        had_lang = edition.lang in earlier.game.languages
        then = edition if had_lang else replace(edition, lang=PLAIN)
        before = compose_with_placeholders(Composer(earlier.game, then, earlier.sources), pool)
        changes = diff(snapshot_of(before), snapshot_of(composed))
        faces = {art.key: art for art in before.artworks()}
        was = read_pages_of(before, pool)
        hashes = CurrentHashes(earlier.game, then, earlier.sources)
        changes = with_causes(changes, composed, earlier.game.scoring, hashes)
    keys = ReadKeys(pages_key(was.leaflet or ()), pages_key(was.score_sheet or ()))
    now = read_pages_of(composed, pool)
    changes = with_read_pages(changes, keys, now)
    since = ref or composed.game.origin
    return Comparison(changes, composed, faces, read=now, read_before=keys, since=since)


def verify(file: Path, pool: WorkerPool) -> Changes:
    """Return how the current data differs from a printed file; empty if nothing differs."""
    earlier = print_named(str(file))
    place = Place(str(file))
    if earlier is None:
        raise Problems.of(place, Message("print.not_ours"), Message("print.pdf_or_manifest"))
    if file.suffix == ".pdf" and not is_untouched(file):
        raise Problems.of(place, Message("print.altered"), hint=Message("print.again"))
    record, box = earlier.record, box_of((earlier,))
    on_sheets = {(piece["deck"], piece["id"]) for piece in record["pieces"]}
    # Compare with the whole box: a reprint may hold only missing copies.
    printed_pieces = tuple(piece for piece in box.snapshot.pieces if piece.key in on_sheets)
    old = replace(box.snapshot, pieces=printed_pieces)
    edition = Edition(old.lang, record.get("ink", "full"))
    composer = Composer(load_game(old.game, counted=False), edition, Sources())
    composed = compose_all(composer, pool)
    new = snapshot_of(composed)
    # A print of some decks or pieces omits the others on purpose; a reprint omits everything
    # unchanged.
    printed = {piece.key for piece in printed_pieces}
    decks = set() if "whole" in record else {piece.deck for piece in printed_pieces}
    decks &= set(record.get("decks", decks))
    concerned = tuple(piece for piece in new.pieces if piece.deck in decks or piece.key in printed)
    changes = diff(old, replace(new, pieces=concerned))
    changes = with_causes(changes, composed, box.snapshot.scoring)
    return with_read_pages(changes, box.read, read_pages_of(composed, pool, box.read.scorer_url))
