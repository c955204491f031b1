"""The colour space of a file, sRGB, as an ICC profile: the same bytes for the same library."""

from __future__ import annotations

import struct
from functools import cache

from generator import images

NAME = "sRGB IEC61966-2.1"
CHANNELS = 3
# The date of the profile; it would be the current time.
_MADE_AT = slice(24, 36)
_MADE = struct.pack(">6H", 2000, 1, 1, 0, 0, 0)


@cache
def srgb_profile() -> bytes:
    made = bytearray(images.srgb_profile())
    made[_MADE_AT] = _MADE
    return bytes(made)
