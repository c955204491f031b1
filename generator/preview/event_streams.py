"""Changes of galleries as server-sent events, one stream for each open page.

Comes in: records from the galleries' thread. Goes out: lines for the pages, until they are closed
or the server ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from scorer.web.routing import EventStream, event_text

from .galleries import Galleries
from .gallery_json import Record
from .gallery_view import Key

READY = event_text({}, "ready")


class Streams:
    """All open streams; they end together with the server."""

    def __init__(self, galleries: Galleries) -> None:
        self._galleries = galleries
        self._open: set[EventStream] = set()
        self._ended = False

    async def changes(self, key: Key) -> AsyncIterator[str]:
        """Every change of a gallery from now on."""
        loop, stream = asyncio.get_running_loop(), EventStream()

        def tell(record: Record) -> None:
            loop.call_soon_threadsafe(stream.send, event_text(record))

        leave = self._galleries.listen(key, tell)
        self._open.add(stream)
        try:
            yield READY
            if not self._ended:
                async for line in stream.lines():
                    yield line
        finally:
            self._open.discard(stream)
            leave()

    def end(self) -> None:
        """Ends all streams, also those that are requested from now on."""
        self._ended = True
        for stream in self._open:
            stream.end()
