"""A photograph as a drawing in lines.

Comes in: a PNG or JPEG. Goes out: a PNG of the same size, white but for what is darker than
its surroundings.
"""

from __future__ import annotations

import io
from functools import lru_cache

# What is called the surroundings of a pixel, as a share of the picture; and how dark lines become.
AROUND, STRENGTH = 1 / 80, 0.45


@lru_cache(maxsize=24)
def sketched(data: bytes) -> bytes:
    from PIL import Image, ImageChops, ImageFilter

    with Image.open(io.BytesIO(data)) as image:
        clear = image.convert("RGBA")
    white = Image.new("RGBA", clear.size, "white")
    grey = Image.alpha_composite(white, clear).convert("L")
    around = grey.filter(ImageFilter.GaussianBlur(max(1.0, max(grey.size) * AROUND)))
    lines = ImageChops.invert(ImageChops.subtract(around, grey, scale=STRENGTH))
    file = io.BytesIO()
    Image.merge("LA", (lines, clear.getchannel("A"))).convert("RGBA").save(file, "PNG")
    return file.getvalue()
