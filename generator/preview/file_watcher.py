"""Which files were saved. The only importer of watchfiles.

Comes in: the folders of data, templates and fonts. Goes out: a call a few milliseconds after a
file of theirs was saved.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

from watchfiles import Change, watch

from cards_data import shelves
from cards_data.tables import DATA_SUFFIXES, LOCKED
from generator import resources
from generator.text.font_files import font_folders

PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".webp")
FONTS = (".ttf", ".otf", ".woff", ".woff2")
SUFFIXES = (*DATA_SUFFIXES, ".yml", ".j2", *PICTURES, *FONTS)
# Long enough for an editor that writes a file in two steps, too short to be noticed.
SETTLE_MS = 15
LONGEST_MS = 60
# How often the watcher looks whether it should end.
ROUND_MS = 300


class Watcher:
    """Calls back after files were saved, from a thread of its own, until it is stopped."""

    def __init__(self, saved: Callable[[], None]) -> None:
        self._saved = saved
        self._ended = Event()
        self._thread = Thread(target=self._run, name="preview-watch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        for _ in watch(
            *shelves(),
            *resources.template_folders(),
            *font_folders(),
            watch_filter=_is_ours,
            debounce=LONGEST_MS,
            step=SETTLE_MS,
            stop_event=self._ended,
            rust_timeout=ROUND_MS,
            raise_interrupt=False,
        ):
            self._saved()


def _is_ours(change: Change, path: str) -> bool:
    """Data, templates and pictures; editors' own files begin with a dot or have other endings.

    Files that are in a new folder from the start may not be reported: the folder counts.
    """
    new_folder = change is Change.added and Path(path).is_dir()
    return (new_folder or path.endswith(SUFFIXES)) and not Path(path).name.startswith((".", LOCKED))
