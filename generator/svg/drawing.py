"""What is on a face, between composing and output: a flat list with every transform resolved.

Both back ends, cairo and PDF, read these values, so they cannot disagree about what is drawn. They
are named tuples: a face has hundreds of them, and tuples are made in a fifth of the time.
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
    """Something that cannot be drawn; the words say what it is."""


class Path:
    """An outline. Equal data is one object, so back ends may keep what they made of it."""

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

    ``ends`` holds x1, y1, x2, y2, or x1, y1, r1, x2, y2, r2; ``matrix`` leads from there to the
    coordinates of the path that it paints. Beyond its ends it goes on in their colours.
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
    """A run of text: its glyphs are those that the typeface gives for it.

    A typeface is known by its file, so drawings are alike only where their letters are.
    """

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


class Photo(NamedTuple):
    """A PNG or JPEG; ``matrix`` leads from its pixels to the face."""

    data: bytes
    width: int
    height: int
    matrix: Matrix
    opacity: float


class Tag(NamedTuple):
    """What a part of a page is, for those who hear it: a word of WAI-ARIA's roles.

    ``label`` stands for a picture, ``level`` is that of a heading. What is ``continued`` belongs to
    the part of the same role before it.
    """

    role: str
    label: str = ""
    level: int = 0
    continued: bool = False


class Begin(NamedTuple):
    """What follows, up to its ``End``, is clipped to a path or painted as one translucent group.

    Or it has a tag, which changes nothing that is seen.
    """

    clip: Path | None = None
    opacity: float = 1.0
    evenodd: bool = False
    tag: Tag | None = None


class End(NamedTuple):
    """The end of what the last open ``Begin`` began; the same values as there."""

    begin: Begin


Item = Shape | Letters | Photo | Begin | End


class MovedGroup(NamedTuple):
    """Items that were moved together, and their way to the face."""

    matrix: Matrix
    first: int
    last: int


class Drawing(NamedTuple):
    """A face: the window that is seen of it, and what lies there in the order of painting."""

    view: Rect
    items: tuple[Item, ...]
    groups: tuple[MovedGroup, ...] = ()


def times(first: Matrix, second: Matrix) -> Matrix:
    """First the one, then the other."""
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
    """The way back, if there is one."""
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


def moved(path: Path, matrix: Matrix) -> tuple[Step, ...]:
    """The steps of a path in the coordinates that the matrix leads to."""
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
