"""Draw pixels with cairo."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Pixels:
    """A drawn face: size in pixels, its compressed RGB rows, and its ink share.

    White counts 0 and black 1; pure cyan, magenta or yellow count a third.
    """

    width: int
    height: int
    packed: bytes
    ink: float = 0.0
    # Its letters, for an invisible layer over the picture: a cached form, or nothing.
    text: bytes = b""
