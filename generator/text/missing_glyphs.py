"""Letters that a typeface lacks: drawn from another one, else told by their names.

Comes in: a word of somebody's name and the typefaces at hand. Goes out: the word in runs that can
all be drawn, so that no script and no emoji is ever a reason to refuse.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import groupby

from .fonts import Typeface
from .markup import Atom, Word

# So many letters are told by name; more would fill the line.
TOLD = 3


def spelt(word: Word, faces: Mapping[str, Typeface]) -> Iterator[Atom]:
    """The atoms of a word, cut where the typeface changes."""
    for atom in word:
        told = ((role or atom.role, text) for role, text in _runs(atom, faces))
        for role, run in groupby(told, lambda pair: pair[0]):
            if text := "".join(text for _, text in run):
                yield Atom(text, role)


def _runs(atom: Atom, faces: Mapping[str, Typeface]) -> Iterator[tuple[str, str]]:
    for role, run in groupby(atom.text, partial(_role, atom.role, faces)):
        letters = "".join(run)
        yield role, letters if role else _told(letters)


def _role(own: str, faces: Mapping[str, Typeface], char: str) -> str:
    """The first typeface that can draw it, its own before others; none is the empty name."""
    return next((role for role in (own, *faces) if not faces[role].lacks(char)), "")


def _told(letters: str) -> str:
    """``[fox face]`` for a picture, ``[U+7530 U+4E2D]`` for letters; joints say nothing."""
    shown = [char for char in letters if unicodedata.category(char) not in ("Cf", "Mn", "Cc")]
    if not shown:
        return ""
    more = " …" if len(shown) > TOLD else ""
    return f"[{' '.join(map(_name, shown[:TOLD]))}{more}]"


def _name(char: str) -> str:
    if unicodedata.category(char) == "So" and (name := unicodedata.name(char, "")):
        return name.lower()
    return f"U+{ord(char):04X}"
