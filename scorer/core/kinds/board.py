"""A board: ``low`` rows of ``high`` cells, each row a text with a space between its cells.

A cell holds one of the choices or one of ``data["letters"]``, whose meaning a field of the kind
``letters`` asks for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..forms import Asking, Back, Field
from ..result import draw_rows
from . import Kind, is_texts


def ask(asking: Asking) -> list[str]:
    """Ask row by row, then show the board until it is right. Rows are saved as they are typed."""
    field, part = asking.field, asking.answers.get(f"{asking.field.key}.part", [])
    before = list(asking.before or [])
    legend = [f"  {choice.value}  {choice.label}" for choice in field.choices]
    asking.prompts.tell("\n".join([field.help, *legend]))
    rows: list[str] = [] if before else list(part)
    while True:
        rows = _ask_rows(asking, rows, before)
        asking.prompts.tell(draw_rows(rows))
        if asking.confirm(asking.say("ask.right")):
            return rows
        before, rows = rows, []


def _ask_rows(asking: Asking, rows: list[str], before: Sequence[str]) -> list[str]:
    while len(rows) < asking.field.low:
        old = before[len(rows)] if len(rows) < len(before) else ""
        try:
            rows = [*rows, _ask_row(asking, len(rows) + 1, old)]
        except Back:
            if not rows:
                raise
            before, rows = [*rows, *before[len(rows) :]], rows[:-1]
        asking.save(rows)
    return rows


def _ask_row(asking: Asking, number: int, before: str) -> str:
    field = asking.field
    label = asking.say("ask.row_label", label=asking.label, row=number, rows=field.low)
    values, letters = [choice.value for choice in field.choices], letters_of(field)

    def refusal(typed: str) -> str:
        cells = cells_of(typed)
        if len(cells) == field.high and all(cell in values or cell in letters for cell in cells):
            return ""
        allowed = [*values, f"{letters[0]}–{letters[-1]}"] if letters else values
        return asking.say("ask.row", n=field.high, cells=" ".join(allowed))

    return " ".join(cells_of(asking.text(label, before, refusal)))


def letters_of(field: Field) -> tuple[str, ...]:
    """Return the letters that may be on the board besides the choices."""
    return tuple(field.data.get("letters", ""))


def cells_of(row: str) -> list[str]:
    """Return the cells of a row, typed with or without spaces."""
    parts = row.split()
    return list(parts[0]) if len(parts) == 1 else parts


def default_answer(field: Field) -> Any:
    """Fill every cell with the default."""
    if field.default is None:
        return None
    return [" ".join([str(field.default)] * (field.high or 0))] * field.low


KIND = Kind(
    ask,
    is_texts,
    say=lambda field, value: ", ".join(value),
    default_answer=default_answer,
    place=lambda path: path,
    sheet="board",
)
