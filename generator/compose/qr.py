"""QR codes as path data. The only importer of qrcode."""

from __future__ import annotations

from functools import lru_cache

QUIET_MODULES = 4


@lru_cache(maxsize=64)
def qr_path(text: str) -> tuple[str, int]:
    """Path data in modules, and how many modules a side has, the quiet zone included."""
    import qrcode

    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_M, border=QUIET_MODULES)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    return " ".join(_runs(rows)), len(rows)


def _runs(rows: list[list[bool]]) -> list[str]:
    """Dark modules of a row that touch are one rectangle: no hairlines between them."""
    runs = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            if not row[x]:
                x += 1
                continue
            end = next((i for i in range(x, len(row)) if not row[i]), len(row))
            runs.append(f"M{x} {y}h{end - x}v1h{x - end}z")
            x = end
    return runs


def qr_text(text: str) -> str:
    """A code to scan off a terminal: two rows of modules in each line, light on dark."""
    import qrcode

    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_L, border=2)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    rows += [[True] * len(rows[0])] * (len(rows) % 2)
    signs = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("".join(signs[cells] for cells in zip(*pair, strict=True)) for pair in pairs)
