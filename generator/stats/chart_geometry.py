"""Charts as lengths: bars, dots and axes in shares between 0 and 1, with the texts beside them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import accumulate
from math import ceil, log10

from generator.words import say_in

from .chart_values import Number, change, written
from .report import Compared, Numbers, Plot

# A curve with more columns than this is drawn as bars.
WIDEST = 20
# Where a piece is in a scatter plot.
Place = tuple[float, float]


def drawn_series(plot: Plot) -> list[int]:
    """The places of the series that become bars."""
    return [index for index, head in enumerate(plot.heads) if head.drawn]


def scale(plot: Plot) -> float:
    """The number that the longest bar stands for; shares are held against the whole."""
    drawn = drawn_series(plot)
    if any(plot.heads[index].kind == "share" for index in drawn):
        return 1.0
    readings = [numbers for line in plot.lines for numbers in (line.now, line.before) if numbers]
    bars = [[numbers[index] or 0 for index in drawn] for numbers in readings]
    longest = sum if plot.form == "stacked" else max
    return max((longest(bar) for bar in bars if bar), default=0) or 1.0


def axis_end(plot: Plot, axis: int) -> float:
    """The end of an axis: a step beyond the largest number."""
    step = _step(plot, axis)
    return step * (int(_largest(plot, axis) / step) + 1)


def _largest(plot: Plot, axis: int) -> float:
    readings = [numbers for line in plot.lines for numbers in (line.now, line.before) if numbers]
    return max((numbers[axis] or 0 for numbers in readings), default=0) or 1


def _step(plot: Plot, axis: int) -> int:
    """1, 2, 5, 10, 20 …: at most seven marks on an axis."""
    rough = max(1.0, _largest(plot, axis) / 6)
    power = 10 ** int(log10(rough))
    return int(power * next(factor for factor in (1, 2, 5, 10) if factor >= ceil(rough) / power))


def ticks(plot: Plot, axis: int) -> tuple[tuple[float, str], ...]:
    step, top = _step(plot, axis), axis_end(plot, axis)
    return tuple((mark / top, str(mark)) for mark in range(0, int(top) + 1, step))


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
        now, before = number_at(line.now, index), number_at(line.before, index)
        kind = plot.heads[index].kind
        texts = written(before, kind, lang), written(now, kind, lang)
        parts = [(Segment(place, 0, max(0.0, (number or 0) / top)),) for number in (before, now)]
        both = zip(parts, texts, strict=True)
        bars += _readings(plot, tuple(both), change(now, before, kind, lang), lang)
    return RowBars(line.label, tuple(bars))


def _stacks(plot: Plot, line: Compared, lang: str) -> tuple[Bar, ...]:
    """Bars made of all series, with the sum at their end."""
    before, now = (tuple(number or 0 for number in part or ()) for part in (line.before, line.now))
    both = tuple((_segments(part, scale(plot)), _sum(part, lang)) for part in (before, now))
    return _readings(plot, both, change(sum(now), sum(before), "count", lang), lang)


def _segments(numbers: tuple[float, ...], top: float) -> tuple[Segment, ...]:
    ends = accumulate(numbers, initial=0.0)
    return tuple(
        Segment(place, end / top, number / top)
        for place, (end, number) in enumerate(zip(ends, numbers, strict=False))
    )


def _sum(numbers: tuple[float, ...], lang: str) -> str:
    """3 + 4 + 3 = 10."""
    parts = " + ".join(written(number, "count", lang) for number in numbers)
    return f"{parts} = {written(sum(numbers), 'count', lang)}" if len(numbers) > 1 else parts


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


def number_at(numbers: Numbers | None, index: int) -> Number:
    return numbers[index] if numbers else None


@dataclass(frozen=True)
class Dot:
    """Pieces that lie on one point of a plot, in shares of its axes."""

    reading: str
    x: float
    y: float
    pieces: int
    names: str


def dots(plot: Plot) -> tuple[Dot, ...]:
    """Pieces by the point they lie on, and a ring where other pieces lay before."""
    now, before = _points(plot, "now"), _points(plot, "before")
    moved = {place: lines for place, lines in before.items() if lines != now.get(place)}
    rings = [_dot(plot, "before", place, lines) for place, lines in moved.items()]
    return (*rings, *(_dot(plot, "now", place, lines) for place, lines in now.items()))


def _points(plot: Plot, reading: str) -> dict[Place, list[Compared]]:
    points: dict[Place, list[Compared]] = defaultdict(list)
    for line in plot.lines:
        numbers: Numbers | None = getattr(line, reading)
        if numbers:
            points[numbers[0] or 0, numbers[1] or 0].append(line)
    return points


def _dot(plot: Plot, reading: str, place: Place, lines: list[Compared]) -> Dot:
    """The last number of a row of a scatter plot is its copies."""
    copies = sum(int((getattr(line, reading) or (0,))[-1] or 0) for line in lines)
    x, y = place[0] / axis_end(plot, 0), place[1] / axis_end(plot, 1)
    return Dot(reading, x, y, copies, ", ".join(line.label for line in lines))
