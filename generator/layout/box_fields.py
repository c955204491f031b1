"""The values of a box's keys: millimetres, colours, sizes of type, names.

Comes in: a mapping of a layout file, and perhaps another whose keys stand over its own. Goes out:
values of the wanted kind; everything else is a finding with file, line and what is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cards_data.fields import Fields
from cards_data.problems import AnyText, Message, Place, did_you_mean, quoted, said_by
from generator.geometry.units import BLEED_MM, SAFE_MM

from . import focus
from .box_values import Shown, UnknownName, shown
from .conditions import ALLOWED, Expression, WrongCondition, parse_condition
from .declared_boxes import NO_PAD, BoxLine, Pad, Paint
from .focus import parse_focus
from .layout_names import LayoutNames, few

LENGTHS = {"safe": SAFE_MM, "bleed": BLEED_MM}
MOST_MM = 2_000.0
HAIR_MM = 0.25
_PAINT = re.compile(r"(#[0-9a-fA-F]{6}|\w+)(?:\s+(\d{1,3}(?:\.\d+)?)\s*%)?")
_STROKE = re.compile(r"(.*?)(?:\s+(\d+(?:\.\d+)?)(?:\s*mm)?)?\s*")
_SIZES = re.compile(r"(\d+(?:\.\d+)?)(?:\s*(?:-|–|to)\s*(\d+(?:\.\d+)?))?")
_SMALLEST_PT, _LARGEST_PT = 1.0, 500.0


@dataclass(frozen=True)
class BoxFields:
    """Typed look-ups in a box; ``over`` changes a box of a ready layout."""

    own: Fields
    names: LayoutNames
    over: Fields | None = None

    def holder(self, key: str) -> Fields:
        return self.over if self.over is not None and key in self.over.data else self.own

    def has(self, key: str) -> bool:
        return key in self.own.data or (self.over is not None and key in self.over.data)

    def get(self, key: str) -> Any:
        return self.holder(key).data.get(key)

    def at(self, key: str) -> Place:
        return self.holder(key).at(key)

    def wrong(self, key: str, allowed: AnyText, hint: AnyText = "") -> None:
        fields = self.holder(key)
        fields.findings.add(
            fields.at(key),
            Message("value.found", value=quoted(fields.data.get(key))),
            allowed,
            hint,
        )

    def length(self, key: str, default: float | None = None) -> float | None:
        """Millimetres, or the word for a zone."""
        if not self.has(key):
            return default
        value = self._length(self.get(key))
        if value is None:
            self.wrong(key, Message("layout.length", n=MOST_MM, words=", ".join(LENGTHS)))
            return default
        return value

    def side(self, default: float, bounds: tuple[float, float]) -> float:
        """The side of something that is drawn: neither too small to be seen nor too large."""
        value = self._length(self.get("size")) if self.has("size") else default
        if value is None or not bounds[0] <= value <= bounds[1]:
            self.wrong("size", Message("field.range_mm", low=bounds[0], high=bounds[1]))
            return default
        return value

    def _length(self, value: object) -> float | None:
        if isinstance(value, str) and value in LENGTHS:
            return LENGTHS[value]
        plain = isinstance(value, int | float) and not isinstance(value, bool)
        return float(value) if plain and 0 <= value <= MOST_MM else None  # type: ignore[arg-type,operator]

    def pad(self, key: str = "pad") -> Pad:
        """One length, or two to four, as style sheets count them: clockwise from above."""
        if not self.has(key):
            return NO_PAD
        given = self.get(key)
        lengths = [self._length(item) for item in (given if isinstance(given, list) else [given])]
        known = [length for length in lengths if length is not None]
        if len(known) < len(lengths) or not 1 <= len(known) <= 4:
            self.wrong(key, Message("layout.margins"))
            return NO_PAD
        top, right, bottom, left = (known[place % len(known)] for place in range(4))
        if len(known) == 3:
            left = right
        return top, right, bottom, left

    def point(self, key: str) -> tuple[float, float] | None:
        """A place from the upper left corner of the face; negative: from the lower right."""
        if not self.has(key):
            return None
        given = self.get(key)
        signed = [_signed(item) for item in given] if isinstance(given, list) else []
        if len(signed) != 2 or None in signed:
            self.wrong(key, Message("layout.point", low=MOST_MM, high=MOST_MM))
            return None
        return signed[0] or 0.0, signed[1] or 0.0

    def share(self, key: str, most: float = 1_000) -> float | None:
        if not self.has(key):
            return None
        value = self.get(key)
        plain = isinstance(value, int | float) and not isinstance(value, bool)
        if not plain or not 0 <= value <= most:
            self.wrong(key, Message("layout.number_to", n=f"{most:g}"))
            return None
        return float(value)

    def whole(self, key: str, default: int, bounds: tuple[int, int]) -> int:
        if not self.has(key):
            return default
        value = self.get(key)
        if not isinstance(value, int) or isinstance(value, bool):
            self.wrong(key, Message("cell.number_from_to", low=str(bounds[0]), high=str(bounds[1])))
            return default
        if not bounds[0] <= value <= bounds[1]:
            self.wrong(key, Message("cell.number_from_to", low=str(bounds[0]), high=str(bounds[1])))
            return default
        return value

    def flag(self, key: str) -> bool:
        return self.holder(key).flag(key) if self.has(key) else False

    def chosen(self, key: str, allowed: Iterable[str], default: str) -> str:
        if not self.has(key):
            return default
        known, word = tuple(allowed), self.get(key)
        if isinstance(word, str) and word in known:
            return word
        self.wrong(key, ", ".join(known), did_you_mean(str(word), known))
        return default

    def paint(self, key: str) -> Paint | None:
        """A colour and how opaque it is: ``paper 90 %``."""
        return self._paint(key, self.get(key)) if self.has(key) else None

    def _paint(self, key: str, given: object) -> Paint | None:
        match = _PAINT.fullmatch(given.strip()) if isinstance(given, str) else None
        known = self.names.game.colours
        if not match or float(match[2] or 0) > 100:
            self.wrong(key, Message("layout.paint", example="paper, paper 90 %"))
            return None
        if match[1][0] != "#" and match[1] not in known:
            self.wrong(key, f'{few(known)}, "#rrggbb"', did_you_mean(match[1], known))
            return None
        return Paint(match[1], float(match[2] or 100) / 100)

    def stroke(self, key: str = "line") -> BoxLine | None:
        """A line: its colour and its width in mm, ``ink 0.4``."""
        if not self.has(key):
            return None
        given = self.get(key)
        match = _STROKE.fullmatch(given) if isinstance(given, str) else None
        width = float(match[2]) if match and match[2] else HAIR_MM
        if not match or not 0 < width <= 50:
            self.wrong(key, Message("layout.stroke"))
            return None
        paint = self._paint(key, match[1])
        return BoxLine(paint, width) if paint else None

    def sizes(self, default: tuple[float, float]) -> tuple[float, float]:
        """Points, one or a range to shrink in: ``14-10``."""
        if not self.has("size"):
            return default
        given = self.get("size")
        plain = isinstance(given, str | int | float) and not isinstance(given, bool)
        match = _SIZES.fullmatch(str(given).strip()) if plain else None
        high, low = (float(match[1]), float(match[2] or match[1])) if match else (0.0, 0.0)
        if not _SMALLEST_PT <= low <= high <= _LARGEST_PT:
            self.wrong("size", Message("layout.points"))
            return default
        return high, low

    def focus(self) -> tuple[float, float]:
        """What must be seen of a picture."""
        if not self.has("focus"):
            return 0.5, 0.5
        parsed = parse_focus(self.get("focus"))
        if parsed is None:
            self.wrong("focus", focus.ALLOWED)
        return parsed or (0.5, 0.5)

    def shown(self, key: str) -> Shown | None:
        """A name or a text with names in it."""
        given = self.get(key)
        if given is None or isinstance(given, bool | list | dict):
            self.wrong(key, Message("layout.column_or_text"))
            return None
        try:
            return shown(given, self.names)
        except UnknownName as unknown:
            self._unknown(key, unknown)
        return None

    def counted(self, key: str, most: int) -> Shown | None:
        """A number, or the name of what holds one, or of a list."""
        if not self.has(key):
            return None
        given = self.get(key)
        if isinstance(given, int) and not isinstance(given, bool) and 0 <= given <= most:
            return Shown((str(given),))
        if isinstance(given, str) and self.names.knows(given):
            return shown(given, self.names)
        known = self.names.shown
        hint = did_you_mean(str(given), known)
        self.wrong(key, Message("layout.number_or_column", n=most), hint)
        return None

    def condition(self) -> Expression | None:
        if not self.has("when"):
            return None
        given = self.get("when")
        if not isinstance(given, str) or not given.strip():
            self.wrong("when", ALLOWED)
            return None
        try:
            return parse_condition(given, self.names)
        except WrongCondition as wrong:
            self.holder("when").findings.add(self.at("when"), said_by(wrong), ALLOWED)
        except UnknownName as unknown:
            self._unknown("when", unknown)
        return None

    def _unknown(self, key: str, unknown: UnknownName) -> None:
        findings = self.holder(key).findings
        findings.add(self.at(key), unknown.found, unknown.allowed, unknown.hint)


def _signed(value: object) -> float | None:
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if plain and abs(value) <= MOST_MM else None  # type: ignore[arg-type]
