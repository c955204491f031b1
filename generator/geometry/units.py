"""Units: millimetres everywhere, points and pixels at the edges."""

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72.0
MM_PER_POINT = MM_PER_INCH / POINTS_PER_INCH

BLEED_MM = 3.0
SAFE_MM = 3.0
# Home printers cannot reach nearer to the paper's edge.
EDGE_MM = 5.0


def points(length_mm: float) -> float:
    return length_mm / MM_PER_POINT


def pixels(length_mm: float, dpi: int) -> int:
    return round(length_mm / MM_PER_INCH * dpi)
