"""What a run is asked to do, as frozen values."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cards_data.problems import ENGLISH

if TYPE_CHECKING:
    from cards_data.models import Game

# How much of a hash is printed as the version of a face or a sheet.
VERSION_LETTERS = 4
FULL_INK = "full"
HOME, COPY_SHOP = "home", "copyshop"
# What may be chosen by a word; the first of each is the usual one.
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
    """Everything that the look of a face depends on beside the game's data."""

    lang: str = ENGLISH
    ink: str = FULL_INK
    # Missing pictures become placeholders, and text that does not fit is clipped and marked.
    draft: bool = False


@dataclass(frozen=True)
class PrintOptions:
    """The options of ``ecotable print``; docs/printing.md explains them."""

    paper: str = "a4"
    decks: tuple[str, ...] = ()
    # Single pieces by their ids, and single sheets by their letters.
    only: tuple[str, ...] = ()
    sheets: tuple[str, ...] = ()
    edition: Edition = field(default_factory=Edition)
    layout: str = "duplex"
    flip: str = "long"
    marks: str = "crop"
    render: str = "raster"
    # Who prints it: one's own printer, or a copy shop, which needs more in the file.
    made_for: str = HOME
    dpi: int = 300
    copies: int = 1
    scorer_url: str = ""
    printer: str = ""
    out: Path = Path("output")
    jobs: int = os.cpu_count() or 1

    @property
    def duplex(self) -> bool:
        """Whether the printer itself turns the paper."""
        return self.layout == "duplex"

    @property
    def turning(self) -> str:
        """The edge that the printer turns the paper on, or the layout where it turns none."""
        return self.flip if self.duplex else self.layout

    @property
    def two_sided(self) -> bool:
        """Whether the paper is printed on both its sides, whoever turns it."""
        return self.layout in ("duplex", "manual")

    @property
    def partial(self) -> bool:
        """Whether only some pieces or sheets are wanted: a lost card, a paper jam."""
        return bool(self.only or self.sheets)

    def copies_of(self, in_a_set: int) -> int:
        """How often a piece is printed; of one that is lost, one for each set."""
        return self.copies * (1 if self.only else in_a_set)

    @property
    def lang(self) -> str:
        return self.edition.lang

    def spoken(self, game: Game) -> PrintOptions:
        """The same in a language of the game, where none was wanted."""
        return replace(self, edition=replace(self.edition, lang=game.spoken(self.lang)))
