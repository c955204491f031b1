"""Kompensaatiopeli: what is asked for, and what is printed on references and score sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cards_data import Game

from ...forms import Choice, Field, choices_of
from ...numbers import deck
from ...speech import Speech
from .numbers import numbers
from .state import SMALL, most_demonstrations


def form(game: Game, say: Speech) -> tuple[Field, ...]:
    known = numbers(game)
    cells = tuple(Choice(cell, say(f"cell.{cell}")) for cell in SMALL)
    roles = choices_of(deck(game, "roles"), say)
    headers = choices_of(deck(game, "project_headers"), say)

    def count(key: str, high: int, **more: Any) -> Field:
        return Field(key, say(f"field.{key}"), "int", 0, high, help=say(f"help.{key}"), **more)

    board, text = known.board, say
    return (
        Field("roles", say("field.roles"), "multi", choices=roles, help=say("help.roles")),
        Field(
            "board",
            text("field.board"),
            "board",
            board.rows,
            board.columns,
            cells,
            help=say("help.board"),
        ),
        Field(
            "projects", say("field.projects"), "letters", choices=headers, help=say("help.projects")
        ),
        count("destroyed_nature_tiles", known.box.tiles, optional=True),
        count("offsets_in_bank", known.bank.tiles, default=0),
        count("demonstrations", most_demonstrations(known), default=0),
        count("protest_camps", known.camps.most, default=0),
    )


def printed(game: Game) -> Mapping[str, object]:
    """The scoring lines of both teams with their points, for reference card and score sheet."""
    known = numbers(game)
    return {
        "developers": known.developers.model_dump(),
        "conservationists": known.conservationists.model_dump(),
        "cluster": known.cluster.model_dump(),
        "majority": known.majority.model_dump(),
        "board": known.board.model_dump(),
        "bank_tiles": known.bank.tiles,
        "camps_most": known.camps.most,
        "project_most": known.project.most,
        "developer_tokens": known.developer.tokens,
        "individual": known.individual.model_dump(),
        "rounds": {key: line_up.rounds for key, line_up in known.line_ups.items()},
        "line_ups": {key: line_up.model_dump() for key, line_up in known.line_ups.items()},
    }
