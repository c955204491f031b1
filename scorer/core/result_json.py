"""A result as plain values: the shape that programs rely on."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from .result import Line, Result, Tally, Turn


def as_data(result: Result) -> dict[str, Any]:
    """One shape for all games; ``extras`` hold what is counted beside the game."""
    return {
        "game": result.game,
        "outcome": result.outcome,
        "winners": list(result.winners),
        "reason": result.reason,
        "sides": [
            {"name": side.name, "about": side.about, "place": side.place, **_counted(side)}
            for side in result.sides
        ],
        "extras": [{"name": extra.name, **_counted(extra)} for extra in result.extras],
        "board": list(result.board),
        "notes": list(result.notes),
    }


def _counted(tally: Tally) -> dict[str, Any]:
    return {"total": tally.total, "lines": [_line(line) for line in tally.lines]}


def _line(line: Line) -> dict[str, Any]:
    cells = [list(cell) for cell in line.cells]
    return {"rule": line.rule, "points": line.points, "why": line.why, "cells": cells}


def turns_as_data(turns: Iterable[Turn]) -> list[dict[str, Any]]:
    return [
        {
            "change": turn.text,
            "steps": turn.steps,
            "outcome": turn.outcome,
            "winners": list(turn.winners),
            "then": turn.then,
        }
        for turn in turns
    ]


def as_text(data: Any, encoding: str = "utf-8") -> str:
    """JSON as people read it; where the other end cannot write a letter, every one as its code."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return json.dumps(data, indent=2)
    return text
