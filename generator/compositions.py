"""Composed faces that were made before are not composed again.

Comes in: a piece. Goes out: its faces, from the cache when nothing changed that they depend on.
Only faces without problems are kept, so a kept face needs no second check.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property, partial

from cards_data.models import Deck, Game, Piece
from cards_data.problems import Findings

from .cache import Cache
from .fingerprint import deck_digest, game_base, piece_key
from .forking import can_fork, forked
from .render.compose import Artwork, Composer, Faces
from .render.drawing import OWN_ROW
from .render.pool import Drawer

KIND = "composed"
# Fewer pieces than this are composed before a second process has started.
WORTH_A_POOL = 40
# As many pieces a worker takes at a time.
HANDFUL = 6


class Compositions:
    """The faces of one game in one language."""

    def __init__(self, game: Game, lang: str, cache: Cache, drawer: Drawer | None = None) -> None:
        self.game = game
        self.lang = lang
        self._cache = cache
        self._composer = Composer(game, lang)
        self._decks: dict[str, str] = {}
        self._drawer = drawer

    @cached_property
    def _base(self) -> str:
        return game_base(self.game)

    def faces(self, deck: Deck, piece: Piece, findings: Findings) -> Faces | None:
        """Both faces; problems go to the findings."""
        key = piece_key(self._base, deck, piece, self.lang)
        kept = self._kept(key)
        if kept:
            return kept
        if self._drawer:
            self._drawer.announce()
        seen: set[str] = set()
        own = Findings()
        faces = self._composer.faces(deck, piece, own, seen)
        findings.extend(own)
        if faces and not own:
            self._keep(key, faces, seen)
        return faces

    def prepare(self, decks: Sequence[Deck], jobs: int) -> None:
        """Composes what is not kept yet on all cores, and draws it where there is a drawer.

        The workers keep what they made; whoever asks next finds it. Where forking is not safe
        nothing happens here, and faces are composed when they are asked for.
        """
        todo = [deck for deck in decks if self._missing(deck)]
        pieces = sum(len(deck.pieces) for deck in todo)
        if jobs < 2 or pieces < WORTH_A_POOL or not can_fork():
            return
        todo.sort(key=lambda deck: -len(deck.pieces))
        self._composer.get_ready()
        if self._drawer:
            self._drawer.get_ready()
        # Neighbours stay together: they share most. Of every deck some come first: the workers
        # then begin with different templates, and find those of the others compiled.
        handfuls = sorted(
            (
                (deck, deck.pieces[start : start + HANDFUL])
                for deck in todo
                for start in range(0, len(deck.pieces), HANDFUL)
            ),
            key=lambda handful: handful[1][0] is not handful[0].pieces[0],
        )
        forked(
            partial(self._make, drawer=self._drawer),
            handfuls,
            jobs,
            self._drawer.progress if self._drawer else None,
            self._drawer.look_ahead if self._drawer else None,
        )

    def _make(self, handful: tuple[Deck, Sequence[Piece]], drawer: Drawer | None) -> None:
        """Composes a few pieces of a deck, and draws them."""
        self._drawer = None
        deck, pieces = handful
        for piece in pieces:
            faces = self.faces(deck, piece, Findings())
            for art in (faces.front, faces.back) if drawer and faces else ():
                if art and drawer:
                    drawer.draw(art)

    def _missing(self, deck: Deck) -> bool:
        first = deck.pieces[0]
        return self._kept(piece_key(self._base, deck, first, self.lang)) is None

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
