"""Split card text into words; only ``**strong**`` and ``{symbol}`` are markup.

``{symbol:words}`` also gives the words that are read aloud, ``{symbol:one|several}`` by the number
before it, ``{symbol:}`` none. A brace always belongs to a symbol. An unknown symbol is refused
where it is drawn.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .hyphenation import SOFT_HYPHEN, visible

_TOKEN = re.compile(r"\*\*|\{[^{}\n]*\}|\{[^{}\s]*|\}|[ \t]+|\n|[^*{}\s]+|\u00a0+|.")
_SYMBOL = re.compile(r"\{([^{}:]+)(?::([^{}]*))?\}")
_VERBATIM = re.compile(r"[ \t]+|\n|[^\s]+|\u00a0+|.")
# At either end of a word, where a break is impossible.
_LONE_SOFT_HYPHENS = re.compile(rf"{SOFT_HYPHEN}*(^|\s|$){SOFT_HYPHEN}*")
# Between a number and its symbol.
THIN = "\u2009"
_CLOSING = ".,:;!?)"
_NUMBER = re.compile(r"[+−–×<>≥≤=\d.,:/-]+")


class Atom(NamedTuple):
    """A run of letters in one typeface, or a symbol by name and the words given for it, if any."""

    text: str
    role: str
    symbol: bool = False
    words: str | None = None
    # Whether it is the first part of a word that continues on the next line.
    broken: bool = False


Word = tuple[Atom, ...]
Paragraph = tuple[Word, ...]


class Verbatim(str):
    """A text without markup, such as a person's name or a sentence that contains one."""

    __slots__ = ()


def parse(text: str, role: str) -> tuple[Paragraph, ...]:
    """Return paragraphs of words; strong runs have the role "strong"."""
    plain = isinstance(text, Verbatim)
    source = text.replace("\r\n", "\n")
    if SOFT_HYPHEN in source:
        source = visible(source) if plain else _LONE_SOFT_HYPHENS.sub(r"\1", source)
    tokens = (_VERBATIM if plain else _TOKEN).findall(source)
    paragraphs: list[list[Word]] = [[]]
    word: list[Atom] = []
    strong = False
    for token in tokens:
        if token == "**" and not plain:
            strong = not strong
        elif token.isspace() and token != "\u00a0":
            _close(paragraphs[-1], word)
            if token == "\n":
                paragraphs.append([])
        elif token[0] in "{}" and not plain:
            word.append(_symbol(token, role))
        else:
            atom = Atom(token, "strong" if strong else role)
            # Consecutive letters of one typeface form one atom.
            if word and not word[-1].symbol and word[-1].role == atom.role:
                atom = Atom(word.pop().text + token, atom.role)
            word.append(atom)
    _close(paragraphs[-1], word)
    return tuple(_glue_symbols(paragraph) for paragraph in paragraphs)


def _symbol(token: str, role: str) -> Atom:
    """Return a symbol; a stray brace stays in its name, so that no symbol matches."""
    match = _SYMBOL.fullmatch(token)
    return Atom(match[1] if match else token, role, symbol=True, words=match and match[2])


def _close(paragraph: list[Word], word: list[Atom]) -> None:
    if word:
        paragraph.append(tuple(word))
        word.clear()


def _glue_symbols(words: list[Word]) -> Paragraph:
    """Join a symbol to the number it counts, or to the only word it can belong to."""
    glued: list[Word] = []
    forward = False
    for index, word in enumerate(words):
        before = glued[-1] if glued else ()
        after = words[index + 1] if index + 1 < len(words) else ()
        if forward:
            glued[-1] = _join_words(before, word)
        elif _is_counted(before, word):
            glued[-1] = (*before, Atom(THIN, before[-1].role), *word)
        elif before and not before[-1].symbol and word[0].symbol and _closes(word, after):
            glued[-1] = _join_words(before, word)
        else:
            glued.append(word)
        forward = _opens(word, before) and bool(after) and not after[0].symbol
    return tuple(glued)


def _is_counted(before: Word, word: Word) -> bool:
    plain = bool(before) and not before[-1].symbol and word[0].symbol
    return plain and bool(_NUMBER.fullmatch(before[-1].text))


def _closes(word: Word, after: Word) -> bool:
    """Return whether a symbol ends a clause and belongs to the word before it."""
    return not after if len(word) == 1 else word[1].text[0] in _CLOSING


def _opens(word: Word, before: Word) -> bool:
    """Return whether a symbol begins a clause and belongs to the word after it."""
    alone = len(word) == 1 and word[0].symbol
    return alone and (not before or (not before[-1].symbol and before[-1].text[-1] in _CLOSING))


def _join_words(before: Word, word: Word) -> Word:
    """Join two words with a hard space."""
    if before[-1].symbol:
        return (*before, Atom(f"\u00a0{word[0].text}", word[0].role), *word[1:])
    return (*before[:-1], Atom(f"{before[-1].text}\u00a0", before[-1].role), *word)
