"""The kinds of boxes: the keys of each, how they are read, and how it takes its place.

A new kind is an entry of ``KINDS`` here and a class in ``generator/compose/layouts/content.py``
that measures and draws it. docs/layouts.md describes all keys.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from cards_data.problems import Message, did_you_mean, quoted

from .box_fields import BoxFields, Reader, WrongValue, one_of, side, whole
from .box_geometry import ARRANGEMENTS
from .declared_boxes import Paint
from .layout_names import Name, Shown, few

Values = dict[str, Any]
SHAPES = ("rect", "circle", "hex", "hex_pointy", "diamond", "star", "drop", "outline")
# Badges with less room in their middle.
POINTED = ("star", "diamond", "drop")
_ALIGNS = {"left": "left", "centre": "center", "center": "center", "right": "right"}
_BADGE_MM, _ICON_MM = 9.0, 6.0
_BADGE_FILL = Paint("#14202b")

# How the value of a key is read, where every kind reads it alike.
READERS: dict[str, Reader] = {
    "when": BoxFields.condition,
    "repeat": BoxFields.counted,
    "width": BoxFields.length,
    "height": BoxFields.length,
    "grow": BoxFields.share,
    "hug": BoxFields.flag,
    "at": BoxFields.point,
    "turn": BoxFields.turn,
    "align": lambda box, value: _ALIGNS[one_of(*_ALIGNS)(box, value)],
    "valign": one_of("top", "middle", "bottom"),
    "pad": BoxFields.pad,
    "gap": BoxFields.length,
    "fill": BoxFields.paint,
    "line": BoxFields.stroke,
    "shape": one_of(*SHAPES),
    "corner": BoxFields.length,
    "colour": BoxFields.paint,
    "font": BoxFields.font,
    "leading": BoxFields.leading,
    "lines": whole(0, 1_000),
    "fit": one_of("contain", "cover"),
    "focus": BoxFields.focus,
    "border": BoxFields.stroke,
    "picture": BoxFields.picture,
    "count": BoxFields.counted,
    "arrange": one_of(*ARRANGEMENTS),
    "columns": whole(1, 100),
    "rows": whole(1, 100),
    "start": whole(-1_000, 10_000),
    "cell": lambda box, value: box.length(value) or None,
    "items": BoxFields.counted,
}


def read_keys(box: BoxFields, keys: tuple[str, ...]) -> Values:
    """The values of those keys that are there and sound."""
    read = {key: box.read(key, READERS[key]) for key in keys if key in READERS}
    return {key: value for key, value in read.items() if value is not None}


# ---- what one kind reads ---------------------------------------------------------------------


def _text(box: BoxFields) -> Values:
    points = box.read("size", BoxFields.points, (9.0, 7.0))
    return {"content": box.read("text", BoxFields.text), "points": points}


def _badge(box: BoxFields) -> Values:
    size = box.read("size", side(3, 300), _BADGE_MM)
    # A figure is half as high as its badge; a word in it shrinks to what can still be read.
    figure = size * (0.95 if box.get("shape") in POINTED else 1.45)
    values = {"size": size, "points": (figure, min(figure, 7.0))}
    if not box.has("fill") and not box.has("line"):
        values["fill"] = _BADGE_FILL
    return values | {"content": box.read("badge", BoxFields.text)}


def _icons(box: BoxFields) -> Values:
    """The symbols that a column lists, or symbols by their names."""
    size = {"size": box.read("size", side(0.5, 500), _ICON_MM)}
    names, given = box.names, box.get("icons")
    words = given if isinstance(given, list) else [given]
    if len(words) == 1 and isinstance(words[0], str) and names.knows(words[0]):
        return size | {"content": Shown((Name(words[0]),))}
    for word in words:
        if not isinstance(word, str) or word not in names.symbols:
            known = (*names.deck.columns, *sorted(names.symbols))
            found = Message("layout.no_symbol", value=quoted(word))
            box.report("icons", WrongValue(few(known), did_you_mean(str(word), known), found))
    return size | {"icons": tuple(str(word) for word in words)}


def _picture(box: BoxFields) -> Values:
    return {"content": box.read("picture", BoxFields.picture)}


def _shape(box: BoxFields) -> Values:
    if not box.has("fill") and not box.has("line"):
        wrong = WrongValue(Message("layout.fill_line"), found=Message("layout.no_colour"))
        box.report("shape", wrong)
    shape = box.read("shape", READERS["shape"], "rect")
    return {"shape": shape, "size": box.read("size", side(0.1, 500), 0.0)}


def _line(box: BoxFields) -> Values:
    line = box.read("line", BoxFields.stroke)
    return {"line": line, "size": line.width if line else 0.0}


def _space(box: BoxFields) -> Values:
    return {"size": box.read("space", BoxFields.length, 0.0)}


def _template(box: BoxFields) -> Values:
    return {"template": box.read("template", BoxFields.template, "")}


# ---- the kinds -------------------------------------------------------------------------------

# The keys of every box.
COMMON = ("name", "when", "repeat", "width", "height", "grow", "hug", "at", "turn")
_ALIGNED = ("align", "valign")
_LOOK = ("fill", "line", "shape", "corner")
_INSIDE = (*_ALIGNED, *_LOOK, "pad", "gap", "colour", "boxes")
_GRID = ("arrange", "columns", "rows", "start", "cell", "count", "items")


@dataclass(frozen=True)
class BoxKind:
    """What a kind of box may have beside the common keys; the key of its name holds its content."""

    keys: tuple[str, ...] = ()
    # Reads what other kinds do not have, or read in another way.
    read: Callable[[BoxFields], Values] = lambda box: {}
    defaults: Mapping[str, Any] = field(default_factory=dict)
    # Holds other boxes.
    container: bool = False
    # Takes all the room across its row or column, and not that of its size.
    stretched: bool = True
    # Grows along its row, or down its column, unless ``grow`` is given.
    grows_across: bool = False
    grows_down: bool = False
    # Is called by what it shows, unless it has a name.
    named_by_content: bool = True


def _holding(keys: tuple[str, ...] = (), grows_down: bool = False) -> BoxKind:
    return BoxKind(
        (*_INSIDE, *keys),
        container=True,
        grows_across=True,
        grows_down=grows_down,
        named_by_content=False,
    )


KINDS: dict[str, BoxKind] = {
    "row": _holding(),
    "column": _holding(),
    "panel": _holding(),
    "grid": _holding(_GRID, grows_down=True),
    "text": BoxKind(
        (*_ALIGNED, "font", "size", "leading", "lines", "colour"), _text, grows_across=True
    ),
    "badge": BoxKind(
        (*_ALIGNED, "size", *_LOOK, "colour", "font"),
        _badge,
        {"shape": "circle", "font": "title"},
        stretched=False,
    ),
    "icons": BoxKind((*_ALIGNED, "size", "gap", "colour", "count"), _icons, {"gap": 1.0}),
    "picture": BoxKind(
        (*_ALIGNED, "fit", "focus", "shape", "corner", "line"),
        _picture,
        grows_across=True,
        grows_down=True,
    ),
    "shape": BoxKind(
        (*_ALIGNED, "size", "fill", "line", "corner"),
        _shape,
        stretched=False,
        named_by_content=False,
    ),
    "line": BoxKind((), _line, named_by_content=False),
    "space": BoxKind((), _space, named_by_content=False),
    "template": BoxKind((), _template, grows_across=True, grows_down=True),
}
# The keys of a file and of its ground.
FACE = ("pad", "gap", "align", "valign", "colour")
FILE = ("from", "ground", *FACE, "face", "boxes")
GROUND = ("colour", "picture", "fit", "focus", "border")
