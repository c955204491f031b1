"""The part of a picture that must be seen: ``50% 30%``, from its left and from above."""

from __future__ import annotations

import re

from cards_data.problems import Message

_FOCUS = re.compile(r"\s*(\d{1,3}(?:\.\d+)?)\s*%\s+(\d{1,3}(?:\.\d+)?)\s*%\s*")
ALLOWED = Message("layout.focus")


def parse_focus(value: object) -> tuple[float, float] | None:
    """Both as shares of one, or nothing where it is no focus."""
    match = _FOCUS.fullmatch(value) if isinstance(value, str) else None
    if not match or max(float(match[1]), float(match[2])) > 100:
        return None
    return float(match[1]) / 100, float(match[2]) / 100
