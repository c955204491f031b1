"""Readers of the values of a box: millimetres, colours, sizes of type, names.

Each reader takes a key that is there and gives its value, or reports what is wrong and gives
nothing, so that the default of the key holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cards_data.fields import Fields
from cards_data.problems import AnyText, Message, did_you_mean, quoted, said_by
from generator.geometry.units import BLEED_MM, SAFE_MM
from scorer.expressions import SyntaxNode

from .box_geometry import FOCUSES, parse_focus
from .conditions import ALLOWED, WrongCondition, parse_condition
from .declared_boxes import BoxLine, Focus, Pad, Paint
from .layout_names import LayoutNames, Name, Shown, UnknownName, few, shown

LENGTHS = {"safe": SAFE_MM, "bleed": BLEED_MM}
MOST_MM = 2_000.0
MOST_REPEATS = 500
HAIR_MM = 0.25
_PAINT = re.compile(r"(#[0-9a-fA-F]{6}|\w+)(?:\s+(\d{1,3}(?:\.\d+)?)\s*%)?")
_STROKE = re.compile(r"(.*?)(?:\s+(\d+(?:\.\d+)?)(?:\s*mm)?)?\s*")
_SIZES = re.compile(r"(\d+(?:\.\d+)?)(?:\s*(?:-|–|to)\s*(\d+(?:\.\d+)?))?")
_SMALLEST_PT, _LARGEST_PT = 1.0, 500.0
_TURNS = (0, 90, 180, 270)
_ART = "art"


@dataclass(frozen=True)
class BoxFields:
    """The keys of a box; those of ``over`` change a box of the layout that another begins with."""

    own: Fields
    names: LayoutNames
    over: Fields | None = None

    def holder(self, key: str) -> Fields:
        return self.over if self.over is not None and key in self.over.data else self.own

    def has(self, key: str) -> bool:
        return key in self.holder(key).data

    def get(self, key: str) -> Any:
        return self.holder(key).data.get(key)

    def report(self, key: str, found: AnyText, allowed: AnyText = "", hint: AnyText = "") -> None:
        fields = self.holder(key)
        fields.findings.add(fields.at(key), found, allowed, hint)

    def wrong(self, key: str, allowed: AnyText, hint: AnyText = "") -> None:
        self.report(key, Message("value.found", value=quoted(self.get(key))), allowed, hint)

    def length(self, key: str) -> float | None:
        """Millimetres, or the word for a zone."""
        value = _length(self.get(key))
        if value is None:
            self.wrong(key, Message("layout.length", n=MOST_MM, words=", ".join(LENGTHS)))
        return value

    def side(self, low: float, high: float) -> float | None:
        """The side of something that is drawn: large enough to be seen, and not too large."""
        value = _length(self.get("size"))
        if value is not None and low <= value <= high:
            return value
        self.wrong("size", Message("field.range_mm", low=low, high=high))
        return None

    def pad(self, key: str) -> Pad | None:
        """One length, or two to four, as style sheets count them: clockwise from above."""
        given = self.get(key)
        lengths = [_length(item) for item in (given if isinstance(given, list) else [given])]
        known = [length for length in lengths if length is not None]
        if len(known) < len(lengths) or not 1 <= len(known) <= 4:
            self.wrong(key, Message("layout.margins"))
            return None
        top, right, bottom, left = (known[place % len(known)] for place in range(4))
        return top, right, bottom, right if len(known) == 3 else left

    def point(self, key: str) -> tuple[float, float] | None:
        """A place from the upper left corner of the face; negative: from the lower right."""
        given = self.get(key)
        numbers = [
            float(item)
            for item in (given if isinstance(given, list) else ())
            if _is_number(item) and abs(item) <= MOST_MM
        ]
        if len(numbers) != 2 or len(given) != 2:
            self.wrong(key, Message("layout.point", low=MOST_MM, high=MOST_MM))
            return None
        return numbers[0], numbers[1]

    def share(self, key: str, most: float = 1_000) -> float | None:
        value = self.get(key)
        if _is_number(value) and 0 <= value <= most:
            return float(value)
        self.wrong(key, Message("layout.number_to", n=f"{most:g}"))
        return None

    def leading(self, key: str) -> float | None:
        value = self.share(key, 10)
        if value is not None and value < 0.3:
            self.wrong(key, "0.3 to 10")
            return None
        return value

    def whole(self, key: str, low: int, high: int) -> int | None:
        value = self.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.wrong(key, Message("cell.number_from_to", low=str(low), high=str(high)))
        return None

    def turn(self, key: str) -> int | None:
        angle = self.whole(key, 0, 270)
        if angle is None or angle in _TURNS:
            return angle
        self.wrong(key, ", ".join(map(str, _TURNS)))
        return None

    def flag(self, key: str) -> bool:
        return self.holder(key).flag(key)

    def chosen(self, key: str, allowed: Iterable[str]) -> str | None:
        known, word = tuple(allowed), self.get(key)
        if isinstance(word, str) and word in known:
            return word
        self.wrong(key, ", ".join(known), did_you_mean(str(word), known))
        return None

    def font(self, key: str) -> str | None:
        return self.chosen(key, sorted(self.names.fonts))

    def paint(self, key: str) -> Paint | None:
        """A colour and how opaque it is: ``paper 90 %``."""
        return self._paint(key, self.get(key))

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

    def stroke(self, key: str) -> BoxLine | None:
        """A line: its colour and its width in mm, ``ink 0.4``."""
        given = self.get(key)
        match = _STROKE.fullmatch(given) if isinstance(given, str) else None
        width = float(match[2]) if match and match[2] else HAIR_MM
        if not match or not 0 < width <= 50:
            self.wrong(key, Message("layout.stroke"))
            return None
        paint = self._paint(key, match[1])
        return BoxLine(paint, width) if paint else None

    def points(self, default: tuple[float, float]) -> tuple[float, float]:
        """Points, one or a range to shrink in: ``14-10``."""
        if not self.has("size"):
            return default
        given = self.get("size")
        match = _SIZES.fullmatch(str(given).strip()) if not isinstance(given, bool) else None
        high, low = (float(match[1]), float(match[2] or match[1])) if match else (0.0, 0.0)
        if not _SMALLEST_PT <= low <= high <= _LARGEST_PT:
            self.wrong("size", Message("layout.points"))
            return default
        return high, low

    def focus(self, key: str) -> Focus | None:
        """The part of a picture that must be seen."""
        parsed = parse_focus(self.get(key))
        if parsed is None:
            self.wrong(key, FOCUSES)
        return parsed

    def text(self, key: str) -> Shown | None:
        """A name or a text with names in it; a column that holds yes or no is neither."""
        given = self.get(key)
        if given is None or isinstance(given, bool | list | dict):
            self.wrong(key, Message("layout.column_or_text"))
            return None
        try:
            content = shown(given, self.names)
        except UnknownName as unknown:
            self.report(key, unknown.found, unknown.allowed, unknown.hint)
            return None
        column = self.names.deck.columns.get(content.name)
        if column and column.kind == "bool":
            found = Message("layout.yes_no", value=quoted(column.name))
            self.report(key, found, hint=Message("layout.write_read", column=column.name))
        return content

    def picture(self, key: str) -> Shown | None:
        """``art`` is the piece's own picture; a column names one; another word is its name."""
        given = self.get(key)
        if not isinstance(given, str) or not given:
            self.wrong(key, Message("layout.art"))
            return None
        if given == _ART:
            return Shown((Name("id"),))
        return Shown((Name(given),)) if self.names.knows(given) else Shown((given,))

    def counted(self, key: str) -> Shown | None:
        """A number, or the name of what holds one, or of a list."""
        given = self.get(key)
        if isinstance(given, int) and not isinstance(given, bool) and 0 <= given <= MOST_REPEATS:
            return Shown((str(given),))
        if isinstance(given, str) and self.names.knows(given):
            return shown(given, self.names)
        hint = did_you_mean(str(given), self.names.shown)
        self.wrong(key, Message("layout.number_or_column", n=MOST_REPEATS), hint)
        return None

    def condition(self, key: str) -> SyntaxNode | None:
        given = self.get(key)
        if not isinstance(given, str) or not given.strip():
            self.wrong(key, ALLOWED)
            return None
        try:
            return parse_condition(given, self.names)
        except WrongCondition as wrong:
            self.report(key, said_by(wrong), ALLOWED)
        except UnknownName as unknown:
            self.report(key, unknown.found, unknown.allowed, unknown.hint)
        return None


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _length(value: object) -> float | None:
    if isinstance(value, str) and value in LENGTHS:
        return LENGTHS[value]
    return float(value) if _is_number(value) and 0 <= value <= MOST_MM else None  # type: ignore[arg-type,operator]
