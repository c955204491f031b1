"""Bars: the lines of a chart as lengths between 0 and 1, with the text at their ends."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from generator.words import say_in

from .chart_values import Number
from .number_format import change, written
from .report import Compared, Numbers, Plot
from .scales import drawn_series, scale

# A curve with more columns than this is drawn as bars.
WIDEST = 20


@dataclass(frozen=True)
class Segment:
    """A part of a bar, as shares of the longest bar."""

    series: int
    start: float
    size: float


@dataclass(frozen=True)
class Bar:
    """One bar: ``before`` or ``now``, its parts, and the text at its end."""

    reading: str
    segments: tuple[Segment, ...]
    text: str


@dataclass(frozen=True)
class RowBars:
    """The bars of one row."""

    label: str
    bars: tuple[Bar, ...]


def shape_of(plot: Plot) -> str:
    if plot.form == "columns" and len(plot.lines) > WIDEST:
        return "bars"
    return plot.form


def group(plot: Plot, line: Compared, lang: str) -> RowBars:
    """The bars of a line; where it changed, those of before stand above those of now."""
    if plot.form == "stacked":
        return RowBars(line.label, _stacks(plot, line, lang))
    top = scale(plot)
    bars: list[Bar] = []
    for place, index in enumerate(drawn_series(plot)):
        now, before = _at(line.now, index), _at(line.before, index)
        kind = plot.heads[index].kind
        texts = written(before, kind), written(now, kind)
        parts = [(Segment(place, 0, max(0.0, (number or 0) / top)),) for number in (before, now)]
        both = zip(parts, texts, strict=True)
        bars += _readings(plot, tuple(both), change(now, before, kind), lang)
    return RowBars(line.label, tuple(bars))


def _stacks(plot: Plot, line: Compared, lang: str) -> tuple[Bar, ...]:
    """Bars made of all series, with the sum at their end."""
    before, now = (tuple(number or 0 for number in part or ()) for part in (line.before, line.now))
    both = tuple((_segments(part, scale(plot)), _sum(part)) for part in (before, now))
    return _readings(plot, both, change(sum(now), sum(before), "count"), lang)


def _segments(numbers: tuple[float, ...], top: float) -> tuple[Segment, ...]:
    ends = accumulate(numbers, initial=0.0)
    return tuple(
        Segment(place, end / top, number / top)
        for place, (end, number) in enumerate(zip(ends, numbers, strict=False))
    )


def _sum(numbers: tuple[float, ...]) -> str:
    """3 + 4 + 3 = 10."""
    parts = " + ".join(f"{number:g}" for number in numbers)
    return f"{parts} = {sum(numbers):g}" if len(numbers) > 1 else parts


def _readings(
    plot: Plot, both: tuple[tuple[tuple[Segment, ...], str], ...], moved: str, lang: str
) -> tuple[Bar, ...]:
    """The bar of now, and that of before where it differs. A curve shows both throughout, and
    there the outline and the legend tell them apart: there is no room for words."""
    (old, old_text), (new, new_text) = both
    if shape_of(plot) == "columns" and plot.changed:
        return Bar("before", old, old_text), Bar("now", new, new_text)
    if not plot.compared or old_text == new_text:
        return (Bar("now", new, new_text),)
    moved = f" ({moved})" if moved else ""
    return (
        Bar("before", old, f"{say_in(lang)('before')} {old_text}"),
        Bar("now", new, f"{say_in(lang)('now')} {new_text}{moved}"),
    )


def _at(numbers: Numbers | None, index: int) -> Number:
    return numbers[index] if numbers else None
