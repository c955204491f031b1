"""Scales: how long a bar is, and where the marks of an axis stand."""

from __future__ import annotations

from math import ceil, log10

from .report import Plot


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
