"""The values that box keys accept: millimetres, colours, type sizes, names of columns.

Each reader takes a value from the file and the names that the layout may use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from cards_data.declarations import invalid, read_by, unfit
from cards_data.problems import Message, did_you_mean, quote
from cards_data.schema import Mistakes, Path, ReadBy
from generator.geometry.units import BLEED_MM, SAFE_MM

from .box_geometry import FOCUSES, parse_focus
from .layout_names import ALLOWED, LayoutNames, Name, Parts, name_list, parse_condition, parts_of

LENGTHS = {"safe": SAFE_MM, "bleed": BLEED_MM}
MOST_MM = 2_000.0
MOST_REPEATS = 500
HAIR_MM = 0.25
_PAINT = re.compile(r"(#[0-9a-fA-F]{6}|\w+)(?:\s+(\d{1,3}(?:\.\d+)?)\s*%)?")
_STROKE = re.compile(r"(.*?)(?:\s+(\d+(?:\.\d+)?)(?:\s*mm)?)?\s*")
_SIZES = re.compile(r"(\d+(?:\.\d+)?)(?:\s*(?:-|–|to)\s*(\d+(?:\.\d+)?))?")
_SMALLEST_PT, _LARGEST_PT = 1.0, 500.0
_ART = "art"

Margins = tuple[float, float, float, float]


@dataclass(frozen=True)
class Paint:
    """A colour by its name in game.yaml or as ``#rrggbb``, and its opacity."""

    colour: str
    opacity: float = 1.0


@dataclass(frozen=True)
class BoxLine:
    """A line: its paint, and its width in mm."""

    paint: Paint
    width: float


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _length(value: Any, _: LayoutNames) -> float | None:
    """Read millimetres, or the name of a zone."""
    if isinstance(value, str) and value in LENGTHS:
        return LENGTHS[value]
    return float(value) if _is_number(value) and 0 <= value <= MOST_MM else None


def _margins(value: Any, names: LayoutNames) -> Margins | None:
    """Read one length, or two to four as in CSS: clockwise from the top."""
    lengths = [_length(item, names) for item in (value if isinstance(value, list) else [value])]
    valid = [length for length in lengths if length is not None]
    if len(valid) < len(lengths) or not 1 <= len(valid) <= 4:
        return None
    top, right, bottom, left = (valid[place % len(valid)] for place in range(4))
    return top, right, bottom, right if len(valid) == 3 else left


def _point(value: Any, _: LayoutNames) -> tuple[float, float] | None:
    items = value if isinstance(value, list) else []
    if len(items) != 2 or not all(_is_number(one) and abs(one) <= MOST_MM for one in items):
        return None
    return float(items[0]), float(items[1])


def _paint(value: Any, names: LayoutNames) -> Paint | None:
    """Read a colour and its opacity: ``paper 90 %``."""
    match = _PAINT.fullmatch(value.strip()) if isinstance(value, str) else None
    colours = names.game.colours
    if not match or float(match[2] or 0) > 100:
        return None
    if match[1][0] != "#" and match[1] not in colours:
        raise unfit(value, f'{name_list(colours)}, "#rrggbb"', did_you_mean(match[1], colours))
    return Paint(match[1], float(match[2] or 100) / 100)


def _stroke(value: Any, names: LayoutNames) -> BoxLine | None:
    """Read a line, its colour and its width in mm: ``ink 0.4``."""
    match = _STROKE.fullmatch(value) if isinstance(value, str) else None
    width = float(match[2]) if match and match[2] else HAIR_MM
    if not match or not 0 < width <= 50:
        return None
    paint = _paint(match[1], names)
    if paint is None:
        raise unfit(value, PAINT.wanted)
    return BoxLine(paint, width)


def _points(value: Any, _: LayoutNames) -> tuple[float, float] | None:
    """Read points, either one size or a range to shrink in: ``14-10``."""
    match = _SIZES.fullmatch(str(value).strip()) if not isinstance(value, bool) else None
    high, low = (float(match[1]), float(match[2] or match[1])) if match else (0.0, 0.0)
    return (high, low) if _SMALLEST_PT <= low <= high <= _LARGEST_PT else None


def _text(value: Any, names: LayoutNames) -> Parts | None:
    """Read a name or a text with names in it; a yes-or-no column is neither."""
    if value is None or isinstance(value, bool | list | dict):
        return None
    content = parts_of(value, names)
    column = names.deck.columns.get(content.name)
    if column and column.kind == "bool":
        fault = Message("layout.yes_no", value=quote(column.name))
        raise invalid(fault, hint=Message("layout.write_read", column=column.name))
    return content


def _picture(value: Any, names: LayoutNames) -> Parts | None:
    """Read a picture: ``art`` for the piece's own, a column that names one, or its name."""
    if not isinstance(value, str) or not value:
        return None
    if value == _ART:
        return Parts((Name("id"),))
    return Parts((Name(value) if names.knows(value) else value,))


def _read_count(value: Any, names: LayoutNames) -> Parts:
    """Read a number, or the name of a number or list."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_REPEATS:
        return Parts((str(value),))
    if not isinstance(value, str) or not names.knows(value):
        raise unfit(value, COUNTED_IN, did_you_mean(str(value), names.for_message))
    return parts_of(value, names)


def _choice(word: Any, allowed: Iterable[str]) -> str:
    values = sorted(allowed)
    if not isinstance(word, str) or word not in values:
        raise unfit(word, ", ".join(values), did_you_mean(str(word), values))
    return word


def _template(value: Any, names: LayoutNames) -> str:
    if not names.templates:
        raise unfit(value, Message("layout.no_templates"))
    return _choice(value, names.templates)


def _icons(raw: Any, path: Path, errors: Mistakes) -> tuple[str | Name, ...]:
    """Read the symbols that a column lists, or symbols by name."""
    names, words = errors.context, raw if isinstance(raw, list) else [raw]
    if len(words) == 1 and isinstance(words[0], str) and names.knows(words[0]):
        return (Name(words[0]),)
    names_known = (*names.deck.columns, *sorted(names.symbols))
    for word in words:
        if not isinstance(word, str) or word not in names.symbols:
            fault = Message("layout.no_symbol", value=quote(word))
            wrong = invalid(fault, name_list(names_known), did_you_mean(str(word), names_known))
            errors.add(path, wrong.mistake)
    return tuple(map(str, words))


def _in_range(read: Callable[..., Any], low: float, high: float, allowed: Message) -> ReadBy:
    def within(value: Any, names: LayoutNames) -> Any:
        number = read(value, names)
        return number if number is not None and low <= number <= high else None

    return read_by(within, allowed)


def _number(value: Any, _: LayoutNames) -> float | None:
    return float(value) if _is_number(value) else None


def whole_number(low: int, high: int) -> ReadBy:
    allowed = Message("cell.number_from_to", low=str(low), high=str(high))
    return _in_range(lambda value, _: value if type(value) is int else None, low, high, allowed)


def side(low: float, high: float) -> ReadBy:
    """Return a reader of a side length within these limits."""
    return _in_range(_length, low, high, Message("field.range_mm", low=low, high=high))


COUNTED_IN = Message("layout.number_or_column", n=MOST_REPEATS)
ALIGNS = {"left": "left", "centre": "center", "center": "center", "right": "right"}

NAME = read_by(
    lambda value, _: value if isinstance(value, str) and value else None, Message("layout.a_name")
)
LENGTH = read_by(_length, Message("layout.length", n=MOST_MM, words=", ".join(LENGTHS)))
SHARE = _in_range(_number, 0, 1_000, Message("layout.number_to", n="1000"))
LEADING = _in_range(_number, 0.3, 10, Message("allowed.range", low="0.3", high="10"))
MARGINS = read_by(_margins, Message("layout.margins"))
POINT = read_by(_point, Message("layout.point", low=MOST_MM, high=MOST_MM))
PAINT = read_by(_paint, Message("layout.paint", example="paper, paper 90 %"))
STROKE = read_by(_stroke, Message("layout.stroke"))
POINTS = read_by(_points, Message("layout.points"))
FOCUS = read_by(lambda value, _: parse_focus(value), FOCUSES)
TEXT = read_by(_text, Message("layout.column_or_text"))
PICTURE = read_by(_picture, Message("layout.art"))
COUNTED = read_by(_read_count, COUNTED_IN)
CONDITION = read_by(
    lambda value, names: (
        parse_condition(value, names) if isinstance(value, str) and value.strip() else None
    ),
    ALLOWED,
)
FONT = read_by(lambda value, names: _choice(value, names.fonts), Message("allowed.text"))
TEMPLATE = read_by(_template, Message("allowed.text"))
ICONS = ReadBy(_icons, "text", ())
