"""A layout as declared values: its file, its background, its boxes, and the kinds of boxes.

A new kind needs an entry in ``KINDS`` here, and a class in ``generator/compose/layouts/content.py``
that measures and draws it. docs/design/layouts.md describes all keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, get_args

from cards_data.declarations import Text, invalid, unfit
from cards_data.documents import ReadOnly
from cards_data.problems import NOWHERE, Message, Place
from cards_data.schema import (
    Frozen,
    FrozenField,
    Mistakes,
    Path,
    ReadBy,
    Wrong,
    fields,
    reader_of,
    replace,
)
from scorer.expressions import SyntaxNode

from . import box_fields as read
from .box_fields import BoxLine, Margins, Paint
from .box_geometry import Arrangement
from .layout_names import Name, Parts

Shape = Literal["rect", "circle", "hex", "hex_pointy", "diamond", "star", "drop", "outline"]
SHAPES = get_args(Shape)
# Badges with less space in their middle.
POINTED = ("star", "diamond", "drop")
Fit = Literal["contain", "cover"]
FITS = get_args(Fit)
Align = Annotated[Literal["left", "centre", "center", "right"], read.ALIGNS.__getitem__]
Valign = Literal["top", "middle", "bottom"]
Focus = tuple[float, float]
NO_PAD: Margins = (0.0, 0.0, 0.0, 0.0)
MIDDLE: Focus = (0.5, 0.5)
_CELL_MM, _BADGE_MM, _ICON_MM = 10.0, 9.0, 6.0
_BADGE_FILL = Paint("#14202b")
# Inherited from the outer boxes.
_INHERITED: Any = ""


class RawBox(NamedTuple):
    """A box of a file: its kind, its name, and its keys with all changes to them."""

    kind: str
    name: str
    keys: dict[str, Any]


def _box(raw: RawBox, path: Path, errors: Mistakes) -> Any:
    before = len(errors)
    box: Box = reader_of(_model(raw.kind))(raw.keys, path, errors)
    try:
        values = KINDS[raw.kind].finish(box) if len(errors) == before else {}
    except Wrong as error:
        return errors.add(path, error.mistake)
    return replace(box, name=raw.name, **values)


def _boxes(raw: Any, path: Path, errors: Mistakes) -> Any:
    if not isinstance(raw, list):
        return errors.add(path, unfit(raw, Message("layout.list")).mistake)
    # Anything that is not a box was reported when the file was split up.
    return tuple(_box(one, (*path, at), errors) for at, one in enumerate(raw) if one)


def _cell(length: float) -> float:
    return length or _CELL_MM


class Box(Frozen):
    """A box, with the keys of all kinds; missing values follow from kind and content."""

    where: Place
    kind: str = ""
    content: Annotated[Parts | None, read.TEXT] = None
    """a column of the table, or a text"""
    name: Annotated[str, read.NAME] = ""
    """its name in problems, `box()` and `boxes:`; by default the column that it shows"""
    when: Annotated[SyntaxNode | None, read.CONDITION] = None
    """draws the box only if this is true; operators are `=`, `!=`, `<`, `<=`, `>`, `>=`, `in`,
    `and`, `or`, `not`, `+ - * / %` and parentheses"""
    repeat: Annotated[Parts | None, read.COUNTED] = None
    """repeats the box for each item of a list column, or a number of times: `repeat: steps`,
    `repeat: 5`"""
    width: Annotated[float | None, read.LENGTH] = None
    """its width; `safe` and `bleed` are both 3 mm"""
    height: Annotated[float | None, read.LENGTH] = None
    """its height"""
    grow: Annotated[float | None, read.SHARE] = None
    """its share of the spare space. By default, texts, containers and pictures in a row grow by 1,
    as do pictures and grids in a column"""
    hug: bool = False
    """in a row: as wide as its content; in a column: no wider than its content"""
    at: Annotated[tuple[float, float] | None, read.POINT] = None
    """its position from the top left corner of the cut (negative: from the bottom right). It leaves
    the flow, and covers boxes before it in the file but not those after it"""
    turn: Literal[0, 90, 180, 270] = 0
    """its rotation in degrees"""
    boxes: Annotated[tuple[Box, ...], ReadBy(_boxes, "list", ())] = ()
    """the boxes in it"""
    align: Align = _INHERITED
    """inherited by the boxes in it"""
    valign: Valign = _INHERITED
    """in a column: where its boxes are if none grows; in a row: how they line up"""
    pad: Annotated[Margins, read.MARGINS] = NO_PAD
    """the space around its content"""
    gap: Annotated[float, read.LENGTH] = 0.0
    """the space between its boxes"""
    size: Annotated[float, read.side(0.1, 500)] = 0.0
    """its side"""
    fill: Annotated[Paint | None, read.PAINT] = None
    """its fill, with an optional opacity: `paper 90 %`"""
    line: Annotated[BoxLine | None, read.STROKE] = None
    """a line around it: its colour and width"""
    shape: Shape = "rect"
    """its outline; a picture is clipped to it"""
    corner: Annotated[float, read.LENGTH] = 0.0
    """the radius of a rectangle's corners"""
    colour: Annotated[Paint | None, read.PAINT] = None
    """the colour of letters and symbols; inherited by the boxes in it"""
    font: Annotated[str, read.FONT] = "body"
    """a font of game.yaml: `title`, `body`, `strong`, `italic`, …"""
    points: Annotated[tuple[float, float], read.POINTS] = (9.0, 7.0)
    """the type size and the smallest size it may shrink to; `9-7` if left out"""
    leading: Annotated[float, read.LEADING] = 1.22
    """line height in ems; 1.22 if left out"""
    lines: Annotated[int, read.whole_number(0, 1_000)] = 0
    """the most lines; with `lines: 1` the text shrinks before it breaks"""
    fit: Fit = "contain"
    """`contain`: shows the whole picture; `cover`: fills the whole box"""
    focus: Annotated[Focus, read.FOCUS] = MIDDLE
    """the part that must stay visible"""
    icons: Annotated[tuple[str | Name, ...], read.ICONS] = ()
    """symbols: a column that lists them, or their names; they wrap"""
    count: Annotated[Parts | None, read.COUNTED] = None
    """how often its icons are drawn; the number of cells"""
    template: Annotated[str, read.TEMPLATE] = ""
    """a template of the game"""
    arrange: Arrangement = "rows"
    """`snake`: back and forth, `ring`: along the edge, `circle`: `columns` cells of `cell` mm"""
    columns: Annotated[int, read.whole_number(1, 100)] = 1
    """the number of cells in a row"""
    rows: Annotated[int, read.whole_number(1, 100)] = 1
    """the number of cells in a column"""
    start: Annotated[int, read.whole_number(-1_000, 10_000)] = 1
    """the first `index`; 1 if left out"""
    cell: Annotated[float, read.LENGTH, _cell] = _CELL_MM
    """the side of a cell in a circle"""
    items: Annotated[Parts | None, read.COUNTED] = None
    """a list column that gives each cell its `item`"""

    @property
    def is_plain_rect(self) -> bool:
        """Whether its outline is a rectangle with sharp corners."""
        return self.shape == "rect" and not self.corner

    def with_inner(self) -> Iterator[Box]:
        """Yield the box and every box inside it."""
        yield self
        for box in self.boxes:
            yield from box.with_inner()


class FaceGround(Frozen):
    """What extends over the cut: a colour, a picture, a border."""

    where: Place = NOWHERE
    colour: Annotated[Paint | None, read.PAINT] = None
    """the colour of the whole background"""
    picture: Annotated[Parts | None, read.PICTURE] = None
    """a picture that covers the background"""
    fit: Fit = "cover"
    """`contain`: shows the whole picture; `cover`: fills the background"""
    focus: Annotated[Focus, read.FOCUS] = MIDDLE
    """the part that must stay visible"""
    border: Annotated[BoxLine | None, read.STROKE] = None
    """a frame along the cut"""


class LayoutFile(Frozen):
    """The contents of a layout file."""

    from_: Text = ""
    """a ready layout, or another layout file of the game, as a basis"""
    ground: FaceGround = FaceGround()
    """what extends over the cut, see below"""
    pad: Annotated[Margins, read.MARGINS] = NO_PAD
    """the space around all boxes"""
    gap: Annotated[float, read.LENGTH] = 0.0
    """the space between boxes"""
    align: Align = _INHERITED
    """as for a column"""
    valign: Valign = _INHERITED
    """as for a column"""
    colour: Annotated[Paint | None, read.PAINT] = None
    """the colour of letters and symbols on the whole card"""
    face: Annotated[tuple[Box, ...], ReadBy(_boxes, "list", ())]
    """the boxes, one below the other"""
    boxes: dict[Any, dict[Any, Any]] = ReadOnly({})
    """with `from`: changes to its boxes by name, `{name: {size: 12-9}, flavour: {when: rare}}`"""


@dataclass(frozen=True)
class FaceLayout:
    """A face: its background, and a column of boxes on it."""

    ground: FaceGround
    face: Box
    # The files that it was read from, relative to the template folders.
    files: tuple[str, ...] = ()

    def box(self, name: str) -> Box | None:
        """Return the first box with that name."""
        return next((box for box in self.face.with_inner() if box.name == name), None)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(box.name for box in self.face.with_inner() if box.name))

    @property
    def templates(self) -> tuple[str, ...]:
        """The templates that it includes."""
        return tuple(dict.fromkeys(box.template for box in self.face.with_inner() if box.template))


# ---- the kinds -------------------------------------------------------------------------------


def _badge(box: Box) -> dict[str, Any]:
    # A figure is half as high as its badge; a word in it shrinks as long as it stays readable.
    figure = box.size * (0.95 if box.shape in POINTED else 1.45)
    fill = box.fill if box.fill or box.line else _BADGE_FILL
    return {"points": (figure, min(figure, 7.0)), "fill": fill}


def _shape(box: Box) -> dict[str, Any]:
    if not box.fill and not box.line:
        fault, allowed = Message("layout.no_colour"), Message("layout.fill_line")
        raise invalid(fault, allowed, at=("shape",))
    return {}


# The keys of every box.
COMMON = ("name", "when", "repeat", "width", "height", "grow", "hug", "at", "turn")
_ALIGNED = ("align", "valign")
_LOOK = ("fill", "line", "shape", "corner")
_INSIDE = (*_ALIGNED, *_LOOK, "pad", "gap", "colour", "boxes")
_GRID = ("arrange", "columns", "rows", "start", "cell", "count", "items")


@dataclass(frozen=True)
class BoxKind:
    """The keys of a kind of box besides the common ones; its content is under its name."""

    keys: tuple[str, ...] = ()
    # Keys that are read into another attribute, or in another way.
    own: Mapping[str, tuple[str, ReadBy]] = field(default_factory=dict)
    defaults: Mapping[str, Any] = field(default_factory=dict)
    # Computes values from the keys; raises if they conflict.
    finish: Callable[[Box], dict[str, Any]] = lambda box: {}
    # Contains other boxes.
    container: bool = False
    # Fills the whole width or height across its row or column.
    stretched: bool = True
    # Grows along its row, or down its column, unless ``grow`` is given.
    grows_across: bool = False
    grows_down: bool = False
    # Gets its name from its content, unless it has one.
    named_by_content: bool = True

    @property
    def side_key(self) -> str:
        """The key of its side, if that is one number."""
        own = {name: key for key, (name, _) in self.own.items()}
        plain = "size" if "size" in self.keys and "size" not in self.own else ""
        return own.get("size", plain)


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
        (*_ALIGNED, "font", "size", "leading", "lines", "colour"),
        {"text": ("content", read.TEXT), "size": ("points", read.POINTS)},
        grows_across=True,
    ),
    "badge": BoxKind(
        (*_ALIGNED, "size", *_LOOK, "colour", "font"),
        {"badge": ("content", read.TEXT), "size": ("size", read.side(3, 300))},
        {"shape": "circle", "font": "title", "size": _BADGE_MM},
        _badge,
        stretched=False,
    ),
    "icons": BoxKind(
        (*_ALIGNED, "size", "gap", "colour", "count"),
        {"size": ("size", read.side(0.5, 500))},
        {"gap": 1.0, "size": _ICON_MM},
    ),
    "picture": BoxKind(
        (*_ALIGNED, "fit", "focus", "shape", "corner", "line"),
        {"picture": ("content", read.PICTURE)},
        grows_across=True,
        grows_down=True,
    ),
    "shape": BoxKind(
        (*_ALIGNED, "size", "fill", "line", "corner"),
        finish=_shape,
        stretched=False,
        named_by_content=False,
    ),
    "line": BoxKind(
        finish=lambda box: {"size": box.line.width if box.line else 0.0}, named_by_content=False
    ),
    "space": BoxKind(own={"space": ("size", read.LENGTH)}, named_by_content=False),
    "template": BoxKind(grows_across=True, grows_down=True),
}


@cache
def _model(kind: str) -> type[Box]:
    """Return the class that reads boxes of a kind, with only their keys."""
    box_kind, declared = KINDS[kind], fields(Box)
    own = {
        key: FrozenField(name, Annotated[Any, by], by.read, False)
        for key, (name, by) in box_kind.own.items()
    }
    keys = (*(() if box_kind.container else (kind,)), *COMMON, *box_kind.keys)
    model = {key: own[key] if key in own else declared[key] for key in keys}
    attributes = {**box_kind.defaults, "kind": kind, "_known": model, "_places": Box._places}
    return type(kind, (Box,), attributes)
