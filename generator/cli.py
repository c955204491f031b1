"""Where ``ecotable`` starts: an answer from before, or the command that was typed."""

from __future__ import annotations

import atexit
import gc
import signal
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cards_data.problems import Problems

if TYPE_CHECKING:
    from generator.store.untouched import Look

# Commands whose answer may still hold from before.
ANSWERED = ("print", "games")
# Python looks for garbage after 700 new objects. What a start loads is none, and looking through
# it again and again takes a twentieth of a short command.
OBJECTS_TO_LOOK = 50_000


def main() -> None:
    """Expected errors print their lines; bugs print a traceback."""
    _spare_looking()
    # A polite request to end is answered like Ctrl-C: nothing half done stays behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        seen = _seen(sys.argv[1:])
        told = seen.told() if seen else None
        if told is not None:
            print(told)
            return
        from generator.commands.root import cli

        cli(obj={"seen": seen})
    except Problems as problems:
        for problem in problems.problems:
            print(problem, file=sys.stderr)
        sys.exit(problems.exit_code)


def _spare_looking() -> None:
    """Less looking for garbage, and none at the end: everything goes with the process."""
    gc.set_threshold(OBJECTS_TO_LOOK)
    atexit.register(gc.freeze)


def _seen(words: Sequence[str]) -> Look | None:
    """A look at everything that the command may read; the others do not wait for it."""
    if not words or words[0] not in ANSWERED:
        return None
    from generator.commands.known import seen_by

    return seen_by(words)


if __name__ == "__main__":
    main()
