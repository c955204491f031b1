"""Decode, encode, compare and arrange bitmaps. The only importer of Pillow.

A browser has no Pillow: what a print needs was saved in ``IN_BROWSER`` when its site was made, and
pictures are decoded by the browser itself.
"""

from __future__ import annotations

import base64
import io
import json
import struct
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from generator import browser_images
from generator.browser_images import (
    AROUND,
    STRENGTH,
    PdfPicture,
    PictureSize,
    PrintPicture,
    UnreadablePicture,
)

try:
    from PIL import Image, ImageChops, ImageCms, ImageColor, ImageFilter, ImageOps, ImageStat
    from PIL.Image import Image as Bitmap

    PILLOW = True
except ImportError:
    Bitmap = Any  # type: ignore[misc, assignment]
    PILLOW = False

__all__ = ["Bitmap", "PdfPicture", "PictureSize", "PrintPicture", "UnreadablePicture"]
IN_BROWSER = Path(__file__).with_name("images.json")
# Left, top, right and bottom in pixels.
PixelBox = tuple[int, int, int, int]
# Out of 255. A smaller difference is the soft edge of a letter, not a different letter.
VISIBLE = 64
PHOTO_QUALITY = 92


class RgbPixels(Protocol):
    """A drawn face: compressed rows of red, green and blue."""

    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def packed(self) -> bytes: ...


def bitmap(pixels: RgbPixels) -> Bitmap:
    rows = zlib.decompress(pixels.packed)
    return Image.frombytes("RGB", (pixels.width, pixels.height), rows)


def decode(content: bytes) -> Bitmap:
    return Image.open(io.BytesIO(content))


def png(image: Bitmap, level: int = -1, dpi: int = 0, optimize: bool = False) -> bytes:
    file = io.BytesIO()
    more = {"dpi": (dpi, dpi)} if dpi else {}
    image.save(file, "PNG", compress_level=level, optimize=optimize, **more)
    return file.getvalue()


def webp(image: Bitmap, quality: int, method: int = 6) -> bytes:
    file = io.BytesIO()
    image.save(file, "WEBP", quality=quality, method=method)
    return file.getvalue()


def resized_well(image: Bitmap, width: int, height: int) -> Bitmap:
    """Resize an image for print, at the best quality."""
    return image.resize((width, height), Image.Resampling.LANCZOS)


def square_png(image: Bitmap, side: int) -> bytes:
    return png(resized_well(image, side, side), optimize=True)


# The date in an ICC profile, which would otherwise be the current time.
_PROFILE_DATE = slice(24, 36)


def for_browser() -> bytes:
    """Return the content of ``IN_BROWSER``: the colour profile and the names of colours."""
    colours = {name: named_colour(name) for name in named_colours()}
    profile = base64.b64encode(srgb_profile()).decode()
    return json.dumps({"profile": profile, "colours": colours}).encode()


@cache
def _pillow_facts() -> dict[str, Any]:
    """Return what Pillow said when the site was made; nothing outside a browser."""
    return dict(json.loads(IN_BROWSER.read_bytes())) if IN_BROWSER.is_file() else {}


def srgb_profile() -> bytes:
    """Return the sRGB ICC profile; the same library always gives the same bytes."""
    if saved := _pillow_facts():
        return base64.b64decode(saved["profile"])
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    profile[_PROFILE_DATE] = struct.pack(">6H", 2000, 1, 1, 0, 0, 0)
    return bytes(profile)


def cairo_to_rgb(rows: bytearray, width: int, height: int) -> bytes:
    """Convert cairo's pixels (blue, green, red, unused) to red, green and blue with one copy."""
    image = Image.frombuffer("RGBX", (width, height), rows, "raw", "RGBX", 0, 1)
    return image.tobytes("raw", "BGR")


def mean_ink(rows: bytearray, width: int, height: int, sample: int, every: int) -> float:
    """Return how far cairo's pixels are from white on average, from a sample of the rows."""
    size, stride = (width, max(1, height // every)), 4 * width * every
    rows_taken = Image.frombuffer("RGBX", size, rows, "raw", "RGBX", stride, 1)
    reduced = rows_taken.reduce(max(1, min(size) // sample))
    return 1 - sum(ImageStat.Stat(reduced).mean[:3]) / 3 / 255


def for_print(content: bytes, longest: int) -> PrintPicture:
    """Return a PNG, JPEG or WebP as a PNG or JPEG with no more pixels than print needs.

    A photograph stays a JPEG. It is passed through unchanged if it fits and has no EXIF data, which
    may reveal where and with which camera it was taken.
    """
    if not PILLOW:
        return browser_images.for_print(content, longest)
    try:
        with Image.open(io.BytesIO(content), formats=("PNG", "JPEG", "WEBP")) as opened:
            opened.load()
            # A WebP without transparency counts as a photograph too.
            photograph = opened.format != "PNG" and opened.mode in ("RGB", "L")
            as_it_is = photograph and opened.format == "JPEG"
            if as_it_is and max(opened.size) <= longest and not opened.getexif():
                return PrintPicture("jpeg", content, *opened.size)
            image = ImageOps.exif_transpose(opened).convert("RGB" if photograph else "RGBA")
    except (OSError, Image.DecompressionBombError) as error:
        raise UnreadablePicture(error.__class__.__name__) from None
    image.thumbnail((longest, longest))
    file = io.BytesIO()
    if photograph:
        image.save(file, "JPEG", quality=PHOTO_QUALITY, subsampling=0, exif=b"")
    else:
        image.save(file, "PNG", compress_level=1)
    return PrintPicture("jpeg" if photograph else "png", file.getvalue(), *image.size)


_ORIENTATION = 0x0112


def size_of(content: bytes, most_pixels: int) -> PictureSize:
    """Return the size of an intact PNG or JPEG, without decoding one that has too many pixels."""
    if not PILLOW:
        return browser_images.size_of(content, most_pixels)
    try:
        with Image.open(io.BytesIO(content), formats=("PNG", "JPEG")) as image:
            upright = image.getexif().get(_ORIENTATION, 1) == 1
            if image.width * image.height <= most_pixels:
                image.load()
            return PictureSize(*image.size, upright)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise UnreadablePicture(error.__class__.__name__) from None


def named_colours() -> tuple[str, ...]:
    return tuple(_pillow_facts().get("colours", ()) or ImageColor.colormap)


def named_colour(name: str) -> tuple[int, int, int]:
    saved = _pillow_facts().get("colours")
    red, green, blue = saved[name] if saved else ImageColor.getrgb(name)[:3]
    return red, green, blue


def uncompressed_png(content: bytes) -> bytes:
    """Convert any picture to an opaque PNG that decodes quickly."""
    with Image.open(io.BytesIO(content)) as image:
        return png(image.convert("RGB"), level=0)


def for_pdf(content: bytes) -> PdfPicture:
    if not PILLOW:
        return browser_images.for_pdf(content)
    with Image.open(io.BytesIO(content)) as image:
        if image.format == "JPEG" and image.mode in ("RGB", "L"):
            return PdfPicture(*image.size, image.mode == "L", True, content)
        whole = image.convert("RGBA")
    alpha = whole.getchannel("A")
    opaque = alpha.getextrema() == (255, 255)
    rows = whole.convert("RGB").tobytes()
    return PdfPicture(*whole.size, False, False, rows, None if opaque else alpha.tobytes())


def line_sketch(content: bytes) -> bytes:
    """Return a PNG line sketch of a photograph: white, except where darker than around."""
    if not PILLOW:
        return browser_images.line_sketch(content)
    with Image.open(io.BytesIO(content)) as image:
        clear = image.convert("RGBA")
    white = Image.new("RGBA", clear.size, "white")
    grey = Image.alpha_composite(white, clear).convert("L")
    blurred = grey.filter(ImageFilter.GaussianBlur(max(1.0, max(grey.size) * AROUND)))
    lines = ImageChops.invert(ImageChops.subtract(blurred, grey, scale=STRENGTH))
    return png(Image.merge("LA", (lines, clear.getchannel("A"))).convert("RGBA"))


def cut_out(image: Bitmap, box: PixelBox, mask: Bitmap | None = None) -> Bitmap:
    """Cut a box out of an image; black areas of the mask become transparent."""
    if mask:
        image.putalpha(mask.convert("L"))
    return image.crop(box)


def in_grid(cells: Sequence[Bitmap | None], columns: int, size: tuple[int, int]) -> Bitmap:
    """Arrange images of one size in rows and columns, on white unless one of them is cut out."""
    rows = -(-len(cells) // columns)
    clear = any(cell and cell.mode == "RGBA" for cell in cells)
    whole = (size[0] * columns, size[1] * rows)
    grid = Image.new("RGBA", whole) if clear else Image.new("RGB", whole, "white")
    for place, cell in enumerate(cells):
        if cell:
            row, column = divmod(place, columns)
            grid.paste(cell, (column * size[0], row * size[1]))
    return grid


def differ_outside(image: Bitmap, other: Bitmap, zone: Bitmap) -> bool:
    """Return whether two images visibly differ where the zone is black."""
    outside = ImageChops.invert(zone.convert("L"))
    differing = ImageChops.difference(image, other).convert("L")
    visible = ImageChops.multiply(differing, outside)
    return visible.point([0] * VISIBLE + [255] * (256 - VISIBLE)).getbbox() is not None


def differing_cells(
    image: Bitmap, other: Bitmap, cell: int, noticeable: int
) -> Iterator[tuple[int, int]]:
    """Yield the column and row of each square in which two images of one size differ."""
    mask = ImageChops.difference(image, other).split()
    for row in range(-(-image.height // cell)):
        for column in range(-(-image.width // cell)):
            box = (column * cell, row * cell, (column + 1) * cell, (row + 1) * cell)
            if any(int(band.crop(box).getextrema()[1]) >= noticeable for band in mask):  # type: ignore[arg-type]
                yield column, row
