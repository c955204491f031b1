"""Card text into words: ``**strong**`` and ``{symbol}`` are understood, nothing else.

Comes in: a text from the data. Goes out: paragraphs of words, each word a row of atoms that
stay together on a line.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_TOKEN = re.compile(r"\*\*|\{[a-z0-9_]+\}|[ \t]+|\n|[^*{\s]+|\u00a0+|.")
_NUMBER = re.compile(r"[+−–×<>≥≤=\d.,:/-]+")


class Atom(NamedTuple):
    """A run of letters in one typeface, or a symbol by name."""

    text: str
    role: str
    symbol: bool = False


Word = tuple[Atom, ...]
Paragraph = tuple[Word, ...]


def parse(text: str, role: str) -> tuple[Paragraph, ...]:
    """Paragraphs of words; strong runs take the role "strong"."""
    paragraphs: list[list[Word]] = [[]]
    word: list[Atom] = []
    strong = False
    for token in _TOKEN.findall(text.replace("\r\n", "\n").replace("\u00ad", "")):
        if token == "**":
            strong = not strong
        elif token.isspace() and token != "\u00a0":
            _close(paragraphs[-1], word)
            if token == "\n":
                paragraphs.append([])
        elif token[0] == "{" and token[-1] == "}" and len(token) > 2:
            word.append(Atom(token[1:-1], role, symbol=True))
        else:
            _append(word, Atom(token, "strong" if strong else role))
    _close(paragraphs[-1], word)
    return tuple(_glued(paragraph) for paragraph in paragraphs)


def _append(word: list[Atom], atom: Atom) -> None:
    """Letters of one typeface that follow each other are one atom."""
    if word and not word[-1].symbol and word[-1].role == atom.role:
        atom = Atom(word.pop().text + atom.text, atom.role)
    word.append(atom)


def _close(paragraph: list[Word], word: list[Atom]) -> None:
    if word:
        paragraph.append(tuple(word))
        word.clear()


def _glued(words: list[Word]) -> Paragraph:
    """A number and the symbol it counts are never torn apart."""
    glued: list[Word] = []
    for word in words:
        before = glued[-1] if glued else ()
        counts = bool(before) and not before[-1].symbol and _NUMBER.fullmatch(before[-1].text)
        if counts and word[0].symbol:
            space = Atom("\u2009", before[-1].role)
            glued[-1] = (*before, space, *word)
        else:
            glued.append(word)
    return tuple(glued)
