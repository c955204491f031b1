"""The cairo library of this computer: its name and version, without loading what draws.

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

# What the system's own loader calls it on Linux, macOS and Windows.
NAMES = ("libcairo.so.2", "libcairo.2.dylib", "libcairo-2.dll")
# What it is looked for as where the loader does not know it, as below /opt on a Mac.
SOUGHT = ("cairo-2", "cairo", "libcairo-2")
# Where cairo is on a Windows computer that has it in no usual place; CairoSVG reads the same.
FOLDERS = "CAIROCFFI_DLL_DIRECTORIES"


@cache
def cairo_library() -> tuple[str, int]:
    """The name that the library can be opened by, and its version."""
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


def cairo_version() -> int:
    return cairo_library()[1]


@cache
def known_cairo_version() -> int:
    """The version; 0 where the library is not installed."""
    try:
        return cairo_version()
    except Problems:
        return 0


# How to get it, by what Python calls the system.
REMEDIES: dict[str, AnyText] = {
    "linux": "Debian, Ubuntu: sudo apt-get install libcairo2; Fedora: sudo dnf install cairo; "
    "Arch: sudo pacman -S cairo",
    "darwin": "brew install cairo",
    "win32": Message("cairo.windows"),
}


def missing() -> Problem:
    """What is reported where pixels are wanted without cairo."""
    remedy = REMEDIES.get(sys.platform, Message("cairo.install"))
    return Problem("cairo", Message("cairo.missing"), hint=remedy)
