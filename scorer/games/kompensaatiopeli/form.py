"""Kompensaatiopeli: the form, and what is printed on reference cards and score sheets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from cards_data.schema import asdict

from ...core.forms import Choice, Clusters, Field, Limit, Shape, choices_of, worded_field
from ...core.translation import Translation
from .numbers import Numbers
from .state import AREA, LETTERS, OFFSET, OPEN, RESTORED, SMALL

# The faces of the tokens, whose colours and symbols have their names, and the outlines.
FACES = {AREA: "area", OFFSET: "offset_done", RESTORED: "restored"}
SHAPES: dict[str, Shape] = {AREA: "hex", OFFSET: "round", RESTORED: "square"}


def form(numbers: Numbers, say: Translation) -> tuple[Field, ...]:
    field, box, board = partial(worded_field, say), numbers.box, numbers.board
    cells = tuple(_cell(cell, say) for cell in SMALL)
    roles = choices_of("roles", box.roles, say)
    headers = choices_of("project_headers", box.projects, say)
    letters = {"letters": LETTERS, "board": "board"}
    # The team of each role, as named in the result.
    sides = {key: say(f"side.{role.team}") for key, role in box.roles.items()}
    seats = {"offers": _line_ups(numbers), "sides": sides}
    return (
        field("roles", "multi", low=1, choices=roles, part="who", widget="seats", data=seats),
        field(
            "board",
            "board",
            low=board.rows,
            high=board.columns,
            choices=cells,
            default=OPEN,
            data={"letters": LETTERS},
            clusters=Clusters(numbers.cluster.tokens, ("*", AREA + OFFSET + RESTORED)),
        ),
        field("projects", "letters", choices=headers, data=letters),
        field("destroyed_nature_tiles", "int", high=box.nature_tiles, optional=True),
        field("offsets_in_bank", "int", high=numbers.bank.tiles, default=0),
        field("demonstrations", "int", high=box.knowledge, default=0),
        field("protest_camps", "int", high=numbers.camps.most, default=0),
    )


def _cell(cell: str, say: Translation) -> Choice:
    face = FACES.get(cell, "")
    return Choice(cell, say(f"cell.{cell}"), face, SHAPES.get(cell, ""), face)


def _line_ups(numbers: Numbers) -> list[dict[str, Any]]:
    """Return who plays in each line-up, as in Setup; roles of a sector can be chosen."""
    return [
        {"seats": len(one.roles) + one.sector_roles, "values": list(one.roles)}
        for one in numbers.line_ups.values()
    ]


def limits(numbers: Numbers, say: Translation) -> tuple[Limit, ...]:
    """Return limits of tokens; an offsetting site is on the board or in the bank."""
    box = numbers.box
    return (
        Limit(say("rule.constructed"), box.tokens, (("board", "*"),)),
        Limit(say("limit.project"), numbers.project.most, (("board", "*"),), each=True),
        Limit(say("rule.areas"), box.areas, (("board", AREA),)),
        Limit(say("rule.offsets"), box.offsets, (("board", OFFSET), ("offsets_in_bank", ""))),
        Limit(say("rule.restored"), box.restorations, (("board", RESTORED),)),
    )


def to_print(numbers: Numbers) -> Mapping[str, object]:
    """Return the scoring lines of both teams with their points, for card and score sheet."""
    return {
        "developers": asdict(numbers.developers),
        "conservationists": asdict(numbers.conservationists),
        "cluster": asdict(numbers.cluster),
        "majority": asdict(numbers.majority),
        "board": asdict(numbers.board),
        "bank_tiles": numbers.bank.tiles,
        "camps_most": numbers.camps.most,
        "project_most": numbers.project.most,
        "developer_tokens": numbers.developer.tokens,
        "individual": asdict(numbers.individual),
        "rounds": {key: line_up.rounds for key, line_up in numbers.line_ups.items()},
        "line_ups": {key: asdict(line_up) for key, line_up in numbers.line_ups.items()},
    }
