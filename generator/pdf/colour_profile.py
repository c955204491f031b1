"""The colours that a file is meant in: sRGB, as the colour library makes it. Its only importer.

Goes out: an ICC profile, the same bytes for the same library.
"""

from __future__ import annotations

import struct
from functools import cache

from PIL import ImageCms

NAME = "sRGB IEC61966-2.1"
CHANNELS = 3
# When a profile was made stands here; that would be now, and other bytes every second.
_MADE_AT = slice(24, 36)
_MADE = struct.pack(">6H", 2000, 1, 1, 0, 0, 0)


@cache
def srgb_profile() -> bytes:
    made = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    made[_MADE_AT] = _MADE
    return bytes(made)
