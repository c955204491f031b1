"""Composed faces that were made before are not composed again.

Comes in: a piece. Goes out: its faces, from the cache when nothing changed that they depend on.
Only faces without problems are kept, so a kept face needs no second check.
"""

from __future__ import annotations

import json
from functools import cached_property

from cards_data.models import Deck, Game, Piece
from cards_data.problems import Findings

from .cache import Cache
from .fingerprint import deck_digest, game_base, piece_key
from .render.compose import Artwork, Composer, Faces
from .render.variables import OWN_ROW

KIND = "composed"


class Compositions:
    """The faces of one game in one language."""

    def __init__(self, game: Game, lang: str, cache: Cache) -> None:
        self.game = game
        self.lang = lang
        self._cache = cache
        self._composer = Composer(game, lang)
        self._decks: dict[str, str] = {}

    @cached_property
    def _base(self) -> str:
        return game_base(self.game)

    def faces(self, deck: Deck, piece: Piece, findings: Findings) -> Faces | None:
        """Both faces; problems go to the findings."""
        key = piece_key(self._base, deck, piece, self.lang)
        kept = self._kept(key)
        if kept:
            return kept
        seen: set[str] = set()
        own = Findings()
        faces = self._composer.faces(deck, piece, own, seen)
        findings.extend(own)
        if faces and not own:
            self._keep(key, faces, seen)
        return faces

    def _kept(self, key: str) -> Faces | None:
        stored = self._cache.get(KIND, key)
        if stored is None:
            return None
        entry = json.loads(stored)
        if any(self._deck(name) != digest for name, digest in entry["decks"].items()):
            return None
        back = Artwork(**entry["back"]) if entry["back"] else None
        return Faces(Artwork(**entry["front"]), back, entry["version"])

    def _keep(self, key: str, faces: Faces, seen: set[str]) -> None:
        entry = {
            "front": vars(faces.front),
            "back": vars(faces.back) if faces.back else None,
            "version": faces.version,
            "decks": {name: self._deck(name) for name in sorted(seen - {OWN_ROW})},
        }
        self._cache.put(KIND, key, json.dumps(entry, ensure_ascii=False).encode())

    def _deck(self, name: str) -> str:
        if name not in self._decks:
            self._decks[name] = (
                deck_digest(self.game.decks[name]) if name in self.game.decks else ""
            )
        return self._decks[name]
