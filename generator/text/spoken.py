"""Put card text into words, for screen readers, search and copying: every symbol by its name."""

from __future__ import annotations

from cards_data.models import Game
from cards_data.words import in_language

from .hyphenation import visible
from .markup import Atom, parse


def plain(game: Game, text: str, lang: str) -> str:
    """Return a text without markup: bold is removed, and a symbol is replaced by its name."""
    paragraphs = (
        " ".join("".join(_spoken_atom(game, atom, lang) for atom in word) for word in paragraph)
        for paragraph in parse(visible(text), "body")
    )
    return "\n".join(paragraphs).replace("\u2009", " ").replace("\u00a0", " ")


def _spoken_atom(game: Game, atom: Atom, lang: str) -> str:
    if not atom.symbol:
        return atom.text
    texts = game.words.get(f"symbol_{atom.text}") or game.words.get(atom.text, {})
    return in_language(texts, lang) or atom.text.replace("_", " ")
