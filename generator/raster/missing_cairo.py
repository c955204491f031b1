"""What to do where the cairo library is missing: one line for each system.

Goes out: the problem that whoever draws says.
"""

from __future__ import annotations

import sys

from cards_data.problems import Problem

# How to get it, by what Python calls the system.
REMEDIES = {
    "linux": "Debian, Ubuntu: sudo apt-get install libcairo2; Fedora: sudo dnf install cairo; "
    "Arch: sudo pacman -S cairo",
    "darwin": "brew install cairo",
    "win32": "install the GTK 3 runtime, https://github.com/tschoonj/GTK-for-Windows-Runtime-"
    "Environment-Installer",
}


def missing() -> Problem:
    """What whoever draws says where cairo is not there."""
    remedy = REMEDIES.get(sys.platform, "install the cairo library of your system")
    return Problem("cairo", "the library that draws is not installed", hint=remedy)
