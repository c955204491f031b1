"""Which cairo this computer has, asked without loading all that draws with it.

Goes out: its version as a number, or a problem that says how to get it on this system.
"""

from __future__ import annotations

import ctypes
from functools import cache

# What the system's own loader calls it on Linux, macOS and Windows.
NAMES = ("libcairo.so.2", "libcairo.2.dylib", "libcairo-2.dll")


@cache
def cairo_version() -> int:
    for name in NAMES:
        try:
            return int(ctypes.CDLL(name).cairo_version())
        except OSError:
            continue
    from .cairo_pixels import loaded_cairo_version

    return loaded_cairo_version()
