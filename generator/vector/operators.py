"""Turn a drawing into PDF operators.

The form of a piece fills the unit square, as an image of it would, so pages can place either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, TypeVar

from cards_data.outlines.path_reader import Rect, Step
from generator.store.compression import WELL, pack
from generator.svg.drawing import (
    IDENTITY,
    Begin,
    Colour,
    Drawing,
    End,
    Fill,
    Gradient,
    Item,
    Letters,
    Matrix,
    Paint,
    Path,
    Photo,
    Shape,
    Stroke,
    map_steps,
    times,
)
from generator.text.fonts import Typeface

from .form_xobject import FONT, PAGE_UNITS, Form, PdfStream, font_name
from .marked_content import MarkedContent
from .pdf_resources import (
    FormResources,
    ResourceNames,
    actual_text,
    fades,
    figures,
    glyph_shape,
    hides,
    image_parts,
    matrix_figures,
    opacity_mask,
    opacity_state,
    picture_box,
    shading_pattern,
    shown_text,
)

_LETTERS = {"M": "m", "L": "l", "C": "c", "Z": "h"}
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_OPAQUE = opacity_state(1, 1)
# How letters are shown, filled or not and stroked or not; those that are neither are invisible.
_MODES = {(True, False): 0, (False, True): 1, (True, True): 2, (False, False): 3}
AnyInk = TypeVar("AnyInk", Fill, Stroke)
# The initial state; a group starts again with it.
_AT_FIRST = {"opacity": _OPAQUE, "mode": "0 Tr", "spacing": "0 Tc"}


def face_form(drawing: Drawing, page: bool = False) -> Form:
    """Return the whole face on white; a page to read is divided by its tags."""
    stream = _Stream(FormResources(drawing.view), page)
    if not _covers(next((item for item in drawing.items if _paints(item)), None), drawing.view):
        stream.marked.paint()
        stream.ops.append(f"1 g {figures(drawing.view)} re f")
    return _form(drawing, stream)


def unseen_text(drawing: Drawing) -> Form | None:
    """Return the letters of a face as invisible text over its pixels, for search and copying."""
    unseen = drawing._replace(items=tuple(_invisible_text(drawing)))
    return _form(unseen, _Stream(FormResources(drawing.view))) if unseen.items else None


def _invisible_text(drawing: Drawing) -> Iterator[Item]:
    """Yield the letters without ink, and the symbols in texts without their shapes."""
    for item in drawing.items:
        begin = item.begin if isinstance(item, End) else item
        if isinstance(item, Letters) and item.text.strip() and not item.hidden:
            yield item._replace(fill=None, stroke=None)
        elif isinstance(begin, Begin) and begin.words:
            yield item


def _form(drawing: Drawing, stream: _Stream) -> Form:
    """Return all items of a drawing after what the stream begins with."""
    for place, item in enumerate(drawing.items):
        if isinstance(item, Begin) and item.tag and item.tag.role == "img":
            stream.marked.box = _share(picture_box(drawing.items[place:]), drawing.view)
        stream.write(item)
    tags = stream.marked.finish()
    x, y, width, height = drawing.view
    side = PAGE_UNITS if stream.marked.tagged else 1
    wide, high = side / width, side / height
    to_square = (wide, 0.0, 0.0, -high, -x * wide, side + y * high)
    belongings = stream.belongings
    belongings.add(stream.part(f"/Matrix [{figures(to_square)}]"))
    return Form(tuple(belongings.parts), belongings.glyphs, tags)


def _share(box: Rect, view: Rect) -> tuple[float, ...]:
    """Return a box in shares of the page, from its lower left corner."""
    (x, y, width, height), (left, top, wide, high) = box, view
    right, low = x + width, y + height
    edges = ((x - left) / wide, 1 - (low - top) / high, (right - left) / wide, 1 - (y - top) / high)
    return tuple(round(min(max(edge, 0.0), 1.0), 4) for edge in edges)


def _paints(item: Item) -> bool:
    """Return whether an item is more than the begin or end of a tag."""
    begin = item.begin if isinstance(item, End) else item
    return not (isinstance(begin, Begin) and begin.tag)


def _covers(item: Item | None, view: Rect) -> bool:
    """Return whether an item covers everything, so that white below would only show at edges."""
    if not isinstance(item, Shape) or not item.fill or not hides(item.fill):
        return False
    steps = map_steps(item.path, item.matrix)
    points = [at for _, at in steps if at]
    xs, ys = sorted({at[0] for at in points}), sorted({at[1] for at in points})
    if any(letter == "C" for letter, _ in steps) or (len(points), len(xs), len(ys)) != (4, 2, 2):
        return False
    x, y, width, height = view
    return xs[0] <= x and ys[0] <= y and xs[1] >= x + width and ys[1] >= y + height


@lru_cache(maxsize=8192)
def _outline(path: Path) -> str:
    return _steps(path.steps)


def _steps(steps: tuple[Step, ...]) -> str:
    return " ".join([f"{figures(at)} {_LETTERS[letter]}" if at else "h" for letter, at in steps])


@lru_cache(maxsize=4096)
def _glyph(face: Typeface, number: int, done: str) -> PdfStream | None:
    steps = face.outline(number)
    return glyph_shape(_steps(steps), done) if steps else None


class _Stream:
    """One content stream; settings that already apply are not written again."""

    def __init__(self, belongings: FormResources, tagged: bool = False) -> None:
        self.ops: list[str] = []
        self.marked = MarkedContent(self.ops, tagged)
        self.belongings = belongings
        self._names = ResourceNames()
        self._set = dict(_AT_FIRST)
        self._saved: list[dict[str, str]] = []
        self._group: _Stream | None = None

    def part(self, more: str) -> PdfStream:
        """Return the stream as a form."""
        dictionary = (
            f"/Type /XObject /Subtype /Form /BBox [{self.belongings.box()}] {more} "
            f"/Resources << {self._names.entries()} >> /Filter /FlateDecode"
        )
        return PdfStream(dictionary, pack("\n".join(self.ops).encode(), WELL))

    def write(self, item: Item) -> None:
        """Write an item into the innermost open group."""
        if self._group:
            self._in_group(self._group, item)
        elif isinstance(item, Begin):
            self._begin(item)
        elif isinstance(item, End):
            self._end(item)
        else:
            self.marked.paint(isinstance(item, Letters))
            _PAINT[type(item)](self, item)

    def _begin(self, begin: Begin) -> None:
        if begin.tag:
            words = actual_text(begin.words) if begin.words else f"{begin.tag.label} "
            self.marked.begin(begin.tag, words)
            if begin.words:
                self._letters(begin.words)
            return
        if begin.opacity < 1:
            self.marked.paint()
            self._group = _Stream(self.belongings)
            return
        self._save()
        if begin.clip is not None:
            # An empty clip hides everything.
            rule = "W*" if begin.evenodd else "W"
            self.ops.append(f"{_steps(begin.clip.steps) or '0 0 m'} {rule} n")

    def _end(self, end: End) -> None:
        if end.begin.tag:
            self.marked.end(end.begin.tag)
        else:
            self._restore()

    def _in_group(self, group: _Stream, item: Item) -> None:
        """Write into an open group, without tags; an end that the group does not know closes it."""
        if not _paints(item):
            return
        if not (isinstance(item, End) and not group._saved and not group._group):
            group.write(item)
            return
        self._group = None
        part = group.part("/Group << /S /Transparency >>")
        name = self._names.name("XObject", self.belongings.add(part))
        self._save()
        self._opacity(item.begin.opacity, item.begin.opacity)
        self.ops.append(f"{name} Do")
        self._restore()

    def _save(self) -> None:
        self.ops.append("q")
        self._saved.append(self._set)
        self._set = dict(self._set)

    def _restore(self) -> None:
        self.ops.append("Q")
        self._set = self._saved.pop()

    def _emit(self, name: str, operator: str) -> None:
        """Write an operator that sets something, unless it is already set."""
        if self._set.get(name) != operator:
            self._set[name] = operator
            self.ops.append(operator)

    def _opacity(self, fill: float, stroke: float) -> None:
        state = _OPAQUE if fill == stroke == 1 else opacity_state(fill, stroke)
        if self._set["opacity"] != state:
            self._set["opacity"] = state
            self.ops.append(f"{self._names.name('ExtGState', state)} gs")

    def _shape(self, shape: Shape) -> None:
        fill, stroke = shape.fill, shape.stroke
        outline = _outline(shape.path)
        # Filling and stroking may be one step if nothing is transparent.
        if fill and stroke and hides(fill) and hides(stroke):
            self._set_ink(fill, stroke, shape.matrix)
            self._paint_path(outline, "B*" if fill.evenodd else "B", shape.matrix)
            return
        if fill:
            masked = self._begin_mask(fill, shape.matrix)
            self._set_ink(fill, None, shape.matrix)
            self._paint_path(outline, "f*" if fill.evenodd else "f", shape.matrix)
            if masked:
                self._restore()
        if stroke:
            masked = self._begin_mask(stroke, shape.matrix)
            self._set_ink(None, stroke, shape.matrix)
            self._paint_path(outline, "S", shape.matrix)
            if masked:
                self._restore()

    def _paint_path(self, path: str, operator: str, matrix: Matrix) -> None:
        if matrix == IDENTITY:
            self.ops.append(f"{path} {operator}")
        else:
            self.ops.append(f"q {matrix_figures(matrix)} cm {path} {operator} Q")

    def _begin_mask(self, ink: Fill | Stroke, matrix: Matrix) -> bool:
        """Set a mask if the gradient is partly transparent; return whether it is."""
        if not isinstance(ink.paint, Gradient) or not fades(ink.paint.stops):
            return False
        self._save()
        state = opacity_mask(ink.paint, matrix, self.belongings)
        self.ops.append(f"{self._names.name('ExtGState', state)} gs")
        return True

    def _set_ink(self, fill: Fill | None, stroke: Stroke | None, matrix: Matrix) -> None:
        """Set opacity, colours and pen for what follows."""
        one = fill or stroke
        other = stroke or fill
        assert one and other
        self._opacity(one.opacity * _evenly(one.paint), other.opacity * _evenly(other.paint))
        if fill:
            self._emit("fill", self._colour(fill.paint, matrix, "rg", "/Pattern cs {} scn"))
        if stroke:
            self._emit("stroke", self._colour(stroke.paint, matrix, "RG", "/Pattern CS {} SCN"))
            self._emit("pen", _pen(stroke[1:]))

    def _colour(self, paint: Paint, matrix: Matrix, plain: str, pattern: str) -> str:
        if isinstance(paint, Gradient):
            return pattern.format(self._names.name("Pattern", shading_pattern(paint, matrix)))
        return _colour(paint, plain)

    def _letters(self, letters: Letters) -> None:
        if letters.hidden:
            self._outlines(letters)
            return
        if letters.fill or letters.stroke:
            self._set_ink(letters.fill, letters.stroke, letters.matrix)
        mode = _MODES[bool(letters.fill), bool(letters.stroke)]
        self._emit("mode", f"{mode} Tr")
        name = self._names.name("Font", FONT.format(font_name(letters.font)))
        self._emit("font", f"{name} {figures((letters.size,))} Tf")
        self._emit("spacing", f"{figures((letters.spacing,))} Tc")
        at = times((1.0, 0.0, 0.0, -1.0, letters.x, letters.y), letters.matrix)
        used = self.belongings.glyphs.setdefault(letters.font, {})
        self.ops.append(f"BT {matrix_figures(at)} Tm {shown_text(letters, used)} ET")

    def _outlines(self, letters: Letters) -> None:
        """Paint the shapes of letters, so that they are not text; each glyph is a part."""
        face, units = letters.face, letters.face.units
        scale = letters.size / units
        matrix = times((scale, 0.0, 0.0, -scale, letters.x, letters.y), letters.matrix)
        fill, stroke = letters.fill, letters.stroke
        self._save()
        self._set_ink(fill and _flat(fill), stroke and _flat(stroke, scale), matrix)
        self.ops.append(f"{matrix_figures(matrix)} cm")
        done = "B" if fill and stroke else "f" if fill else "S"
        pen = last = 0
        for glyph in face.shape(letters.text):
            shape = _glyph(face, glyph.number, done)
            if shape:
                x = pen + round(glyph.dx * units)
                name = self._names.name("XObject", self.belongings.glyph(shape))
                self.ops.append(f"1 0 0 1 {x - last} 0 cm {name} Do")
                last = x
            pen += round(glyph.advance * units + letters.spacing / scale)
        self._restore()

    def _picture(self, picture: Photo) -> None:
        pixels, mask = image_parts(picture.data)
        shown_through = f" /SMask {self.belongings.add(mask)}" if mask else ""
        whole = PdfStream(pixels.dictionary + shown_through, pixels.stream)
        name = self._names.name("XObject", self.belongings.add(whole))
        upright = (picture.width, 0.0, 0.0, -picture.height, 0.0, picture.height)
        self._opacity(picture.opacity, picture.opacity)
        self.ops.append(f"q {matrix_figures(times(upright, picture.matrix))} cm {name} Do Q")


def _flat(ink: AnyInk, scale: float = 1.0) -> AnyInk:
    """Return an ink for glyphs in the units of their font; a gradient becomes its first colour."""
    paint = ink.paint.stops[0].colour if isinstance(ink.paint, Gradient) else ink.paint
    if isinstance(ink, Stroke):
        return ink._replace(paint=paint, width=ink.width / scale, dashes=())
    return ink._replace(paint=paint)


_PAINT: dict[type[Item], Callable[[_Stream, Any], None]] = {
    Shape: _Stream._shape,
    Letters: _Stream._letters,
    Photo: _Stream._picture,
}


@lru_cache(maxsize=2048)
def _colour(colour: Colour, operator: str) -> str:
    return f"{figures(colour)} {operator}"


@lru_cache(maxsize=2048)
def _pen(pen: tuple[object, ...]) -> str:
    """Return the pen of a stroke, without its paint."""
    stroke = Stroke((0.0, 0.0, 0.0), *pen)  # type: ignore[arg-type]
    width, limit = figures((stroke.width,)), figures((stroke.miter_limit,))
    dashes, offset = figures(stroke.dashes), figures((stroke.dash_offset,))
    ends = f"{_CAPS[stroke.cap]} J {_JOINS[stroke.join]} j"
    return f"{width} w {ends} {limit} M [{dashes}] {offset} d"


def _evenly(paint: Paint) -> float:
    """Return the opacity that all stops of a gradient share; other gradients are masked."""
    if isinstance(paint, Gradient) and not fades(paint.stops):
        return paint.stops[0].opacity
    return 1.0
