"""How large boxes are, as lines of a template.

Comes in: a box and the width that it has. Goes out: its height at its natural size and at its
least, as numbers where they are known, else as variables of the template.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar, cast

from cards_data.problems import AnyText, Message, Problem, Problems, said_by
from generator.layout.box_values import Shown
from generator.layout.declared_boxes import Box
from generator.layout.layout_keys import CONTAINERS
from generator.layout.shared_lengths import Part, Span, needed, shared

from .sizes import GROWING_ACROSS, GROWING_DOWN, PLACES, STRETCHED
from .template_lines import Num, TemplateLines, code, less, total
from .template_values import TemplateValues, Unsupported, figure, literal

Found = TypeVar("Found")


class High(NamedTuple):
    """A height, and how far it may shrink."""

    natural: Num
    least: Num


class Long(NamedTuple):
    """A box along its row or column."""

    natural: Num
    least: Num
    grow: float = 0.0
    text: bool = False

    @property
    def code(self) -> str:
        numbers = ", ".join(code(one) for one in self[:3])
        return f"[{numbers}{', true' * self.text}]"

    @property
    def known(self) -> bool:
        return not isinstance(self.natural, str) and not isinstance(self.least, str)


# What a box is along its row or column, and which of the list it is.
Along = Callable[[Box, str], Long]


@dataclass(frozen=True)
class Flow:
    """The boxes of a row or column: what each is along it, as one list of the template.

    ``known`` has them as numbers, where all are; ``first`` says which of the list each box is.
    """

    parts: str
    first: tuple[str, ...]
    known: tuple[Part, ...] | None
    # One box that is always there and grows takes all the room, however high it is.
    fills: bool = False


class TemplateSizes:
    """Measures the boxes of one face in the template that is written."""

    def __init__(self, lines: TemplateLines, values: TemplateValues) -> None:
        self.lines, self.values = lines, values
        # What was measured already, for each loop that is open.
        self._known: list[dict[object, object]] = [{}]
        # Where letters and narrow boxes stand: their own, or that of the boxes round them.
        self.aligns: dict[int, str] = {}

    # -- what a box says ------------------------------------------------------------------------

    def said(self, box: Box, make: str) -> str:
        """An expression of a box, or a problem with its line."""
        try:
            if make == "condition":
                assert box.when
                return self.values.condition(box.when)
            if make == "symbols":
                return self._symbols(box)
            assert box.content
            return self.values.shown(box.content)
        except Unsupported as unsaid:
            raise Problems([unsayable(box, said_by(unsaid))]) from None

    def _symbols(self, box: Box) -> str:
        names = f"[{', '.join(literal(name) for name in box.icons)}]"
        listed = self.values.symbols(box.content) if box.content else names
        return f"({listed} * {self.values.count(box.count).code})" if box.count else listed

    def there(self, box: Box, column: bool) -> str:
        """When a box is there; in a column not where it has nothing to show."""
        parts = [self.said(box, "condition")] if box.when is not None else []
        free = box.place.height is None and box.place.at is None
        if column and free:
            parts += self._filled(box)
        return " and ".join(
            f"({part})" if len(parts) > 1 and " " in part else part for part in parts
        )

    def _filled(self, box: Box) -> Iterator[str]:
        """When a box has something to show, where that is not sure."""
        worded = box.content if box.kind in ("text", "badge") else None
        if worded and self.values.may_be_empty(worded):
            yield f'{self.said(box, "shown")} != ""'
        if box.kind == "icons" and (box.content or box.count):
            yield self.said(box, "symbols")

    @contextmanager
    def when(self, box: Box, column: bool = False) -> Iterator[None]:
        """What is written only where a box is there."""
        condition = self.there(box, column)
        if not condition:
            yield
            return
        with self.lines.block(f"if {condition}", "endif"):
            yield

    @contextmanager
    def repeated(self, box: Box) -> Iterator[str]:
        """What is written once for each item of a repeat; tells which turn it is, from 0."""
        if box.repeat is None:
            yield ""
            return
        try:
            items = self.values.items(box.repeat)
        except Unsupported as unsaid:
            raise Problems([unsayable(box, said_by(unsaid))]) from None
        with self.loop(f"item in {items.code}", items.kind):
            self.lines.write("{% set index = loop.index %}")
            yield self.lines.kept("turn", "loop.index0")

    @contextmanager
    def loop(self, through: str, item: str) -> Iterator[None]:
        """A loop: what is measured in it is known in it alone."""
        before, self.values = self.values, replace(self.values, item=item)
        self._known.append({})
        with self.lines.block(f"for {through}", "endfor"):
            yield
        self._known.pop()
        self.values = before

    # -- heights --------------------------------------------------------------------------------

    def height(self, box: Box, width: Num) -> High:
        """A box's height in that width."""
        place = box.place
        if place.height is not None:
            return High(place.height, place.height)
        if place.turn in (90, 270):
            return High(0.0, 0.0)
        return self._once(("height", id(box), width), lambda: self._height(box, width))

    def _height(self, box: Box, width: Num) -> High:
        if box.kind in CONTAINERS:
            return self._container(box, width)
        if box.kind == "text":
            return self._text(box, width)
        if box.kind == "icons":
            high = self._icons(box, width)
        else:
            high = box.size if box.kind in ("badge", "shape", "line", "space") else 0.0
        return High(high, high)

    def _once(self, key: object, make: Callable[[], Found]) -> Found:
        for known in self._known:
            if key in known:
                return cast(Found, known[key])
        made = make()
        self._known[-1][key] = made
        return made

    def _text(self, box: Box, width: Num) -> High:
        kind = box.type
        given = [self.said(box, "shown"), code(width), literal(kind.font)]
        sizes = f"{figure(kind.size_pt)}, {figure(kind.floor_pt)}"
        more = f", leading={figure(kind.leading)}" if kind.leading != 1.22 else ""
        more += f", lines={kind.lines}" if kind.lines else ""
        call = f"text_heights({', '.join(given)}, {sizes}{more})"
        name = self.lines.kept(f"{box.name or 'text'}_heights", call)
        return High(f"{name}[0]", f"{name}[1]")

    def in_a_row(self, box: Box, width: Num) -> Num:
        """How many symbols stand beside each other."""
        gap, step = box.place.gap, box.size + box.place.gap
        if not isinstance(width, str):
            return float(max(1, int((width + gap + 1e-6) / step)))
        most = f"[1, (({width} + {figure(gap + 1e-6)}) / {figure(step)}) | int] | max"
        name = f"{box.name or 'icons'}_in_a_row"
        return self._once(("most", id(box), width), lambda: self.lines.kept(name, most))

    def _icons(self, box: Box, width: Num) -> Num:
        gap = box.place.gap
        rows = self.icon_rows(box, width)
        if not isinstance(rows, str):
            return rows * box.size + (rows - 1) * gap if rows else 0.0
        high = f"[0, {rows} * {figure(box.size + gap)} - {figure(gap)}] | max"
        return self.lines.kept(f"{box.name or 'icons'}_height", high)

    def icon_rows(self, box: Box, width: Num) -> Num:
        """How many rows the symbols of a box fill."""
        if single(box):
            return 1.0
        most = self.in_a_row(box, width)
        count = f"({self.said(box, 'symbols')} | length)"
        if not box.content and not box.count:
            if not isinstance(most, str):
                return float(-(-len(box.icons) // int(most)))
            count = str(len(box.icons))
        rows = f'({count} / {code(most)}) | round(0, "ceil")'
        name = f"{box.name or 'icons'}_rows"
        return self._once(("rows", id(box), width), lambda: self.lines.kept(name, rows))

    def _container(self, box: Box, width: Num) -> High:
        top, _, bottom, _ = box.place.pad
        if box.kind == "grid":
            return High(top + bottom, top + bottom)
        inner = self.inner_width(box, width)
        flow = self.beside(box, inner) if box.kind == "row" else self.down(box, inner)
        pads = top + bottom
        if flow.known is not None:
            high, low = _together(box, flow.known)
            return High(high + pads, low + pads)
        gap = f", {figure(box.place.gap)}" if box.place.gap and box.kind != "row" else ""
        together = "beside" if box.kind == "row" else "stacked"
        name = self.lines.kept(f"{title(box)}_heights", f"{together}({flow.parts}{gap})")
        natural, least = (total(f"{name}[{end}]", pads) for end in (0, 1))
        if not pads:
            return High(natural, least)
        both = self.lines.kept(f"{title(box)}_padded", f"[{natural}, {least}]")
        return High(f"{both}[0]", f"{both}[1]")

    def inner_width(self, box: Box, width: Num) -> Num:
        """The width inside a box's pads."""
        sides = box.place.pad[1] + box.place.pad[3]

        def made() -> Num:
            return self.lines.let(f"{title(box)}_width", less(width, sides))

        found: Num = self._once(("inner", id(box), width), made)
        return found if isinstance(found, str) else max(0.0, found)

    # -- along a row or column ------------------------------------------------------------------

    def down(self, box: Box, width: Num) -> Flow:
        """The heights of the boxes in a column."""
        return self._once(("down", id(box), width), lambda: self._flow(box, width))

    def _flow(self, box: Box, width: Num) -> Flow:
        def long(child: Box, at: str) -> Long:
            high = self.height(child, self.across(child, width))
            return Long(high.natural, high.least, grows_down(child), has_text(child))

        return self._listed(box, long, column=box.kind != "row")

    def beside(self, box: Box, width: Num) -> Flow:
        """The heights of the boxes in a row."""

        def made() -> Flow:
            spans = self.widths(box, width)

            def long(child: Box, at: str) -> Long:
                high = self.height(child, spans.length(at))
                return Long(high.natural, high.least)

            return self._listed(box, long, column=False)

        return self._once(("beside", id(box), width), made)

    def widths(self, box: Box, width: Num) -> Spans:
        """The places of the boxes along a row that begins at 0."""

        def made() -> Spans:
            flow = self._listed(box, lambda child, at: self._across_row(child), column=False)
            axis = (0.0, width, box.place.gap, PLACES[self.align(box)])
            return self.spans(f"{title(box)}_across", flow, axis)

        return self._once(("widths", id(box), width), made)

    def spans(self, name: str, flow: Flow, axis: tuple[Num, Num, float, float]) -> Spans:
        """Where each box begins and how long it is."""
        start, length, gap, place = axis
        if flow.fills:
            return Spans(flow, "", ((start, length),))
        if flow.known is not None and not isinstance(length, str) and not isinstance(start, str):
            return Spans(flow, "", tuple(shared(flow.known, Span(start, length), gap, place)))
        more = f", {figure(gap)}, {figure(place)}" if gap or place else ""
        call = f"spans({flow.parts}, {code(start)}, {code(length)}{more})"
        return Spans(flow, self.lines.kept(name, call), ())

    def _listed(self, box: Box, long: Along, column: bool) -> Flow:
        """The boxes along a row or column as a list of the template."""
        flow = [child for child in box.boxes if child.place.at is None]
        if any(child.repeat is not None for child in flow):
            return self._gathered(box, flow, long, column)
        made = [
            self._part(child, long, str(place), self.there(child, column))
            for place, child in enumerate(flow)
        ]
        parts = ", ".join(one if isinstance(one, str) else one.code for one in made)
        first = tuple(str(place) for place in range(len(flow)))
        there = [one for one in made if not isinstance(one, str)]
        fills = len(made) == len(there) == 1 and there[0].grow > 0
        known = tuple(Part(*map(float, one[:3])) for one in there if one.known)
        return Flow(f"[{parts}]", first, known if len(known) == len(made) else None, fills)

    def _part(self, child: Box, long: Along, at: str, condition: str) -> Long | str:
        """A box along its row or column; none of it where it is not there."""
        if not condition:
            return long(child, at)
        name = self.lines.name(f"{child.name or child.kind}_part")
        with self.lines.block(f"if {condition}", "endif"):
            made = long(child, at)
            self.lines.write(f"{{% set {name} = {made.code} %}}")
            self.lines.depth -= 1
            self.lines.write("{% else %}")
            self.lines.depth += 1
            self.lines.write(f"{{% set {name} = none %}}")
        return name

    def _gathered(self, box: Box, flow: Sequence[Box], long: Along, column: bool) -> Flow:
        """The same with boxes that repeat: gathered one after the other."""
        kept = self.lines.kept(f"{title(box)}_boxes", "namespace(parts=[])")
        first: list[str] = []
        before = 0
        counts: list[str] = []
        for child in flow:
            at = " + ".join((*counts, str(before)) if before or not counts else counts)
            if child.repeat is not None:
                counts.append(self.counted(child, child.repeat))
            else:
                before += 1
            first.append(at)
            with self.repeated(child) as turn:
                one = self._part(child, long, at_turn(at, turn), self.there(child, column))
                part = one if isinstance(one, str) else one.code
                self.lines.write(f"{{% set {kept}.parts = {kept}.parts + [{part}] %}}")
        return Flow(f"{kept}.parts", tuple(first), None)

    def counted(self, box: Box, value: Shown) -> str:
        """How many items a name stands for."""
        try:
            return self.values.count(value).code
        except Unsupported as unsaid:
            raise Problems([unsayable(box, said_by(unsaid))]) from None

    def listed(self, box: Box, value: Shown) -> str:
        """The items that a name stands for."""
        try:
            items = self.values.items(value)
        except Unsupported as unsaid:
            raise Problems([unsayable(box, said_by(unsaid))]) from None
        if items.kind != "text":
            raise Problems([unsayable(box, Message("face.items_number"))])
        return items.code

    # -- widths ---------------------------------------------------------------------------------

    def align(self, box: Box) -> str:
        return self.aligns.get(id(box), "left")

    def across(self, box: Box, room: Num) -> Num:
        """The width of a box in a column."""
        place = box.place
        if place.width is not None:
            return self._least(place.width, room, box) if box.kind == "text" else place.width
        if place.hug:
            return self._least(self.natural_width(box), room, box)
        return room if box.kind in STRETCHED else (box.size or room)

    def _least(self, first: Num, second: Num, box: Box) -> Num:
        if not isinstance(first, str) and not isinstance(second, str):
            return min(first, second)

        def made() -> str:
            return self.lines.kept(f"{title(box)}_hugged", f"[{code(first)}, {code(second)}] | min")

        found: str = self._once(("least", id(box), first, second), made)
        return found

    def _across_row(self, box: Box) -> Long:
        place, grow = box.place, box.place.grow or 0.0
        if place.width is not None:
            return Long(place.width, place.width, grow)
        if box.kind in GROWING_ACROSS and not place.hug:
            return Long(0.0, 0.0, 1.0 if place.grow is None else grow)
        natural = self.natural_width(box)
        return Long(natural, 0.0 if box.kind == "text" else natural, grow)

    def natural_width(self, box: Box) -> Num:
        """As wide as its content, on one line."""
        if box.place.width is not None:
            return box.place.width
        if box.kind == "text":
            kind = box.type
            given = f"{self.said(box, 'shown')}, {literal(kind.font)}, {figure(kind.size_pt)}"
            return f"(line_width({given}) + 0.01)"
        if box.kind == "icons":
            return self._icons_width(box)
        if box.kind in CONTAINERS:
            return self._hugged(box)
        return box.size if box.kind in ("badge", "shape", "line", "space") else 0.0

    def _icons_width(self, box: Box) -> Num:
        size, gap = box.size, box.place.gap
        if not box.content and not box.count:
            return len(box.icons) * size + max(0, len(box.icons) - 1) * gap
        count = f"({self.said(box, 'symbols')} | length)"
        return f"([0, {count} * {figure(size + gap)} - {figure(gap)}] | max)"

    def _hugged(self, box: Box) -> Num:
        """The width of a container that hugs what is in it."""
        flow = [child for child in box.boxes if child.place.at is None]
        for child in flow:
            if child.repeat is not None:
                raise Problems([unsayable(child, Message("face.repeat_hugs"))])
        row = box.kind == "row"
        sides = box.place.pad[1] + box.place.pad[3]
        widths = [self._width_there(child, row) for child in flow]
        if row:
            found = total(*widths, box.place.gap * max(0, len(flow) - 1), sides)
        elif any(isinstance(width, str) for width in widths):
            found = total(f"([0, {', '.join(code(width) for width in widths)}] | max)", sides)
        else:
            found = max((float(width) for width in widths), default=0.0) + sides
        return f"({found})" if isinstance(found, str) else found

    def _width_there(self, child: Box, row: bool) -> Num:
        natural, condition = self.natural_width(child), self.there(child, column=not row)
        if not condition:
            return natural
        if row:
            raise Problems([unsayable(child, Message("face.when_hugs"))])
        return f"({code(natural)} if {condition} else 0)"


@dataclass(frozen=True)
class Spans:
    """Where the boxes of a row or column are: known, or in a list of the template."""

    flow: Flow
    name: str
    known: tuple[tuple[Num, Num], ...]

    def start(self, at: str) -> Num:
        return f"{self.name}[{at}].start" if self.name else self.known[int(at)][0]

    def length(self, at: str) -> Num:
        return f"{self.name}[{at}].length" if self.name else self.known[int(at)][1]


def at_turn(first: str, turn: str) -> str:
    """Which of a list a box is, in its turn of a repeat."""
    if not turn:
        return first
    return turn if first == "0" else f"{first} + {turn}"


def unsayable(box: Box, found: AnyText) -> Problem:
    name = Message("face.box", name=box.name) if box.name else ""
    return Problem(
        box.where,
        Message("face.cannot_say", box=name, found=found),
        hint=Message("face.keep_layout"),
    )


def single(box: Box) -> bool:
    """One symbol that is always there."""
    return len(box.icons) == 1 and box.count is None


def title(box: Box) -> str:
    return box.name or box.kind


def grows_down(box: Box) -> float:
    place = box.place
    if place.grow is not None:
        return place.grow
    free = box.kind == "shape" and not box.size
    return 1.0 if (box.kind in GROWING_DOWN or free) and place.height is None else 0.0


def has_text(box: Box) -> bool:
    if box.place.height is not None:
        return False
    return box.kind == "text" or any(has_text(child) for child in box.boxes)


def _together(box: Box, parts: Sequence[Part]) -> tuple[float, float]:
    if box.kind == "row":
        return max((part.natural for part in parts), default=0.0), max(
            (part.least for part in parts), default=0.0
        )
    least = [Part(part.least, part.least) for part in parts]
    return needed(parts, box.place.gap), needed(least, box.place.gap)
