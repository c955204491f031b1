"""Why a face changed whose own row did not: which file and key that it reads is different now.

A print records rows and scoring numbers, but not templates, words and pictures: they are named only
where the earlier game is at hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from cards_data.models import Game
from cards_data.problems import Problems
from cards_data.tables import table_file
from generator.compose.composed_game import ComposedGame
from generator.compose.dependencies import ALL, BELOW, CurrentHashes, scored
from generator.store.fingerprint import digest

from .diff import Changes, PieceChange

SCORING = ("scoring", "scored")
# How the user knows what a face can read; {slug} is the game, {file} that of the table.
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
    """The changes, each with what caused it.

    ``scoring`` are the numbers of then, ``hashes`` all other values where the game is at hand.
    """
    causes = _Causes(changes, composed, scoring, hashes)
    changed = (
        causes.added(change) if change.face_changed else change for change in changes.changed
    )
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

    def added(self, change: PieceChange) -> PieceChange:
        found = [
            (kind, name)
            for kind, name, value in self._composed.dependencies.get(change.after.key, ())
            if kind != "own" and self._differs(kind, name, value)
        ]
        causes = tuple(dict.fromkeys(self._named(kind, name) for kind, name in found))
        by_scoring = any(kind in SCORING for kind, _ in found)
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
        """The changed numbers that are read where a path of keys leads."""
        path = ".".join(key for key in name.split(BELOW) if key != ALL)
        for number in self._numbers:
            if not path or number == path or number.startswith((f"{path}.", f"{path}[")):
                yield number

    def _named(self, kind: str, name: str) -> str:
        if kind == "scoring":
            return f"scoring.yaml {', '.join(self._numbers_at(name))}"
        path = name.replace(BELOW, ".") if kind == "facts" else name
        game = self._composed.game
        file = table_file(game.folder, name if kind == "deck" else "words").name
        return _NAMES[kind].format(name=path, slug=game.slug, file=file)

    def _scored_changed(self) -> bool:
        """Whether the scorer gives other values for print than it gave with the numbers of then."""
        game = self._composed.game
        then: Game = replace(game, scoring=self._scoring)
        try:
            return digest(scored(then)) != digest(scored(game))
        # Numbers that the rules of today cannot read are others than those of today.
        except Problems:
            return True
