"""Where ``ecotable`` starts."""

from __future__ import annotations

import atexit
import gc
import signal
import sys

# Python collects garbage after every 700 new objects. What a start loads is none, and collecting
# again and again takes a twentieth of a short command.
GC_THRESHOLD = 50_000


def main() -> None:
    """Expected errors print their lines; bugs print a traceback."""
    # Seldom while the command runs, and not at exit: the memory goes with the process.
    gc.set_threshold(GC_THRESHOLD)
    atexit.register(gc.freeze)
    # A polite request to end is answered like Ctrl-C: nothing half done stays behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        from generator.commands.root import cli

        cli(prog_name="ecotable")
    except Exception as error:
        from cards_data.problems import Problems

        if not isinstance(error, Problems):
            raise
        for line in error.lines():
            print(line, file=sys.stderr)
        sys.exit(error.exit_code)


if __name__ == "__main__":
    main()
