"""A layout as frozen values: the ground of a face and the boxes on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cards_data.problems import NOWHERE, Place
from scorer.expressions import SyntaxNode

from .layout_names import Shown

Pad = tuple[float, float, float, float]
Focus = tuple[float, float]
NO_PAD: Pad = (0.0, 0.0, 0.0, 0.0)
MIDDLE: Focus = (0.5, 0.5)


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
class Box:
    """One box and its keys; what is not given follows from its kind and its content."""

    kind: str
    name: str
    # The file and line that declare it.
    where: Place
    content: Shown | None = None
    when: SyntaxNode | None = None
    repeat: Shown | None = None
    boxes: tuple[Box, ...] = ()
    # Where it is and how large.
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
    # The side of a badge, an icon or a shape, in mm; the length of a space.
    size: float = 0.0
    # What it looks like round its content.
    fill: Paint | None = None
    line: BoxLine | None = None
    shape: str = "rect"
    corner: float = 0.0
    colour: Paint | None = None
    # How its text is set, from its size in points to the smallest it may shrink to.
    font: str = "body"
    points: tuple[float, float] = (9.0, 7.0)
    leading: float = 1.22
    lines: int = 0
    # How a picture fits, and which part of it matters most.
    fit: str = "contain"
    focus: Focus = MIDDLE
    icons: tuple[str, ...] = ()
    count: Shown | None = None
    template: str = ""
    # The cells of a grid.
    arrange: str = "rows"
    columns: int = 1
    rows: int = 1
    start: int = 1
    cell: float = 10.0
    items: Shown | None = None

    @property
    def plain(self) -> bool:
        """Whether its outline is a rectangle with sharp corners."""
        return self.shape == "rect" and not self.corner

    def all(self) -> Iterator[Box]:
        """The box and every box inside it."""
        yield self
        for box in self.boxes:
            yield from box.all()


@dataclass(frozen=True)
class FaceGround:
    """What reaches beyond the cut: a colour, a picture, a border."""

    colour: Paint | None = None
    picture: Shown | None = None
    fit: str = "cover"
    focus: Focus = MIDDLE
    border: BoxLine | None = None
    where: Place = NOWHERE


@dataclass(frozen=True)
class FaceLayout:
    """A face: its ground, and a column of boxes on it."""

    ground: FaceGround
    face: Box
    # The files that it was read from, below the folders of templates.
    files: tuple[str, ...] = ()

    def box(self, name: str) -> Box | None:
        """The first box of that name."""
        return next((box for box in self.face.all() if box.name == name), None)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(box.name for box in self.face.all() if box.name))

    @property
    def templates(self) -> tuple[str, ...]:
        """The templates that it includes."""
        return tuple(dict.fromkeys(box.template for box in self.face.all() if box.template))
