"""Find the cairo library of this computer and its version, without loading drawing code.

Ecotable works without it, except for drawing pixels.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache

from cards_data.problems import AnyText, Message, Problem, Problems

# The library's file name on Linux, macOS and Windows.
NAMES = ("libcairo.so.2", "libcairo.2.dylib", "libcairo-2.dll")
# Names to search for if the loader does not find it, as in /opt on a Mac.
SOUGHT = ("cairo-2", "cairo", "libcairo-2")
# Folders with cairo on Windows if it is in an unusual place; CairoSVG uses the same variable.
FOLDERS = "CAIROCFFI_DLL_DIRECTORIES"


@cache
def cairo_library() -> tuple[str, int]:
    """Return the name to open the library by, and its version."""
    for folder in filter(None, os.environ.get(FOLDERS, "").split(";")):
        with suppress(AttributeError, OSError):
            os.add_dll_directory(folder)  # type: ignore[attr-defined, unused-ignore]
    for name in _names():
        with suppress(OSError):
            return name, int(ctypes.CDLL(name).cairo_version())
    raise Problems([missing()])


def _names() -> Iterator[str]:
    yield from NAMES
    from ctypes.util import find_library

    yield from filter(None, map(find_library, SOUGHT))


@cache
def known_cairo_version() -> int:
    """Return the version; 0 if the library is not installed."""
    try:
        return cairo_library()[1]
    except Problems:
        return 0


# How to install it, by Python's name of the system.
REMEDIES: dict[str, AnyText] = {
    "linux": "Debian, Ubuntu: sudo apt-get install libcairo2; Fedora: sudo dnf install cairo; "
    "Arch: sudo pacman -S cairo",
    "darwin": "brew install cairo",
    "win32": Message("cairo.windows"),
}


def missing() -> Problem:
    """Return the problem to report if pixels are needed but cairo is missing."""
    remedy = REMEDIES.get(sys.platform, Message("cairo.install"))
    return Problem("cairo", Message("cairo.missing"), hint=remedy)
