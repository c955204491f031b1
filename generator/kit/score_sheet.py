"""The blank score sheet as blocks: tables, numbers, ticks and the board.

Comes in: the form that the scorer asks with. Goes out: what templates/_shared/score_sheet.svg.j2
draws, in the form's order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cards_data.models import Game

if TYPE_CHECKING:
    from scorer.core.forms import Field
    from scorer.core.translation import Translation


@dataclass(frozen=True)
class SheetBlock:
    """A part of the score sheet: a table of players, numbers, ticks, the board or the result."""

    kind: str
    label: str = ""
    columns: int = 0
    points: bool = False
    field: Field | None = None
    fields: tuple[Field, ...] = ()
    letters: Field | None = None
    sides: tuple[str, ...] = ()


def blocks(game: Game, lang: str, t: Callable[..., str]) -> list[SheetBlock]:
    """The sheet of a game, from the very form that terminal and web page ask with."""
    from scorer.engine import scorer_of

    scorer = scorer_of(game, lang)
    return _blocks(scorer.form(), _sides(scorer.say, t))


def _sides(say: Translation, t: Callable[..., str]) -> tuple[str, ...]:
    """Who gets a box for points where points are not the players' own."""
    sides = tuple(text for key, text in say.words.items() if key.startswith("side."))
    return sides or (t("score_sheet_result"),)


def _blocks(fields: Sequence[Field], sides: tuple[str, ...]) -> list[SheetBlock]:
    """Fields that belong together stand together; their order stays."""
    found: list[SheetBlock] = []
    for field in fields:
        last = found[-1] if found else SheetBlock("")
        if field.group and last.kind == "table" and last.label == field.group.label:
            found[-1] = replace(last, fields=(*last.fields, field))
        elif field.group:
            points = field.group.key == "players"
            found.append(
                SheetBlock("table", field.group.label, field.group.most, points, fields=(field,))
            )
        elif field.kind == "int" and last.kind == "numbers":
            found[-1] = replace(last, fields=(*last.fields, field))
        elif field.kind == "letters" and last.kind == "board":
            found[-1] = replace(last, letters=field)
        else:
            kind = {"int": "numbers", "board": "board"}.get(field.kind, "ticks")
            found.append(SheetBlock(kind, field=field, fields=(field,)))
    if not any(block.points and len(block.fields) > 1 for block in found):
        found = [replace(block, points=False) for block in found]
        found.append(SheetBlock("result", sides=sides))
    return found
