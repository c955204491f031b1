"""What to do where the cairo library is missing: one line for each system.

Goes out: the problem that whoever draws says.
"""

from __future__ import annotations

import sys

from cards_data.problems import Problem, Text, Wording

# How to get it, by what Python calls the system.
REMEDIES: dict[str, Wording] = {
    "linux": "Debian, Ubuntu: sudo apt-get install libcairo2; Fedora: sudo dnf install cairo; "
    "Arch: sudo pacman -S cairo",
    "darwin": "brew install cairo",
    "win32": Text("cairo.windows"),
}


def missing() -> Problem:
    """What whoever draws says where cairo is not there."""
    remedy = REMEDIES.get(sys.platform, Text("cairo.install"))
    return Problem("cairo", Text("cairo.missing"), hint=remedy)
