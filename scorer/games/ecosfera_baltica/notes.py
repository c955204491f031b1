"""Ecosfera Baltica: doubts about a table that the box allows.

Sections in docstrings are those of the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.result import TableNote
from ...core.translation import Translation
from .numbers import Numbers
from .state import State


def notes(state: State, numbers: Numbers, say: Translation) -> Iterator[TableNote]:
    """Section 2.3: stack sizes, and whether the nutrients cards last for every start deck."""
    least, most, stack = numbers.elements.least, numbers.elements.most, state.variants.elements
    if stack is not None and not least <= stack <= most:
        yield TableNote(
            say("note.elements", n=stack, least=least, most=most), ("variants", "elements")
        )
    rows, cards = max(len(state.players), numbers.rows.least), numbers.box.nutrients
    size = least if stack is None else stack
    needed = size + rows * numbers.eutrophication.nutrients
    if state.variants.eutrophication and needed > cards:
        text = say("note.nutrients", n=needed, rows=rows, stack=size, most=cards)
        yield TableNote(text, ("switches",))
