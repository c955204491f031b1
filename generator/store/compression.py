"""Compress bytes for PDF's FlateDecode, and compute checksums. The only importer of libdeflate.

libdeflate compresses pixels as fast as zlib at its lowest level, and a tenth smaller. It gives the
same bytes on every processor; zlib-ng and ISA-L are twice as fast but do not. A browser's Python
has only zlib.
"""

from __future__ import annotations

import zlib

try:
    import deflate
except ImportError:
    deflate = None  # type: ignore[assignment]

# Level 1 compresses flat art in half the time of level 6, and a twelfth larger.
LIGHT, WELL = 1, 6


def pack(data: bytes, level: int = LIGHT) -> bytes:
    """Compress bytes: lightly for pixels, well for what is small."""
    return bytes(deflate.zlib_compress(data, level)) if deflate else zlib.compress(data, level)


def checksum(data: bytes, start: int = 0) -> int:
    """Return a CRC-32 to detect damage, in a thirtieth of the time of a SHA-256."""
    return int(deflate.crc32(data, start)) if deflate else zlib.crc32(data, start)
