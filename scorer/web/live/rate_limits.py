"""How often anybody may do something, and how wrong codes are slowed down.

Comes in: who does it and when. Goes out: whether it may be done, or how long to wait. Whoever was
quiet for long enough is forgotten, so that nothing grows with the number of those who ever came.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

MOST_REMEMBERED = 4096


@dataclass
class RateLimit:
    """So many at once, and so many a second after that."""

    burst: float
    a_second: float
    _left: dict[Hashable, tuple[float, float]] = field(default_factory=dict)

    def allows(self, who: Hashable, now: float) -> bool:
        left, since = self._left.pop(who, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.a_second)
        allowed = left >= 1
        self._left[who] = (left - 1 if allowed else left, now)
        while len(self._left) > MOST_REMEMBERED:
            del self._left[next(iter(self._left))]
        return allowed


FREE_TRIES = 3
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0
MOST_TRIES = 20
FORGOTTEN_SECONDS = 600.0


@dataclass
class WrongCodes:
    """Every wrong code makes the next one slower; after many there is none for a while.

    Nobody tries two at the same time: pauses would not add up then.
    """

    _tries: dict[str, tuple[int, float]] = field(default_factory=dict)
    _trying: set[str] = field(default_factory=set)

    def may_try(self, who: str, now: float) -> bool:
        self._forget(now)
        count, _ = self._tries.get(who, (0, now))
        return count < MOST_TRIES and who not in self._trying

    def begin(self, who: str) -> None:
        self._trying.add(who)

    def end(self, who: str) -> None:
        self._trying.discard(who)

    def wrong(self, who: str, now: float) -> float:
        """Counts a wrong code; how long its answer has to wait."""
        count = self._tries.pop(who, (0, now))[0] + 1
        self._tries[who] = (count, now)
        if count <= FREE_TRIES:
            return 0.0
        return min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** (count - FREE_TRIES - 1))

    def _forget(self, now: float) -> None:
        old = [who for who, (_, at) in self._tries.items() if now - at > FORGOTTEN_SECONDS]
        surplus = list(self._tries)[: max(0, len(self._tries) - MOST_REMEMBERED)]
        for who in {*old, *surplus}:
            del self._tries[who]
