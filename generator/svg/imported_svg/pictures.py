"""Reads a picture that somebody saved.

Comes in: SVG text. Goes out: its drawing; or, where a drawing cannot say it, the SVG to be drawn
as a bitmap and why; or every fault with the number of its element in the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cards_data.problems import AnyText, Message
from generator.svg.parser import Reading, read_svg
from generator.svg.tree import Fault, Node, SvgError
from generator.text.font_files import font_folders

from .plain_svg import PlainSvg, plain_svg, with_styles, written_out
from .unsupported import beyond_drawing, reaching_out, without_them

# A board on A3 at 300 dots per inch.
MOST_ACROSS = 5_000


def svg_bitmap(svg: str, width: int, height: int) -> bytes:
    """The picture in that many pixels; its own shape may round one of the sides otherwise."""
    import resvg_py

    try:
        png = resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            height=height,
            dpi=96,
            skip_system_fonts=True,
            font_dirs=[str(folder) for folder in font_folders()],
        )
    except ValueError as error:
        found = Message("is.not_drawn", reason=str(error)[:80])
        raise SvgError(found, Message("svg.or_png")) from None
    return bytes(png)


def pixels_of(width: float, height: float, longest: int) -> tuple[int, int]:
    """A size in pixels, in the shape of a window; the longer side is ``longest``."""
    scale = min(longest, MOST_ACROSS) / max(width, height)
    return max(1, round(width * scale)), max(1, round(height * scale))


class SavedPicture(NamedTuple):
    """SVG in the words of the reader, how it is read, and what only a bitmap can show."""

    svg: str
    reading: Reading
    beyond: tuple[Fault, ...] = ()


def read_picture(svg: str) -> SavedPicture:
    """A picture as it is; one that is not read so, without what editors and style sheets add."""
    reading = read_svg(svg)
    if not reading.faults:
        return SavedPicture(svg, reading)
    try:
        plain = plain_svg(svg)
    except SvgError as error:
        return SavedPicture(svg, reading._replace(faults=(Fault(error.element, error.wording),)))
    beyond = beyond_drawing(plain.root)
    return _bitmap(plain, beyond) if beyond else _drawing(plain)


def _drawing(plain: PlainSvg) -> SavedPicture:
    svg = written_out(plain.root)
    reading = read_svg(svg)
    faults = (Fault(plain.number(fault.element), fault.words) for fault in reading.faults)
    return SavedPicture(svg, reading._replace(faults=tuple(faults)))


def _bitmap(plain: PlainSvg, beyond: Mapping[Node, AnyText]) -> SavedPicture:
    """Everything beside what a drawing cannot say must be right."""
    rest, copied = without_them(plain.root)
    reading = read_svg(written_out(rest))
    nodes = [copied[node] for node in rest.iter()]
    told: dict[Node, AnyText] = {
        nodes[min(one.element, len(nodes) - 1)]: one.words for one in reading.faults
    }
    told.update(reaching_out(plain.root))
    return SavedPicture(
        written_out(with_styles(plain.root)),
        reading._replace(faults=_faults(plain, told), portable=False),
        _faults(plain, beyond),
    )


def _faults(plain: PlainSvg, told: Mapping[Node, AnyText]) -> tuple[Fault, ...]:
    """Each cause once, at its first element in the file."""
    first: dict[AnyText, int] = {}
    for node, words in told.items():
        first.setdefault(words, plain.numbers[node])
    return tuple(Fault(number, words) for words, number in first.items())
