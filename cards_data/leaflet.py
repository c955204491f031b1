"""The rules leaflet as frozen values: sections of blocks, every text with its place.

Nothing here reads a file. docs/adding-a-game.md explains the blocks.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from cards_data.problems import Place

from .languages.locales import PSEUDO
from .languages.pseudo import pseudo

# The sections of every leaflet, in their order; a game may put others between them.
SECTIONS = "goal box setup turn example end scoring variants questions".split()

Tone = Literal["text", "note", "reading"]


@dataclass(frozen=True)
class SourceText:
    """A text of the leaflet with its file and line."""

    text: str
    place: Place

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Prose:
    """A paragraph, a boxed hint, or a boxed reading of what the rulebook leaves open."""

    place: Place
    tone: Tone
    content: SourceText


@dataclass(frozen=True)
class Listing:
    """Bullets, or numbered steps."""

    place: Place
    numbered: bool
    items: tuple[SourceText, ...]


@dataclass(frozen=True)
class LeafletTable:
    """Rows below a head."""

    place: Place
    head: tuple[SourceText, ...]
    rows: tuple[tuple[SourceText, ...], ...]


@dataclass(frozen=True)
class ShownPiece:
    """A real piece with a caption."""

    deck: str
    id: str
    side: str
    caption: SourceText


@dataclass(frozen=True)
class Pieces:
    """A row of real pieces, small."""

    place: Place
    items: tuple[ShownPiece, ...]


@dataclass(frozen=True)
class Picture:
    """A drawing of the game's templates, once or for each number of players."""

    place: Place
    name: str
    height_mm: float
    wide: bool
    players: tuple[int, ...]
    caption: SourceText


@dataclass(frozen=True)
class Example:
    """A worked example of the game, scored by the scorer itself."""

    place: Place
    name: str


@dataclass(frozen=True)
class Faq:
    """A question and its answer, which may be our reading."""

    asked: SourceText
    answer: SourceText
    reading: bool


@dataclass(frozen=True)
class Questions:
    """Questions with their answers."""

    place: Place
    items: tuple[Faq, ...]


LeafletBlock = Prose | Listing | LeafletTable | Pieces | Picture | Example | Questions


@dataclass(frozen=True)
class Section:
    """A heading and the blocks below it."""

    id: str
    place: Place
    title: SourceText
    blocks: tuple[LeafletBlock, ...]


@dataclass(frozen=True)
class Leaflet:
    """The rules of a game in one language; ``plain``: phrases whose numbers no data holds."""

    lang: str
    place: Place
    title: SourceText
    lead: SourceText
    sections: tuple[Section, ...]
    plain: tuple[str, ...] = ()


@lru_cache(maxsize=16)
def in_pseudo(leaflet: Leaflet) -> Leaflet:
    """The leaflet in English made longer, with the places of the English texts."""
    made: Leaflet = _pseudo(leaflet)
    return replace(made, lang=PSEUDO, plain=tuple(map(pseudo, leaflet.plain)))


def _pseudo(part: Any) -> Any:
    """Every text inside of it; names, numbers and places stay."""
    if isinstance(part, SourceText):
        return replace(part, text=pseudo(part.text))
    if isinstance(part, tuple):
        return tuple(map(_pseudo, part))
    if is_dataclass(part) and not isinstance(part, type):
        inner = {one.name: _pseudo(getattr(part, one.name)) for one in fields(part)}
        return replace(part, **inner)
    return part
