"""Ecosfera Baltica counted a second time, from the rulebook alone: two counts decide."""

from __future__ import annotations

from typing import Any

from counted import Counted, Side, placed


def counted(raw: dict[str, Any]) -> Counted:
    """Won with the sixth different habitat, lost with the sixth impact; both at once is won."""
    sides = placed({"Team": Side({"habitats": len(set(raw["habitats"]))})})
    if len(set(raw["habitats"])) == 6:
        return Counted("won", ["Team"], sides)
    return Counted("lost" if raw["impacts"] == 6 else "ongoing", [], sides)
