"""What drawing gives."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Pixels:
    """A drawn face: size in pixels and its packed RGB rows."""

    width: int
    height: int
    packed: bytes
