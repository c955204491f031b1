"""Runs of text as PDF shows them: glyphs by number, moved where the font's own widths do not
lead.

Comes in: a run. Goes out: the operators between the start of the run and its end.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from generator.svg.drawing import Letters
from generator.text.fonts import Glyph, Typeface


def shown_text(letters: Letters, used: dict[int, str]) -> str:
    """The run's operators; ``used`` learns its glyphs and what they stand for."""
    for glyph in letters.face.shape(letters.text):
        used.setdefault(glyph.number, glyph.text)
    return _operators(letters.face, letters.text, letters.size)


@lru_cache(maxsize=1_000)
def _operators(face: Typeface, text: str, size: float) -> str:
    return " ".join(
        _lifted(f"[{''.join(_row(face, tuple(run)))}] TJ", rise * size)
        for rise, run in groupby(face.shape(text), key=lambda glyph: glyph.dy)
    )


def _lifted(shown: str, rise: float) -> str:
    """Glyphs above or below the line, such as a mark over a letter."""
    return f"{rise:.4f} Ts {shown} 0 Ts" if rise else shown


def _row(face: Typeface, glyphs: tuple[Glyph, ...]) -> Iterator[str]:
    """Glyph numbers in angle brackets, and between them how far to step back in 1/1000 em."""
    due = 0.0
    run: list[str] = []
    for glyph in glyphs:
        due -= glyph.dx * 1000
        step = round(due, 1)
        if step:
            yield from _closed(run)
            yield f"{step:g}"
            due, run = due - step, []
        run.append(f"{glyph.number:04X}")
        due += (face.own_advance(glyph.number) - glyph.advance + glyph.dx) * 1000
    yield from _closed(run)


def _closed(run: list[str]) -> Iterator[str]:
    if run:
        yield f"<{''.join(run)}>"
