"""The numbers of one chart, and how numbers are written; independent of game and screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from cards_data.languages.locales import PLAIN, decimal

Form = Literal["columns", "bars", "stacked", "points"]
Kind = Literal["count", "share", "ratio", "error"]
Number = float | None
MINUS = "\N{MINUS SIGN}"
NBSP = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class Series:
    """One kind of number in a figure. ``drawn``: it becomes bars (or the axis of a plot)."""

    key: str
    kind: Kind = "count"
    drawn: bool = True
    # The word that names it, with its placeholders, where the key itself has no name.
    word: str = ""
    placeholders: Mapping[str, str | int] = field(default_factory=dict)
    # Its name in the language of a report.
    label: str = ""


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


def written(number: Number, kind: Kind, lang: str = PLAIN) -> str:
    """28, 33.1 %, 2.33, ± 0.2 %, as a language writes it; a dash where there is none."""
    if number is None:
        return "–"
    text = decimal(_unsigned(abs(number), kind), lang)
    if kind == "error":
        return f"±{NBSP}{text}{NBSP}%"
    return MINUS * (number < 0) + text + f"{NBSP}%" * (kind == "share")


def change(now: Number, before: Number, kind: Kind, lang: str = PLAIN) -> str:
    """+2, −1.5 points, +0.20; empty where nothing changed or nothing can be compared."""
    if now is None or before is None or kind == "error":
        return ""
    text = decimal(_unsigned(abs(now - before), kind), lang)
    if not any(digit in text for digit in "123456789"):
        return ""
    return ("+" if now > before else MINUS) + text


def _unsigned(amount: float, kind: Kind) -> str:
    if kind in ("share", "error"):
        return f"{amount * 100:.1f}"
    return f"{amount:.2f}" if kind == "ratio" else f"{amount:g}"
