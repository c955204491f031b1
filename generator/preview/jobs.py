"""What the studio is asked to do."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from .gallery import Key, Name


@dataclass(frozen=True)
class Opened:
    """Somebody wants to see a gallery, and waits until it can be shown."""

    key: Key
    ready: Event = field(default_factory=Event)


@dataclass(frozen=True)
class Saved:
    """Files were saved."""

    paths: frozenset[Path]


@dataclass(frozen=True)
class Seen:
    """Changes were looked at: those of one card, or all."""

    key: Key
    name: Name | None


@dataclass(frozen=True)
class Looking:
    """These cards are on somebody's screen."""

    key: Key
    names: frozenset[Name]


@dataclass(frozen=True)
class Ended:
    """No more work."""


Job = Opened | Saved | Seen | Looking | Ended
