"""The report as a page: one HTML file with drawn charts, nothing outside it, no scripts.

Comes in: a Report. Goes out: HTML. Here the numbers become lengths between 0 and 1 and texts;
the template ``_shared/stats.html.j2`` draws them.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import accumulate
from math import ceil, log10

from ..render.environment import rendered
from .figures import Number
from .report import Head, Line, Measured, Numbers, Plot, Report
from .terminal import scale, summary
from .words import say
from .writing import change, written

# A curve with more columns than this is drawn as bars.
WIDEST = 20
# A label up to this long stands left of its bars, a longer one above them.
LABEL_BESIDE = 17
# Labels and the texts at the ends of bars leave the bars at least this many letters of room.
LETTERS = 30
Place = tuple[float, float]


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
class Group:
    """The bars of one row."""

    label: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True)
class Dot:
    """Pieces that lie on one point of a plot, in shares of its axes."""

    reading: str
    x: float
    y: float
    pieces: int
    names: str


@dataclass(frozen=True)
class Picture:
    """A chart as the template draws it."""

    plot: Plot
    shape: str
    legend: tuple[str, ...]
    groups: tuple[Group, ...]
    beside: int
    room: int
    dots: tuple[Dot, ...]
    ticks: tuple[tuple[tuple[float, str], ...], ...]
    changes: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    table: tuple[tuple[str, ...], ...]

    @property
    def full(self) -> bool:
        """Whether the table says more than the drawing, and so is open from the start."""
        return self.shape == "points" or any(not head.drawn for head in self.plot.heads)


def page(report: Report) -> str:
    """The whole page."""
    lang = report.lang
    names = {
        "report": report,
        "accent": report.game.colours.get("accent", "#1d4f6b"),
        "heading": _heading(report),
        "summary": summary(report) if report.since else "",
        "pictures": [picture(plot, lang) for plot in report.plots],
        "say": lambda key, **gaps: say(lang, key, **gaps),
    }
    return rendered("_shared/stats.html.j2", names, f"stats of {report.game.slug}")


def _heading(report: Report) -> str:
    if report.since:
        return say(report.lang, "heading_since", ref=report.since)
    return say(report.lang, "heading")


def picture(plot: Plot, lang: str) -> Picture:
    """Lengths, places and texts of one chart."""
    groups = tuple(_group(plot, line, lang) for line in plot.lines) if _has_bars(plot) else ()
    longest = max((len(group.label) for group in groups), default=0)
    room = max((len(bar.text) for group in groups for bar in group.bars), default=0)
    fits = longest <= LABEL_BESIDE and longest + room <= LETTERS
    return Picture(
        plot,
        _shape(plot),
        tuple(head.label for head in plot.heads if head.drawn),
        groups,
        beside=longest if fits else 0,
        room=room,
        dots=() if _has_bars(plot) else _dots(plot),
        ticks=() if _has_bars(plot) else (_ticks(plot, 0), _ticks(plot, 1)),
        changes=tuple(_changes(plot, line, lang) for line in plot.changed),
        facts=tuple((fact.head.label, _fact(plot, fact)) for fact in plot.facts),
        table=tuple(_table_row(plot, line, lang) for line in plot.lines),
    )


def _has_bars(plot: Plot) -> bool:
    return plot.form != "points"


def _shape(plot: Plot) -> str:
    if plot.form == "columns" and len(plot.lines) > WIDEST:
        return "bars"
    return plot.form


def _group(plot: Plot, line: Line, lang: str) -> Group:
    """The bars of a line; where it changed, those of before stand above those of now."""
    if plot.form == "stacked":
        return Group(line.label, _stacks(plot, line, lang))
    top = scale(plot)
    bars: list[Bar] = []
    for place, index in enumerate(_drawn(plot)):
        now, before = _at(line.now, index), _at(line.before, index)
        kind = plot.heads[index].kind
        texts = written(before, kind), written(now, kind)
        parts = [(Segment(place, 0, max(0.0, (number or 0) / top)),) for number in (before, now)]
        both = zip(parts, texts, strict=True)
        bars += _readings(plot, tuple(both), change(now, before, kind), lang)
    return Group(line.label, tuple(bars))


def _stacks(plot: Plot, line: Line, lang: str) -> tuple[Bar, ...]:
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
    if _shape(plot) == "columns" and plot.changed:
        return Bar("before", old, old_text), Bar("now", new, new_text)
    if not plot.compared or old == new:
        return (Bar("now", new, new_text),)
    moved = f" ({moved})" if moved else ""
    return (
        Bar("before", old, f"{say(lang, 'before')} {old_text}"),
        Bar("now", new, f"{say(lang, 'now')} {new_text}{moved}"),
    )


def _drawn(plot: Plot) -> list[int]:
    return [index for index, head in enumerate(plot.heads) if head.drawn]


def _at(numbers: Numbers | None, index: int) -> Number:
    return numbers[index] if numbers else None


def _dots(plot: Plot) -> tuple[Dot, ...]:
    """Pieces by the point they lie on, and a ring where other pieces lay before."""
    now, before = _points(plot, "now"), _points(plot, "before")
    moved = {place: lines for place, lines in before.items() if lines != now.get(place)}
    rings = [_dot(plot, "before", place, lines) for place, lines in moved.items()]
    return (*rings, *(_dot(plot, "now", place, lines) for place, lines in now.items()))


def _points(plot: Plot, reading: str) -> dict[Place, list[Line]]:
    found: dict[Place, list[Line]] = defaultdict(list)
    for line in plot.lines:
        numbers: Numbers | None = getattr(line, reading)
        if numbers:
            found[numbers[0] or 0, numbers[1] or 0].append(line)
    return found


def _dot(plot: Plot, reading: str, place: Place, lines: list[Line]) -> Dot:
    """The last number of a row of a scatter plot is its copies."""
    copies = sum(int((getattr(line, reading) or (0,))[-1] or 0) for line in lines)
    x, y = place[0] / _top(plot, 0), place[1] / _top(plot, 1)
    return Dot(reading, x, y, copies, ", ".join(line.label for line in lines))


def _top(plot: Plot, axis: int) -> float:
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


def _ticks(plot: Plot, axis: int) -> tuple[tuple[float, str], ...]:
    step, top = _step(plot, axis), _top(plot, axis)
    return tuple((mark / top, str(mark)) for mark in range(0, int(top) + 1, step))


def _changes(plot: Plot, line: Line, lang: str) -> str:
    """What changed in a line, in words: ``Sunlight: Demand 28 → 30 (+2)``."""
    if line.now is None or line.before is None:
        word = say(lang, "gone" if line.now is None else "new")
        return f"{line.label}: {word}"
    moved = [
        f"{head.label} {_moved(now, before, head)}"
        for head, now, before in zip(plot.heads, line.now, line.before, strict=True)
        if now != before and _moved(now, before, head)
    ]
    return f"{line.label}: {', '.join(moved)}"


def _moved(now: Number, before: Number, head: Head) -> str:
    texts = written(before, head.kind), written(now, head.kind)
    moved = change(now, before, head.kind)
    return f"{' → '.join(texts)}" + f" ({moved})" * bool(moved) if texts[0] != texts[1] else ""


def _fact(plot: Plot, fact: Measured) -> str:
    moved = _moved(fact.now, fact.before, fact.head) if plot.compared else ""
    return moved or written(fact.now, fact.head.kind)


def _table_row(plot: Plot, line: Line, lang: str) -> tuple[str, ...]:
    numbers = line.now or line.before or ()
    if plot.compared and (line.now is None or line.before is None):
        word = say(lang, "new" if line.now else "gone")
        return (
            f"{line.label} ({word})",
            *(written(number, head.kind) for number, head in zip(numbers, plot.heads, strict=True)),
        )
    before = line.before or numbers
    cells = (
        _moved(now, old, head).partition(" (")[0] or written(now, head.kind)
        for now, old, head in zip(numbers, before, plot.heads, strict=True)
    )
    return (line.label, *cells)
