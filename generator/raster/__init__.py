"""Drawings as pixels, painted by cairo."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Pixels:
    """A drawn face: size in pixels, its packed RGB rows, and how much of it is ink.

    Of ink, white takes 0 and black 1; a pure cyan, magenta or yellow a third.
    """

    width: int
    height: int
    packed: bytes
    ink: float = 0.0
    # Its letters, for an invisible layer over the picture: a form as it is cached, or nothing.
    text: bytes = b""
