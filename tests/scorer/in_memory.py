"""Declared games without files: a declaration, its table, and sentences as their keys and gaps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import yaml

from cards_data.schema import Mistake, read
from scorer.core.result import Result
from scorer.core.translation import Translation
from scorer.declared.declaration import errors
from scorer.declared.numbers import Numbers
from scorer.declared.rules import judge
from scorer.declared.state import check, shape, table

BIRDS = {
    "rows": {
        "robin": {"copies": 1, "values": {"points": 1, "habitat": "forest"}},
        "heron": {"copies": 1, "values": {"points": 7, "habitat": "wetland"}},
        "lark": {"copies": 2, "values": {"points": 3}},
        "owl": {"copies": 1, "values": {}},
    },
    "columns": {"points": 0, "habitat": ["forest", "wetland"]},
}


@dataclass(frozen=True)
class Keys(Translation):
    """Says the key and what fills its gaps, so that a test sees both."""

    def __call__(self, key: str, /, **gaps: object) -> str:
        return f"{key}({', '.join(f'{name}={value}' for name, value in gaps.items())})"


SAY = Keys("en", {}, pieces={("birds", "robin"): "Robin", ("birds", "heron"): "Heron"})


def read_score(declaration: str, **counts: int) -> tuple[Numbers | None, list[Mistake]]:
    """The numbers of a declaration and everything wrong with them."""
    score = yaml.safe_load(declaration)
    box = {"counts": counts, "decks": ["birds", "fish"], "cards": {"birds": BIRDS}}
    numbers, wrong = read(Numbers, {"score": score, "box": box})
    return numbers, wrong if numbers is None else list(errors(True, numbers))


def numbers_of(declaration: str, **counts: int) -> Numbers:
    numbers, wrong = read_score(declaration, **counts)
    assert numbers is not None and not wrong, wrong
    return numbers


def errors_of(declaration: str, **counts: int) -> list[tuple[str, str]]:
    """Where something is wrong, below ``score``, and the key of what."""
    _, wrong = read_score(declaration, **counts)
    return [
        (".".join(map(str, one.path[1:])), one.found.key.removeprefix("wrong.")) for one in wrong
    ]


def state_of(numbers: Numbers, *players: dict[str, Any]) -> Any:
    raw = {"game": "pond", "players": [{"name": n, **one} for n, one in zip("ABCD", players)]}  # noqa: B905
    state, wrong = read(table(shape(numbers)), raw)
    assert state is not None, wrong
    return state


def mistakes_of(numbers: Numbers, *players: dict[str, Any]) -> list[tuple[str, str]]:
    """Where a table is wrong, below ``players``, and the key of what with its gaps."""
    mistakes = check(state_of(numbers, *players), numbers)
    return [
        (".".join(map(str, one.path[1:])), one.found.key.removeprefix("wrong.")) for one in mistakes
    ]


def judged(numbers: Numbers, *players: dict[str, Any], say: Keys = SAY) -> Result:
    return judge("pond", state_of(numbers, *players), numbers, say)


def points_and_reasons(
    numbers: Numbers, rule: str, *players: dict[str, Any]
) -> list[tuple[int, str]]:
    """Of each player the points of one line and why."""
    sides = judged(numbers, *players).sides
    lines = [line for side in sides for line in side.lines if line.rule == rule]
    return [(line.points, line.why) for line in lines]
