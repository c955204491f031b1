"""Draw QR codes as path data. The only importer of qrcode."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

QUIET_MODULES = 4


@lru_cache(maxsize=64)
def qr_path(text: str) -> tuple[str, int]:
    """Return path data in modules, and the modules per side including the quiet zone."""
    rows = _modules(text, "M", QUIET_MODULES)
    return " ".join(_runs(rows)), len(rows)


def _modules(text: str, correction: str, border: int) -> list[list[bool]]:
    """Return the dark modules of a code, row by row."""
    from qrcode import QRCode, constants

    code = QRCode(error_correction=getattr(constants, f"ERROR_CORRECT_{correction}"), border=border)
    code.add_data(text)
    code.make(fit=True)
    rows: list[list[bool]] = code.get_matrix()
    return rows


def _runs(rows: list[list[bool]]) -> list[str]:
    """Merge adjacent dark modules of a row into rectangles, to avoid hairlines between them."""
    runs = []
    for y, row in enumerate(rows):
        x = 0
        for dark, modules in groupby(row):
            wide = len(list(modules))
            runs += [f"M{x} {y}h{wide}v1h{-wide}z"] if dark else []
            x += wide
    return runs


def qr_text(text: str) -> str:
    """Draw a code to scan from a terminal: two rows of modules per line, light on dark."""
    rows = _modules(text, "L", border=2)
    rows += [[True] * len(rows[0])] * (len(rows) % 2)
    signs = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("".join(signs[cells] for cells in zip(*pair, strict=True)) for pair in pairs)
