"""Papers, and how a printer misplaces backs on them, as read from a calibration sheet."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cards_data.declarations import Words, read_document
from cards_data.models import Size
from cards_data.problems import (
    Findings,
    Message,
    Problem,
    Problems,
    WrongArgument,
    did_you_mean,
    quote,
)
from cards_data.reader import read_yaml
from cards_data.schema import Frozen
from generator.geometry.units import EDGE_MM


class Paper(NamedTuple):
    name: str
    width_mm: float
    height_mm: float


def page_scale(page: Size, paper: Paper) -> float:
    """Return the scale at which a kit page fits on a small paper; 1 on all others."""
    room = paper.width_mm - 2 * EDGE_MM, paper.height_mm - 2 * EDGE_MM
    return min(1.0, room[0] / page.width_mm, room[1] / page.height_mm)


class _Measures(Frozen):
    width_mm: float
    height_mm: float


@cache
def papers() -> dict[str, Paper]:
    findings, document = Findings(), read_yaml(Path(__file__).parent / "papers.yaml")
    declared = read_document(dict[Words, _Measures], document, findings)
    findings.raise_any()
    return {name: Paper(name, one.width_mm, one.height_mm) for name, one in declared.items()}


@dataclass(frozen=True)
class Profile:
    """How far a printer shifts, rotates and stretches the second side."""

    x_mm: float = 0.0
    y_mm: float = 0.0
    angle_deg: float = 0.0
    scale: float = 1.0

    def correct(self, point: tuple[float, float], paper: Paper) -> tuple[float, float]:
        """Return where to draw a point so that the printer puts it in the right place."""
        middle_x, middle_y = paper.width_mm / 2, paper.height_mm / 2
        x, y = point[0] - middle_x - self.x_mm, point[1] - middle_y - self.y_mm
        turn, scale = math.radians(-self.angle_deg), 1 / self.scale
        cos, sin = math.cos(turn), math.sin(turn)
        return (x * cos - y * sin) * scale + middle_x, (x * sin + y * cos) * scale + middle_y

    def matrix(self, paper: Paper) -> tuple[float, float, float, float, float, float]:
        """Return the correction as a, b, c, d, e, f: x' = a x + c y + e, y' = b x + d y + f."""
        e, f = self.correct((0.0, 0.0), paper)
        ax, bx = self.correct((1.0, 0.0), paper)
        cx, dx = self.correct((0.0, 1.0), paper)
        return ax - e, bx - f, cx - e, dx - f, e, f


NAME = re.compile(r"[\w-]{1,40}")
# No printer is off by more: the sheet was misread.
BOUNDS = {"x_mm": (-15, 15), "y_mm": (-15, 15), "angle_deg": (-5, 5), "scale": (0.9, 1.1)}


def printers_file() -> Path:
    """Return the file in ``ECOTABLE_DATA``, or in this system's settings folder."""
    own = os.environ.get("ECOTABLE_DATA")
    if own:
        return Path(own) / "printers.json"
    from platformdirs import user_config_path

    return user_config_path("ecotable", appauthor=False) / "printers.json"


def saved_printers() -> dict[str, dict[str, float]]:
    """Return every saved printer; a damaged file has none."""
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
    printers = saved_printers()
    if name not in printers:
        hint = did_you_mean(name, printers) or Message("printer.make_one")
        allowed = ", ".join(printers) or Message("printer.none")
        fault = Message("value.unknown", value=quote(name))
        raise Problems([WrongArgument("--printer", fault, allowed, hint)])
    return printers[name]


def save_printer(name: str, numbers: Mapping[str, float]) -> Path:
    """Save a printer under a name; replace an earlier one with that name."""
    from generator.store.atomic_files import write_text_whole

    if not NAME.fullmatch(name):
        raise Problems([WrongArgument("--save", quote(name), Message("printer.name"))])
    wrong = [
        Problem(
            f"--{key.partition('_')[0]}",
            f"{numbers[key]:g}",
            Message("allowed.range", low=low, high=high),
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
