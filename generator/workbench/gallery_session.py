"""What runs behind an open gallery: its workers, the file watcher, and event streams.

The only importer of watchfiles.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from threading import Event, Thread

from watchfiles import Change, watch

from cards_data import shelves
from cards_data.tables import DATA_SUFFIXES, LOCKED
from generator import resources
from generator.text.font_files import font_folders
from generator.workers import Limits, WorkerPool
from scorer.web.routing import EventStream, event_text
from scorer.web.server import ServerOptions

from .galleries import Galleries
from .gallery_cards import Pictures
from .gallery_view import Key, Record

PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".webp")
FONTS = (".ttf", ".otf", ".woff", ".woff2")
SUFFIXES = (*DATA_SUFFIXES, ".yml", ".j2", *PICTURES, *FONTS)
# Long enough for an editor that writes a file in two steps, too short to be noticed.
SETTLE_MS = 15
LONGEST_MS = 60
# How often the watcher checks whether it should end.
ROUND_MS = 300
# One composes while the other draws; a card that is stuck does not block the rest.
WORKERS = 2
LIMITS = Limits(seconds=10)
READY = event_text({}, "ready")


class GallerySession:
    """The galleries that answer requests; they follow saved files if ``watching``."""

    def __init__(self, watching: bool = True) -> None:
        self.pool = WorkerPool(WORKERS, LIMITS)
        self.pictures = Pictures(self.pool)
        self.galleries = Galleries(self.pool, self.pictures)
        self._streams: set[EventStream] = set()
        self._ended = False
        self._unwatched = Event()
        self._watchers = [Thread(target=self._watch, name="watch", daemon=True)] if watching else []

    def start(self) -> None:
        self.galleries.start()
        for thread in self._watchers:
            thread.start()

    def stop(self) -> None:
        self._unwatched.set()
        for thread in self._watchers:
            thread.join()
        self.galleries.stop()

    def _watch(self) -> None:
        for _ in watch(
            *shelves(),
            *resources.template_folders(),
            *font_folders(),
            watch_filter=_is_ours,
            debounce=LONGEST_MS,
            step=SETTLE_MS,
            stop_event=self._unwatched,
            rust_timeout=ROUND_MS,
            raise_interrupt=False,
        ):
            self.galleries.saved()

    def close_streams(self) -> None:
        """End all event streams, also later ones, and the work that requests wait for."""
        self._ended = True
        for stream in self._streams:
            stream.end()
        self.pool.shut_down()

    def options(self, hosts: tuple[str, ...]) -> ServerOptions:
        return ServerOptions(hosts, self.start, self.stop, self.close_streams)

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


def _is_ours(change: Change, path: str) -> bool:
    """Return whether it is data, a template or a picture, and not an editor's own file.

    Files that are in a new folder from the start may not be reported: the folder counts.
    """
    new_folder = change is Change.added and Path(path).is_dir()
    return (new_folder or path.endswith(SUFFIXES)) and not Path(path).name.startswith((".", LOCKED))
