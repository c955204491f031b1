"""The part of pyclipper that outlines need, by the same version of Clipper in JavaScript."""

from __future__ import annotations

from collections.abc import Sequence

import javascript_libraries  # registered by libraries.js

from cards_data.problems import Message, Problems

JT_ROUND, ET_CLOSEDPOLYGON = 1, 4
Corners = Sequence[tuple[int, int]]


class PyclipperOffset:
    def __init__(self, arc_tolerance: float) -> None:
        self._tolerance = arc_tolerance
        self._corners: Corners = ()

    def AddPath(self, path: Corners, join_type: int, end_type: int) -> None:  # noqa: N802
        assert (join_type, end_type) == (JT_ROUND, ET_CLOSEDPOLYGON)
        self._corners = path

    def Execute(self, delta: float) -> list[list[list[int]]]:  # noqa: N802
        rings = javascript_libraries.offset(self._corners, self._tolerance, delta)
        if rings is None:
            raise Problems.of(
                "Clipper", Message("browser.no_library"), "", Message("browser.online")
            )
        return list(rings.to_py())
