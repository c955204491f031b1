"""The rules leaflet from ``rules/<lang>.yaml``: sections of blocks, texts with their place.

docs/reference/files.md explains the blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, is_dataclass, replace
from functools import lru_cache
from typing import Annotated, Any, Literal

from .declarations import ID, Text, Words, by_content, invalid, millimetres, read_text
from .languages.locales import PSEUDO
from .languages.pseudo import pseudo
from .problems import NOWHERE, Message, Place, did_you_mean, quote
from .schema import Frozen, Mistakes, ReadBy, construct, model_of
from .schema import Path as Steps

# The sections of every leaflet, in order; a game may put others between them.
SECTIONS = "goal box setup turn example end scoring variants questions".split()
COLUMN_MM, WIDE_MM = 82.0, 172.0
HIGHEST_MM = 220.0
PICTURE_MM = 60.0

Tone = Literal["text", "note", "reading"]


@dataclass(frozen=True)
class SourceText:
    """A text of the leaflet with its file and line."""

    text: str
    place: Place

    def __str__(self) -> str:
        return self.text


def _source_text(raw: Any, path: Steps, errors: Mistakes) -> SourceText | None:
    text = read_text(raw, path, errors)
    return None if text is None else SourceText(text.strip(), errors.at(path))


NO_TEXT = SourceText("", NOWHERE)
Located = Annotated[SourceText, ReadBy(_source_text, "text", NO_TEXT)]


def _picture_name(name: str) -> str:
    if not ID.fullmatch(name):
        raise invalid(Message("leaflet.no_picture", name=quote(name)), Message("allowed.slug"))
    return name


def _fits_page(height: float) -> float:
    if height > HIGHEST_MM:
        allowed = Message("allowed.up_to", n=HIGHEST_MM)
        raise invalid(Message("value.found", value=height), allowed)
    return height


@dataclass(frozen=True)
class Prose:
    """A paragraph, a boxed hint, or a boxed interpretation of what the rulebook leaves open."""

    place: Place
    tone: Tone
    content: SourceText


@dataclass(frozen=True)
class Listing:
    """Bullets, or numbered steps."""

    place: Place
    numbered: bool
    items: tuple[SourceText, ...]


class LeafletTable(Frozen):
    """Rows below a head."""

    place: Place
    head: tuple[Located, ...] = ()
    """the headings of its columns"""
    rows: tuple[tuple[Located, ...], ...]
    """lists of cells"""


class ShownPiece(Frozen):
    """A real piece with a caption."""

    place: Place
    deck: Text
    """its deck"""
    id: Text
    """its id"""
    caption: Located = NO_TEXT
    """a text below it"""
    side: Literal["front", "back"] = "front"
    """which side is shown"""


@dataclass(frozen=True)
class Pieces:
    """A row of real pieces, small."""

    place: Place
    items: tuple[ShownPiece, ...]


class Picture(Frozen):
    """A drawing from the game's templates, once or for each number of players."""

    place: Place
    picture: Annotated[Text, _picture_name]
    """the name of `templates/<slug>/leaflet/<name>.svg.j2`"""
    players: tuple[int, ...] = ()
    """one picture for each number of players; the template can use `players`"""
    caption: Located = NO_TEXT
    """a text below it; `{players}` is the number"""
    height_mm: Annotated[float, millimetres(1, 400), _fits_page] = PICTURE_MM
    """up to 220"""
    wide: bool = False
    """across both columns (172 mm); by default one column (82 mm)"""


@dataclass(frozen=True)
class Example:
    """A worked example of the game, scored by the scorer itself."""

    place: Place
    name: str


class Faq(Frozen):
    """A question and its answer, which may be our interpretation."""

    q: Located
    """the question"""
    a: Located
    """the answer"""
    reading: bool = False
    """whether to mark it as something the rulebook leaves open"""


@dataclass(frozen=True)
class Questions:
    """Questions with their answers."""

    place: Place
    items: tuple[Faq, ...]


LeafletBlock = Prose | Listing | LeafletTable | Pieces | Picture | Example | Questions

# The content of each kind of block, and how it is built.
_CONTENTS: Mapping[str, tuple[Any, Callable[[Place, Any], LeafletBlock]]] = {
    "text": (Located, lambda place, text: Prose(place, "text", text)),
    "note": (Located, lambda place, text: Prose(place, "note", text)),
    "reading": (Located, lambda place, text: Prose(place, "reading", text)),
    "list": (tuple[Located, ...], lambda place, items: Listing(place, False, items)),
    "steps": (tuple[Located, ...], lambda place, items: Listing(place, True, items)),
    "table": (LeafletTable, lambda place, table: table),
    "pieces": (tuple[ShownPiece, ...], Pieces),
    "picture": (Picture, lambda place, picture: picture),
    "example": (Text, Example),
    "questions": (tuple[Faq, ...], Questions),
}
BLOCKS: Mapping[str, type[Frozen]] = {
    name: Picture if kind is Picture else model_of(name, Frozen, {name: kind})
    for name, (kind, _) in _CONTENTS.items()
}


def _kind_of_block(raw: dict[Any, Any]) -> type[Frozen]:
    """Return the kind of a block: its first key that is one."""
    for key in raw:
        if key in BLOCKS:
            return BLOCKS[key]
    first = next(iter(raw), "")
    fault = Message("leaflet.no_block", name=quote(first))
    raise invalid(fault, ", ".join(BLOCKS), did_you_mean(str(first), BLOCKS))


_DECLARED = by_content(_kind_of_block)


def _block(raw: Any, path: Steps, errors: Mistakes) -> Any:
    declared = _DECLARED.read(raw, path, errors)
    if declared is None or isinstance(declared, Picture):
        return declared
    ((name, content),) = vars(declared).items()
    return _CONTENTS[name][1](errors.at(path), content)


class Section(Frozen):
    """A heading and the blocks below it."""

    id: Text
    """goal, box, setup, turn, example, end, scoring, variants, questions, in this order; others
    may be between them"""
    place: Place
    title: Located
    """its heading"""
    blocks: tuple[Annotated[LeafletBlock, ReadBy(_block)], ...]
    """its blocks"""


class TablePicture(Frozen):
    """The table before the first turn, with texts that point at its parts."""

    place: Place
    picture: Annotated[Text, _picture_name]
    """the name of `templates/<slug>/leaflet/<name>.svg.j2`, 172 mm wide"""
    height_mm: Annotated[float, millimetres(1, 400), _fits_page] = 90.0
    """its height"""
    callouts: tuple[Located, ...]
    """short texts with counts; the template places `callouts[0]`, `callouts[1]`, …"""


class PictureStrip(Frozen):
    """The first turns as panels, three in a row, each with a text below."""

    place: Place
    picture: Annotated[Text, _picture_name]
    """the name of the template that draws each panel; it can use `panel`, from 1"""
    height_mm: Annotated[float, millimetres(1, 400), _fits_page] = 42.0
    """the height of a panel's picture, which is 55 mm wide"""
    panels: tuple[Located, ...]
    """one or two short sentences for each panel"""


class FirstGame(Frozen):
    """A page that starts a group: the table, then the first turns as a strip of pictures."""

    place: Place
    title: Located
    """the heading of the page"""
    lead: Located = NO_TEXT
    """a sentence below it"""
    table: TablePicture
    """the table before the first turn"""
    turns: PictureStrip
    """the first turns"""
    then: Located = NO_TEXT
    """where to go on"""


class DeclaredLeaflet(Frozen):
    """The contents of a leaflet file."""

    title: Located
    """the heading of the first page"""
    lead: Located
    """what the game is about and who wins"""
    plain: tuple[Words, ...] = ()
    """phrases whose numbers are not in the data"""
    first_game: FirstGame | None = None
    """a page with pictures before the rules, see below"""
    sections: tuple[Section, ...]
    """the sections, see below"""


class Leaflet(DeclaredLeaflet):
    """The rules of a game in one language."""

    lang: Text
    place: Place


@lru_cache(maxsize=16)
def in_pseudo(leaflet: Leaflet) -> Leaflet:
    """Return the leaflet in pseudo English, with the places of the English texts."""
    longer = with_texts(leaflet, lambda text: replace(text, text=pseudo(text.text)))
    plain = tuple(map(pseudo, leaflet.plain))
    return construct(Leaflet, {**vars(longer), "lang": PSEUDO, "plain": plain})


def with_texts(part: Any, change: Callable[[SourceText], SourceText]) -> Any:
    """Return a part with every text changed; names, numbers and places stay."""
    if isinstance(part, SourceText):
        return change(part)
    if type(part) is tuple:
        return tuple(with_texts(one, change) for one in part)
    if not is_part(part):
        return part
    return construct(type(part), {key: with_texts(one, change) for key, one in vars(part).items()})


def is_part(value: object) -> bool:
    """Return whether it is a part of a leaflet, with attributes."""
    return isinstance(value, Frozen) or (is_dataclass(value) and not isinstance(value, type))
