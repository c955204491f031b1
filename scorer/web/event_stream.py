"""Server-sent events: one stream for each open page.

Comes in: texts to send, from the event loop. Goes out: lines for the page with a heartbeat in
between, until the stream ends. A page that does not read is let go; it comes back and catches up.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

EVENT_STREAM = "text/event-stream"
# A comment now and then keeps the connection open, and tells a page that its server is there.
BEAT_SECONDS = 10.0
BEAT = ": still here\n\n"
MOST_WAITING = 500


def event_text(data: Any, name: str = "", number: str = "") -> str:
    """One event; JSON has no line breaks of its own."""
    head = (f"id: {number}\n" if number else "") + (f"event: {name}\n" if name else "")
    return f"{head}data: {json.dumps(data, ensure_ascii=False)}\n\n"


class EventStream:
    """What is sent to one page."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()

    def send(self, text: str) -> None:
        if self._queue.qsize() >= MOST_WAITING:
            self.end()
        else:
            self._queue.put_nowait(text)

    def end(self) -> None:
        """Nothing is sent any more, not even what waits."""
        while not self._queue.empty():
            self._queue.get_nowait()
        self._queue.put_nowait(None)

    async def lines(self) -> AsyncIterator[str]:
        while (line := await self._next()) is not None:
            yield line

    async def _next(self) -> str | None:
        try:
            return await asyncio.wait_for(self._queue.get(), BEAT_SECONDS)
        except TimeoutError:
            return BEAT
