"""A layout written out as a template that draws the same.

Comes in: a layout and its deck. Goes out: the text of a template. Places that follow from the file
alone are numbers; those that follow from a piece's texts are variables, measured where the face is
drawn. What a template cannot say is a problem with the line of the box.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from types import SimpleNamespace

from cards_data.models import Deck, Game
from generator.geometry import shapes
from generator.geometry.units import BLEED_MM
from generator.layout.declared_boxes import Box, FaceGround, FaceLayout, Look, Paint, PictureFit
from generator.layout.grid_cells import Rect
from generator.layout.layout_reader import POINTED

from .box_drawing import BADGE
from .paints import Paints, corners
from .sizes import PLACES, STRETCHED
from .template_lines import BoxArea, Num, TemplateLines, code, less, out, share, total
from .template_sizes import TemplateSizes, at_turn, single, title
from .template_values import CELL, TemplateValues, figure, literal


@dataclass(frozen=True)
class Below:
    """What a box stands in: the colour below it, the colour of letters, where they stand."""

    on: str = "#ffffff"
    colour: Paint | None = None
    valign: str = "top"


def template_of(game: Game, deck: Deck, layout: FaceLayout, taken: Collection[str]) -> str:
    """The template that draws a layout; ``taken`` are the names that templates know."""
    writer = _Writer(game, deck, TemplateLines({*taken, "item", "index", "place", "loop"}))
    writer.lines.write(f"{{# Written from templates/{layout.files[0]}. #}}")
    return writer.face(layout)


class _Writer:
    """Writes the boxes of one face."""

    def __init__(self, game: Game, deck: Deck, lines: TemplateLines) -> None:
        self.game, self.lines = game, lines
        self.sizes = TemplateSizes(lines, TemplateValues(game, deck))
        self.paints = Paints(deck.size, SimpleNamespace(**game.colours))
        self.size = deck.size

    def face(self, layout: FaceLayout) -> str:
        below = self._ground(layout.ground)
        self._align(layout.face, "left")
        self._drawn(layout.face, BoxArea(0.0, 0.0, self.size.width_mm, self.size.height_mm), below)
        return self.lines.text

    def _align(self, box: Box, align: str) -> None:
        own = box.place.align or align
        self.sizes.aligns[id(box)] = own
        for child in box.boxes:
            self._align(child, own)

    # -- ground ---------------------------------------------------------------------------------

    def _ground(self, ground: FaceGround) -> Below:
        below = Below()
        wide, high = self.size.width_mm + 2 * BLEED_MM, self.size.height_mm + 2 * BLEED_MM
        over = BoxArea(-BLEED_MM, -BLEED_MM, wide, high)
        if ground.paint:
            self.lines.write(f"<rect {over.attributes} {self._fill(ground.paint)}/>")
            below = replace(below, on=self.paints.seen(ground.paint, below.on))
        if ground.content is not None:
            face = Box("picture", "ground", ground.where, ground.content, picture=ground.picture)
            self.lines.write(f"{{{{ {self._art(face, over)} }}}}")
        if ground.border:
            inner = f"{{{{ outline({figure(ground.border.width)}) }}}}"
            room = Rect(-BLEED_MM, -BLEED_MM, wide, high)
            edge = shapes.path_data(shapes.rounded(corners(room), 0.0))
            fill = self._fill(ground.border.paint)
            self.lines.write(f'<path d="{edge} {inner}" fill-rule="evenodd" {fill}/>')
        return below

    # -- boxes ----------------------------------------------------------------------------------

    def _draw(self, box: Box, area: BoxArea, below: Below) -> None:
        """A box in its room; turned where it is to be."""
        turn = box.place.turn
        if box.name:
            self.lines.write(f"{{# {box.kind} {re.sub(r'[^-.,:!? 0-9A-Za-z_]', '', box.name)} #}}")
        if not turn:
            self._drawn(box, area, below)
            return
        x, y = self._centre(box, area)
        lying = area
        if turn in (90, 270):
            left = self._let(box, "x", less(x, self._let(box, "half", share(area.height, 0.5))))
            top = self._let(box, "y", less(y, self._let(box, "half", share(area.width, 0.5))))
            lying = BoxArea(left, top, area.height, area.width)
        self.lines.write(f'<g transform="rotate({turn} {out(x)} {out(y)})">')
        self._drawn(box, lying, below, touches=False)
        self.lines.write("</g>")

    def _drawn(self, box: Box, area: BoxArea, below: Below, touches: bool = True) -> None:
        if box.kind in _CONTENT:
            _CONTENT[box.kind](self, box, area, below)
            return
        look = box.look
        self._look(box, look, area, touches)
        if look.fill:
            below = replace(below, on=self.paints.seen(look.fill, below.on))
        if look.colour:
            below = replace(below, colour=look.colour)
        inner = self._inside(box, area)
        if box.kind == "grid":
            self._grid(box, inner, below)
        elif box.kind == "row":
            self._row(box, inner, replace(below, valign=box.place.valign or "middle"))
        else:
            self._column(box, inner, replace(below, valign="top"))

    def _inside(self, box: Box, area: BoxArea) -> BoxArea:
        top, _, bottom, left = box.place.pad
        height = self._let(box, "inner_height", less(area.height, top + bottom))
        return BoxArea(
            self._let(box, "inner_x", total(area.x, left)),
            self._let(box, "inner_y", total(area.y, top)),
            self.sizes.inner_width(box, area.width),
            height if isinstance(height, str) else max(0.0, height),
        )

    def _column(self, box: Box, room: BoxArea, below: Below) -> None:
        flow = self.sizes.down(box, room.width)
        axis = (room.y, room.height, box.place.gap, PLACES[box.place.valign])
        spans = self.sizes.spans(f"{title(box)}_down", flow, axis)
        places = iter(flow.first)
        for child in box.boxes:
            first = "" if child.place.at is not None else next(places)
            with self.sizes.repeated(child) as turn, self.sizes.when(child, column=True):
                if child.place.at is not None:
                    self._draw(child, self._apart(child), below)
                    continue
                at = at_turn(first, turn)
                y = self._let(child, "y", spans.start(at))
                height = self._let(child, "height", spans.length(at))
                self._draw(child, self._aside(child, room, (y, height)), below)

    def _aside(self, box: Box, room: BoxArea, span: tuple[Num, Num]) -> BoxArea:
        """A box of a column, moved aside where it is narrower."""
        width = self.sizes.across(box, room.width)
        part = PLACES[self.sizes.align(box)]
        if width == room.width or not part:
            return BoxArea(room.x, span[0], width, span[1])
        free = self._let(box, "free", less(room.width, width))
        return BoxArea(
            self._let(box, "x", total(room.x, share(free, part))), span[0], width, span[1]
        )

    def _row(self, box: Box, room: BoxArea, below: Below) -> None:
        spans = self.sizes.widths(box, room.width)
        places = iter(spans.flow.first)
        for child in box.boxes:
            first = "" if child.place.at is not None else next(places)
            with self.sizes.repeated(child) as turn, self.sizes.when(child):
                if child.place.at is not None:
                    self._draw(child, self._apart(child), below)
                    continue
                at = at_turn(first, turn)
                x = self._let(child, "x", total(room.x, spans.start(at)))
                width = spans.length(at)
                self._draw(child, self._standing(child, (x, width), room, below), below)

    def _standing(self, box: Box, span: tuple[Num, Num], room: BoxArea, below: Below) -> BoxArea:
        """A box of a row: as high as the row, or as it is itself."""
        high = room.height
        if box.place.height is not None or box.kind not in STRETCHED:
            high = self.sizes.height(box, span[1]).natural or room.height
        elif box.kind == "icons":
            high = self.sizes.height(box, span[1]).natural
        part = PLACES[box.place.valign or below.valign]
        if high == room.height or not part:
            return BoxArea(span[0], room.y, span[1], high)
        free = self._let(box, "free", less(room.height, high))
        y = self._let(box, "y", total(room.y, share(free, part)))
        return BoxArea(span[0], y, span[1], high)

    def _apart(self, box: Box) -> BoxArea:
        """A box at a place of its own."""
        x, y = box.place.at or (0.0, 0.0)
        left = x if x >= 0 else self.size.width_mm + x
        top = y if y >= 0 else self.size.height_mm + y
        width = box.place.width or self.sizes.natural_width(box)
        width = self._or_rest(box, "width", width, max(0.0, self.size.width_mm - left))
        height = box.place.height or self.sizes.height(box, width).natural
        height = self._or_rest(box, "height", height, max(0.0, self.size.height_mm - top))
        return BoxArea(left, top, width, height)

    def _or_rest(self, box: Box, side: str, length: Num, rest: float) -> Num:
        if isinstance(length, str):
            return self._let(box, side, f"{length} or {figure(rest)}")
        return length or rest

    def _grid(self, box: Box, room: BoxArea, below: Below) -> None:
        """The boxes of a grid, once in each of its cells."""
        grid = box.grid
        more = f", gap={figure(box.place.gap)}" if box.place.gap else ""
        more += f", size={figure(grid.cell)}" if grid.arrange == "circle" else ""
        more += self._cell_count(box)
        given = f"{literal(grid.arrange)}, {grid.columns}, {grid.rows}, {room.call}"
        items = self._items(box)
        cell = self.lines.name("cell")
        inner = Box("column", "cell", box.where, boxes=box.boxes)
        inner = replace(inner, place=replace(inner.place, valign=box.place.valign))
        self._align(inner, self.sizes.align(box))
        with self.sizes.loop(f"{cell} in cells({given}{more})", CELL):
            start = f"loop.index0 + {grid.start}" if grid.start else "loop.index0"
            if items:
                there = f"loop.index0 < ({items} | length)"
                self.lines.write(f'{{% set item = ({items})[loop.index0] if {there} else "" %}}')
            else:
                self.lines.write('{% set item = "" %}')
            self.lines.write(f"{{% set index = {start} %}}")
            sides = (f"{cell}.{side}" for side in ("x", "y", "width", "height"))
            self._drawn(inner, BoxArea(*sides), below)

    def _cell_count(self, box: Box) -> str:
        counted = box.grid.count or box.grid.items
        return f", count={self.sizes.counted(box, counted)}" if counted else ""

    def _items(self, box: Box) -> str:
        return self.sizes.listed(box, box.grid.items) if box.grid.items else ""

    # -- content --------------------------------------------------------------------------------

    def _text(self, box: Box, area: BoxArea, below: Below) -> None:
        align, valign = self.sizes.align(box), box.place.valign or below.valign
        self._lettering(box, area, (align, valign), self._ink(box.look, below))

    def _lettering(self, box: Box, area: BoxArea, stands: tuple[str, str], ink: str) -> None:
        kind, (align, valign) = box.type, stands
        given = [self.sizes.said(box, "shown"), area.call, literal(kind.font)]
        given += [figure(kind.size_pt), figure(min(kind.floor_pt, kind.size_pt))]
        given += [f"align={literal(align)}"] if align != "left" else []
        given += [f"valign={literal(valign)}"] if valign != "top" else []
        given += [f"fill={ink}"]
        given += [f"leading={figure(kind.leading)}"] if kind.leading != 1.22 else []
        given += [f"lines={kind.lines}"] if kind.lines else []
        given += [f"name={literal(box.name)}"] if box.name else []
        self.lines.write(f"{{{{ text({', '.join(given)}) }}}}")

    def _badge(self, box: Box, area: BoxArea, below: Below) -> None:
        side = self._side(box, area)
        x, y = self._centre(box, area)
        half = self._let(box, "half", share(side, 0.5))
        top = self._let(box, "top", less(y, half))
        wide = area.width if box.look.shape == "rect" and box.place.width else side
        left = self._let(box, "left", less(x, self._let(box, "half", share(wide, 0.5))))
        look = box.look if box.look.fill or box.look.line else replace(box.look, fill=BADGE)
        on = self.paints.seen(look.fill, below.on) if look.fill else below.on
        part = 0.86 if box.look.shape == "rect" else 0.5 if box.look.shape in POINTED else 0.72
        inner = self._let(box, "inner", share(wide, part))
        start = self._let(box, "start", less(x, self._let(box, "half", share(inner, 0.5))))
        self._look(box, look, BoxArea(left, top, wide, side), False)
        lettered = replace(box, type=replace(box.type, lines=1))
        ink = self._ink(box.look, Below(on))
        self._lettering(lettered, BoxArea(start, top, inner, side), ("center", "middle"), ink)

    def _side(self, box: Box, area: BoxArea) -> Num:
        if area.height == 0.0:
            return box.size
        sides = (box.size, area.width, area.height)
        known = [side for side in sides if not isinstance(side, str)]
        if len(known) == len(sides):
            return min(known)
        return self._let(box, "side", f"[{', '.join(code(side) for side in sides)}] | min")

    def _icons(self, box: Box, area: BoxArea, below: Below) -> None:
        step = box.size + box.place.gap
        ink = self._ink(box.look, below)
        y = self._icons_top(box, area, below)
        if single(box):
            self._sign(box, area, y, ink)
            return
        most = self.sizes.in_a_row(box, area.width)
        row = self.lines.name("row")
        listed = self.sizes.said(box, "symbols")
        with self.lines.block(f"for {row} in {listed} | batch({code(most)})", "endfor"):
            down = self._let(box, "row_y", f"{code(y)} + loop.index0 * {figure(step)}")
            x: Num = area.x
            part = PLACES[self.sizes.align(box)]
            if part:
                gap = figure(box.place.gap)
                free = f"{code(area.width)} - {row} | length * {figure(step)} + {gap}"
                x = self._let(box, "row_x", f"{code(area.x)} + ({free}) * {figure(part)}")
            with self.lines.block(f"for sign in {row}", "endfor"):
                across = f"{code(x)} + loop.index0 * {figure(step)}"
                drawn = f"symbol(sign, {across}, {code(down)}, {figure(box.size)}, {ink})"
                self.lines.write(f"{{{{ {drawn} }}}}")

    def _sign(self, box: Box, area: BoxArea, y: Num, ink: str) -> None:
        """One symbol."""
        free = self._let(box, "beside", less(area.width, box.size))
        x = total(area.x, share(free, PLACES[self.sizes.align(box)]))
        given = f"{literal(box.icons[0])}, {code(x)}, {code(y)}, {figure(box.size)}, {ink}"
        self.lines.write(f"{{{{ symbol({given}) }}}}")

    def _icons_top(self, box: Box, area: BoxArea, below: Below) -> Num:
        part = PLACES[box.place.valign or below.valign]
        if not part:
            return area.y
        step, gap = box.size + box.place.gap, box.place.gap
        rows = self.sizes.icon_rows(box, area.width)
        high = self._let(box, "high", less(_times(rows, step), gap))
        free = self._let(box, "free", less(area.height, high))
        return self._let(box, "top", total(area.y, share(free, part)))

    def _picture(self, box: Box, area: BoxArea, below: Below) -> None:
        """A picture; none where there is no room left for it, or no name of one."""
        assert box.content
        sides = ((area.width, box.place.width), (area.height, box.place.height))
        if any(not isinstance(side, str) and side <= 0 for side, _ in sides):
            return
        needs = [f"{side} > 0" for side, own in sides if isinstance(side, str) and own is None]
        if self.sizes.values.may_be_empty(box.content):
            needs.append(self.sizes.said(box, "shown"))
        if not needs:
            self._pictured(box, area)
            return
        with self.lines.block(f"if {' and '.join(needs)}", "endif"):
            self._pictured(box, area)

    def _pictured(self, box: Box, area: BoxArea) -> None:
        look = box.look
        cut = look.shape != "rect" or look.corner
        clip = f", clip={self._path(box, look, area)}" if cut else ""
        room = area if cut else self._over(box, area)
        self.lines.write(f"{{{{ {self._art(box, room, clip)} }}}}")
        if look.line:
            self._look(box, replace(look, fill=None), area, False)

    def _art(self, box: Box, area: BoxArea, clip: str = "") -> str:
        assert box.content
        fit: PictureFit = box.picture
        own = box.content.name == "id"
        more = "" if own else f", name={self.sizes.said(box, 'shown')}"
        more += f", fit={literal(fit.fit)}" if fit.fit != "contain" else ""
        if fit.focus != (0.5, 0.5):
            more += f', focus="{100 * fit.focus[0]:g}% {100 * fit.focus[1]:g}%"'
        return f"art({area.call}{more}{clip})"

    def _shape(self, box: Box, area: BoxArea, below: Below) -> None:
        if not box.size:
            self._look(box, box.look, area, True)
            return
        x, y = self._centre(box, area)
        left = self._let(box, "left", less(x, box.size / 2))
        top = self._let(box, "top", less(y, box.size / 2))
        self._look(box, box.look, BoxArea(left, top, box.size, box.size), False)

    def _line(self, box: Box, area: BoxArea, below: Below) -> None:
        assert box.look.line
        self.lines.write(f"<rect {area.attributes} {self._fill(box.look.line.paint)}/>")

    def _space(self, box: Box, area: BoxArea, below: Below) -> None:
        """Nothing is drawn."""

    def _template(self, box: Box, area: BoxArea, below: Below) -> None:
        names = ("x", "y", "width", "height")
        pairs = zip(names, area.sides, strict=True)
        place = ", ".join(f'"{name}": {code(side)}' for name, side in pairs)
        self.lines.write(f"{{% set place = {{{place}}} %}}")
        self.lines.write(f'{{% include "{self.game.slug}/{box.template}" %}}')

    # -- paint ----------------------------------------------------------------------------------

    def _look(self, box: Box, look: Look, area: BoxArea, touches: bool) -> None:
        """Fill and line of a box."""
        if look.fill and look.shape == "rect" and not look.corner:
            room = self._over(box, area) if touches else area
            self.lines.write(f"<rect {room.attributes} {self._fill(look.fill)}/>")
        elif look.fill:
            path = self._path(box, look, area)
            self.lines.write(f'<path d="{{{{ {path} }}}}" {self._fill(look.fill)}/>')
        if look.line:
            self._outlined(box, look, area)

    def _outlined(self, box: Box, look: Look, area: BoxArea) -> None:
        assert look.line
        width, paint = look.line.width, look.line.paint
        x, y = (total(side, width / 2) for side in (area.x, area.y))
        across, down = (less(side, width) for side in (area.width, area.height))
        inner = BoxArea(x, y, across, down)
        path = self._path(box, replace(look, corner=max(0.0, look.corner - width / 2)), inner)
        stroke = f'stroke="{self._attribute(paint)}" stroke-width="{width:.3f}"'
        faint = f' stroke-opacity="{paint.opacity:.3f}"' if paint.opacity < 1 else ""
        self.lines.write(f'<path d="{{{{ {path} }}}}" fill="none" {stroke}{faint}/>')

    def _path(self, box: Box, look: Look, area: BoxArea) -> str:
        if look.shape == "outline":
            lost = less(self.size.width_mm, area.width)
            inset = share(f"({lost})" if isinstance(lost, str) else lost, 0.5)
            return f"outline({code(inset)})"
        corner = f", {figure(look.corner)}" if look.corner else ""
        return f"shape({literal(look.shape)}, {area.call}{corner})"

    def _over(self, box: Box, area: BoxArea) -> BoxArea:
        """The same area; where it touches the cut, with the bleed."""
        known = [side for side in area.sides if not isinstance(side, str)]
        if len(known) == len(area.sides):
            over = self.paints.over(Rect(*known))
            return BoxArea(over.x, over.y, over.width, over.height)
        name = self.lines.kept(f"{title(box)}_over", f"over_bleed({area.call})")
        return BoxArea(*(f"{name}.{side}" for side in ("x", "y", "width", "height")))

    def _fill(self, paint: Paint) -> str:
        faint = f' fill-opacity="{paint.opacity:.3f}"' if paint.opacity < 1 else ""
        return f'fill="{self._attribute(paint)}"{faint}'

    def _attribute(self, paint: Paint) -> str:
        named = paint.colour[0] != "#"
        return f"{{{{ c.{paint.colour} }}}}" if named else paint.colour.lower()

    def _ink(self, look: Look, below: Below) -> str:
        """The colour of letters: their own, the one round them, or what reads best."""
        paint = look.colour or below.colour
        if paint:
            named = paint.colour[0] != "#"
            return f"c.{paint.colour}" if named else literal(paint.colour.lower())
        best = self.paints.ink_on(below.on)
        return "c.ink" if best == self.game.colours.get("ink") else literal(best)

    def _let(self, box: Box, part: str, value: Num) -> Num:
        return self.lines.let(f"{title(box)}_{part}", value)

    def _centre(self, box: Box, area: BoxArea) -> tuple[Num, Num]:
        return (
            self._let(box, "middle_x", total(area.x, share(area.width, 0.5))),
            self._let(box, "middle_y", total(area.y, share(area.height, 0.5))),
        )


def _times(value: Num, factor: float) -> Num:
    return f"{value} * {figure(factor)}" if isinstance(value, str) else value * factor


_CONTENT = {
    "text": _Writer._text,
    "badge": _Writer._badge,
    "icons": _Writer._icons,
    "picture": _Writer._picture,
    "shape": _Writer._shape,
    "line": _Writer._line,
    "space": _Writer._space,
    "template": _Writer._template,
}
