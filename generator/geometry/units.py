"""Conversions between millimetres, which are used everywhere, and points and pixels."""

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72.0
MM_PER_POINT = MM_PER_INCH / POINTS_PER_INCH

BLEED_MM = 3.0
SAFE_MM = 3.0
# Home printers cannot print closer to the paper's edge.
EDGE_MM = 5.0


def points(length_mm: float) -> float:
    return length_mm / MM_PER_POINT


def pixels(length_mm: float, dpi: int) -> int:
    return round(length_mm / MM_PER_INCH * dpi)
