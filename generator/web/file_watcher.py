"""Follow saved files of games, templates and fonts. The only importer of watchfiles."""

from __future__ import annotations

from pathlib import Path
from threading import Event, Thread

from watchfiles import Change, watch

from cards_data import game_folders
from cards_data.files import FONT_SUFFIXES, PICTURE_SUFFIXES
from cards_data.tables import DATA_SUFFIXES, LOCKED
from generator import resources
from generator.text.fonts import font_folders
from generator.workbench.galleries import Galleries

SUFFIXES = (*DATA_SUFFIXES, ".yml", ".j2", *PICTURE_SUFFIXES, *FONT_SUFFIXES)
# Long enough for an editor that writes a file in two steps, too short to be noticed.
SETTLE_MS = 15
LONGEST_MS = 60
# How often the watcher checks whether it should end.
ROUND_MS = 300


class FileWatcher:
    """A thread that reports every saved file to the galleries."""

    def __init__(self) -> None:
        self._unwatched = Event()
        self._thread: Thread | None = None

    def start(self, galleries: Galleries) -> None:
        self._thread = Thread(target=self._watch, args=(galleries,), name="watch", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._unwatched.set()
        if self._thread:
            self._thread.join()

    def _watch(self, galleries: Galleries) -> None:
        for _ in watch(
            *game_folders(),
            *resources.template_folders(),
            *font_folders(),
            watch_filter=_is_ours,
            debounce=LONGEST_MS,
            step=SETTLE_MS,
            stop_event=self._unwatched,
            rust_timeout=ROUND_MS,
            raise_interrupt=False,
        ):
            galleries.reload()


def _is_ours(change: Change, path: str) -> bool:
    """Return whether it is data, a template or a picture, and not an editor's own file.

    Files that are in a new folder from the start may not be reported: the folder counts.
    """
    new_folder = change is Change.added and Path(path).is_dir()
    return (new_folder or path.endswith(SUFFIXES)) and not Path(path).name.startswith((".", LOCKED))
