"""Find symbols and pictures by name, check them once, and fit them into their places."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from cards_data.models import Game
from cards_data.outlines.path_reader import Point, Rect, SvgError
from cards_data.problems import Message, Note, Place, Problem, Problems, did_you_mean
from cards_data.reader import shown_path
from generator.store.sources import Source, Sources
from generator.svg import imported_svg
from generator.svg.tree import MOST_PIXELS, Fault, offsets

from .dependencies import symbol_source

PHOTO_DPI = 300
# The largest symbol is two inches.
SYMBOL_ACROSS = 600


@dataclass(frozen=True)
class Inline:
    """Inline SVG and its original box."""

    content: str
    box: Rect

    def fit_svg(self, x: float, y: float, width: float, height: float) -> str:
        """Scale the drawing to fit, centred in the given box."""
        left, top, wide, high = self.box
        scale = min(width / wide, height / high)
        dx = x + (width - wide * scale) / 2 - left * scale
        dy = y + (height - high * scale) / 2 - top * scale
        return f'<g transform="translate({dx:.3f} {dy:.3f}) scale({scale:.5f})">{self.content}</g>'

    def covering(self, box: Rect, focus: Point = (0.5, 0.5)) -> str:
        """Fill the box with the drawing, its focus near the middle; the caller clips the rest."""
        x, y, width, _ = self.cover_rect(box, focus)
        left, top, wide, _ = self.box
        scale = width / wide
        return (
            f'<g transform="translate({x - left * scale:.3f} {y - top * scale:.3f}) '
            f'scale({scale:.5f})">{self.content}</g>'
        )

    def cover_rect(self, box: Rect, focus: Point) -> Rect:
        """Return the rectangle of the whole picture when it fills a box."""
        x, y, width, height = box
        _, _, wide, high = self.box
        scale = max(width / wide, height / high)
        dx = _clamp_shift(width / 2 - focus[0] * wide * scale, width - wide * scale)
        dy = _clamp_shift(height / 2 - focus[1] * high * scale, height - high * scale)
        return x + dx, y + dy, wide * scale, high * scale


def _clamp_shift(shift: float, least: float) -> float:
    """Limit a shift so that no edge of the box is empty."""
    return min(0.0, max(least, shift))


def symbol_names(game: Game, sources: Sources) -> tuple[str, ...]:
    own = sources.names_in(game.slug, "symbols")
    return tuple(dict.fromkeys((*own, *sources.names_in("_shared", "symbols"))))


def symbol(game: Game, sources: Sources, name: str) -> Inline:
    """Load a symbol, or raise a problem that suggests similar names."""
    source = symbol_source(game, sources, name)
    if source is None:
        names = symbol_names(game, sources)
        linked = sources.why_not_found(game.slug, "symbols", f"{name}.svg")
        hint = linked or did_you_mean(name.strip("{} "), names)
        place = Message("place.symbol", name=name if name[:1] in "{}" else f"{{{name}}}")
        raise Problems.of(place, Message("is.unknown"), ", ".join(names), hint)
    return drawing(source)


@lru_cache(maxsize=600)
def saved_picture(source: Source) -> imported_svg.SavedPicture:
    """Read what an SVG file draws; anything that cannot be drawn is a problem with its line."""
    picture = imported_svg.read_picture(source.text)
    if picture.reading.faults:
        raise Problems(_fault_problems(source, picture.reading.faults))
    return picture


def _fault_problems(source: Source, faults: Sequence[Fault]) -> Iterator[Problem]:
    lines = [line for line, _ in offsets(source.text)]
    for fault in faults:
        line = lines[min(fault.element, len(lines) - 1)]
        where = Place(shown_path(source.path), line)
        yield Problem(where, fault.words, hint=Message("face.see_docs"))


def picture_notes(source: Source) -> tuple[Note, ...]:
    """Return notes on a picture: why it is rasterised, and which ids it refers to but lacks."""
    try:
        picture = saved_picture(source)
    except Problems:
        return ()
    return (
        *(
            Note(one.where, Message("face.in_dots", found=one.found, n=PHOTO_DPI))
            for one in _fault_problems(source, picture.unsupported)
        ),
        *(Note(one.where, one.found) for one in _fault_problems(source, picture.missing)),
    )


@lru_cache(maxsize=600)
def drawing(source: Source) -> Inline:
    picture = saved_picture(source)
    if picture.unsupported:
        if "currentColor" in picture.svg:
            raise Problems(
                replace(
                    problem,
                    found=Message("face.in_symbol", found=problem.found),
                    allowed=Message("face.one_of_them"),
                )
                for problem in _fault_problems(source, picture.unsupported)
            )
        return _bitmap(source, SYMBOL_ACROSS)
    reading = picture.reading
    return Inline(
        imported_svg.inner_svg(picture.svg, reading, source.path.stem), reading.drawing.view
    )


@lru_cache(maxsize=600)
def saved_drawing(source: Source) -> Inline:
    """Read an SVG file next to the data, clipped to its viewport; a template clips its own."""
    svg, reading, *_ = saved_picture(source)
    if imported_svg.reaches_out(reading.drawing):
        reading = reading._replace(drawing=imported_svg.cut_off(reading.drawing), portable=False)
    return Inline(imported_svg.inner_svg(svg, reading, source.path.stem), reading.drawing.view)


@lru_cache(maxsize=100)
def _bitmap(source: Source, longest: int) -> Inline:
    """Rasterise an SVG that cannot be drawn as vectors."""
    from generator.images import size_of

    picture = saved_picture(source)
    pixels = imported_svg.pixels_of(*picture.reading.drawing.view[2:], longest)
    try:
        content = imported_svg.svg_bitmap(picture.svg, *pixels)
    except SvgError as error:
        raise Problems.of(Place(shown_path(source.path)), str(error)) from None
    width, height, _ = size_of(content, MOST_PIXELS)
    return _image("png", content, width, height)


def art(
    game: Game, source: Source, width_mm: float, height_mm: float, cover: bool = False
) -> Inline:
    """Load any picture file; a bitmap is scaled to print resolution first."""
    if source.path.suffix.lower() != ".svg":
        dots = _photo
    elif saved_picture(source).unsupported:
        dots = _bitmap
    else:
        return (saved_drawing if source.path.parent.parent == game.folder else drawing)(source)
    picture = dots(source, round(max(width_mm, height_mm) / 25.4 * PHOTO_DPI))
    if not cover:
        return picture
    # A picture that fills its box needs more pixels than one that fits into it.
    _, _, wide, high = picture.box
    scale = max(width_mm / wide, height_mm / high)
    return dots(source, round(max(wide, high) * scale / 25.4 * PHOTO_DPI))


@lru_cache(maxsize=100)
def _photo(source: Source, longest: int) -> Inline:
    from generator.images import UnreadablePicture, for_print

    try:
        picture = for_print(source.content, longest)
    except UnreadablePicture as error:
        fault, allowed = Message("face.unreadable", reason=error), Message("face.picture_kinds")
        raise Problems.of(Place(shown_path(source.path)), fault, allowed) from None
    return _image(picture.kind, picture.content, picture.width, picture.height)


def _image(kind: str, content: bytes, width: int, height: int) -> Inline:
    element = (
        f'<image x="0" y="0" width="{width}" height="{height}" '
        f'href="data:image/{kind};base64,{base64.b64encode(content).decode()}"/>'
    )
    return Inline(element, (0.0, 0.0, float(width), float(height)))
