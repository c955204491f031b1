"""Build the boxes that one face draws: evaluate conditions, expand repeats, look up values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cards_data.problems import Message, Problems
from cards_data.schema import construct
from generator.layout.box_fields import MOST_REPEATS
from generator.layout.box_geometry import Cells
from generator.layout.box_kinds import Box
from generator.layout.layout_names import Name, Parts, holds, items_of, number, value_at
from generator.text.typesetter import SetText

# More than any face needs: a board of 30 by 30 cells with a number in each has 1,800.
MOST_NODES = 4_000


@dataclass(frozen=True)
class Scope:
    """What names mean at a box: those of the face, and those of its turn in a repeat."""

    names: Mapping[str, Any]
    # The deck that a column refers to.
    referred_deck: Callable[[str], str]
    item: object = ""
    index: int = 1

    def look_up(self, path: str) -> object:
        """Return the value of a name that the layout reader accepted."""
        first, _, rest = path.partition(".")
        if path in ("item", "index"):
            return self.item if path == "item" else self.index
        if first in ("scoring", "facts"):
            return value_at(self.names[first], rest)
        if path in ("side", "lang"):
            return self.names[path]
        if first == "t" and rest:
            return self.names["t"](rest)
        if first in ("game", "deck") and rest:
            attribute, _, key = rest.partition(".")
            value = getattr(self.names[first], attribute)
            return value[key] if key else value
        value = getattr(self.names["piece"], first)
        if not rest:
            return value
        return getattr(self.names["ref"](self.referred_deck(first), value), rest) if value else ""

    def text_of(self, value: Parts) -> object:
        """Return what a box shows; a single name gives the cell itself, which knows its column."""
        if value.name:
            return self._plain_value(value.name)
        parts = value.parts
        return "".join(
            str(self._plain_value(part.path)) if isinstance(part, Name) else part for part in parts
        )

    def _plain_value(self, path: str) -> object:
        value = self.look_up(path)
        if value is None or value is False:
            return ""
        if isinstance(value, tuple | list):
            return ", ".join(str(item) for item in value)
        return value

    def items(self, value: Parts) -> tuple[object, ...]:
        """Return a list, or the numbers up to a count."""
        content = self.look_up(value.name) if value.name else str(value.parts[0])
        count = None if isinstance(content, tuple | list) else number(content)
        if count is None:
            return items_of(content)
        return tuple(range(1, max(0, min(MOST_REPEATS, int(count))) + 1))


@dataclass(eq=False)
class Node:
    """A box that is drawn, with what it shows and its cached measurements."""

    box: Box
    scope: Scope
    # How its letters and narrow boxes are aligned: its own value, or that of the outer boxes.
    align: str = "left"
    # A text, the name of a picture, or the names of symbols.
    value: Any = ""
    children: list[Node] = field(default_factory=list)
    cells: Cells = field(default_factory=Cells)
    blocks: dict[tuple[float, bool], SetText] = field(default_factory=dict)
    heights: dict[float, float] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """Whether it has nothing to show: in a column it takes no space."""
        shows = self.box.kind in ("text", "badge", "icons")
        fixed = self.box.height is not None or self.box.at
        return shows and not fixed and self.value in ("", ())


class NodeMaker:
    """A builder of the nodes of one face, which counts them."""

    def __init__(self) -> None:
        self._left = MOST_NODES

    def node(self, box: Box, scope: Scope, align: str = "left") -> Node:
        self._left -= 1
        if self._left < 0:
            fault = Message("face.too_many_boxes", n=MOST_NODES)
            raise Problems.of(box.where, fault, hint=Message("face.repeat_fewer"))
        node = Node(box, scope, box.align or align)
        if box.kind == "icons":
            node.value = _icons(box, scope)
        elif box.content is not None:
            node.value = scope.text_of(box.content)
        if box.kind == "grid":
            self._fill_grid(node)
        else:
            node.children = [
                child for inner in box.boxes for child in self._repeat(inner, scope, node.align)
            ]
        return node

    def _repeat(self, box: Box, scope: Scope, align: str) -> Iterator[Node]:
        scopes = [scope]
        if box.repeat is not None:
            items = scope.items(box.repeat)
            scopes = [replace(scope, item=item, index=at) for at, item in enumerate(items, 1)]
        for one in scopes:
            if box.when is None or holds(box.when, one.look_up):
                yield self.node(box, one, align)

    def _fill_grid(self, node: Node) -> None:
        """Fill a grid with its cells, each a column of the grid's boxes."""
        box = node.box
        items = node.scope.items(box.items) if box.items else ()
        cell_count = len(node.scope.items(box.count)) if box.count else len(items)
        cells = Cells(box.arrange, box.columns, box.rows, box.gap, box.cell)
        count = min(cell_count, cells.total) if box.arrange != "circle" else cell_count
        node.cells = replace(cells, count=count or cells.total)
        cell = construct(
            Box, {"kind": "column", "where": box.where, "valign": box.valign, "boxes": box.boxes}
        )
        for step in range(node.cells.count):
            item = items[step] if step < len(items) else ""
            scope = replace(node.scope, item=item, index=box.start + step)
            node.children.append(self.node(cell, scope, node.align))


def _icons(box: Box, scope: Scope) -> tuple[str, ...]:
    """Return the symbols in a row: of a column, or named ones repeated by their counts."""
    names = tuple(
        str(item)
        for one in box.icons
        for item in (items_of(scope.look_up(one.path)) if isinstance(one, Name) else (one,))
    )
    if box.count is not None:
        return names * len(scope.items(box.count)) if names else ()
    return names
