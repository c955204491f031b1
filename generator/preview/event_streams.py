"""Changes of galleries as server-sent events, one stream for each open page.

Comes in: records from the galleries' thread. Goes out: lines for the pages, until they are closed
or the server ends.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from .galleries import Galleries
from .gallery import Key
from .gallery_json import Record

# A comment now and then keeps the connection open.
BEAT_SECONDS = 15.0
READY = "event: ready\ndata: {}\n\n"
BEAT = ": still here\n\n"


class Streams:
    """All open streams; they end together with the server."""

    def __init__(self, galleries: Galleries) -> None:
        self._galleries = galleries
        self._open: set[asyncio.Queue[Record | None]] = set()
        self._ended = False

    async def changes(self, key: Key) -> AsyncIterator[str]:
        """Every change of a gallery from now on."""
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[Record | None] = asyncio.Queue()

        def tell(record: Record) -> None:
            loop.call_soon_threadsafe(queue.put_nowait, record)

        leave = self._galleries.listen(key, tell)
        self._open.add(queue)
        try:
            yield READY
            while not self._ended and (line := await _next_line(queue)) is not None:
                yield line
        finally:
            self._open.discard(queue)
            leave()

    def end(self) -> None:
        """Ends all streams, also those that are requested from now on."""
        self._ended = True
        for queue in self._open:
            queue.put_nowait(None)


async def _next_line(queue: asyncio.Queue[Record | None]) -> str | None:
    try:
        record = await asyncio.wait_for(queue.get(), BEAT_SECONDS)
    except TimeoutError:
        return BEAT
    return None if record is None else f"data: {json.dumps(record)}\n\n"
