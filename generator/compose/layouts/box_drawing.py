"""The boxes of a face into SVG.

Comes in: nodes and the room for them. Goes out: SVG from back to front. A filled box that touches
the cut reaches over the bleed; a text without a colour takes the one that is read best on what
lies below it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

from cards_data.problems import AnyText, Message, Problem, Problems, fixed, said_by
from generator.compose.functions import TemplateFunctions
from generator.compose.template_limits import TemplateLimit
from generator.geometry import shapes
from generator.geometry.units import BLEED_MM
from generator.layout.declared_boxes import Box, FaceGround, Look, Paint
from generator.layout.grid_cells import Rect
from generator.layout.layout_reader import POINTED
from generator.layout.shared_lengths import SLACK_MM, Part, Span, needed, shared, without_excess
from generator.text.typesetter import TextBox

from .nodes import Node, Scope
from .paints import Paints, at, corners
from .sizes import PLACES, STRETCHED, Sizes, flowing, grows_down, has_text, icon_rows, style_of


@dataclass(frozen=True)
class Around:
    """What a box stands in: the colour below it, and what it takes from the boxes round it."""

    on: str = "#ffffff"
    colour: str = ""
    valign: str = "top"


@dataclass
class FaceDrawer:
    """Draws the boxes of one face."""

    functions: TemplateFunctions
    scope: Scope
    include: Callable[[str, Rect], str]
    # Where every box came to stand, in the order they were drawn.
    places: list[tuple[Box, Rect]] = field(default_factory=list)

    def __post_init__(self) -> None:
        subject = self.functions.subject
        self.sizes = Sizes(self.functions)
        self.paints = Paints(subject.size, self.scope.names["c"])
        self.face = self.paints.face

    def ground(self, ground: FaceGround) -> tuple[str, Around]:
        """The ground, and what stands on it."""
        around = Around()
        parts = []
        size = self.functions.subject.size
        over = Rect(
            -BLEED_MM, -BLEED_MM, size.width_mm + 2 * BLEED_MM, size.height_mm + 2 * BLEED_MM
        )
        if ground.paint:
            parts.append(f"<rect {at(over)} {self.paints.fill(ground.paint)}/>")
            around = replace(around, on=self.paints.seen(ground.paint, around.on))
        if ground.content is not None:
            name, picture = str(self.scope.shown(ground.content)), ground.picture
            drawn = self.functions.picture(
                TextBox(*_sides(over)), name, (picture.fit, picture.focus)
            )
            parts.append(str(drawn))
        if ground.border:
            width = ground.border.width
            inner = shapes.path_data(shapes.outline(size, width))
            edge = shapes.path_data(shapes.rounded(corners(over), 0.0))
            fill = self.paints.fill(ground.border.paint)
            parts.append(f'<path d="{edge} {inner}" fill-rule="evenodd" {fill}/>')
        return "".join(parts), around

    def draw(self, node: Node, room: Rect, around: Around) -> str:
        """A box in its room; turned where it is to be."""
        self.places.append((node.box, room))
        turn = node.box.place.turn
        if turn:
            x, y = room.centre
            lying = room
            if turn in (90, 270):
                lying = Rect(x - room.height / 2, y - room.width / 2, room.height, room.width)
            inner = self._drawn(node, lying, around, touches=False)
            return f'<g transform="rotate({turn} {x:.3f} {y:.3f})">{inner}</g>'
        return self._drawn(node, room, around)

    def _drawn(self, node: Node, room: Rect, around: Around, touches: bool = True) -> str:
        kind = node.box.kind
        if kind in _CONTENT:
            try:
                return str(_CONTENT[kind](self, node, room, around))
            except TemplateLimit as limit:
                self._wrong(node, said_by(limit))
        look = node.box.look
        parts = [self.paints.look(look, room, touches)]
        if look.fill:
            around = replace(around, on=self.paints.seen(look.fill, around.on))
        if look.colour:
            around = replace(around, colour=self.paints.colour(look.colour))
        parts.append(self._inside(node, room, around))
        return "".join(parts)

    def _inside(self, node: Node, room: Rect, around: Around) -> str:
        place = node.box.place
        inner = room.inside(*place.pad)
        if node.box.kind == "grid":
            cells = node.cells.rects(inner)
            pairs: Iterable[tuple[Node, Rect]] = zip(node.children, cells, strict=False)
        elif node.box.kind == "row":
            around = replace(around, valign=place.valign or "middle")
            pairs = self._along(node, inner, around)
        else:
            around = replace(around, valign="top")
            pairs = self._down(node, inner)
        flow = {id(child): rect for child, rect in pairs}
        drawn = []
        for child in node.children:
            if child.box.place.at is not None:
                drawn.append(self.draw(child, self._apart(child), around))
            elif id(child) in flow:
                drawn.append(self.draw(child, flow[id(child)], around))
        return "".join(drawn)

    def _apart(self, node: Node) -> Rect:
        """A box at a place of its own: from the upper left corner of the face, or the lower
        right."""
        x, y = node.box.place.at or (0.0, 0.0)
        left = x if x >= 0 else self.face.width + x
        top = y if y >= 0 else self.face.height + y
        width = node.box.place.width or self.sizes.natural_width(node)
        width = width or max(0.0, self.face.width - left)
        height = node.box.place.height or self.sizes.height(node, width)
        return Rect(left, top, width, height or max(0.0, self.face.height - top))

    def _along(self, node: Node, room: Rect, around: Around) -> list[tuple[Node, Rect]]:
        """The boxes of a row."""
        flow = flowing(node)
        spans = self.sizes.widths(node, flow, Span(room.x, room.width))
        excess = spans[-1].start + spans[-1].length - room.x - room.width if spans else 0.0
        if excess > SLACK_MM:
            self._wrong(node, Message("face.boxes_wider", excess=fixed(excess, 1)))
        placed = []
        for child, span in zip(flow, spans, strict=True):
            high = room.height
            if child.box.place.height is not None or child.box.kind not in STRETCHED:
                high = self.sizes.height(child, span.length) or room.height
            elif child.box.kind == "icons":
                high = self.sizes.height(child, span.length)
            top = room.y + (room.height - high) * PLACES[child.box.place.valign or around.valign]
            if high > room.height + SLACK_MM:
                self._wrong(child, Message("face.higher", excess=fixed(high - room.height, 1)))
            placed.append((child, Rect(span.start, top, span.length, high)))
        return placed

    def _down(self, node: Node, room: Rect) -> list[tuple[Node, Rect]]:
        """The boxes of a column: what is too much is taken from texts that shrink, and then told
        of the highest of them."""
        flow = flowing(node)
        widths = [self.sizes.across(child, room.width) for child in flow]
        pairs = list(zip(flow, widths, strict=True))
        parts = [self._part(child, width, shrunk=False) for child, width in pairs]
        gap, place = node.box.place.gap, PLACES[node.box.place.valign]
        if needed(parts, gap) > room.height:
            parts = [self._part(child, width, shrunk=True) for child, width in pairs]
            parts = self._cut_down(node, flow, parts, room.height)
        spans = shared(parts, Span(room.y, room.height), gap, place)
        return [
            (child, self._aside(child, width, span, room))
            for (child, width), span in zip(pairs, spans, strict=True)
        ]

    def _part(self, node: Node, width: float, shrunk: bool) -> Part:
        natural = self.sizes.height(node, width)
        least = min(natural, self.sizes.height(node, width, least=True)) if shrunk else natural
        return Part(natural, least, grows_down(node))

    def _cut_down(self, node: Node, flow: list[Node], parts: list[Part], room: float) -> list[Part]:
        """The parts, with what no shrinking saves taken from one text, which will tell it."""
        texts = [place for place, child in enumerate(flow) if has_text(child)]
        gap = node.box.place.gap
        fitting = without_excess(parts, texts, room, gap)
        if fitting is None:
            excess = sum(part.least for part in parts) + gap * (len(parts) - 1) - room
            self._wrong(node, Message("face.boxes_higher", excess=fixed(excess, 1)))
        return fitting

    def _aside(self, node: Node, width: float, span: Span, room: Rect) -> Rect:
        """A box of a column, moved aside where it is narrower."""
        if width > room.width + SLACK_MM:
            self._wrong(node, Message("face.wider", excess=fixed(width - room.width, 1)))
        share = PLACES[node.align]
        return Rect(room.x + (room.width - width) * share, span.start, width, span.length)

    def _wrong(self, node: Node, found: AnyText) -> NoReturn:
        """A layout that cannot be: the same for every piece, so it is told without one."""
        subject = self.functions.subject
        box = Message("face.box", name=node.box.name) if node.box.name else ""
        told = Message("face.named", box=box, found=found, label=subject.label, side=subject.side)
        hint = Message("face.make_smaller")
        raise Problems([Problem(node.box.where, told, Message("face.boxes_fit"), hint)])

    def _text(self, node: Node, room: Rect, around: Around) -> str:
        if node.value == "":
            return ""
        box, place = node.box, node.box.place
        valign = place.valign or around.valign
        colour = self._ink(box.look, around)
        block = self.sizes.block(node, room.width)
        style = style_of(node, valign)
        if block.height_mm <= room.height + 1e-6:
            lettered = self.functions.lettered(
                node.value, block, style, TextBox(*_sides(room)), colour, box.name
            )
            return str(lettered)
        kind = box.type
        return str(
            self.functions.text(
                node.value,
                *_sides(room),
                kind.font,
                kind.size_pt,
                kind.floor_pt,
                node.align,
                valign,
                colour,
                kind.leading,
                kind.lines,
                box.name,
            )
        )

    def _badge(self, node: Node, room: Rect, around: Around) -> str:
        if node.value == "":
            return ""
        box = node.box
        side = min(box.size, room.width, room.height) if room.height else box.size
        x, y = room.centre
        wide = room.width if box.look.shape == "rect" and box.place.width else side
        badge = Rect(x - wide / 2, y - side / 2, wide, side)
        look = box.look if box.look.fill or box.look.line else replace(box.look, fill=BADGE)
        on = self.paints.seen(look.fill, around.on) if look.fill else around.on
        colour = self._ink(box.look, Around(on))
        share = 0.86 if box.look.shape == "rect" else 0.5 if box.look.shape in POINTED else 0.72
        inner = badge.width * share
        kind = box.type
        text = self.functions.text(
            node.value,
            x - inner / 2,
            badge.y,
            inner,
            side,
            kind.font,
            kind.size_pt,
            min(kind.size_pt, kind.floor_pt),
            "center",
            "middle",
            colour,
            kind.leading,
            1,
            box.name,
        )
        return self.paints.look(look, badge, False) + str(text)

    def _icons(self, node: Node, room: Rect, around: Around) -> str:
        box, gap = node.box, node.box.place.gap
        rows = icon_rows(node, room.width)
        high = len(rows) * (box.size + gap) - gap
        share = PLACES[node.align]
        y = room.y + (room.height - high) * PLACES[box.place.valign or around.valign]
        colour = self._ink(box.look, around)
        drawn = []
        for row in rows:
            x = room.x + (room.width - len(row) * (box.size + gap) + gap) * share
            for name in row:
                drawn.append(self._symbol(node, name, (x, y), colour))
                x += box.size + gap
            y += box.size + gap
        return "".join(drawn)

    def _symbol(self, node: Node, name: str, at: tuple[float, float], colour: str) -> str:
        try:
            return str(self.functions.symbol(name, *at, node.box.size, colour))
        except Problems as problems:
            size = node.box.size
            return self.functions.without_symbol(problems, TextBox(*at, size, size))

    def _picture(self, node: Node, room: Rect, around: Around) -> str:
        if node.value == "" or room.width <= 0 or room.height <= 0:
            return ""
        picture, look = node.box.picture, node.box.look
        cut = look.shape != "rect" or look.corner
        clip = self.paints.path(look, room) if cut else ""
        box = TextBox(*_sides(room if cut else self.paints.over(room)))
        fit = (picture.fit, picture.focus)
        drawn = self.functions.picture(box, str(node.value), fit, clip)
        line = replace(look, fill=None)
        return str(drawn) + (self.paints.look(line, room, False) if look.line else "")

    def _shape(self, node: Node, room: Rect, around: Around) -> str:
        box = node.box
        if not box.size:
            return self.paints.look(box.look, room, True)
        x, y = room.centre
        return self.paints.look(
            box.look, Rect(x - box.size / 2, y - box.size / 2, box.size, box.size)
        )

    def _line(self, node: Node, room: Rect, around: Around) -> str:
        stroke = node.box.look.line
        return f"<rect {at(room)} {self.paints.fill(stroke.paint)}/>" if stroke else ""

    def _space(self, node: Node, room: Rect, around: Around) -> str:
        return ""

    def _ink(self, look: Look, around: Around) -> str:
        """The colour of letters: their own, the one of the boxes round them, or what reads best."""
        if look.colour:
            return self.paints.colour(look.colour)
        return around.colour or self.paints.ink_on(around.on)

    def _template(self, node: Node, room: Rect, around: Around) -> str:
        return self.include(node.box.template, room)


BADGE = Paint("#14202b")
_CONTENT: dict[str, Any] = {
    "text": FaceDrawer._text,
    "badge": FaceDrawer._badge,
    "icons": FaceDrawer._icons,
    "picture": FaceDrawer._picture,
    "shape": FaceDrawer._shape,
    "line": FaceDrawer._line,
    "space": FaceDrawer._space,
    "template": FaceDrawer._template,
}


def _sides(room: Rect) -> tuple[float, float, float, float]:
    return room.x, room.y, room.width, room.height
