"""The kinds of boxes and the keys that each may have. docs/layouts.md describes them all."""

from __future__ import annotations

CONTAINERS = ("row", "column", "panel", "grid")
KINDS = (
    "row",
    "column",
    "panel",
    "grid",
    "text",
    "badge",
    "icons",
    "picture",
    "shape",
    "line",
    "space",
    "template",
)
# Every box.
COMMON = ("name", "when", "repeat", "width", "height", "grow", "hug", "at", "turn")
_STANDING = ("align", "valign")
_LOOK = ("fill", "line", "shape", "corner")
_INSIDE = (*_STANDING, *_LOOK, "pad", "gap", "colour", "boxes")
_TYPE = ("font", "size", "leading", "lines", "colour")
# What a box of each kind may have beside the common keys; its own name holds its content.
KEYS: dict[str, tuple[str, ...]] = {
    "row": _INSIDE,
    "column": _INSIDE,
    "panel": _INSIDE,
    "grid": (*_INSIDE, "arrange", "columns", "rows", "start", "cell", "count", "items"),
    "text": (*_STANDING, *_TYPE),
    "badge": (*_STANDING, "size", "fill", "line", "shape", "corner", "colour", "font"),
    "icons": (*_STANDING, "size", "gap", "colour", "count"),
    "picture": (*_STANDING, "fit", "focus", "shape", "corner", "line"),
    "shape": (*_STANDING, "size", "fill", "line", "corner"),
    "line": (),
    "space": (),
    "template": (),
}
FILE = ("from", "ground", "pad", "gap", "align", "valign", "colour", "face", "boxes")
GROUND = ("colour", "picture", "fit", "focus", "border")
SHAPES = ("rect", "circle", "hex", "hex_pointy", "diamond", "star", "drop", "outline")
ALIGNS = {"left": "left", "centre": "center", "center": "center", "right": "right"}
VALIGNS = ("top", "middle", "bottom")
FITS = ("contain", "cover")
TURNS = (0, 90, 180, 270)
