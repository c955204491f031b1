"""What a second count gives, in the plainest shape: sides with their lines, and who won."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

Cells = frozenset[tuple[int, int]]


@dataclass
class Side:
    """Points by rule; for some rules the cells counted, or one of several groups of them."""

    lines: dict[str, int]
    cells: dict[str, list[Cells]] = field(default_factory=dict)
    place: int = 0

    @property
    def total(self) -> int:
        return sum(self.lines.values())


@dataclass
class Counted:
    outcome: str
    winners: list[str]
    sides: dict[str, Side]
    extras: dict[str, int] = field(default_factory=dict)


def placed(sides: dict[str, Side]) -> dict[str, Side]:
    """Equal totals share a place, and the next place is skipped."""
    for side in sides.values():
        side.place = 1
        for other in sides.values():
            if other.total > side.total:
                side.place += 1
    return sides


def ranked(sides: dict[str, Side]) -> Counted:
    """Most points win; equal points share the win."""
    first = first_of(placed(sides).items())
    return Counted("ranked" if len(first) == 1 else "draw", first, sides)


def first_of(sides: Iterable[tuple[str, Side]]) -> list[str]:
    return [name for name, side in sides if side.place == 1]
