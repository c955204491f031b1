"""The options of a run, as frozen values."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cards_data.problems import ENGLISH

if TYPE_CHECKING:
    from cards_data.models import Game

# The number of letters of a hash that are printed as the version of a face or a sheet.
VERSION_LETTERS = 4
FULL_INK = "full"
HOME, COPY_SHOP = "home", "copyshop"
# Options with a fixed set of values; the first value is the default.
CHOICES = {
    "layout": ("duplex", "manual", "gutterfold", "fronts"),
    "flip": ("long", "short"),
    "marks": ("crop", "lines", "none"),
    "render": ("raster", "vector"),
    "ink": (FULL_INK, "low"),
    "made_for": (HOME, COPY_SHOP),
}


@dataclass(frozen=True)
class Edition:
    """Everything apart from the game's data that affects how a face looks."""

    lang: str = ENGLISH
    ink: str = FULL_INK
    # Missing pictures become placeholders, and text that does not fit is clipped and marked.
    draft: bool = False


@dataclass(frozen=True)
class PrintOptions:
    """The options of ``ecotable print``; docs/print/printing.md explains them."""

    paper: str = "a4"
    decks: tuple[str, ...] = ()
    # Single pieces by id, and single sheets by letter.
    only: tuple[str, ...] = ()
    sheets: tuple[str, ...] = ()
    edition: Edition = field(default_factory=Edition)
    layout: str = "duplex"
    flip: str = "long"
    marks: str = "crop"
    render: str = "raster"
    # Where it will be printed: at home or in a copy shop, which needs more in the file.
    made_for: str = HOME
    dpi: int = 300
    copies: int = 1
    scorer_url: str = ""
    printer: str = ""
    out: Path = Path("output")
    jobs: int = os.cpu_count() or 1

    @property
    def duplex(self) -> bool:
        """Whether the printer turns the paper itself."""
        return self.layout == "duplex"

    @property
    def turning(self) -> str:
        """The edge on which the printer turns the paper, or the layout if it does not turn it."""
        return self.flip if self.duplex else self.layout

    @property
    def two_sided(self) -> bool:
        """Whether both sides of the paper are printed, no matter how the paper is turned."""
        return self.layout in ("duplex", "manual")

    @property
    def partial(self) -> bool:
        """Whether only some pieces or sheets are printed, such as a lost card."""
        return bool(self.only or self.sheets)

    @property
    def is_whole_kit(self) -> bool:
        """Whether the complete kit is printed."""
        return not self.decks and not self.partial

    def copies_of(self, in_a_set: int) -> int:
        """Return how many copies of a piece to print; a lost piece is printed once per set."""
        return self.copies * (1 if self.only else in_a_set)

    @property
    def lang(self) -> str:
        return self.edition.lang

    def for_game(self, game: Game) -> PrintOptions:
        """Return these options with a language of the game filled in if none was chosen."""
        return replace(self, edition=replace(self.edition, lang=game.choose_lang(self.lang)))
