"""Parse the text that describes a piece to people who cannot see it: ``{name}.[ Cost: {cost}.]``.

A column in braces is replaced by its words; ``{who:role_}`` takes them from the game's texts whose
names begin with ``role_``. A part in square brackets is left out if one of its columns is empty.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

# The name for all the text on the side.
FACE = "face"
_TOKEN = re.compile(r"\{(?P<column>[^{}\[\]]*)\}|(?P<sign>[{}\[\]])|(?P<text>[^{}\[\]]+)")


class BrokenSpeech(ValueError):
    """An error: a bracket or brace without its partner."""


class SpeechItem(NamedTuple):
    """A text, or the name of a column and how the names of its words begin."""

    text: str
    is_column: bool = False
    prefix: str = ""


class SpeechPart(NamedTuple):
    items: tuple[SpeechItem, ...]
    optional: bool

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(item.text for item in self.items if item.is_column)


@lru_cache(maxsize=1024)
def speech_parts(text: str) -> tuple[SpeechPart, ...]:
    """Return the parts in order; brackets cannot be nested."""
    parts: list[SpeechPart] = []
    items: list[SpeechItem] = []
    optional = False
    for token in _TOKEN.finditer(text):
        if token["sign"] is None:
            items.append(_item(token))
            continue
        if token["sign"] != ("]" if optional else "["):
            raise BrokenSpeech(token["sign"])
        parts.append(SpeechPart(tuple(items), optional))
        items, optional = [], not optional
    if optional:
        raise BrokenSpeech("[")
    return (*parts, SpeechPart(tuple(items), False))


def _item(token: re.Match[str]) -> SpeechItem:
    if token["text"] is not None:
        return SpeechItem(token["text"])
    name, _, prefix = token["column"].partition(":")
    return SpeechItem(name, True, prefix or f"{name}_")
