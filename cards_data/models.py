"""Games, decks and pieces as frozen, checked values.

Nothing here reads a file or knows who uses it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from .languages.locales import PSEUDO
from .problems import Place, Problem, Where
from .tables import cell_place
from .words import PLAIN, in_language

if TYPE_CHECKING:
    from .leaflet import Leaflet
    from .outlines.own_outline import Outline

Shape = Literal["rect", "hex", "hex_pointy", "circle", "drop", "path"]
# Shapes that share their edges.
HEXES = ("hex", "hex_pointy")
Kind = Literal["text", "int", "choice", "list", "bool", "ref"]
Translated = Literal["required", "optional", "never"]
# What a cell can be once it is read.
Value = str | int | bool | tuple[str, ...] | None


def plain_language(languages: tuple[str, ...]) -> str:
    """Return the language of the plain columns: English, or else the game's first."""
    return PLAIN if PLAIN in languages else languages[0]


@dataclass(frozen=True)
class Size:
    """The cut size of a piece.

    A hexagon is flat-topped: its width is corner to corner; a pointy one has a corner at the top. A
    path is a custom outline, in millimetres, seen from the front.
    """

    name: str
    width_mm: float
    height_mm: float
    shape: Shape = "rect"
    corner_mm: float = 0.0
    outline: Outline = ()

    def seen_from(self, side: str) -> Size:
        """Return the size from the front or the back, where a custom outline is mirrored."""
        if not self.outline or side == "front":
            return self
        mirrored = tuple(
            (letter, tuple((self.width_mm - x, y) for x, y in points))
            for letter, points in self.outline
        )
        return replace(self, outline=mirrored)


@dataclass(frozen=True)
class Column:
    """What a column of a deck's table may contain."""

    name: str
    kind: Kind
    help: str = ""
    required: bool = True
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    ref: str = ""
    translated: Translated = "never"


@dataclass(frozen=True)
class Piece:
    """A distinct piece: one row of a deck, printed ``copies`` times."""

    id: str
    deck: str
    copies: int
    values: Mapping[str, Value]
    translations: Mapping[tuple[str, str], str]
    place: Place
    number: int
    source: str = "rulebook"
    reason: str = ""
    # The columns' letters if the table is a workbook.
    letters: Mapping[str, str] = field(default_factory=dict)
    # The columns that are translated.
    spoken: frozenset[str] = frozenset()

    def at(self, column: str) -> Place:
        return cell_place(self.place, column, self.letters)

    def value(self, column: str, lang: str) -> Value:
        """Return the cell in the wanted language, or else that of the plain column."""
        plain = self.values[column]
        if lang == PSEUDO and (column in self.spoken) and isinstance(plain, str):
            from .languages.pseudo import pseudo

            return pseudo(plain)
        return self.translations.get((column, lang), plain)

    def values_in(self, lang: str) -> dict[str, Value]:
        return {column: self.value(column, lang) for column in self.values}


@dataclass(frozen=True)
class Deck:
    """One kind of piece: size, templates, columns and its distinct pieces."""

    name: str
    titles: Mapping[str, str]
    size: Size
    front: str
    back: str | None
    expected: int | None
    columns: Mapping[str, Column]
    pieces: tuple[Piece, ...]
    gap_mm: float = 0.0
    split: bool = False
    sheet: str = ""
    options: Mapping[str, Value] = field(default_factory=dict)
    # Whether bots use it.
    bots: bool = True
    source: str = "rulebook"
    reason: str = ""
    # What is said of a piece instead of its picture, by language; empty for the usual text.
    speech: Mapping[str, str] = field(default_factory=dict)
    # Private columns of its table.
    ignored: tuple[str, ...] = ()
    # Where game.yaml names the two templates.
    places: Mapping[str, Place] = field(default_factory=dict)

    def title(self, lang: str) -> str:
        return in_language(self.titles, lang)

    def piece(self, piece_id: str) -> Piece:
        return self.by_id[piece_id]

    @cached_property
    def by_id(self) -> Mapping[str, Piece]:
        return {piece.id: piece for piece in self.pieces}

    def __getstate__(self) -> dict[str, object]:
        """Return a copy of the state: another thread may add a piece's look-up at the same time."""
        return vars(self).copy()

    @property
    def total(self) -> int:
        return sum(piece.copies for piece in self.pieces)


@dataclass(frozen=True)
class Font:
    """A typeface by role: the family and weight that a template means by "title" or "body"."""

    family: str
    weight: int = 400
    italic: bool = False


@dataclass(frozen=True)
class Unsure:
    """A value without a source: its file and line, and why it was chosen."""

    where: Where
    reason: str


@dataclass(frozen=True, eq=False)
class Game:
    """A whole game as read; games read separately are never equal."""

    slug: str
    titles: Mapping[str, str]
    languages: tuple[str, ...]
    link: str
    makers: Mapping[str, str]
    box: Mapping[str, str]
    colours: Mapping[str, str]
    tell_apart: tuple[tuple[str, ...], ...]
    fonts: Mapping[str, Font]
    bring: Mapping[str, tuple[str, ...]]
    decks: Mapping[str, Deck]
    words: Mapping[str, Mapping[str, str]]
    scoring: Mapping[str, object]
    folder: Path
    unsure: tuple[Unsure, ...] = ()
    # Six-sided dice that players need.
    dice: int = 0
    facts: Mapping[str, int | str] = field(default_factory=dict)
    sheet_example: str = ""
    leaflets: Mapping[str, Leaflet] = field(default_factory=dict)
    # Translations that no native speaker has read yet, and those that are not finished.
    unread: tuple[str, ...] = ()
    unfinished: tuple[str, ...] = ()
    # The game that it was copied from, and the module of rules that it refers to.
    origin: str = ""
    rules: str = ""
    # What was inferred although it was not written, such as an id made from a name.
    notes: tuple[Problem, ...] = ()
    # What it was read from: names in its folder, and the hashes of their contents then.
    files: Mapping[str, str] = field(default_factory=dict)

    def title(self, lang: str) -> str:
        return in_language(self.titles, lang)

    @property
    def rules_name(self) -> str:
        """The name of its rules' module: the one it refers to, or else its own."""
        return self.rules or self.slug

    @property
    def declares_rules(self) -> bool:
        """Whether ``scoring.yaml`` declares the questions and how they count."""
        return "score" in self.scoring

    def choose_lang(self, lang: str) -> str:
        """Return the wanted language; by default English, or else the game's own."""
        return lang or plain_language(self.languages)

    def speaks(self, lang: str, draft: bool = False) -> bool:
        """Return whether it exists in a language; as a draft also in an unfinished one."""
        unfinished = self.unfinished if draft else ()
        return lang in (*self.languages, PSEUDO, *unfinished)

    def leaflet(self, lang: str) -> Leaflet | None:
        """Return the rules in a language, else in the plain one, else in any."""
        plain = self.leaflets.get(plain_language(self.languages))
        if lang == PSEUDO and plain:
            from .leaflet import in_pseudo

            return in_pseudo(plain)
        return self.leaflets.get(lang) or plain or next(iter(self.leaflets.values()), None)

    def maker(self, lang: str) -> str:
        """Return who made it, in a sentence."""
        return in_language(self.makers, lang)

    def needed_supplies(self, lang: str) -> tuple[str, ...]:
        plain = self.bring.get(PLAIN, ())
        if lang == PSEUDO:
            from .languages.pseudo import pseudo

            return tuple(map(pseudo, plain))
        return self.bring.get(lang, plain)

    @property
    def total(self) -> int:
        return sum(deck.total for deck in self.decks.values())
