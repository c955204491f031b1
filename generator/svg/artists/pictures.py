"""Reads a picture that somebody saved.

Comes in: SVG text. Goes out: its drawing; or, where a drawing cannot say it, the SVG to be drawn
as a bitmap and why; or every fault with the number of its element in the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cards_data.problems import Wording
from generator.svg.errors import Fault, SvgError
from generator.svg.parser import Reading, read_svg
from generator.svg.tree import Node

from .beyond import beyond_drawing, reaching_out, without_them
from .plain_svg import PlainSvg, plain_svg, with_styles, written_out


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


def _bitmap(plain: PlainSvg, beyond: Mapping[Node, Wording]) -> SavedPicture:
    """Everything beside what a drawing cannot say must be right."""
    rest, copied = without_them(plain.root)
    reading = read_svg(written_out(rest))
    nodes = [copied[node] for node in rest.iter()]
    told: dict[Node, Wording] = {
        nodes[min(one.element, len(nodes) - 1)]: one.words for one in reading.faults
    }
    told.update(reaching_out(plain.root))
    return SavedPicture(
        written_out(with_styles(plain.root)),
        reading._replace(faults=_faults(plain, told), portable=False),
        _faults(plain, beyond),
    )


def _faults(plain: PlainSvg, told: Mapping[Node, Wording]) -> tuple[Fault, ...]:
    """Each cause once, at its first element in the file."""
    first: dict[Wording, int] = {}
    for node, words in told.items():
        first.setdefault(words, plain.numbers[node])
    return tuple(Fault(number, words) for words, number in first.items())
