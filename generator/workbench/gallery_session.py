"""What runs behind an open gallery: its workers, the file watcher, and event streams."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Protocol

from generator.workers import Limits, WorkerPool
from scorer.web.routing import EventStream, event_text

from .galleries import Galleries
from .gallery_cards import Pictures
from .gallery_view import Key, Record

# One composes while the other draws; a card that is stuck does not block the rest.
WORKERS = 2
LIMITS = Limits(seconds=10)
READY = event_text({}, "ready")


class Watcher(Protocol):
    """What reports saved files while a gallery is open."""

    def start(self, galleries: Galleries) -> None: ...
    def stop(self) -> None: ...


class GallerySession:
    """The galleries that answer requests; they follow saved files if something watches them."""

    def __init__(self, watcher: Watcher | None = None) -> None:
        self.pool = WorkerPool(WORKERS, LIMITS)
        self.pictures = Pictures(self.pool)
        self.galleries = Galleries(self.pool, self.pictures)
        self._streams: set[EventStream] = set()
        self._ended = False
        self._watcher = watcher

    def start(self) -> None:
        self.galleries.start()
        if self._watcher:
            self._watcher.start(self.galleries)

    def stop(self) -> None:
        if self._watcher:
            self._watcher.stop()
        self.galleries.stop()

    def close_streams(self) -> None:
        """End all event streams, also later ones, and the work that requests wait for."""
        self._ended = True
        for stream in self._streams:
            stream.end()
        self.pool.shut_down()

    async def changes(self, key: Key) -> AsyncIterator[str]:
        """Yield every change of a gallery from now on, as server-sent events."""
        loop, stream = asyncio.get_running_loop(), EventStream()

        def send(record: Record) -> None:
            loop.call_soon_threadsafe(stream.send, event_text(record))

        leave = self.galleries.listen(key, send)
        self._streams.add(stream)
        try:
            yield READY
            if not self._ended:
                async for line in stream.lines():
                    yield line
        finally:
            self._streams.discard(stream)
            leave()
