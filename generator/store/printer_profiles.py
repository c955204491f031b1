"""Printer profiles by name, in the user's own settings.

Comes in: a name and four numbers. Goes out: the same numbers later; a name that is not there is
answered with those that are.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from cards_data.problems import Problem, Problems, Text, WrongArgument, did_you_mean, quoted

from .atomic_files import write_text_whole

NAME = re.compile(r"[\w-]{1,40}")
# No printer is off by more: the sheet was read wrongly.
BOUNDS = {"x_mm": (-15, 15), "y_mm": (-15, 15), "angle_deg": (-5, 5), "scale": (0.9, 1.1)}


def printers_file() -> Path:
    """``ECOTABLE_DATA``, or where this system keeps settings."""
    own = os.environ.get("ECOTABLE_DATA")
    if own:
        return Path(own) / "printers.json"
    from platformdirs import user_config_path

    return user_config_path("ecotable", appauthor=False) / "printers.json"


def saved_printers() -> dict[str, dict[str, float]]:
    """Every printer that was saved; a damaged file holds none."""
    with suppress(OSError, ValueError):
        profiles = json.loads(printers_file().read_text(encoding="utf-8"))
        if isinstance(profiles, dict):
            return {name: one for name, one in profiles.items() if _is_sound(one)}
    return {}


def _is_sound(one: Any) -> bool:
    return isinstance(one, dict) and all(
        isinstance(one.get(key), int | float) and low <= one[key] <= high
        for key, (low, high) in BOUNDS.items()
    )


def printer(name: str) -> Mapping[str, float]:
    known = saved_printers()
    if name not in known:
        hint = did_you_mean(name, known) or Text("printer.make_one")
        allowed = ", ".join(known) or Text("printer.none")
        raise Problems(
            [WrongArgument("--printer", Text("value.unknown", value=quoted(name)), allowed, hint)]
        )
    return known[name]


def save_printer(name: str, numbers: Mapping[str, float]) -> Path:
    """Keeps a printer under a name, in place of an earlier one of that name."""
    if not NAME.fullmatch(name):
        raise Problems([WrongArgument("--save", quoted(name), Text("printer.name"))])
    wrong = [
        Problem(
            f"--{key.partition('_')[0]}",
            f"{numbers[key]:g}",
            Text("allowed.range", low=low, high=high),
        )
        for key, (low, high) in BOUNDS.items()
        if not low <= numbers[key] <= high
    ]
    if wrong:
        raise Problems(wrong)
    path = printers_file()
    text = json.dumps({**saved_printers(), name: dict(numbers)}, indent=1, sort_keys=True)
    write_text_whole(path, text + "\n")
    return path
