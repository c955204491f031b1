"""Where ``ecotable`` starts: an answer from before, or the command that was typed."""

from __future__ import annotations

import signal
import sys

from cards_data.problems import Problems
from generator.commands.known import seen_by


def main() -> None:
    """Expected errors print their lines; bugs print a traceback."""
    # A polite request to end is answered like Ctrl-C: nothing half done stays behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        seen = seen_by(sys.argv[1:])
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


if __name__ == "__main__":
    main()
