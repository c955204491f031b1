"""Tasks for the thread that keeps the galleries up to date."""

from __future__ import annotations

from dataclasses import dataclass, field
from queue import SimpleQueue

from generator.compose.face_cache import Name

from .gallery_view import Key, View


@dataclass(frozen=True)
class Opened:
    """A request opens a gallery, and waits until it can be shown."""

    key: Key
    answer: SimpleQueue[tuple[View, bool]] = field(default_factory=SimpleQueue)


@dataclass(frozen=True)
class Saved:
    """Files were saved."""


@dataclass(frozen=True)
class Seen:
    """Changes were looked at: those of one card, or all."""

    key: Key
    name: Name | None


@dataclass(frozen=True)
class Looking:
    """These cards are on a screen."""

    key: Key
    names: frozenset[Name]


@dataclass(frozen=True)
class Ended:
    """No more work."""


Job = Opened | Saved | Seen | Looking | Ended
