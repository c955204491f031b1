"""The keys of a box, and readers of their values: millimetres, colours, sizes of type, names.

A reader takes a value as it is in the file, and raises ``WrongValue`` where it is not allowed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from cards_data.declarations import Fields
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


class WrongValue(Exception):
    """A value that is not allowed; without ``found``, the value itself is what was found."""

    def __init__(self, allowed: AnyText = "", hint: AnyText = "", found: AnyText = "") -> None:
        super().__init__(allowed)
        self.allowed, self.hint, self.found = allowed, hint, found


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

    def read(self, key: str, reader: Reader, default: Any = None) -> Any:
        """The value of a key; the default where it is missing or wrong."""
        if not self.has(key):
            return default
        try:
            return reader(self, self.get(key))
        except WrongValue as wrong:
            self.report(key, wrong)
            return default

    def report(self, key: str, wrong: WrongValue) -> None:
        fields = self.holder(key)
        found = wrong.found or Message("value.found", value=quoted(self.get(key)))
        fields.findings.add(fields.at(key), found, wrong.allowed, wrong.hint)

    def length(self, value: object) -> float:
        """Millimetres, or the word for a zone."""
        found = _length(value)
        if found is None:
            raise WrongValue(Message("layout.length", n=MOST_MM, words=", ".join(LENGTHS)))
        return found

    def pad(self, value: object) -> Pad:
        """One length, or two to four, as style sheets count them: clockwise from above."""
        lengths = [_length(item) for item in (value if isinstance(value, list) else [value])]
        known = [length for length in lengths if length is not None]
        if len(known) < len(lengths) or not 1 <= len(known) <= 4:
            raise WrongValue(Message("layout.margins"))
        top, right, bottom, left = (known[place % len(known)] for place in range(4))
        return top, right, bottom, right if len(known) == 3 else left

    def point(self, value: object) -> tuple[float, float]:
        """A place from the upper left corner of the face; negative: from the lower right."""
        items = value if isinstance(value, list) else []
        if len(items) != 2 or not all(_is_number(one) and abs(one) <= MOST_MM for one in items):
            raise WrongValue(Message("layout.point", low=MOST_MM, high=MOST_MM))
        return float(items[0]), float(items[1])

    def share(self, value: Any, most: float = 1_000) -> float:
        if not _is_number(value) or not 0 <= value <= most:
            raise WrongValue(Message("layout.number_to", n=f"{most:g}"))
        return float(value)

    def leading(self, value: object) -> float:
        found = self.share(value, 10)
        if found < 0.3:
            raise WrongValue("0.3 to 10")
        return found

    def turn(self, value: object) -> int:
        angle: int = whole(0, 270)(self, value)
        if angle not in _TURNS:
            raise WrongValue(", ".join(map(str, _TURNS)))
        return angle

    def flag(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise WrongValue(Message("allowed.true_false"))
        return value

    def font(self, value: object) -> str:
        return _chosen(value, sorted(self.names.fonts))

    def template(self, value: object) -> str:
        known = sorted(self.names.templates)
        if not known:
            raise WrongValue(Message("layout.no_templates"))
        return _chosen(value, known)

    def paint(self, value: object) -> Paint:
        """A colour and how opaque it is: ``paper 90 %``."""
        match = _PAINT.fullmatch(value.strip()) if isinstance(value, str) else None
        known = self.names.game.colours
        if not match or float(match[2] or 0) > 100:
            raise WrongValue(Message("layout.paint", example="paper, paper 90 %"))
        if match[1][0] != "#" and match[1] not in known:
            raise WrongValue(f'{few(known)}, "#rrggbb"', did_you_mean(match[1], known))
        return Paint(match[1], float(match[2] or 100) / 100)

    def stroke(self, value: object) -> BoxLine:
        """A line: its colour and its width in mm, ``ink 0.4``."""
        match = _STROKE.fullmatch(value) if isinstance(value, str) else None
        width = float(match[2]) if match and match[2] else HAIR_MM
        if not match or not 0 < width <= 50:
            raise WrongValue(Message("layout.stroke"))
        return BoxLine(self.paint(match[1]), width)

    def points(self, value: object) -> tuple[float, float]:
        """Points, one or a range to shrink in: ``14-10``."""
        match = _SIZES.fullmatch(str(value).strip()) if not isinstance(value, bool) else None
        high, low = (float(match[1]), float(match[2] or match[1])) if match else (0.0, 0.0)
        if not _SMALLEST_PT <= low <= high <= _LARGEST_PT:
            raise WrongValue(Message("layout.points"))
        return high, low

    def focus(self, value: object) -> Focus:
        """The part of a picture that must be seen."""
        parsed = parse_focus(value)
        if parsed is None:
            raise WrongValue(FOCUSES)
        return parsed

    def text(self, value: object) -> Shown:
        """A name or a text with names in it; a column that holds yes or no is neither."""
        if value is None or isinstance(value, bool | list | dict):
            raise WrongValue(Message("layout.column_or_text"))
        try:
            content = shown(value, self.names)
        except UnknownName as unknown:
            raise _unknown(unknown) from None
        column = self.names.deck.columns.get(content.name)
        if column and column.kind == "bool":
            found = Message("layout.yes_no", value=quoted(column.name))
            raise WrongValue("", Message("layout.write_read", column=column.name), found)
        return content

    def picture(self, value: object) -> Shown:
        """``art`` is the piece's own picture; a column names one; another word is its name."""
        if not isinstance(value, str) or not value:
            raise WrongValue(Message("layout.art"))
        if value == _ART:
            return Shown((Name("id"),))
        return Shown((Name(value) if self.names.knows(value) else value,))

    def counted(self, value: object) -> Shown:
        """A number, or the name of what holds one, or of a list."""
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_REPEATS:
            return Shown((str(value),))
        if not isinstance(value, str) or not self.names.knows(value):
            hint = did_you_mean(str(value), self.names.shown)
            raise WrongValue(Message("layout.number_or_column", n=MOST_REPEATS), hint)
        return shown(value, self.names)

    def condition(self, value: object) -> SyntaxNode:
        if not isinstance(value, str) or not value.strip():
            raise WrongValue(ALLOWED)
        try:
            return parse_condition(value, self.names)
        except WrongCondition as wrong:
            raise WrongValue(ALLOWED, found=said_by(wrong)) from None
        except UnknownName as unknown:
            raise _unknown(unknown) from None


Reader = Callable[[BoxFields, Any], Any]


def one_of(*allowed: str) -> Reader:
    return lambda box, value: _chosen(value, allowed)


def whole(low: int, high: int) -> Reader:
    def read(box: BoxFields, value: object) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        raise WrongValue(Message("cell.number_from_to", low=str(low), high=str(high)))

    return read


def side(low: float, high: float) -> Reader:
    """The side of something that is drawn: large enough to be seen, and not too large."""

    def read(box: BoxFields, value: object) -> float:
        found = _length(value)
        if found is None or not low <= found <= high:
            raise WrongValue(Message("field.range_mm", low=low, high=high))
        return found

    return read


def _chosen(word: object, allowed: Iterable[str]) -> str:
    known = tuple(allowed)
    if not isinstance(word, str) or word not in known:
        raise WrongValue(", ".join(known), did_you_mean(str(word), known))
    return word


def _unknown(name: UnknownName) -> WrongValue:
    return WrongValue(name.allowed, name.hint, name.found)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _length(value: object) -> float | None:
    if isinstance(value, str) and value in LENGTHS:
        return LENGTHS[value]
    return float(value) if _is_number(value) and 0 <= value <= MOST_MM else None  # type: ignore[arg-type,operator]
