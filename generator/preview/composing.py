"""Cards from pieces, the most urgent first.

Comes in: a game in a language and the order of its pieces. Goes out: cards with the keys of their
faces, whose artwork waits on the easel, and with whatever is wrong with them.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass, replace

from cards_data import Findings, Piece, Problems
from generator.render.compose import Composer, Faces

from .easel import Easel
from .gallery import Card, Name, plain_card
from .order import URGENT, Tiers


@dataclass(frozen=True)
class Due:
    """What of a gallery is still to be composed."""

    composer: Composer
    tiers: Tiers

    def names(self) -> list[Name]:
        return [name for tier in self.tiers for name in tier]

    def upcoming(self) -> tuple[Name, ...]:
        """The tier that comes next."""
        return next((tier for tier in self.tiers if tier), ())

    def without(self, names: set[Name]) -> Due:
        left = (tuple(name for name in tier if name not in names) for tier in self.tiers)
        return Due(self.composer, tuple(left))

    def after(self, earlier: Due) -> Due:
        """This work in place of earlier work that was not finished: its urgent part stays so."""
        there = set(self.names())
        urgent = [name for tier in earlier.tiers[:URGENT] for name in tier if name in there]
        first = tuple(dict.fromkeys((*self.tiers[0], *urgent)))
        return Due(self.composer, (first, *self.without(set(first)).tiers[1:]))


def composed(composer: Composer, name: Name, easel: Easel) -> Card:
    """A piece as a card with its faces."""
    deck = composer.game.decks[name[0]]
    piece = next(piece for piece in deck.pieces if piece.id == name[1])
    findings = Findings()
    faces = _faces(composer, piece, findings)
    card = replace(
        plain_card(piece, composer.lang), composed=True, problems=tuple(dict.fromkeys(findings))
    )
    return _with_faces(card, faces, easel) if faces else card


def _faces(composer: Composer, piece: Piece, findings: Findings) -> Faces | None:
    try:
        return composer.faces(composer.game.decks[piece.deck], piece, findings, set())
    except Problems as problems:
        findings.extend(problems.problems)
    except Exception as fault:
        # A fault of ours at one card must not end the preview of the others.
        traceback.print_exc()
        findings.add(piece.place, f"cannot be composed: {type(fault).__name__}: {fault}")
    return None


def _with_faces(card: Card, faces: Faces, easel: Easel) -> Card:
    return replace(
        card,
        front=easel.put(faces.front),
        back=easel.put(faces.back) if faces.back else None,
        version=faces.version,
    )
