"""Fallback for letters that a typeface lacks: another typeface, else the name of the letter.

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

# So many letters are replaced by their names; more would fill the line.
MOST_NAMED = 3


def with_fallback_fonts(word: Word, faces: Mapping[str, Typeface]) -> Iterator[Atom]:
    """The atoms of a word, cut where the typeface changes."""
    for atom in word:
        runs = ((role or atom.role, text) for role, text in _runs(atom, faces))
        for role, run in groupby(runs, lambda pair: pair[0]):
            if text := "".join(text for _, text in run):
                yield Atom(text, role)


def _runs(atom: Atom, faces: Mapping[str, Typeface]) -> Iterator[tuple[str, str]]:
    for role, run in groupby(atom.text, partial(_role, atom.role, faces)):
        letters = "".join(run)
        yield role, letters if role else _described(letters)


def _role(own: str, faces: Mapping[str, Typeface], char: str) -> str:
    """The first typeface that can draw it, its own before others; none is the empty name."""
    return next((role for role in (own, *faces) if not faces[role].lacks(char)), "")


def _described(letters: str) -> str:
    """``[fox face]`` for a picture, ``[U+7530 U+4E2D]`` for letters; joiners are dropped."""
    shown = [char for char in letters if unicodedata.category(char) not in ("Cf", "Mn", "Cc")]
    if not shown:
        return ""
    more = " …" if len(shown) > MOST_NAMED else ""
    return f"[{' '.join(map(_name, shown[:MOST_NAMED]))}{more}]"


def _name(char: str) -> str:
    if unicodedata.category(char) == "So" and (name := unicodedata.name(char, "")):
        return name.lower()
    return f"U+{ord(char):04X}"
