"""The contents of a report: numbers and their formats, charts, tables and lines of text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Literal, Protocol

from cards_data.languages.locales import PLAIN, decimal
from cards_data.models import Game

Form = Literal["columns", "bars", "stacked", "points"]
Kind = Literal["count", "share", "ratio", "error"]
Number = float | None
Numbers = tuple[Number, ...]
# The key of a row, and a number for each series.
Row = tuple[str, Numbers]
MINUS = "\N{MINUS SIGN}"
NBSP = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class Series:
    """One kind of number in a figure. ``page_values``: it becomes bars or the axis of a plot."""

    key: str
    kind: Kind = "count"
    drawn: bool = True
    # The key of its name, with placeholders, if the series key itself has no name.
    word: str = ""
    placeholders: Mapping[str, str | int] = field(default_factory=dict)
    # Its name in the language of a report.
    label: str = ""


@dataclass(frozen=True)
class Fact:
    """A number about the whole figure, such as a mean."""

    series: Series
    now: Number
    before: Number = None


@dataclass(frozen=True)
class Figure:
    """The numbers of a chart. ``deck``: the deck whose pieces the row keys are, if any."""

    form: Form
    series: tuple[Series, ...]
    rows: tuple[Row, ...]
    facts: tuple[Fact, ...] = ()
    deck: str = ""


@dataclass(frozen=True)
class PlotRow:
    """A row now and before; ``None`` if the row is new, removed, or not compared."""

    key: str
    label: str
    now: Numbers | None
    before: Numbers | None = None


@dataclass(frozen=True)
class Plot:
    """A chart with its names in one language."""

    id: str
    title: str
    meaning: str
    measure: str
    form: Form
    heads: tuple[Series, ...]
    lines: tuple[PlotRow, ...]
    facts: tuple[Fact, ...]
    compared: bool = False
    # Why earlier numbers are missing, if they were requested.
    note: str = ""

    @cached_property
    def changed_lines(self) -> tuple[PlotRow, ...]:
        """The lines that look different now; a smaller difference does not count."""
        return tuple(line for line in self.lines if self.compared and not self._is_same(line))

    def _is_same(self, line: PlotRow) -> bool:
        if line.now is None or line.before is None:
            return line.now == line.before
        return all(
            number_text(new, head.kind) == number_text(old, head.kind)
            for new, old, head in zip(line.now, line.before, self.heads, strict=True)
        )

    @property
    def drawn(self) -> list[int]:
        """The indexes of the series that become bars."""
        return [index for index, head in enumerate(self.heads) if head.drawn]

    @property
    def numbers(self) -> list[Numbers]:
        """The numbers of every row, now and before."""
        return [part for line in self.lines for part in (line.now, line.before) if part]

    @cached_property
    def scale(self) -> float:
        """The number at the end of the longest bar; shares are drawn as parts of the whole."""
        if any(self.heads[index].kind == "share" for index in self.drawn):
            return 1.0
        bars = [[numbers[index] or 0 for index in self.drawn] for numbers in self.numbers]
        longest = sum if self.form == "stacked" else max
        return max((longest(bar) for bar in bars if bar), default=0) or 1.0


@dataclass(frozen=True)
class TextLine:
    """A line of text in parts, each with its style; an empty line without parts."""

    parts: tuple[tuple[str, str], ...] = ()
    # Whether a line longer than the terminal's width wraps.
    wraps: bool = True

    @classmethod
    def plain(cls, text: str, style: str = "") -> TextLine:
        return cls(((text, style),))


@dataclass(frozen=True)
class TextTable:
    """A table of texts; the columns in ``left`` are aligned left."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: tuple[int, ...] = ()


class Writable(Protocol):
    """What the three writers need from a report."""

    # The page's template; whether JSON uses only ASCII, and its indentation.
    template: ClassVar[str]
    ascii: ClassVar[bool]
    indent: ClassVar[int]

    @property
    def game(self) -> Game: ...
    @property
    def lang(self) -> str: ...

    def parts(self) -> Iterable[TextLine | TextTable | Plot]:
        """Return what the terminal shows."""

    def data(self) -> Any:
        """Return what JSON contains."""

    def page_values(self) -> dict[str, Any]:
        """Return what the page's template draws, besides the report itself."""


def number_text(number: Number, kind: Kind, lang: str = PLAIN) -> str:
    """Format a number for a language: 28, 33.1 %, 2.33, ± 0.2 %, or a dash if missing."""
    if number is None:
        return "–"
    text = decimal(_digits(abs(number), kind), lang)
    if kind == "error":
        return f"±{NBSP}{text}{NBSP}%"
    return MINUS * (number < 0) + text + f"{NBSP}%" * (kind == "share")


def change(now: Number, before: Number, kind: Kind, lang: str = PLAIN) -> str:
    """Format a change: +2, −1.5 points, +0.20; empty if unchanged or not comparable."""
    if now is None or before is None or kind == "error":
        return ""
    text = decimal(_digits(abs(now - before), kind), lang)
    if not any(digit in text for digit in "123456789"):
        return ""
    return ("+" if now > before else MINUS) + text


def _digits(amount: float, kind: Kind) -> str:
    if kind in ("share", "error"):
        return f"{amount * 100:.1f}"
    return f"{amount:.2f}" if kind == "ratio" else f"{amount:g}"


# More precise than anybody needs, coarse enough to be the same on every machine.
DIGITS = 6


def as_json(report: Writable) -> str:
    return json.dumps(report.data(), indent=report.indent, ensure_ascii=report.ascii)


def round_numbers(value: Any) -> Any:
    """Return plain values with rounded numbers; a named tuple becomes a mapping."""
    if isinstance(value, float):
        return round(value, DIGITS)
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {key: round_numbers(item) for key, item in value.items()}
    return [round_numbers(item) for item in value] if isinstance(value, list | tuple) else value


def plot_data(plot: Plot) -> Any:
    """Return a chart for JSON, in a stable format that the docs describe."""
    own = ("id", "title", "meaning", "measure", "compared", "note")
    data = {
        **{name: getattr(plot, name) for name in own},
        "series": [_series(series) for series in plot.heads],
        "rows": [_row(plot, line) for line in plot.lines],
        "facts": [_fact(plot, fact) for fact in plot.facts],
    }
    return round_numbers(data)


def _series(series: Series) -> dict[str, Any]:
    return {"key": series.key, "label": series.label, "kind": series.kind}


def _row(plot: Plot, line: PlotRow) -> dict[str, Any]:
    def by_key(numbers: Numbers | None) -> dict[str, Number] | None:
        keys = [head.key for head in plot.heads]
        return None if numbers is None else dict(zip(keys, numbers, strict=True))

    both = line.now is not None and line.before is not None
    moved = tuple(map(_difference, line.now or (), line.before or ())) if both else None
    before = {"before": by_key(line.before), "change": by_key(moved)} if plot.compared else {}
    return {"key": line.key, "label": line.label, "now": by_key(line.now), **before}


def _fact(plot: Plot, fact: Fact) -> dict[str, Any]:
    moved = _difference(fact.now, fact.before)
    before = {"before": fact.before, "change": moved} if plot.compared else {}
    return {**_series(fact.series), "now": fact.now, **before}


def _difference(now: Number, before: Number) -> Number:
    return None if now is None or before is None else now - before
