"""What a box shows: a name, or a text with names in braces.

Comes in: a value of a layout file. Goes out: its parts, each a text or a name. A single word in
lower case is a name; everything else stands as it is written, and ``{name}`` in it is filled in.
A brace that holds no name is a symbol's, as in every text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cards_data.problems import Message, did_you_mean, quoted

from .layout_names import WORD, LayoutNames, few

_GAP = re.compile(r"\{([a-zA-Z_]\w*(?:\.\w+)*)\}")


@dataclass(frozen=True)
class Name:
    """Something that is looked up: a column, a word, a number."""

    path: str


@dataclass(frozen=True)
class Shown:
    """Texts and names in their order."""

    parts: tuple[str | Name, ...]

    @property
    def name(self) -> str:
        """The one name that it is, or nothing."""
        first = self.parts[0] if len(self.parts) == 1 else ""
        return first.path if isinstance(first, Name) else ""


class UnknownName(Exception):
    """A word that looks like a name and means nothing; says what would."""

    def __init__(self, word: str, names: LayoutNames) -> None:
        super().__init__(word)
        self.found = Message("layout.no_name", value=quoted(word))
        self.allowed = few(names.shown)
        own = did_you_mean(word, names.shown)
        self.hint = own or Message("layout.one_word")


def shown(value: object, names: LayoutNames) -> Shown:
    """The parts of a value, or ``UnknownName``."""
    text = str(value)
    if WORD.fullmatch(text) and (names.knows(text) or text == text.lower()):
        if not names.knows(text):
            raise UnknownName(text, names)
        return Shown((Name(text),))
    return Shown(tuple(_parts(text, names)))


def _parts(text: str, names: LayoutNames) -> list[str | Name]:
    parts: list[str | Name] = []
    end = 0
    for match in _GAP.finditer(text):
        path = match[1]
        if names.knows(path):
            parts += [text[end : match.start()], Name(path)]
            end = match.end()
        elif "." in path:
            raise UnknownName(path, names)
    parts.append(text[end:])
    return [part for part in parts if part]
