"""Collect the texts that a template writes on a face, row by row, for screen readers."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from generator.text.typesetter import SetText

# Baselines this close are in one row, as a number beside its label is.
SAME_ROW_MM = 1.0


@dataclass
class _Row:
    top_mm: float
    bottom_mm: float
    # Texts by the place where they begin.
    texts: list[tuple[float, str]]


@dataclass
class WrittenText:
    """The texts of a face in the order of the template; neighbours in a row are one text."""

    _rows: list[_Row] = field(default_factory=list)

    def add(self, text: str, block: SetText) -> None:
        """Add a text in its place; a single letter is a mark, or part of a curved line."""
        lines = [item.y_mm for item in block.atoms]
        if not lines or (len(text) == 1 and not text.isdecimal()):
            return
        new = _Row(min(lines), max(lines), [(block.atoms[0].x_mm, text)])
        last = self._rows[-1] if self._rows else None
        if last and max(last.top_mm, new.top_mm) < min(last.bottom_mm, new.bottom_mm) + SAME_ROW_MM:
            last.texts += new.texts
        else:
            self._rows.append(new)

    def __str__(self) -> str:
        return "\n".join(_join_row([text for _, text in sorted(row.texts)]) for row in self._rows)


def _join_row(texts: list[str]) -> str:
    """Join the texts of a row with commas, but a number with its label before or behind it."""
    if len(set(texts)) == 1 and _has_words(texts[0]):
        # The same name at both ends of a card, or a text over its shadow.
        return texts[0]
    row = texts[0]
    for before, text in pairwise(texts):
        alone = before[-1] in ".,:;!?" or not _has_words(before)
        value = not _has_words(text) and (before[0].isalpha() or not text[0].isdecimal())
        row += f" {text}" if alone or value else f", {text}"
    return row


def _has_words(text: str) -> bool:
    return any(map(str.isalpha, text))
