"""The result of a table: a ledger of explained points.

Nothing here is specific to a game. A total is never stored: it is always the sum of its lines.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from cards_data.schema import Path

from .state import TableState
from .translation import Translation

Outcome = Literal["ranked", "draw", "won", "lost", "ongoing"]
Cell = tuple[int, int]


class Line(NamedTuple):
    """One line of the ledger: which rule gave how many points, why, and for which board cells."""

    rule: str
    points: int
    why: str
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """Lines that belong together: a side's points before ranking, or an extra count.

    ``about`` says who that is: a player's role, the players of a team.
    """

    name: str
    lines: tuple[Line, ...]
    about: str = ""

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class PlacedSide(Tally):
    """A player or team with its rank. Equal totals share a rank; the next rank is skipped."""

    place: int = 1


class TableNote(NamedTuple):
    """A doubt about a table that can still be scored: a sentence, and the field of the form."""

    text: str
    path: Path = ()


@dataclass(frozen=True, slots=True)
class Result:
    """Who won and why.

    ``extras`` are counted outside the game: individual points, meters. ``board`` is the board as
    entered, row by row. ``notes`` ask about what the box allows but the rules make unlikely.
    """

    game: str
    outcome: Outcome
    winners: tuple[str, ...]
    reason: str
    sides: tuple[PlacedSide, ...]
    extras: tuple[Tally, ...] = ()
    board: tuple[str, ...] = ()
    notes: tuple[TableNote, ...] = ()

    @property
    def has_places(self) -> bool:
        """Whether ranks apply: the game is over and not lost by everyone."""
        return self.outcome in ("ranked", "draw")


def place_sides(tallies: Sequence[Tally], keys: Sequence[Any] = ()) -> tuple[PlacedSide, ...]:
    """Give each tally its rank, by total or by the smallest key, without reordering them."""
    keys = keys or [-tally.total for tally in tallies]
    return tuple(
        PlacedSide(tally.name, tally.lines, tally.about, 1 + sum(other < key for other in keys))
        for tally, key in zip(tallies, keys, strict=True)
    )


def ranked(
    game: str, tallies: Sequence[Tally], say: Translation, extras: Iterable[Tally]
) -> Result:
    """Return the result in which most points win; those with equal points share first place."""
    sides = place_sides(tallies)
    first = [side for side in sides if side.place == 1]
    names = tuple(side.name for side in first)
    outcome: Outcome = "ranked" if len(first) == 1 else "draw"
    reason = say(f"reason.{outcome}", names=say.join(names), n=first[0].total)
    return Result(game, outcome, names, reason, sides, tuple(extras))


def undecided(
    game: str, outcome: Outcome, tallies: Sequence[Tally], reason: str, extras: Iterable[Tally]
) -> Result:
    """Return a result that points do not decide: lost by everyone, or not over yet."""
    return Result(game, outcome, (), reason, place_sides(tallies), tuple(extras))


class Turn(NamedTuple):
    """A change that turns the outcome, and the new outcome."""

    text: str
    steps: int
    outcome: str
    winners: tuple[str, ...]
    then: str
    state: TableState


def as_data(result: Result) -> dict[str, Any]:
    """Return the result as data, the same for all games; ``extras`` are outside the game."""
    return {
        "game": result.game,
        "outcome": result.outcome,
        "winners": list(result.winners),
        "reason": result.reason,
        "sides": [
            {"name": side.name, "about": side.about, "place": side.place, **_tally_record(side)}
            for side in result.sides
        ],
        "extras": [{"name": extra.name, **_tally_record(extra)} for extra in result.extras],
        "board": list(result.board),
        "notes": [note.text for note in result.notes],
    }


def _tally_record(tally: Tally) -> dict[str, Any]:
    lines = [{**line._asdict(), "cells": list(map(list, line.cells))} for line in tally.lines]
    return {"total": tally.total, "lines": lines}


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
    """Write readable JSON; escape letters that the encoding lacks."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return json.dumps(data, indent=2)
    return text


def draw_rows(rows: Sequence[str]) -> str:
    """Draw the board as it was understood, with numbered rows and columns."""
    cells = [row.split() for row in rows]
    width = max(len(row) for row in cells)
    head = "     " + " ".join(str(number + 1) for number in range(width))
    rule = "   +" + "-" * (2 * width + 1) + "+"
    body = [f" {number} | {' '.join(row)} |" for number, row in enumerate(cells, 1)]
    return "\n".join([head, rule, *body, rule])
