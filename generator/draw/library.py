"""Which cairo this computer has, asked without loading all that draws with it.

Goes out: its version as a number, or a problem that says how to get it on this system.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache

from cards_data.problems import Problem

# What the system's own loader calls it on Linux, macOS and Windows.
NAMES = ("libcairo.so.2", "libcairo.2.dylib", "libcairo-2.dll")


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


@cache
def cairo_version() -> int:
    for name in NAMES:
        try:
            return int(ctypes.CDLL(name).cairo_version())
        except OSError:
            continue
    from .face import loaded_cairo_version

    return loaded_cairo_version()
