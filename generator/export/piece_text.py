"""A piece in plain words, for people who search, hover or listen."""

from __future__ import annotations

from typing import Literal

from cards_data.models import Column, Deck, Game, Piece, Value
from cards_data.words import in_language
from generator.text.hyphenation import visible
from generator.text.markup import Atom, parse

Form = Literal["card", "tile", "token", "board"]

# A card is held in a hand; what is longer is on the table.
LONGEST_CARD_MM = 135.0
SHORTEST_CARD_MM = 40.0
# A square is a tile; cards are clearly longer than wide.
CARD_RATIO = 1.2


def form(deck: Deck) -> Form:
    size = deck.size
    short, long = sorted((size.width_mm, size.height_mm))
    if deck.split or long > LONGEST_CARD_MM:
        return "board"
    if size.shape != "rect":
        # The outline of a token is that of its picture, but it has one picture for both sides.
        return "tile" if deck.back or size.shape == "circle" else "token"
    is_card = deck.back and short >= SHORTEST_CARD_MM and long >= CARD_RATIO * short
    return "card" if is_card else "tile"


def name_of(game: Game, piece: Piece, lang: str) -> str:
    """The name on the piece; one without a name is called by its id."""
    named = piece.localised(lang).get("name")
    return plain(game, str(named), lang) if named else spoken(piece.id)


def text_of(game: Game, deck: Deck, piece: Piece, lang: str) -> str:
    """All that is written on the piece besides its name, a paragraph a column."""
    cells = piece.localised(lang)
    texts = [
        plain(game, str(cells[name]), lang)
        for name, column in deck.columns.items()
        if column.kind == "text" and name != "name" and cells.get(name)
    ]
    return "\n".join(texts)


def fields_of(game: Game, deck: Deck, piece: Piece, lang: str) -> tuple[tuple[str, str], ...]:
    """Everything except texts: level, cost, habitats …"""
    cells = piece.localised(lang)
    return tuple(
        (spoken(name), _said(game, column, cells[name], lang))
        for name, column in deck.columns.items()
        if column.kind != "text" and cells.get(name) not in (None, "", (), False)
    )


def plain(game: Game, text: str, lang: str) -> str:
    """Without markup: strong letters are letters, a symbol is its name, a space is a space."""
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
    """An id as a person would say it."""
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
