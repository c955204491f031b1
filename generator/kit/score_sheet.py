"""Build the blank score sheet from blocks, in the order of the scorer's form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from cards_data.models import Game
from scorer.core.forms import Field
from scorer.core.kinds import kind_of
from scorer.core.kinds.rows import fields_of
from scorer.engine import scorer_of


@dataclass(frozen=True)
class SheetBlock:
    """A part of the score sheet: a table of players, numbers, ticks, the board or the result."""

    kind: str
    label: str = ""
    columns: int = 0
    points: bool = False
    fields: tuple[Field, ...] = ()
    sides: tuple[str, ...] = ()


def blocks(game: Game, lang: str, t: Callable[..., str]) -> list[SheetBlock]:
    """Return the sheet of a game, from the same form that terminal and web page use."""
    scorer = scorer_of(game, lang)
    # Who gets a box for points if the players do not score individually.
    sides = tuple(text for key, text in scorer.say.words.items() if key.startswith("side."))
    sheet: list[SheetBlock] = []
    # Fields that belong together form a block.
    for field in (row for one in scorer.form() for row in _rows(one)):
        if sheet and _joins(field, sheet[-1]):
            sheet[-1] = replace(sheet[-1], fields=(*sheet[-1].fields, field))
        else:
            sheet.append(_first_block(field))
    if not any(block.points and len(block.fields) > 1 for block in sheet):
        sheet = [replace(block, points=False) for block in sheet]
        sheet.append(SheetBlock("result", sides=sides or (t("score_sheet_result"),)))
    return sheet


# More rows than this do not fit on a page with the other questions.
ROUND_ROWS = 18


def _rows(field: Field) -> Sequence[Field]:
    """Return a row for each question of each round, if they fit on a page."""
    item = field.data.get("item")
    inside = fields_of(field) if item else ()
    if not 0 < len(inside) * (field.high or 0) <= ROUND_ROWS:
        return (field,)
    return [
        one._replace(label=f"{item} {at}: {one.label}", group=field.group, help="")
        for at in range(1, (field.high or 0) + 1)
        for one in inside
    ]


def _joins(field: Field, block: SheetBlock) -> bool:
    if field.group:
        return block.kind == "table" and block.label == field.group.label
    return block.kind == kind_of(field).beside


def _first_block(field: Field) -> SheetBlock:
    group = field.group
    if group is None:
        return SheetBlock(kind_of(field).sheet, fields=(field,))
    return SheetBlock("table", group.label, group.most, group.key == "players", (field,))
