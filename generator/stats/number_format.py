"""Numbers as they are written: whole, as a percentage, as a ratio, as a change."""

from __future__ import annotations

from .chart_values import Kind, Number

MINUS = "\N{MINUS SIGN}"
NBSP = "\N{NO-BREAK SPACE}"


def written(number: Number, kind: Kind) -> str:
    """28, 33.1 %, 2.33, ± 0.2 %; a dash where there is none."""
    if number is None:
        return "–"
    if kind == "share":
        return f"{number * 100:.1f}{NBSP}%"
    if kind == "error":
        return f"±{NBSP}{number * 100:.1f}{NBSP}%"
    return _signed(f"{number:.2f}" if kind == "ratio" else f"{number:g}")


def change(now: Number, before: Number, kind: Kind) -> str:
    """+2, −1.5 points, +0.20; empty where nothing changed or nothing can be compared."""
    if now is None or before is None or kind == "error":
        return ""
    text = _unsigned(abs(now - before), kind)
    if not any(digit in text for digit in "123456789"):
        return ""
    return ("+" if now > before else MINUS) + text


def _unsigned(amount: float, kind: Kind) -> str:
    if kind == "share":
        return f"{amount * 100:.1f}"
    return f"{amount:.2f}" if kind == "ratio" else f"{amount:g}"


def _signed(text: str) -> str:
    return text.replace("-", MINUS)
