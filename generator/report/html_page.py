"""Write a report as one HTML file without scripts; chart lengths are between 0 and 1."""

from __future__ import annotations

from collections import defaultdict
from itertools import accumulate
from math import ceil, log10
from typing import Any

from generator.compose.environment import render_text
from generator.store.sources import Sources
from generator.words import say_in

from .values import Fact, Number, Plot, PlotRow, Series, Writable, change, number_text

# A curve with more columns than this is drawn as bars.
WIDEST = 20
# A label up to this length is left of its bars, a longer one above them.
LABEL_BESIDE = 17
# Labels and texts at the ends of bars leave at least this many letters of space for the bars.
LETTERS = 30
# A part of a bar: its series, start and size; and a bar: before or now, its parts, its text.
Segments = list[tuple[int, float, float]]
Bar = tuple[str, Segments, str]


def page(report: Writable) -> str:
    names = {
        "report": report,
        "accent": report.game.colours.get("accent", "#1d4f6b"),
        "say": say_in(report.lang),
        **report.page_values(),
    }
    where = f"{report.template} of {report.game.slug}"
    return render_text(Sources(), f"_shared/{report.template}.html.j2", names, where)


def picture(plot: Plot, lang: str) -> dict[str, Any]:
    """Return lengths, positions and texts of one chart."""
    points = plot.form == "points"
    groups = [] if points else [(line.label, _bars(plot, line, lang)) for line in plot.lines]
    longest = max((len(label) for label, _ in groups), default=0)
    room = max((len(text) for _, bars in groups for _, _, text in bars), default=0)
    fits = longest <= LABEL_BESIDE and longest + room <= LETTERS
    return {
        "plot": plot,
        "shape": _shape(plot),
        "legend": [plot.heads[index].label for index in plot.drawn],
        "groups": groups,
        "beside": longest if fits else 0,
        "room": room,
        "dots": _dots(plot) if points else (),
        "ticks": [_ticks(plot, 0), _ticks(plot, 1)] if points else (),
        "changes": [_changes(plot, line, lang) for line in plot.changed_lines],
        "facts": [(fact.series.label, _fact_text(plot, fact, lang)) for fact in plot.facts],
        "table": [_table_row(plot, line, lang) for line in plot.lines],
        # Whether the table shows more than the drawing, and is therefore open from the start.
        "full": points or len(plot.drawn) < len(plot.heads),
    }


def _fact_text(plot: Plot, fact: Fact, lang: str) -> str:
    moved = _change_text(fact.now, fact.before, fact.series, lang) if plot.compared else ""
    return moved or number_text(fact.now, fact.series.kind, lang)


def _shape(plot: Plot) -> str:
    wide = plot.form == "columns" and len(plot.lines) > WIDEST
    return "bars" if wide else plot.form


def _bars(plot: Plot, line: PlotRow, lang: str) -> list[Bar]:
    """Return the bars of a line: one for each drawn series, or one made of all of them."""
    both = line.before, line.now
    if plot.form == "stacked":
        old, new = ([number or 0.0 for number in part or ()] for part in both)
        drawn = [(_stack_segments(part, plot.scale), _sum(part, lang)) for part in (old, new)]
        return _readings(plot, drawn, change(sum(new), sum(old), "count", lang), lang)
    bars: list[Bar] = []
    for place, index in enumerate(plot.drawn):
        before, now = (part[index] if part else None for part in both)
        kind = plot.heads[index].kind
        drawn = [
            ([(place, 0.0, max(0.0, (number or 0) / plot.scale))], number_text(number, kind, lang))
            for number in (before, now)
        ]
        bars += _readings(plot, drawn, change(now, before, kind, lang), lang)
    return bars


def _stack_segments(numbers: list[float], top: float) -> Segments:
    starts = accumulate(numbers, initial=0.0)
    sizes = enumerate(zip(starts, numbers, strict=False))
    return [(series, start / top, number / top) for series, (start, number) in sizes]


def _sum(numbers: list[float], lang: str) -> str:
    """Format a sum: 3 + 4 + 3 = 10."""
    parts = " + ".join(number_text(number, "count", lang) for number in numbers)
    return f"{parts} = {number_text(sum(numbers), 'count', lang)}" if len(numbers) > 1 else parts


def _readings(plot: Plot, both: list[tuple[Segments, str]], moved: str, lang: str) -> list[Bar]:
    """Return the current bar, and the earlier one if it differs.

    A curve always shows both, identified only by outline and legend, as it has no space for text.
    """
    (old, old_text), (new, new_text) = both
    if _shape(plot) == "columns" and plot.changed_lines:
        return [("before", old, old_text), ("now", new, new_text)]
    if not plot.compared or old_text == new_text:
        return [("now", new, new_text)]
    say, moved = say_in(lang), f" ({moved})" if moved else ""
    texts = f"{say('before')} {old_text}", f"{say('now')} {new_text}{moved}"
    return [("before", old, texts[0]), ("now", new, texts[1])]


def axis(largest: float) -> tuple[int, int]:
    """Return the step of at most seven marks (1, 2, 5, 10, 20 …), and the end of an axis."""
    rough = max(1.0, largest / 6)
    power = 10 ** int(log10(rough))
    step = int(power * next(factor for factor in (1, 2, 5, 10) if factor >= ceil(rough) / power))
    return step, step * (int(largest / step) + 1)


def _axis(plot: Plot, which: int) -> tuple[int, int]:
    return axis(max((numbers[which] or 0 for numbers in plot.numbers), default=0) or 1)


def _ticks(plot: Plot, which: int) -> list[tuple[float, str]]:
    step, end = _axis(plot, which)
    return [(mark / end, str(mark)) for mark in range(0, end + 1, step)]


def _dots(plot: Plot) -> list[tuple[str, float, float, int, str]]:
    """Return before or now, x, y, copies and names of the pieces at each point.

    Before appears only if it differs. The last number of a row of a scatter plot is its copies.
    """
    across, up = (_axis(plot, which)[1] for which in (0, 1))
    points: dict[tuple[str, float, float], dict[str, tuple[str, int]]] = defaultdict(dict)
    for reading in ("before", "now"):
        for line in plot.lines:
            if numbers := getattr(line, reading):
                place = reading, (numbers[0] or 0) / across, (numbers[1] or 0) / up
                points[place][line.key] = line.label, int(numbers[-1] or 0)
    dots = []
    for (reading, x, y), pieces in points.items():
        if reading == "now" or list(pieces) != list(points.get(("now", x, y), {})):
            names, copies = zip(*pieces.values(), strict=True)
            dots.append((reading, x, y, sum(copies), ", ".join(names)))
    return dots


def _changes(plot: Plot, line: PlotRow, lang: str) -> str:
    """Describe what changed in a line: ``Sunlight: Demand 28 → 30 (+2)``."""
    if line.now is None or line.before is None:
        return f"{line.label}: {say_in(lang)('gone' if line.now is None else 'new')}"
    moved = [
        f"{head.label} {text}"
        for head, now, before in zip(plot.heads, line.now, line.before, strict=True)
        if now != before and (text := _change_text(now, before, head, lang))
    ]
    return f"{line.label}: {', '.join(moved)}"


def _change_text(now: Number, before: Number, head: Series, lang: str) -> str:
    """Format ``28 → 30 (+2)``; empty if both look the same."""
    old, new = (number_text(number, head.kind, lang) for number in (before, now))
    moved = change(now, before, head.kind, lang)
    return f"{old} → {new}" + f" ({moved})" * bool(moved) if old != new else ""


def _table_row(plot: Plot, line: PlotRow, lang: str) -> list[str]:
    numbers, label = line.now or line.before or (), line.label
    before = line.before or numbers
    if plot.compared and (line.now is None or line.before is None):
        label, before = f"{label} ({say_in(lang)('new' if line.now else 'gone')})", numbers
    cells = (
        _change_text(now, old, head, lang).partition(" (")[0] or number_text(now, head.kind, lang)
        for now, old, head in zip(numbers, before, plot.heads, strict=True)
    )
    return [label, *cells]
