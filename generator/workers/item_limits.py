"""What one item may take, and what becomes of one that takes more."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Why = Literal["deadline", "memory", "died", "raised", "ended", "stopped"]


@dataclass(frozen=True)
class Limits:
    """What one item may take."""

    seconds: float = 15.0
    memory_mb: int = 3_000


@dataclass(frozen=True)
class Failure:
    """An item that no worker could finish, and why."""

    why: Why
    text: str = ""
    limits: Limits = field(default_factory=Limits)

    def __str__(self) -> str:
        return {
            "deadline": f"took longer than {self.limits.seconds:g} seconds",
            "memory": f"needs more than {self.limits.memory_mb / 1000:g} GB of memory",
            "died": "the process that worked on it was ended from outside, twice",
            "raised": self.text,
            "ended": "was broken off",
            "stopped": "was not tried: one of its group took too long",
        }[self.why]
