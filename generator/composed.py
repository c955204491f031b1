"""Every wanted piece of a game with its faces.

Comes in: a checked game, a language and the names of decks. Goes out: the faces of all their
pieces, or all problems of all of them at once.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from cards_data.models import Deck, Game, Piece
from cards_data.problems import Findings, Problems, WrongWord, did_you_mean

from .cache import open_cache
from .compositions import Compositions
from .render.compose import Artwork, Faces
from .render.pool import Drawer

Pieces = tuple[tuple[Piece, Faces], ...]


@dataclass(frozen=True)
class Composed:
    """Pieces and faces, deck by deck."""

    game: Game
    lang: str
    decks: tuple[tuple[Deck, Pieces], ...]

    def artworks(self) -> Iterator[Artwork]:
        for _, pieces in self.decks:
            for _, faces in pieces:
                yield faces.front
                if faces.back:
                    yield faces.back

    def pieces(self) -> Iterator[tuple[Deck, Piece, Faces]]:
        for deck, pieces in self.decks:
            for piece, faces in pieces:
                yield deck, piece, faces


def compose_all(
    game: Game,
    lang: str,
    decks: tuple[str, ...] = (),
    jobs: int = os.cpu_count() or 1,
    drawer: Drawer | None = None,
) -> Composed:
    """Every face of every wanted deck, or all problems of all of them.

    A drawer is told of faces that were not kept from before; of many, it draws each on the spot.
    """
    _check_language(game, lang)
    findings = Findings()
    compositions = Compositions(game, lang, open_cache(), drawer)
    wanted = _wanted(game, decks)
    compositions.prepare(wanted, jobs)
    found = []
    for deck in wanted:
        pieces = [(piece, compositions.faces(deck, piece, findings)) for piece in deck.pieces]
        found.append((deck, tuple((piece, faces) for piece, faces in pieces if faces)))
    findings.raise_any()
    return Composed(game, lang, tuple(found))


def _check_language(game: Game, lang: str) -> None:
    if lang not in game.languages:
        allowed = ", ".join(game.languages)
        raise Problems([WrongWord(f"{game.slug} --lang", f'"{lang}" is not there', allowed)])


def _wanted(game: Game, names: tuple[str, ...]) -> tuple[Deck, ...]:
    """The decks by name, or all; an unknown name is answered with the nearest."""
    findings = Findings()
    for name in names:
        if name not in game.decks:
            hint = did_you_mean(name, game.decks)
            allowed = ", ".join(game.decks)
            place, found = f"{game.slug} --deck", f'"{name}" is not known'
            findings.extend([WrongWord(place, found, allowed, hint)])
    findings.raise_any()
    return tuple(deck for deck in game.decks.values() if not names or deck.name in names)
