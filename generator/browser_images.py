"""Read pictures without Pillow: their headers, and what the browser decoded of them.

Python in a browser cannot wait, and the browser decodes only while Python waits. So ``pictures.js``
decodes each picture when its file arrives, in the sizes named here, into the folder ``DECODED``.
Two things are drawn at once when they are asked for: SVGs with filters, and line sketches.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

DECODED = Path("/pictures")
# The longest side in pixels of what is printed on a card, and on a board of A3.
LONGEST = (1_600, 5_000)
# A picture without this file was not decoded.
WHOLE = "whole"
SKETCH = "sketch.png"
# The surroundings of a pixel as a share of the picture, and how dark the lines of a sketch become.
AROUND, STRENGTH = 1 / 80, 0.45
PNG = b"\x89PNG\r\n\x1a\n"
# 8 bits each of red, green, blue and transparency, in plain rows.
RGBA = (8, 6, 0, 0, 0)
# Markers of frames, without those of tables.
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
APP1, SCAN = 0xE1, 0xDA
ORIENTATION = 0x0112


class UnreadablePicture(ValueError):
    """An error for a file that does not contain a picture; holds the decoder's message."""


class PrintPicture(NamedTuple):
    """A picture at print resolution: ``jpeg`` or ``png``, its content and its size."""

    kind: str
    content: bytes
    width: int
    height: int


class PictureSize(NamedTuple):
    """The size of a picture in pixels, and whether the camera was upright."""

    width: int
    height: int
    upright: bool


class PdfPicture(NamedTuple):
    """A picture for a PDF: a complete JPEG, or rows of pixels with optional transparency."""

    width: int
    height: int
    grey: bool
    jpeg: bool
    content: bytes
    alpha: bytes | None = None


class Header(NamedTuple):
    """What the beginning of a picture says, and the camera's data."""

    kind: str
    width: int
    height: int
    # Red, green, blue, and a fourth channel: transparency, or the black of a print shop.
    channels: int
    exif: bool = False
    orientation: int = 1
    # The place of the byte with the orientation.
    at: int = 0

    @property
    def photograph(self) -> bool:
        return self.kind != "png" and self.channels < 4

    @property
    def sizes(self) -> tuple[tuple[int, int], ...]:
        """Return the upright sizes that are made, the smallest first."""
        turned = self.orientation > 4
        size = (self.height, self.width) if turned else (self.width, self.height)
        return tuple(dict.fromkeys(_fit(size, longest) for longest in LONGEST))

    def is_ready(self, size: tuple[int, int]) -> bool:
        """Return whether its content can be printed at that size."""
        whole = size == (self.width, self.height)
        return self.photograph and self.kind == "jpeg" and whole and not self.exif


def _fit(size: tuple[int, int], longest: int) -> tuple[int, int]:
    scale = min(1.0, longest / max(size))
    return max(1, round(size[0] * scale)), max(1, round(size[1] * scale))


# ---- headers -------------------------------------------------------------------------------


def header(content: bytes) -> Header:
    """Return the header of a complete PNG, JPEG or WebP."""
    try:
        if content.startswith(PNG):
            head = _png_header(content)
        elif content.startswith(b"\xff\xd8\xff"):
            head = _jpeg_header(content)
        elif content[:4] == b"RIFF" and content[8:12] == b"WEBP":
            head = _webp_header(content)
        else:
            raise UnreadablePicture("UnidentifiedImageError")
    except (struct.error, IndexError):
        raise UnreadablePicture("OSError") from None
    if not head.width or not head.height:
        raise UnreadablePicture("OSError")
    return head


def _chunks(content: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield the name, beginning and end of each part of a PNG; its checksum must be right."""
    at, name = len(PNG), b""
    while name != b"IEND":
        length, name = struct.unpack_from(">I4s", content, at)
        start, end = at + 8, at + 8 + length
        (checksum,) = struct.unpack_from(">I", content, end)
        if zlib.crc32(content[at + 4 : end]) != checksum:
            raise UnreadablePicture("SyntaxError")
        yield name, start, end
        at = end + 4


def _png_header(content: bytes) -> Header:
    places = {name: (start, end) for name, start, end in _chunks(content)}
    width, height = struct.unpack_from(">II", content, len(PNG) + 8)
    if not {b"IHDR", b"IDAT"} <= places.keys():
        raise UnreadablePicture("OSError")
    return Header("png", width, height, 4, *_camera(content, *places.get(b"eXIf", (0, 0))))


def _jpeg_header(content: bytes) -> Header:
    at, marker = 2, 0
    camera, size = (False, 1, 0), (0, 0, 0)
    while marker != SCAN:
        marker = content[at + 1]
        if content[at] != 0xFF or marker == 0xD9:
            raise UnreadablePicture("OSError")
        if marker == 0xFF:
            at += 1
            continue
        (length,) = struct.unpack_from(">H", content, at + 2)
        if marker in FRAMES:
            size = struct.unpack_from(">HHB", content, at + 5)
        elif marker == APP1 and content[at + 4 : at + 10] == b"Exif\0\0":
            camera = _camera(content, at + 10, at + 2 + length)
        at += 2 + length
    if content.rfind(b"\xff\xd9") < at:
        raise UnreadablePicture("OSError")
    height, width, channels = size
    return Header("jpeg", width, height, channels, *camera)


def _webp_header(content: bytes) -> Header:
    (whole,) = struct.unpack_from("<I", content, 4)
    if len(content) < 8 + whole:
        raise UnreadablePicture("OSError")
    at, frame, camera = 12, (0, 0, 3), (False, 1, 0)
    while at < 8 + whole:
        name, length = struct.unpack_from("<4sI", content, at)
        at += 8
        if name == b"EXIF":
            prefix = 6 if content[at : at + 6] == b"Exif\0\0" else 0
            camera = _camera(content, at + prefix, at + length)
        elif not frame[0]:
            frame = _webp_frame(name, content[at : at + 10])
        at += length + length % 2
    return Header("webp", *frame, *camera)


def _webp_frame(name: bytes, start: bytes) -> tuple[int, int, int]:
    """Return width, height and channels, if this part has them."""
    if name == b"VP8X":
        width, height = (int.from_bytes(start[n : n + 3], "little") + 1 for n in (4, 7))
        return width, height, 4 if start[0] & 0x10 else 3
    if name == b"VP8 ":
        width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", start, 6))
        return width, height, 3
    if name == b"VP8L":
        bits = int.from_bytes(start[1:5], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1, 4 if bits >> 28 & 1 else 3
    return 0, 0, 3


def _camera(content: bytes, start: int, end: int) -> tuple[bool, int, int]:
    """Return whether a camera left data, the orientation, and the place of its byte."""
    order = {b"II": "<", b"MM": ">"}.get(content[start : start + 2])
    if not order or end - start < 10:
        return end > start, 1, 0
    try:
        first = start + struct.unpack_from(f"{order}I", content, start + 4)[0]
        (count,) = struct.unpack_from(f"{order}H", content, first)
        for at in range(first + 2, min(first + 2 + 12 * count, end - 11), 12):
            tag, _, _, value = struct.unpack_from(f"{order}HHIH", content, at)
            if tag == ORIENTATION:
                orientation = value if 1 <= value <= 8 else 1
                return True, orientation, at + (8 if order == "<" else 9)
    except struct.error:
        pass
    return True, 1, 0


def as_stored(content: bytes, head: Header) -> bytes:
    """Return the picture without its orientation, which not every browser applies."""
    if head.orientation == 1:
        return content
    changed = bytearray(content)
    changed[head.at] = 1
    if head.kind == "png":
        for _, start, end in (part for part in _chunks(content) if part[1] <= head.at < part[2]):
            struct.pack_into(">I", changed, end, zlib.crc32(changed[start - 4 : end]))
    return bytes(changed)


# ---- pixels --------------------------------------------------------------------------------


def plain_png(pixels: bytes, width: int, height: int) -> bytes:
    """Return a PNG that ``_pixels`` can read."""
    stride = 4 * width
    rows = b"".join(b"\0" + pixels[at : at + stride] for at in range(0, stride * height, stride))
    parts = {
        b"IHDR": struct.pack(">II5B", width, height, *RGBA),
        b"IDAT": zlib.compress(rows, 1),
        b"IEND": b"",
    }
    return PNG + b"".join(
        struct.pack(">I", len(part)) + name + part + struct.pack(">I", zlib.crc32(name + part))
        for name, part in parts.items()
    )


def _pixels(content: bytes) -> bytes:
    """Return the rows of a PNG of ours; other PNGs have rows that are slow to read in Python."""
    head = header(content)
    parts = [content[start:end] for name, start, end in _chunks(content) if name == b"IDAT"]
    stride = 4 * head.width + 1
    size = stride * head.height
    if struct.unpack_from("5B", content, len(PNG) + 16) != RGBA:
        raise UnreadablePicture("OSError")
    try:
        rows = zlib.decompressobj().decompress(b"".join(parts), size)
    except zlib.error:
        raise UnreadablePicture("OSError") from None
    if len(rows) != size or any(rows[::stride]):
        raise UnreadablePicture("OSError")
    return b"".join(rows[at + 1 : at + stride] for at in range(0, size, stride))


# ---- what the browser decoded --------------------------------------------------------------


def key_of(content: bytes) -> str:
    return sha256(content).hexdigest()


def version_name(head: Header, size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}.{'jpeg' if head.photograph else 'png'}"


def _version(content: bytes, head: Header, size: tuple[int, int]) -> bytes:
    folder = DECODED / key_of(content)
    if not (folder / WHOLE).is_file():
        raise UnreadablePicture("OSError")
    return content if head.is_ready(size) else (folder / version_name(head, size)).read_bytes()


def for_print(content: bytes, longest: int) -> PrintPicture:
    head = header(content)
    size = next((one for one in head.sizes if max(one) >= longest), head.sizes[-1])
    kind = "jpeg" if head.photograph else "png"
    return PrintPicture(kind, _version(content, head, size), *size)


def size_of(content: bytes, most_pixels: int) -> PictureSize:
    head = header(content)
    if head.kind == "webp":
        raise UnreadablePicture("UnidentifiedImageError")
    if head.kind == "png" and head.width * head.height <= most_pixels:
        _decode(content, head)
    return PictureSize(head.width, head.height, head.orientation == 1)


def _decode(content: bytes, head: Header) -> tuple[bytes, tuple[int, int]]:
    """Return the pixels of a picture and their size, which is smaller if it is very large."""
    if (DECODED / key_of(content)).is_dir():
        size = head.sizes[-1]
        return _pixels(_version(content, head, size)), size
    return _pixels(content), (head.width, head.height)


def for_pdf(content: bytes) -> PdfPicture:
    head = header(content)
    if head.photograph:
        return PdfPicture(head.width, head.height, head.channels == 1, True, content)
    pixels, size = _decode(content, head)
    alpha = pixels[3::4]
    rows = bytearray(3 * len(alpha))
    for channel in range(3):
        rows[channel::3] = pixels[channel::4]
    opaque = alpha.count(255) == len(alpha)
    return PdfPicture(*size, False, False, bytes(rows), None if opaque else alpha)


# ---- what the browser draws at once --------------------------------------------------------


def _browser() -> Any:
    import browser_pictures  # type: ignore[import-not-found] # registered by pictures.js

    return browser_pictures


def line_sketch(content: bytes) -> bytes:
    head = header(content)
    if head.photograph:
        return _photo_sketch(content)
    pixels, size = _decode(content, head)
    return plain_png(_browser().sketch(pixels, *size, AROUND, STRENGTH).to_bytes(), *size)


def _photo_sketch(content: bytes) -> bytes:
    """Return the sketch that was made with the photograph, or with the one it was scaled from."""
    own = DECODED / key_of(content)
    versions = (path for path in DECODED.glob("*/*.jpeg") if path.stat().st_size == len(content))
    folders = (path.parent for path in versions if path.read_bytes() == content)
    folder = own if (own / SKETCH).is_file() else next(folders, own)
    try:
        return (folder / SKETCH).read_bytes()
    except OSError:
        raise UnreadablePicture("OSError") from None


def rendered_svg(svg: str, width: int, fonts: list[Path]) -> bytes:
    """Render an SVG in that many pixels across; a ``ValueError`` says what is wrong with it."""
    rendered = _browser().render(svg, width, [str(path) for path in fonts])
    if isinstance(rendered, str):
        raise ValueError(rendered)
    pixels, *size = rendered
    return plain_png(pixels.to_bytes(), *size)
