"""What the faces of a deck share is painted once: their ground, up to where they begin to differ.

Comes in: the drawing that is to be painted next. Goes out: the pixels of what it shares with those
before it, and from which item on it has to be painted. The pixels are those that painting from
the start would give, because they come from the very same steps.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from itertools import takewhile

from generator.svg.drawing import Begin, Drawing, End, Item

# A board is drawn once and is too large to keep.
LARGEST_PIXELS = 6_000_000
# Fronts and backs of a few decks; for each, what all share and what neighbours share.
FAMILIES = 4
DEPTH = 3


@dataclass
class Family:
    """Drawings of one size that begin alike: the last one, and the grounds kept of it."""

    items: tuple[Item, ...] = ()
    kept: list[tuple[int, bytes]] = field(default_factory=list)


_families: OrderedDict[tuple[object, ...], Family] = OrderedDict()


def family_of(drawing: Drawing, width: int, height: int) -> Family | None:
    """Those that the drawing may share its ground with."""
    if not drawing.items or width * height > LARGEST_PIXELS:
        return None
    key = (drawing.view, width, height, drawing.items[0])
    family = _families.setdefault(key, Family())
    _families.move_to_end(key)
    if len(_families) > FAMILIES:
        _families.popitem(last=False)
    return family


def shared_items(family: Family, drawing: Drawing) -> int:
    """How many items the drawing shares with the last one; grounds beyond that are dropped."""
    pairs = zip(family.items, drawing.items, strict=False)
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    shared = _outside_groups(drawing.items[:alike])
    family.items = drawing.items
    family.kept = [ground for ground in family.kept if ground[0] <= shared][:DEPTH]
    return shared


def _outside_groups(items: tuple[Item, ...]) -> int:
    """The last place that lies in no translucent group, whose pixels are not on the face yet."""
    depth, place = 0, 0
    for number, item in enumerate(items, 1):
        if isinstance(item, Begin) and item.opacity < 1:
            depth += 1
        elif isinstance(item, End) and item.begin.opacity < 1:
            depth -= 1
        if not depth:
            place = number
    return place
