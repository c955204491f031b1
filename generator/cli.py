"""The entry point of ``ecotable``."""

from __future__ import annotations

import atexit
import gc
import signal
import sys

# By default Python collects garbage after every 700 new objects. Start-up creates no garbage, yet
# collecting takes a twentieth of the time of a short command.
GC_THRESHOLD = 50_000


def main() -> None:
    """Run a command; print expected errors as plain lines and bugs as tracebacks."""
    # Collect seldom while the command runs, and never at exit: the process frees its memory anyway.
    gc.set_threshold(GC_THRESHOLD)
    atexit.register(gc.freeze)
    # Handle SIGTERM like Ctrl-C, so that no half-finished files remain.
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
