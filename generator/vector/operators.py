"""A drawing into PDF operators.

Comes in: a drawing. Goes out: a form that fills the unit square, as an image of the face would, so
that pages need not know which of the two they place.
"""

from __future__ import annotations

from functools import lru_cache

from generator.store.compression import WELL, pack
from generator.svg.bounding_box import Rect, Step
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
    moved,
    times,
)

from .form_xobject import Form, PdfStream
from .pdf_resources import (
    Belongings,
    ResourceNames,
    fades,
    figures,
    font_reference,
    image_parts,
    matrix_figures,
    opacity_mask,
    opacity_state,
    shading_pattern,
)
from .text_runs import shown_text

_LETTERS = {"M": "m", "L": "l", "C": "c", "Z": "h"}
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_OPAQUE = opacity_state(1, 1)
# What holds where nothing was set; a group begins anew with it.
_AT_FIRST = {
    "opacity": _OPAQUE,
    "mode": "0 Tr",
    "spacing": "0 Tc",
}


def face_form(drawing: Drawing) -> Form:
    """The whole face on white."""
    x, y, width, height = drawing.view
    belongings = Belongings(drawing.view)
    stream = _Stream(belongings)
    if not _covers(drawing.items[0] if drawing.items else None, drawing.view):
        stream.ops.append(f"1 g {figures(drawing.view)} re f")
    for item in drawing.items:
        stream.write(item)
    to_unit_square = (1 / width, 0.0, 0.0, -1 / height, -x / width, 1 + y / height)
    belongings.add(stream.part(f"/Matrix [{figures(to_unit_square)}]"))
    return Form(tuple(belongings.parts), belongings.glyphs)


def _covers(item: Item | None, view: Rect) -> bool:
    """Whether an item hides all below it: white there would shine through at a clipped edge."""
    if not isinstance(item, Shape) or not item.fill or not _plain(item.fill):
        return False
    steps = moved(item.path, item.matrix)
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


class _Stream:
    """One content stream; what stands already is not set again."""

    def __init__(self, belongings: Belongings) -> None:
        self.ops: list[str] = []
        self._belongings = belongings
        self._names = ResourceNames()
        self._set = dict(_AT_FIRST)
        self._saved: list[dict[str, str]] = []
        self._group: _Stream | None = None

    def part(self, more: str) -> PdfStream:
        """The stream as a form."""
        dictionary = (
            f"/Type /XObject /Subtype /Form /BBox [{self._belongings.box()}] {more} "
            f"/Resources << {self._names.written()} >> /Filter /FlateDecode"
        )
        return PdfStream(dictionary, pack("\n".join(self.ops).encode(), WELL))

    def write(self, item: Item) -> None:
        """Writes an item, into the innermost group that is open."""
        if self._group:
            self._in_group(self._group, item)
        elif isinstance(item, Shape):
            self._shape(item)
        elif isinstance(item, Letters):
            self._letters(item)
        elif isinstance(item, Photo):
            self._picture(item)
        elif isinstance(item, Begin):
            self._begin(item)
        else:
            self._restore()

    def _begin(self, begin: Begin) -> None:
        if begin.opacity < 1:
            self._group = _Stream(self._belongings)
            return
        self._save()
        if begin.clip is not None:
            # A clip of nothing hides everything.
            rule = "W*" if begin.evenodd else "W"
            self.ops.append(f"{_steps(begin.clip.steps) or '0 0 m'} {rule} n")

    def _in_group(self, group: _Stream, item: Item) -> None:
        """What belongs to an open group; the end that it does not know itself closes it."""
        if not (isinstance(item, End) and not group._saved and not group._group):
            group.write(item)
            return
        self._group = None
        part = group.part("/Group << /S /Transparency >>")
        name = self._names.name("XObject", self._belongings.add(part))
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

    def _once(self, name: str, operator: str) -> None:
        """An operator that sets something, unless that is how it stands."""
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
        drawn = _outline(shape.path)
        if fill and stroke and _plain(fill) and _plain(stroke):
            self._inked(fill, stroke, shape.matrix)
            self._painted(drawn, "B*" if fill.evenodd else "B", shape.matrix)
            return
        if fill:
            self._masked(fill, shape.matrix)
            self._inked(fill, None, shape.matrix)
            self._painted(drawn, "f*" if fill.evenodd else "f", shape.matrix)
            self._unmasked(fill)
        if stroke:
            self._masked(stroke, shape.matrix)
            self._inked(None, stroke, shape.matrix)
            self._painted(drawn, "S", shape.matrix)
            self._unmasked(stroke)

    def _painted(self, drawn: str, done: str, matrix: Matrix) -> None:
        if matrix == IDENTITY:
            self.ops.append(f"{drawn} {done}")
        else:
            self.ops.append(f"q {matrix_figures(matrix)} cm {drawn} {done} Q")

    def _masked(self, ink: Fill | Stroke, matrix: Matrix) -> None:
        """Behind a mask where the gradient fades."""
        if isinstance(ink.paint, Gradient) and fades(ink.paint.stops):
            self._save()
            state = opacity_mask(ink.paint, matrix, self._belongings)
            self.ops.append(f"{self._names.name('ExtGState', state)} gs")

    def _unmasked(self, ink: Fill | Stroke) -> None:
        if isinstance(ink.paint, Gradient) and fades(ink.paint.stops):
            self._restore()

    def _inked(self, fill: Fill | None, stroke: Stroke | None, matrix: Matrix) -> None:
        """Opacity, colours and pen for what comes."""
        one = fill or stroke
        other = stroke or fill
        assert one and other
        self._opacity(one.opacity * _evenly(one.paint), other.opacity * _evenly(other.paint))
        if fill:
            self._once("fill", self._colour(fill.paint, matrix, "rg", "/Pattern cs {} scn"))
        if stroke:
            self._once("stroke", self._colour(stroke.paint, matrix, "RG", "/Pattern CS {} SCN"))
            self._once("pen", _pen(stroke[1:]))

    def _colour(self, paint: Paint, matrix: Matrix, plain: str, pattern: str) -> str:
        if isinstance(paint, Gradient):
            return pattern.format(self._names.name("Pattern", shading_pattern(paint, matrix)))
        return _colour(paint, plain)

    def _letters(self, letters: Letters) -> None:
        self._inked(letters.fill, letters.stroke, letters.matrix)
        mode = 2 if letters.fill and letters.stroke else 0 if letters.fill else 1
        self._once("mode", f"{mode} Tr")
        name = self._names.name("Font", font_reference(letters.font))
        self._once("font", f"{name} {figures((letters.size,))} Tf")
        self._once("spacing", f"{figures((letters.spacing,))} Tc")
        at = times((1.0, 0.0, 0.0, -1.0, letters.x, letters.y), letters.matrix)
        used = self._belongings.glyphs.setdefault(letters.font, {})
        self.ops.append(f"BT {matrix_figures(at)} Tm {shown_text(letters, used)} ET")

    def _picture(self, picture: Photo) -> None:
        pixels, mask = image_parts(picture.data)
        dictionary = pixels.dictionary
        if mask:
            dictionary += f" /SMask {self._belongings.add(mask)}"
        name = self._names.name(
            "XObject", self._belongings.add(PdfStream(dictionary, pixels.stream))
        )
        upright = (picture.width, 0.0, 0.0, -picture.height, 0.0, picture.height)
        self._opacity(picture.opacity, picture.opacity)
        self.ops.append(f"q {matrix_figures(times(upright, picture.matrix))} cm {name} Do Q")


@lru_cache(maxsize=2048)
def _colour(colour: Colour, operator: str) -> str:
    return f"{figures(colour)} {operator}"


@lru_cache(maxsize=2048)
def _pen(pen: tuple[object, ...]) -> str:
    """The pen of a stroke; comes in without its paint."""
    stroke = Stroke((0.0, 0.0, 0.0), *pen)  # type: ignore[arg-type]
    width, limit = figures((stroke.width,)), figures((stroke.miter_limit,))
    dashes, offset = figures(stroke.dashes), figures((stroke.dash_offset,))
    ends = f"{_CAPS[stroke.cap]} J {_JOINS[stroke.join]} j"
    return f"{width} w {ends} {limit} M [{dashes}] {offset} d"


def _plain(ink: Fill | Stroke) -> bool:
    """Opaque all over, so that filling and stroking may be one step."""
    if isinstance(ink.paint, Gradient):
        return ink.opacity == 1 and all(stop.opacity == 1 for stop in ink.paint.stops)
    return ink.opacity == 1


def _evenly(paint: Paint) -> float:
    """The opacity that all stops of a gradient share; what fades is masked instead."""
    if isinstance(paint, Gradient) and not fades(paint.stops):
        return paint.stops[0].opacity
    return 1.0
