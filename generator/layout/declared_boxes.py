"""A layout as frozen values: the ground of a face and the boxes on it."""

from __future__ import annotations

from dataclasses import dataclass

from cards_data.problems import NOWHERE
from cards_data.problems import Place as FilePlace

from .box_values import Shown
from .conditions import Expression

Pad = tuple[float, float, float, float]
NO_PAD: Pad = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Paint:
    """A colour by its name in game.yaml or as ``#rrggbb``, and how opaque it is."""

    colour: str
    opacity: float = 1.0


@dataclass(frozen=True)
class BoxLine:
    """A line: its paint, and how thick it is in mm."""

    paint: Paint
    width: float


@dataclass(frozen=True)
class Type:
    """How a text is set; it shrinks from ``size_pt`` to ``floor_pt``."""

    font: str = "body"
    size_pt: float = 9.0
    floor_pt: float = 7.0
    leading: float = 1.22
    lines: int = 0


@dataclass(frozen=True)
class Look:
    """What a box looks like round its content."""

    fill: Paint | None = None
    line: BoxLine | None = None
    shape: str = "rect"
    corner: float = 0.0
    colour: Paint | None = None


@dataclass(frozen=True)
class PictureFit:
    """How a picture lies in its box: all of it, or all of the box; which part matters most."""

    fit: str = "contain"
    focus: tuple[float, float] = (0.5, 0.5)


@dataclass(frozen=True)
class Place:
    """How large a box is and where it stands; what is not given follows from its content."""

    width: float | None = None
    height: float | None = None
    grow: float | None = None
    hug: bool = False
    at: tuple[float, float] | None = None
    turn: int = 0
    align: str = ""
    valign: str = ""
    pad: Pad = NO_PAD
    gap: float = 0.0


@dataclass(frozen=True)
class CellGrid:
    """The cells of a box that holds a grid."""

    arrange: str = "rows"
    columns: int = 1
    rows: int = 1
    start: int = 1
    cell: float = 10.0
    count: Shown | None = None
    items: Shown | None = None


@dataclass(frozen=True)
class Box:
    """One box: its kind, its content, its place and look, and the boxes in it."""

    kind: str
    name: str
    # Where it stands in its file.
    where: FilePlace
    content: Shown | None = None
    place: Place = Place()
    look: Look = Look()
    type: Type = Type()
    picture: PictureFit = PictureFit()
    grid: CellGrid = CellGrid()
    # The side of a badge, an icon or a shape, in mm; the length of a space.
    size: float = 0.0
    icons: tuple[str, ...] = ()
    count: Shown | None = None
    template: str = ""
    when: Expression | None = None
    repeat: Shown | None = None
    boxes: tuple[Box, ...] = ()


@dataclass(frozen=True)
class FaceGround:
    """What reaches beyond the cut: a colour, a picture, a border."""

    paint: Paint | None = None
    content: Shown | None = None
    picture: PictureFit = PictureFit("cover")
    border: BoxLine | None = None
    where: FilePlace = NOWHERE


@dataclass(frozen=True)
class FaceLayout:
    """A face: its ground, and a column of boxes on it."""

    ground: FaceGround
    face: Box
    # The files that it was read from, below the folders of templates.
    files: tuple[str, ...] = ()

    def box(self, name: str) -> Box | None:
        """The first box of that name."""
        return next((box for box in _all(self.face) if box.name == name), None)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(box.name for box in _all(self.face) if box.name))

    @property
    def templates(self) -> tuple[str, ...]:
        """The templates that it includes."""
        return tuple(dict.fromkeys(box.template for box in _all(self.face) if box.template))


def _all(box: Box) -> list[Box]:
    return [box, *(inner for one in box.boxes for inner in _all(one))]
