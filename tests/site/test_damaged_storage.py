"""Whatever a browser has stored may be cut off or wrong: the app starts all the same."""

from __future__ import annotations

import hashlib
import io
import json
import time
from collections.abc import Iterator

import pytest
from browsers import CHROMIUM, FIREFOX, WEBKIT, Profile, Tab, each_engine
from lost_work import pond_files
from PIL import Image
from publishing import Space, fetch
from stored_files import DAMAGES, SECONDS, file_sizes, read_files, write_files
from thorough import often
from workshop import until

pytestmark = [pytest.mark.slow, pytest.mark.sampled]

PAUSE_SECONDS = 2
READY = "document.body?.dataset.ready === 'true'"
CHOICES = "!!document.querySelector('#make')"
DAMAGED_NOTE = "!!document.querySelector('#app-damaged')"
# What is made again if it is missing.
CACHES = ("cache", "memory", "pictures")
HOME = "document.querySelectorAll('main[data-ready] li.game').length > 0"
# Everything that pages store without the app is cut off in the middle.
CUT = """() => Object.keys(localStorage).forEach((key) => {
  const text = localStorage.getItem(key);
  localStorage.setItem(key, text.slice(0, text.length / 2));
})"""


def visited(tab: Tab, space: Space) -> dict[str, bytes]:
    """Return everything that is stored once a game of the visitor's has been edited."""
    tab.open(space.base)
    tab.wait("!!navigator.serviceWorker.controller", seconds=SECONDS)
    write_files(tab, {**pond_files(), "cards_data/pond/art/newt.jpg": photo()})
    tab.open(f"{space.base}change/?game=pond")
    tab.wait(READY, seconds=SECONDS)
    until(lambda: {*CACHES} <= {*stems(tab)}, "caches, a picture and Python's memory", SECONDS)
    tab.open(space.base)
    return read_files(tab)


def photo() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (600, 400), "teal").save(file, "JPEG")
    return file.getvalue()


def is_memory_written(tab: Tab) -> bool:
    """Whether the file is there and grows no longer."""
    sizes = []
    for pause in (0, PAUSE_SECONDS):
        time.sleep(pause)
        sizes.append([size for path, size in file_sizes(tab).items() if path[:7] == "memory."])
    return sizes[0] == sizes[1] != []


def stems(tab: Tab) -> list[str]:
    return [path.partition(".")[0].partition("/")[0] for path in file_sizes(tab)]


def damaged(stored: dict[str, bytes]) -> Iterator[dict[str, bytes]]:
    """Yield the files as often as there are damages: each has another one each time.

    First, caches are whole but nonsense.
    """
    nonsense = {path: whole(b"") for path in stored if path.startswith(CACHES)}
    yield {**stored, **nonsense}
    damages = [*DAMAGES.values(), None]
    for turn in range(len(damages)):
        files = {}
        for number, (path, content) in enumerate(stored.items()):
            damage = damages[(turn + number) % len(damages)]
            if damage:
                files[path] = damage(content) if content else content
        yield files


@each_engine
def test_the_app_starts_whatever_is_damaged(profile: Profile, space: Space) -> None:
    tab = profile.tab()
    stored = visited(tab, space)
    assert len(stored) > len(DAMAGES)
    turns = list(damaged(stored))
    for files in turns[: often(len(turns), len(turns))]:
        write_files(tab, files)
        tab.run(CUT)
        tab.open(f"{space.base}print.html?game=ecologic")
        tab.wait(CHOICES, seconds=SECONDS)
        assert tab.run(DAMAGED_NOTE) == (files is not turns[0])
        tab.open(space.base)
        tab.wait(HOME, seconds=SECONDS)


def whole(content: bytes) -> bytes:
    """A file as it is stored: with its checksum."""
    return hashlib.sha256(content).digest() + content


def is_restored(tab: Tab, space: Space) -> bool:
    """Open the print page; return whether Python began with the memory of an earlier visit."""
    tab.open(f"{space.base}print.html?game=ecologic")
    tab.wait(CHOICES, seconds=SECONDS)
    return bool(json.loads(fetch(tab, "api/app"))["isRestored"])


WRONG = {
    "nonsense": lambda content: whole(content[32:64] + bytes(2**20)),
    "another version": lambda content: whole(bytes(32) + content[64:]),
    "cut off": lambda content: content[:-1],
}


@pytest.mark.parametrize(
    ("profile", "wrong"),
    [*((CHROMIUM, wrong) for wrong in WRONG), (FIREFOX, "nonsense"), (WEBKIT, "nonsense")],
    indirect=["profile"],
)
@pytest.mark.thorough
def test_python_begins_with_its_memory_if_it_is_of_this_version_and_whole(
    profile: Profile, space: Space, wrong: str
) -> None:
    tab = profile.tab()
    assert not is_restored(tab, space)
    until(lambda: is_memory_written(tab), "Python's memory", SECONDS)
    assert is_restored(tab, space)
    tab.open(space.base)
    stored = read_files(tab)
    (path,) = (path for path in stored if path.startswith("memory."))
    write_files(tab, {**stored, path: WRONG[wrong](stored[path])})
    assert not is_restored(tab, space)
