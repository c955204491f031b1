"""The kinds of boxes: the keys of each, how they are read, and how it takes its place.

A new kind is an entry of ``KINDS`` here and a class in ``generator/compose/layouts/content.py``
that measures and draws it. docs/layouts.md describes all keys.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from cards_data.problems import Message, did_you_mean, quoted

from .box_fields import BoxFields
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
READERS: dict[str, Callable[[BoxFields, str], Any]] = {
    "when": BoxFields.condition,
    "repeat": BoxFields.counted,
    "width": BoxFields.length,
    "height": BoxFields.length,
    "grow": BoxFields.share,
    "hug": BoxFields.flag,
    "at": BoxFields.point,
    "turn": BoxFields.turn,
    "align": lambda box, key: _ALIGNS.get(box.chosen(key, _ALIGNS) or ""),
    "valign": lambda box, key: box.chosen(key, ("top", "middle", "bottom")),
    "pad": BoxFields.pad,
    "gap": BoxFields.length,
    "fill": BoxFields.paint,
    "line": BoxFields.stroke,
    "shape": lambda box, key: box.chosen(key, SHAPES),
    "corner": BoxFields.length,
    "colour": BoxFields.paint,
    "font": BoxFields.font,
    "leading": BoxFields.leading,
    "lines": lambda box, key: box.whole(key, 0, 1_000),
    "fit": lambda box, key: box.chosen(key, ("contain", "cover")),
    "focus": BoxFields.focus,
    "border": BoxFields.stroke,
    "picture": BoxFields.picture,
    "count": BoxFields.counted,
    "arrange": lambda box, key: box.chosen(key, ARRANGEMENTS),
    "columns": lambda box, key: box.whole(key, 1, 100),
    "rows": lambda box, key: box.whole(key, 1, 100),
    "start": lambda box, key: box.whole(key, -1_000, 10_000),
    "cell": lambda box, key: box.length(key) or None,
    "items": BoxFields.counted,
}


def read_keys(box: BoxFields, keys: tuple[str, ...]) -> Values:
    """The values of those keys that are there and sound."""
    there = {key: READERS[key](box, key) for key in keys if key in READERS and box.has(key)}
    return {key: value for key, value in there.items() if value is not None}


# ---- what one kind reads ---------------------------------------------------------------------


def _text(box: BoxFields) -> Values:
    return {"content": box.text("text"), "points": box.points((9.0, 7.0))}


def _badge(box: BoxFields) -> Values:
    size = (box.side(3, 300) if box.has("size") else None) or _BADGE_MM
    # A figure is half as high as its badge; a word in it shrinks to what can still be read.
    figure = size * (0.95 if box.get("shape") in POINTED else 1.45)
    fill = {} if box.has("fill") or box.has("line") else {"fill": _BADGE_FILL}
    return {
        "content": box.text("badge"),
        "size": size,
        "points": (figure, min(figure, 7.0)),
        **fill,
    }


def _icons(box: BoxFields) -> Values:
    """The symbols that a column lists, or symbols by their names."""
    size = {"size": (box.side(0.5, 500) if box.has("size") else None) or _ICON_MM}
    names, given = box.names, box.get("icons")
    words = given if isinstance(given, list) else [given]
    if len(words) == 1 and isinstance(words[0], str) and names.knows(words[0]):
        return size | {"content": Shown((Name(words[0]),))}
    for word in words:
        if not isinstance(word, str) or word not in names.symbols:
            known = (*names.deck.columns, *sorted(names.symbols))
            found = Message("layout.no_symbol", value=quoted(word))
            box.report("icons", found, few(known), did_you_mean(str(word), known))
    return size | {"icons": tuple(str(word) for word in words)}


def _picture(box: BoxFields) -> Values:
    return {"content": box.picture("picture")}


def _shape(box: BoxFields) -> Values:
    if not box.has("fill") and not box.has("line"):
        box.report("shape", Message("layout.no_colour"), Message("layout.fill_line"))
    size = (box.side(0.1, 500) if box.has("size") else None) or 0.0
    return {"shape": box.chosen("shape", SHAPES) or "rect", "size": size}


def _line(box: BoxFields) -> Values:
    line = box.stroke("line")
    return {"line": line, "size": line.width if line else 0.0}


def _space(box: BoxFields) -> Values:
    return {"size": box.length("space") or 0.0}


def _template(box: BoxFields) -> Values:
    known = sorted(box.names.templates)
    if not known:
        box.wrong("template", Message("layout.no_templates"))
        return {}
    return {"template": box.chosen("template", known) or ""}


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
