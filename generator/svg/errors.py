"""What cannot be drawn, in words: what was found and what is allowed instead."""

from __future__ import annotations

from typing import NamedTuple

from cards_data.problems import Text, Wording


class SvgError(Exception):
    """Something that the grammar does not have."""

    def __init__(self, found: Wording, allowed: Wording = "", element: int = 0) -> None:
        super().__init__(found, allowed, element)
        self.found, self.allowed, self.element = found, allowed, element

    def __str__(self) -> str:
        return str(self.wording)

    @property
    def wording(self) -> Wording:
        """All of it."""
        if not self.allowed:
            return self.found
        return Text("limit.says", found=self.found, allowed=self.allowed)


class Fault(NamedTuple):
    """Something that cannot be drawn, and at which element: their number in document order."""

    element: int
    words: Wording
