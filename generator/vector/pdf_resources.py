"""What a PDF content stream refers to by name: opacities, gradients, masks, pictures, fonts."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from cards_data.models import Font
from cards_data.outlines.path_reader import Rect
from generator.store.compression import WELL, pack
from generator.svg.drawing import (
    IDENTITY,
    Begin,
    Drawing,
    End,
    Fill,
    Gradient,
    Item,
    Letters,
    Matrix,
    Photo,
    Shape,
    Stop,
    Stroke,
    times,
)
from generator.text.fonts import Glyph, Typeface

from .form_xobject import PART, PdfStream


def is_opaque(drawing: Drawing) -> bool:
    return all(_is_opaque(item) for item in drawing.items)


def _is_opaque(item: Item) -> bool:
    if isinstance(item, Begin):
        return item.opacity == 1
    if isinstance(item, End):
        return True
    if isinstance(item, Photo):
        return item.opacity == 1 and image_parts(item.data)[1] is None
    return all(hides(ink) for ink in (item.fill, item.stroke) if ink)


def picture_box(items: Sequence[Item]) -> Rect:
    """Return the box of everything up to the end of the first item; clipped parts fill theirs."""
    edges: list[_Edges] = []
    depth, clipped = 0, 0
    for item in items:
        if isinstance(item, End):
            depth -= 1
            clipped = 0 if depth < clipped else clipped
        elif isinstance(item, Begin):
            depth += 1
            if item.clip and not clipped:
                clipped = depth
                edges.append(_edges(item.clip.box, IDENTITY))
        elif not clipped:
            edges.append(_edges(_item_box(item), item.matrix))
        if not depth:
            break
    if not edges:
        return 0.0, 0.0, 0.0, 0.0
    lefts, tops, rights, lows = zip(*edges, strict=True)
    left, top = min(lefts), min(tops)
    return left, top, max(rights) - left, max(lows) - top


# Left, top, right and low.
_Edges = tuple[float, float, float, float]


def _item_box(item: Shape | Letters | Photo) -> Rect:
    if isinstance(item, Shape):
        return item.path.box
    if isinstance(item, Photo):
        return 0.0, 0.0, item.width, item.height
    return item.x, item.y - item.size, item.face.width(item.text) * item.size, item.size


def _edges(box: Rect, matrix: Matrix) -> _Edges:
    x, y, width, height = box
    a, b, c, d, e, f = matrix
    corners = [(u, v) for u in (x, x + width) for v in (y, y + height)]
    xs, ys = [a * u + c * v + e for u, v in corners], [b * u + d * v + f for u, v in corners]
    return min(xs), min(ys), max(xs), max(ys)


def hides(ink: Fill | Stroke) -> bool:
    """Return whether it is opaque everywhere."""
    stops = ink.paint.stops if isinstance(ink.paint, Gradient) else ()
    return ink.opacity == 1 and all(stop.opacity == 1 for stop in stops)


def figures(values: Sequence[float]) -> str:
    """Write numbers for PDF: six digits are a thousandth of a millimetre on any paper."""
    text = _FORMATS[len(values)] % values if len(values) < len(_FORMATS) else "e"
    if "e" not in text:
        return text
    # PDF does not support exponents.
    plain = ((f"{value:g}", f"{value:.7f}") for value in values)
    return " ".join(
        [short if "e" not in short else long.rstrip("0").rstrip(".") for short, long in plain]
    )


_FORMATS = [" ".join(["%g"] * count) for count in range(12)]


@lru_cache(maxsize=8192)
def matrix_figures(matrix: Matrix) -> str:
    return figures(matrix)


# No glyph exceeds it, whatever the units of its font.
_GLYPH_BOX = "-9999 -9999 9999 9999"


def glyph_shape(path: str, operator: str) -> PdfStream:
    """Return the shape of a glyph in the units of its font."""
    dictionary = (
        f"/Type /XObject /Subtype /Form /BBox [{_GLYPH_BOX}] /Resources << >> /Filter /FlateDecode"
    )
    return PdfStream(dictionary, pack(f"{path} {operator}".encode(), WELL))


class ResourceNames:
    """The resources of one content stream, named in the order of their first use."""

    def __init__(self) -> None:
        self._kinds: dict[str, dict[str, str]] = {}

    def name(self, kind: str, value: str) -> str:
        names = self._kinds.setdefault(kind, {})
        if value not in names:
            names[value] = f"/{kind[0]}{len(names)}"
        return names[value]

    def entries(self) -> str:
        return " ".join(
            f"/{kind} << {' '.join(f'{name} {value}' for value, name in names.items())} >>"
            for kind, names in self._kinds.items()
        )


class FormResources:
    """What a face needs besides its own stream: further parts, and glyphs by font."""

    def __init__(self, view: Rect) -> None:
        self.view = view
        self.parts: list[PdfStream] = []
        self.glyphs: dict[Font, dict[int, str]] = {}
        self._shapes: dict[PdfStream, str] = {}

    def glyph(self, shape: PdfStream) -> str:
        """Add the shape of a glyph once; return its name."""
        if shape not in self._shapes:
            self._shapes[shape] = self.add(shape)
        return self._shapes[shape]

    def add(self, part: PdfStream) -> str:
        """Add a part; return its name."""
        self.parts.append(part)
        return PART.format(len(self.parts) - 1)

    def box(self) -> str:
        x, y, width, height = self.view
        return figures((x, y, x + width, y + height))


@lru_cache(maxsize=256)
def opacity_state(fill: float, stroke: float) -> str:
    return f"<< /ca {figures((fill,))} /CA {figures((stroke,))} >>"


def shading_pattern(gradient: Gradient, matrix: Matrix) -> str:
    """Return a gradient as a pattern; ``matrix`` maps from its path to the face."""
    colours = [(stop.offset, figures(stop.colour)) for stop in gradient.stops]
    return _pattern(gradient, matrix, "/DeviceRGB", colours)


def opacity_mask(gradient: Gradient, matrix: Matrix, belongings: FormResources) -> str:
    """Return a mask from the opacities of a gradient, as shades of grey."""
    greys = [(stop.offset, figures((stop.opacity,))) for stop in gradient.stops]
    pattern = _pattern(gradient, matrix, "/DeviceGray", greys)
    part = PdfStream(
        f"/Type /XObject /Subtype /Form /BBox [{belongings.box()}] "
        f"/Group << /S /Transparency /CS /DeviceGray >> "
        f"/Resources << /Pattern << /P0 {pattern} >> >> /Filter /FlateDecode",
        pack(f"/Pattern cs /P0 scn {figures(belongings.view)} re f".encode(), WELL),
    )
    return f"<< /SMask << /S /Luminosity /G {belongings.add(part)} >> >>"


def fades(stops: tuple[Stop, ...]) -> bool:
    """Return whether the opacity changes along a gradient."""
    return len({stop.opacity for stop in stops}) > 1


def _pattern(
    gradient: Gradient, matrix: Matrix, space: str, values: list[tuple[float, str]]
) -> str:
    placement = times(gradient.matrix, matrix)
    kind = 2 if len(gradient.ends) == 4 else 3
    return (
        f"<< /PatternType 2 /Matrix [{matrix_figures(placement)}] "
        f"/Shading << /ShadingType {kind} /ColorSpace {space} "
        f"/Coords [{figures(gradient.ends)}] /Extend [true true] "
        f"/Function {_function(values)} >> >>"
    )


def _function(values: list[tuple[float, str]]) -> str:
    """Return a function from stop to stop; two stops at one place are a hard edge."""
    full = [(0.0, values[0][1]), *values, (1.0, values[-1][1])]
    pieces = [
        (end, f"<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [{first}] /C1 [{second}] >>")
        for (start, first), (end, second) in itertools.pairwise(full)
        if end > start
    ]
    if len(pieces) == 1:
        return pieces[0][1]
    bounds = figures(tuple(end for end, _ in pieces[:-1]))
    return (
        f"<< /FunctionType 3 /Domain [0 1] /Bounds [{bounds}] "
        f"/Encode [{' '.join(['0 1'] * len(pieces))}] "
        f"/Functions [{' '.join(piece for _, piece in pieces)}] >>"
    )


@lru_cache(maxsize=64)
def image_parts(data: bytes) -> tuple[PdfStream, PdfStream | None]:
    """Return a picture, with a JPEG unchanged, and its transparency if it has some."""
    from generator.images import for_pdf

    picture = for_pdf(data)
    size, space = (picture.width, picture.height), "DeviceGray" if picture.grey else "DeviceRGB"
    if picture.jpeg:
        return PdfStream(_image(size, space, "DCTDecode"), data), None
    pixels = PdfStream(_image(size, space, "FlateDecode"), pack(picture.content, WELL))
    if picture.alpha is None:
        return pixels, None
    return pixels, PdfStream(_image(size, "DeviceGray", "FlateDecode"), pack(picture.alpha, WELL))


def _image(size: tuple[int, int], space: str, packed: str) -> str:
    return (
        f"/Type /XObject /Subtype /Image /Width {size[0]} /Height {size[1]} "
        f"/ColorSpace /{space} /BitsPerComponent 8 /Interpolate true /Filter /{packed}"
    )


def shown_text(letters: Letters, used: dict[int, str]) -> str:
    """Return the run's operators; add its glyphs and their letters to ``used``."""
    text = actual_text(letters)
    for glyph in letters.face.shape(text):
        used.setdefault(glyph.number, glyph.text)
    return _operators(letters.face, text, letters.size)


def actual_text(letters: Letters) -> str:
    """Return the text of a run with the space that follows it, if its typeface has one."""
    return f"{letters.text} " if letters.spaced and not letters.face.lacks(" ") else letters.text


@lru_cache(maxsize=1_000)
def _operators(face: Typeface, text: str, size: float) -> str:
    runs = []
    for rise, run in groupby(face.shape(text), key=lambda glyph: glyph.dy * size):
        operators = f"[{''.join(_row(face, tuple(run)))}] TJ"
        # Some glyphs are above or below the line, such as a mark over a letter.
        runs.append(f"{rise:.4f} Ts {operators} 0 Ts" if rise else operators)
    return " ".join(runs)


def _row(face: Typeface, glyphs: tuple[Glyph, ...]) -> Iterator[str]:
    """Yield glyph numbers in angle brackets, with adjustments between them in 1/1000 em."""
    due = 0.0
    run: list[str] = []
    for glyph in glyphs:
        due -= glyph.dx * 1000
        step = round(due, 1)
        if step:
            yield from _hex_string(run)
            yield f"{step:g}"
            due, run = due - step, []
        run.append(f"{glyph.number:04X}")
        due += (face.own_advance(glyph.number) - glyph.advance + glyph.dx) * 1000
    yield from _hex_string(run)


def _hex_string(run: list[str]) -> Iterator[str]:
    if run:
        yield f"<{''.join(run)}>"
