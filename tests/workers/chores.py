"""Functions for the workers of the tests: every way in which work can go well or wrong."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

from cards_data.problems import Problem, Problems


class Parcel:
    """A shared value that counts how often it is packed for sending."""

    packed = 0

    def __init__(self, word: str) -> None:
        self.word = word

    def __reduce__(self) -> tuple[type[Parcel], tuple[str]]:
        type(self).packed += 1
        return Parcel, (self.word,)


def doubled(_: object, item: int) -> int:
    return 2 * item


def late_at_first(_: object, item: int) -> int:
    """Early items take longest: whoever gives results as they come gives them in wrong order."""
    time.sleep(0.2 if item < 2 else 0)
    return item


def word_item_process(parcel: Parcel, item: int) -> tuple[str, int, int]:
    return parcel.word, item, os.getpid()


def ended_once(_: object, note: Path) -> str:
    """Is ended from outside the first time, and comes through the second time."""
    if note.exists():
        return "done"
    note.touch()
    os.kill(os.getpid(), signal.SIGKILL)
    return "never"


def ended_always(_: object, note: Path | int) -> int:
    """Leaves a line for each try; numbers come through."""
    if isinstance(note, int):
        return note
    with note.open("a", encoding="utf-8") as lines:
        lines.write("tried\n")
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def stuck(_: object, item: str) -> str:
    """Stuck in Python, stuck inside one call that lets nobody else run, or not at all."""
    if item == "loop":
        while True:
            pass
    if item == "call":
        sum(range(10**15))
    return item


def greedy(_: object, megabytes: int) -> int:
    return len(bytearray(megabytes << 20))


def faulty(_: object, item: int) -> float:
    return 1 / item


def complaining(_: object, item: str) -> str:
    raise Problems([Problem(item, "is wrong")])


def not_to_be_sent(_: object, item: int) -> Any:
    return item if item else (lambda: item)


def printing(_: object, item: int) -> int:
    """What a library prints must not come between the answers."""
    print("something on standard output", flush=True)
    os.write(1, b"and past Python\n")
    return item


def pid(_: object, item: object) -> int:
    return os.getpid()


def here(_: object, item: object) -> str:
    return str(Path.cwd())


def stuck_or_not(_: object, item: tuple[str, int]) -> int:
    while item[0] == "stuck":
        time.sleep(0.01)
    return item[1]


def waited(_: object, seconds: float) -> float:
    """As an item of a process that others keep from the processor."""
    time.sleep(seconds)
    return seconds


def moment(_: object, item: object) -> float:
    return time.time()
