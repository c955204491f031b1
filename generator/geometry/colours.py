"""Mix colours, and compute contrast and distance, also for colour-vision deficiencies.

Deficiencies are simulated in linear light after Viénot, Brettel and Mollon (1999) and, for tritan,
with Brettel's plane.
"""

from __future__ import annotations

from functools import lru_cache

Rgb = tuple[float, float, float]
# The default text colour.
INK = "#14202b"

# Matrices that turn linear RGB into what an eye with the deficiency sees.
DEFICIENCIES: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
    "tritan": (
        (1.01277, 0.13548, -0.14826),
        (-0.01243, 0.86812, 0.14431),
        (0.07589, 0.805, 0.11911),
    ),
}


def parse(colour: str) -> Rgb:
    return tuple(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))  # type: ignore[return-value]


def hex_colour(rgb: Rgb) -> str:
    return "#" + "".join(f"{round(min(1, max(0, part)) * 255):02x}" for part in rgb)


def mix(colour: str, other: str, amount: float) -> str:
    """Mix two colours: 0 gives ``colour``, 1 gives ``other``."""
    first, second = parse(colour), parse(other)
    parts = [a + (b - a) * amount for a, b in zip(first, second, strict=True)]
    return hex_colour((parts[0], parts[1], parts[2]))


def tint(colour: str, amount: float) -> str:
    return mix(colour, "#ffffff", amount)


def shade(colour: str, amount: float) -> str:
    return mix(colour, "#000000", amount)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def linear(colour: str) -> Rgb:
    r, g, b = parse(colour)
    return _linear(r), _linear(g), _linear(b)


def luminance(colour: str) -> float:
    r, g, b = linear(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(colour: str, other: str) -> float:
    """Return the WCAG contrast ratio, 1 to 21."""
    low, high = sorted((luminance(colour), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=500)
def ink_on(colour: str, ink: str = INK) -> str:
    """Return ink or white, depending on which is easier to read on a colour."""
    return max((ink, "#ffffff"), key=lambda candidate: contrast(candidate, colour))


def _lab(rgb: Rgb) -> Rgb:
    r, g, b = (max(0.0, part) for part in rgb)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    fx, fy, fz = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def seen_by(colour: str, deficiency: str) -> Rgb:
    """Return linear RGB as an eye with the deficiency sees it."""
    rgb = linear(colour)
    rows = DEFICIENCIES[deficiency]
    parts = [sum(m * part for m, part in zip(row, rgb, strict=True)) for row in rows]
    return parts[0], parts[1], parts[2]


def distance(colour: str, other: str, deficiency: str = "") -> float:
    """Return the CIE76 distance of two colours, for normal vision or a deficiency."""
    seen = [seen_by(one, deficiency) if deficiency else linear(one) for one in (colour, other)]
    first, second = map(_lab, seen)
    return float(sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5)


def lightness(colour: str) -> float:
    """Return L*, 0 to 100: what remains in greyscale."""
    return _lab(linear(colour))[0]
