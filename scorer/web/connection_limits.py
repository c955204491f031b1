"""Connections that wait for a request which never comes, and clients that open too many.

Comes in: the open connections, looked at once a second. Goes out: those to close. A request that
is being answered, a stream too, may take its time; one whose headers are not complete may not, and
no single client may hold so many that nobody else gets in.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from typing import Protocol

# Headers are one packet; a client that sends them slower only wants to hold a connection.
HEADER_SECONDS = 10.0
# A browser opens six.
MOST_WAITING = 100
# Of all that the server takes a client gets half: bodies that come slowly and streams are no way
# to shut the others out, and a whole class behind one address stays far below.
MOST_CONNECTIONS = 1000
MOST_OF_A_CLIENT = MOST_CONNECTIONS // 2


class Cycle(Protocol):
    """A request whose headers are complete, and its response."""

    response_complete: bool


class Connection(Protocol):
    """What is known of a connection: its client, and the last request whose headers came."""

    client: tuple[str, int] | None
    cycle: Cycle | None
    transport: asyncio.Transport


# The last request of a connection, and when it was first seen to wait for the next.
Since = tuple[Cycle | None, float]


class WaitingConnections:
    """Since when each connection has been waiting for the headers of its next request."""

    def __init__(self) -> None:
        self._since: dict[Connection, Since] = {}
        # All that are open, the oldest first.
        self._open: list[Connection] = []

    def to_close(self, connections: Iterable[Connection], now: float) -> list[Connection]:
        """Those that wait for too long, and those of a client that has too many."""
        self._open = _in_order(self._open, set(connections))
        waiting = {one: one.cycle for one in self._open if _is_waiting(one)}
        self._since = {one: self._begun(one, cycle, now) for one, cycle in waiting.items()}
        late = [one for one, (_, since) in self._since.items() if now - since >= HEADER_SECONDS]
        longest_first = sorted(self._since, key=lambda one: self._since[one][1])
        idle = _surplus(longest_first, MOST_WAITING)
        return list(dict.fromkeys([*late, *idle, *_surplus(self._open, MOST_OF_A_CLIENT)]))

    def _begun(
        self, one: Connection, cycle: Cycle | None, now: float
    ) -> tuple[Cycle | None, float]:
        """A request that came and went since the last look begins the time anew."""
        before = self._since.get(one)
        return before if before and before[0] is cycle else (cycle, now)


def _in_order(before: list[Connection], now: set[Connection]) -> list[Connection]:
    """The open connections: those that were there at the last look, then the new ones."""
    return list(dict.fromkeys([*(one for one in before if one in now), *now]))


def _surplus(ordered: Iterable[Connection], most: int) -> list[Connection]:
    """The last ones of every client that has more than one may have."""
    by_client: dict[str, list[Connection]] = defaultdict(list)
    for one in ordered:
        by_client[one.client[0] if one.client else ""].append(one)
    return [one for ones in by_client.values() for one in ones[most:]]


def _is_waiting(one: Connection) -> bool:
    return one.cycle is None or one.cycle.response_complete
