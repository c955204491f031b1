"""Somebody who looks at a gallery: opens it, and waits for what is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from queue import Queue
from typing import Any

from running import running
from workshop import until

from generator.web.app import gallery_options
from generator.web.file_watcher import FileWatcher
from generator.workbench.bench_routes import read_only_routes
from generator.workbench.galleries import Galleries, GallerySession, Pictures
from generator.workbench.gallery_view import Key, View
from generator.workers import WorkerPool
from scorer.web.server import HERE, WebServer

PATIENCE_SECONDS = 90


class Onlooker:
    """One gallery, with everything that was told about it."""

    def __init__(self, galleries: Galleries, pictures: Pictures, key: Key) -> None:
        self.galleries = galleries
        self.pictures = pictures
        self.key = key
        self._told: Queue[dict[str, Any]] = Queue()
        galleries.listen(key, self._told.put)
        if self.open()[1]:
            self.until_complete()

    def open(self) -> tuple[View, bool]:
        return self.galleries.view(self.key)

    @property
    def view(self) -> View:
        return self.open()[0]

    def until_complete(self) -> list[dict[str, Any]]:
        """What is told until all work is done."""
        records = [self._told.get(timeout=PATIENCE_SECONDS)]
        while not records[-1].get("complete"):
            records.append(self._told.get(timeout=PATIENCE_SECONDS))
        return records

    def after(self, *_: Path) -> list[dict[str, Any]]:
        """What is told after these files were saved; what was measured before is no part of it."""
        self._settle()
        self.galleries.reload()
        return self.until_complete()

    def _settle(self) -> None:
        until(lambda: self.key not in self.galleries._unmeasured, "it is never measured")
        self.open()
        while not self._told.empty():
            self._told.get()

    def state(self, deck: str, piece: str) -> str:
        view = self.view
        return view.state(view.cards[deck, piece])


@contextmanager
def looking_at(key: Key) -> Iterator[Onlooker]:
    with WorkerPool(2) as pool:
        pictures = Pictures(pool)
        galleries = Galleries(pool, pictures)
        galleries.start()
        try:
            yield Onlooker(galleries, pictures, key)
        finally:
            galleries.stop()


def names(records: list[dict[str, Any]]) -> list[str]:
    """The cards that were told about, each once."""
    return list(dict.fromkeys(card["name"] for one in records for card in one.get("cards", ())))


def serving(watching: bool, port: int = 0) -> AbstractContextManager[str]:
    """The address of a real gallery."""
    session = GallerySession(FileWatcher() if watching else None)
    return running(WebServer(read_only_routes(session), gallery_options(session, HERE)), port)
