"""Describe a piece in plain text, for search, tooltips and screen readers."""

from __future__ import annotations

from typing import Literal

from cards_data.models import Column, Deck, Game, Piece, Value
from cards_data.words import in_language
from generator.text.hyphenation import visible
from generator.text.markup import Atom, parse

Form = Literal["card", "tile", "token", "board"]

# Longer pieces are not held in the hand.
LONGEST_CARD_MM = 135.0
SHORTEST_CARD_MM = 40.0
# Cards are clearly longer than wide; a square is a tile.
CARD_RATIO = 1.2


def form(deck: Deck) -> Form:
    size = deck.size
    short, long = sorted((size.width_mm, size.height_mm))
    if deck.split or long > LONGEST_CARD_MM:
        return "board"
    if size.shape != "rect":
        # A token is cut along its picture, but has the same picture on both sides.
        return "tile" if deck.back or size.shape == "circle" else "token"
    is_card = deck.back and short >= SHORTEST_CARD_MM and long >= CARD_RATIO * short
    return "card" if is_card else "tile"


def name_of(game: Game, piece: Piece, lang: str) -> str:
    """Return the name on the piece, or its id if it has none."""
    named = piece.localised(lang).get("name")
    return plain(game, str(named), lang) if named else spoken(piece.id)


def text_of(game: Game, deck: Deck, piece: Piece, lang: str) -> str:
    """Return all the text on the piece except its name, one paragraph per column."""
    cells = piece.localised(lang)
    texts = [
        plain(game, str(cells[name]), lang)
        for name, column in deck.columns.items()
        if column.kind == "text" and name != "name" and cells.get(name)
    ]
    return "\n".join(texts)


def fields_of(game: Game, deck: Deck, piece: Piece, lang: str) -> tuple[tuple[str, str], ...]:
    """Return everything except texts: level, cost, habitats …"""
    cells = piece.localised(lang)
    return tuple(
        (spoken(name), _said(game, column, cells[name], lang))
        for name, column in deck.columns.items()
        if column.kind != "text" and cells.get(name) not in (None, "", (), False)
    )


def plain(game: Game, text: str, lang: str) -> str:
    """Remove markup: bold is removed, and a symbol is replaced by its name."""
    paragraphs = (
        " ".join("".join(_spoken_atom(game, atom, lang) for atom in word) for word in paragraph)
        for paragraph in parse(visible(text), "body")
    )
    return "\n".join(paragraphs).replace("\u2009", " ").replace("\u00a0", " ")


def _spoken_atom(game: Game, atom: Atom, lang: str) -> str:
    if not atom.symbol:
        return atom.text
    return in_language(game.words.get(atom.text, {}), lang) or atom.text.replace("_", " ")


def spoken(name: str) -> str:
    """Return an id as readable words."""
    words = name.replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:]


def _said(game: Game, column: Column, value: Value, lang: str) -> str:
    if value is True:
        return "✓"
    if isinstance(value, tuple):
        return ", ".join(_said(game, column, one, lang) for one in value)
    deck = game.decks.get(column.ref) if column.kind == "ref" else None
    if deck and any(piece.id == value for piece in deck.pieces):
        return name_of(game, deck.piece(str(value)), lang)
    return str(value).replace("_", " ")
