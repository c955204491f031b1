"""What cannot be drawn, in words: what was found and what is allowed instead."""

from __future__ import annotations

from typing import NamedTuple


class SvgError(Exception):
    """Something that the grammar does not have."""

    def __init__(self, found: str, allowed: str = "", element: int = 0) -> None:
        super().__init__(found, allowed, element)
        self.found, self.allowed, self.element = found, allowed, element

    def __str__(self) -> str:
        return f"{self.found}; allowed: {self.allowed}" if self.allowed else self.found


class Fault(NamedTuple):
    """Something that cannot be drawn, and at which element: their number in document order."""

    element: int
    words: str
