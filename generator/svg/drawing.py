"""The content of a face between composing and output: a flat list with transforms resolved.

The back ends, cairo, PDF and SVG, read these values, so they cannot disagree on what is drawn. They
are named tuples: a face has hundreds of them, and tuples are created five times as fast.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

from cards_data.models import Font
from cards_data.outlines.path_reader import Rect, Step, tight_box
from generator.text.fonts import Typeface

# x' = a·x + c·y + e, y' = b·x + d·y + f; the six numbers in that order.
Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
Colour = tuple[float, float, float]


class NotDrawn(Exception):
    """An error for something that cannot be drawn, with a description."""


class Path:
    """An outline. Equal data is one object, so back ends may cache what they made of it."""

    def __init__(self, steps: tuple[Step, ...]) -> None:
        self.steps = steps

    @cached_property
    def box(self) -> Rect:
        """The tight box around it: left, top, width and height."""
        return tight_box(self.steps)


@lru_cache(maxsize=1024)
def path_of(steps: tuple[Step, ...]) -> Path:
    return Path(steps)


class Stop(NamedTuple):
    offset: float
    colour: Colour
    opacity: float


class Gradient(NamedTuple):
    """A linear gradient between two points, or a radial one between two circles.

    ``ends`` holds x1, y1, x2, y2, or x1, y1, r1, x2, y2, r2. ``matrix`` maps from there to the
    coordinates of the painted path. Outside its ends it continues in their colours.
    """

    ends: tuple[float, ...]
    stops: tuple[Stop, ...]
    matrix: Matrix


Paint = Colour | Gradient


class Fill(NamedTuple):
    paint: Paint
    opacity: float = 1.0
    evenodd: bool = False


class Stroke(NamedTuple):
    paint: Paint
    width: float
    opacity: float = 1.0
    cap: str = "butt"
    join: str = "miter"
    miter_limit: float = 4.0
    dashes: tuple[float, ...] = ()
    dash_offset: float = 0.0


class Shape(NamedTuple):
    """A path, filled first and then stroked."""

    path: Path
    matrix: Matrix
    fill: Fill | None
    stroke: Stroke | None


class Letters(NamedTuple):
    """A run of text with the glyphs of its typeface, which is identified by its file."""

    text: str
    font: Font
    face: Typeface
    size: float
    spacing: float
    x: float
    y: float
    matrix: Matrix
    fill: Fill | None
    stroke: Stroke | None
    # Whether a space follows it when the text is copied or read aloud.
    spaced: bool = True
    # Whether it is part of a small picture, whose text is not for reading.
    hidden: bool = False


class Photo(NamedTuple):
    """A PNG or JPEG; ``matrix`` maps from its pixels to the face."""

    data: bytes
    width: int
    height: int
    matrix: Matrix
    opacity: float


# The roles of a symbol in a text, and of what is not read aloud.
INLINE, DECORATION = "text", "presentation"
# The roles that a table needs even if nothing is painted there.
CELLS = frozenset(("columnheader", "rowheader", "cell"))


class Tag(NamedTuple):
    """The role of a part of a page for screen readers, as in WAI-ARIA.

    ``label`` describes a picture or a symbol in a text, ``level`` is that of a heading. A
    ``continued`` part belongs to the previous part of the same role. A cell may ``span`` columns.
    """

    role: str
    label: str = ""
    level: int = 0
    continued: bool = False
    span: int = 1


class Begin(NamedTuple):
    """The start of items, up to their ``End``, that are clipped or form a translucent group.

    It may instead have a tag, which does not change what is visible. ``words`` are the invisible
    letters of a symbol.
    """

    clip: Path | None = None
    opacity: float = 1.0
    evenodd: bool = False
    tag: Tag | None = None
    words: Letters | None = None


class End(NamedTuple):
    """The end of the last open ``Begin``, with the same values."""

    begin: Begin


Item = Shape | Letters | Photo | Begin | End


class MovedGroup(NamedTuple):
    """Items that were transformed together, and their matrix to the face."""

    matrix: Matrix
    first: int
    last: int


class Drawing(NamedTuple):
    """A face: its visible window, and its items in painting order."""

    view: Rect
    items: tuple[Item, ...]
    groups: tuple[MovedGroup, ...] = ()


def times(first: Matrix, second: Matrix) -> Matrix:
    """Combine two matrices: first the one, then the other."""
    a, b, c, d, e, f = first
    k, l, m, n, o, p = second  # noqa: E741 - the letters go on
    return (
        a * k + b * m,
        a * l + b * n,
        c * k + d * m,
        c * l + d * n,
        e * k + f * m + o,
        e * l + f * n + p,
    )


def inverse(matrix: Matrix) -> Matrix | None:
    """Return the inverse matrix, if it exists."""
    a, b, c, d, e, f = matrix
    size = a * d - b * c
    if not size:
        return None
    return (
        d / size,
        -b / size,
        -c / size,
        a / size,
        (c * f - d * e) / size,
        (b * e - a * f) / size,
    )


def map_steps(path: Path, matrix: Matrix) -> tuple[Step, ...]:
    """Return the steps of a path in the coordinates that the matrix maps to."""
    a, b, c, d, e, f = matrix
    return tuple(
        (
            letter,
            tuple(
                value
                for x, y in zip(at[::2], at[1::2], strict=True)
                for value in (a * x + c * y + e, b * x + d * y + f)
            ),
        )
        for letter, at in path.steps
    )
