"""Figures: the numbers of one chart, before anybody decides how they look.

Nothing here knows a game, a language or a screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Form = Literal["columns", "bars", "stacked", "points"]
Kind = Literal["count", "share", "ratio", "error"]
Number = float | None


@dataclass(frozen=True)
class Series:
    """One kind of number in a figure. ``drawn``: it becomes bars (or the axis of a plot)."""

    key: str
    kind: Kind = "count"
    drawn: bool = True
    # The word that names it, with its placeholders, where the key itself has no name.
    word: str = ""
    placeholders: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True)
class FigureRow:
    """A number for each series, under one key."""

    key: str
    numbers: tuple[Number, ...]


@dataclass(frozen=True)
class Fact:
    """A number that speaks of the whole figure, such as a mean."""

    series: Series
    number: Number


@dataclass(frozen=True)
class Figure:
    """The numbers of a chart. ``deck``: the deck whose pieces the row keys are, if they are."""

    form: Form
    series: tuple[Series, ...]
    rows: tuple[FigureRow, ...]
    facts: tuple[Fact, ...] = ()
    deck: str = ""


PIECES = Series("pieces")
