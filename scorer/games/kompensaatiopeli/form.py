"""Kompensaatiopeli: what is asked for, and what is printed on references and score sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cards_data import Game

from ...core.forms import Choice, Clusters, Field, Limit, choices_of
from ...core.numbers import deck
from ...core.schema import asdict
from ...core.translation import Translation
from .numbers import numbers
from .state import AREA, OFFSET, OPEN, RESTORED, SMALL, most_demonstrations

# The colours of the tokens, as the cards have them.
COLOURS = {AREA: "area", OFFSET: "offset_done", RESTORED: "restored"}


def form(game: Game, say: Translation) -> tuple[Field, ...]:
    known = numbers(game)
    cells = tuple(Choice(cell, say(f"cell.{cell}"), COLOURS.get(cell, "")) for cell in SMALL)
    roles = choices_of(deck(game, "roles"), say)
    headers = choices_of(deck(game, "project_headers"), say)

    def count(key: str, high: int, **more: Any) -> Field:
        return Field(key, say(f"field.{key}"), "int", 0, high, help=say(f"help.{key}"), **more)

    board, text = known.board, say
    return (
        Field(
            "roles",
            say("field.roles"),
            "multi",
            1,
            choices=roles,
            help=say("help.roles"),
            part="who",
        ),
        Field(
            "board",
            text("field.board"),
            "board",
            board.rows,
            board.columns,
            cells,
            help=say("help.board"),
            default=OPEN,
            clusters=Clusters(known.cluster.tokens, ("A", AREA + OFFSET + RESTORED)),
        ),
        Field(
            "projects", say("field.projects"), "letters", choices=headers, help=say("help.projects")
        ),
        count("destroyed_nature_tiles", known.box.tiles, optional=True),
        count("offsets_in_bank", known.bank.tiles, default=0),
        count("demonstrations", most_demonstrations(known), default=0),
        count("protest_camps", known.camps.most, default=0),
    )


def limits(game: Game, say: Translation) -> tuple[Limit, ...]:
    """Tokens in the box; an offsetting site lies on the board or in the bank."""
    box = numbers(game).box
    return (
        Limit(say("rule.constructed"), box.tokens, (("board", "A"),)),
        Limit(say("rule.areas"), box.areas, (("board", AREA),)),
        Limit(say("rule.offsets"), box.offsets, (("board", OFFSET), ("offsets_in_bank", ""))),
        Limit(say("rule.restored"), box.restorations, (("board", RESTORED),)),
    )


def printed(game: Game) -> Mapping[str, object]:
    """The scoring lines of both teams with their points, for reference card and score sheet."""
    known = numbers(game)
    return {
        "developers": asdict(known.developers),
        "conservationists": asdict(known.conservationists),
        "cluster": asdict(known.cluster),
        "majority": asdict(known.majority),
        "board": asdict(known.board),
        "bank_tiles": known.bank.tiles,
        "camps_most": known.camps.most,
        "project_most": known.project.most,
        "developer_tokens": known.developer.tokens,
        "individual": asdict(known.individual),
        "rounds": {key: line_up.rounds for key, line_up in known.line_ups.items()},
        "line_ups": {key: asdict(line_up) for key, line_up in known.line_ups.items()},
    }
