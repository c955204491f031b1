"""What a template can use: the piece, the game and the drawing functions.

Comes in: a checked piece, its deck and game, the language. Goes out: the names a template sees.
docs/adding-a-game.md lists them; a test compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

from cards_data.models import Deck, Game, Piece
from cards_data.problems import Findings, Problem, Problems, did_you_mean
from generator.units import BLEED_MM, SAFE_MM

from .drawing import OWN_ROW, Drawing, Subject


class Cell(str):
    """A text that remembers the column it came from, so that a problem can name it."""

    __slots__ = ("column",)
    column: str

    @classmethod
    def of(cls, column: str, text: str) -> Cell:
        cell = cls(text)
        cell.column = column
        return cell


def variables(
    subject: Subject,
    findings: Findings,
    printed: Mapping[str, object],
    seen: set[str] | None = None,
) -> dict[str, Any]:
    """Every name that a template can use; ``seen`` collects the decks whose pieces it shows."""
    game, lang = subject.game, subject.lang

    def pieces(deck: str) -> list[SimpleNamespace]:
        return [record(piece, lang) for piece in _deck(game, deck, seen).pieces]

    def ref(deck: str, piece_id: str) -> SimpleNamespace:
        return record(_piece(_deck(game, deck, seen), piece_id), lang)

    found: dict[str, Any] = {
        "game": SimpleNamespace(
            slug=game.slug, title=game.title(lang), link=game.link, box=dict(game.box)
        ),
        "side": subject.side,
        "lang": lang,
        "w": subject.size.width_mm,
        "h": subject.size.height_mm,
        "bleed": BLEED_MM,
        "safe": SAFE_MM,
        "c": SimpleNamespace(**game.colours),
        "scoring": game.scoring,
        "facts": game.facts,
        "printed": printed,
        "t": _words(subject),
        "pieces": pieces,
        "ref": ref,
        **Drawing(subject, findings, seen).names(),
    }
    if subject.piece and subject.deck:
        found["piece"] = Watched(
            _cells(subject.piece, lang), lambda: seen.add(OWN_ROW) if seen is not None else None
        )
        found["deck"] = _deck_record(subject.deck, lang)
    return found


class Watched:
    """A record that notes when a template looks at it: a face that does not is the same for all."""

    def __init__(self, values: Mapping[str, object], seen: Callable[[], None]) -> None:
        self._values = values
        self._seen = seen

    def __getattr__(self, name: str) -> object:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._values:
            columns, hint = ", ".join(self._values), did_you_mean(name, self._values)
            raise Problems([Problem(f"piece.{name}", "is no column of the deck", columns, hint)])
        self._seen()
        return self._values[name]


def record(piece: Piece, lang: str) -> SimpleNamespace:
    """A piece as a template sees it."""
    return SimpleNamespace(**_cells(piece, lang))


def _cells(piece: Piece, lang: str) -> dict[str, object]:
    cells = {
        name: Cell.of(f"{name}:{lang}" if (name, lang) in piece.translations else name, value)
        if isinstance(value, str)
        else value
        for name, value in piece.localised(lang).items()
    }
    return {**cells, "id": piece.id, "copies": piece.copies, "number": piece.number}


def _deck_record(deck: Deck, lang: str) -> SimpleNamespace:
    return SimpleNamespace(
        name=deck.name, title=deck.title(lang), total=deck.total, options=dict(deck.options)
    )


def _deck(game: Game, name: str, seen: set[str] | None) -> Deck:
    if name not in game.decks:
        hint = did_you_mean(name, game.decks)
        raise Problems([Problem(f"deck {name}", "is not known", ", ".join(game.decks), hint)])
    if seen is not None:
        seen.add(name)
    return game.decks[name]


def _piece(deck: Deck, piece_id: str) -> Piece:
    known = {piece.id: piece for piece in deck.pieces}
    if piece_id not in known:
        hint = did_you_mean(piece_id, known)
        raise Problems(
            [Problem(f"piece {piece_id}", f"is not in {deck.name}", ", ".join(known), hint)]
        )
    return known[piece_id]


_GAP = re.compile(r"\{(\w+)\}")


def filled(text: str, gaps: Mapping[str, object]) -> str:
    """A word with its gaps filled; a gap that is not given stays: it is a symbol."""
    return _GAP.sub(lambda gap: str(gaps.get(gap[1], gap[0])), text)


def _words(subject: Subject) -> Callable[..., str]:
    words, lang = subject.game.words, subject.lang

    def t(key: str, **gaps: object) -> str:
        if key not in words:
            raise Problems(
                [Problem(f"word {key}", "is not in words.csv", hint=did_you_mean(key, words))]
            )
        text = words[key].get(lang) or words[key]["en"]
        return filled(text, gaps)

    return t
