"""Draw pixels with cairo."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Pixels:
    """A drawn face: its compressed RGB rows, and its ink: 0 for white, 1 for black."""

    width: int
    height: int
    packed: bytes
    ink: float = 0.0
    # Its letters, for an invisible layer over the picture: a cached form, or nothing.
    text: bytes = b""
