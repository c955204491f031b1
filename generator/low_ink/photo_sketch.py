"""A photograph as a drawing in lines.

Comes in: a PNG or JPEG. Goes out: a PNG of the same size, white but for what is darker than
its surroundings.
"""

from __future__ import annotations

from functools import lru_cache

# What is called the surroundings of a pixel, as a share of the picture; and how dark lines become.
AROUND, STRENGTH = 1 / 80, 0.45


@lru_cache(maxsize=24)
def sketched(data: bytes) -> bytes:
    from generator.images import line_sketch

    return line_sketch(data, AROUND, STRENGTH)
