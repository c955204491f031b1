"""What one item may take, and what becomes of one that takes more."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from cards_data.problems import Text, Wording

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
        return str(self.words)

    @property
    def words(self) -> Wording:
        texts: dict[str, Wording] = {
            "deadline": Text("worker.deadline", n=self.limits.seconds),
            "memory": Text("worker.memory", n=self.limits.memory_mb / 1000),
            "died": Text("worker.died"),
            "raised": self.text,
            "ended": Text("worker.ended"),
            "stopped": Text("worker.stopped"),
        }
        return texts[self.why]
