"""Read saved pictures as drawings, or as bitmaps if a drawing cannot represent them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import NamedTuple

from cards_data.outlines.path_reader import SvgError
from cards_data.problems import AnyText, Message
from generator.browser_images import rendered_svg
from generator.svg.elements import ONLY_DRAWN
from generator.svg.parser import Reading, read_svg
from generator.svg.style import reference
from generator.svg.tree import Fault, Node, href, tag_of
from generator.text.font_files import FAMILIES, font_folders

from .filter_limits import filter_faults
from .plain_svg import PlainSvg, plain_svg, with_styles, written_out

_ELEMENTS = {
    "filter": Message("svg.filter"),
    "mask": Message("svg.mask"),
    "pattern": Message("svg.pattern"),
    "marker": Message("svg.marker"),
}
_NAMES = "filter mask marker-start marker-mid marker-end mix-blend-mode image-rendering".split()
_NORMAL = {
    **{name: ONLY_DRAWN[name] for name in _NAMES},
    "stroke-linejoin": ("miter", "round", "bevel"),
    "transform-origin": ("0 0", "0", "0px 0px", "top left", "left top"),
}
_WORDS = {
    "mix-blend-mode": Message("svg.blend"),
    "image-rendering": Message("svg.hard_pixels"),
    "transform-origin": Message("svg.turn"),
    "stroke-linejoin": Message("svg.clipped_corners"),
}
# Text is always rasterised: it can be positioned in too many ways.
_TEXT = re.compile(r"<(?:\w+:)?text\b")
_INLINE = re.compile(r"data:image/(?:png|jpe?g|webp|gif);base64,")


def unsupported_elements(root: Node) -> dict[Node, Message]:
    """Return the elements that a drawing cannot represent, and why."""
    patterns = _patterns(root)
    unsupported = {node: what for node in root.iter() for what in _refusals(node, patterns)}
    return unsupported | dict.fromkeys(_set_texts(root), Message("svg.set_text"))


def _refusals(node: Node, patterns: frozenset[str]) -> Iterator[Message]:
    if (tag := tag_of(node)) in _ELEMENTS:
        yield _ELEMENTS[tag]
    for name, normal in _NORMAL.items():
        if name in node.attrib and node.attrib[name].strip() not in (*normal, "inherit"):
            yield _WORDS.get(name) or _ELEMENTS[name.partition("-")[0]]
    for name in ("fill", "stroke"):
        if _target(node.attrib.get(name, "")) in patterns:
            yield _ELEMENTS["pattern"]


def without_them(root: Node) -> tuple[Node, dict[Node, Node]]:
    """Return a copy without those things, and the original of each of its elements."""
    copy = deepcopy(root)
    copied = dict(zip(copy.iter(), root.iter(), strict=True))
    patterns, texts = _patterns(copy), set(_set_texts(copy))
    for node in list(copy.iter()):
        for name, normal in _NORMAL.items():
            if node.attrib.get(name, normal[0]).strip() not in normal:
                del node.attrib[name]
        for name in ("fill", "stroke"):
            if _target(node.attrib.get(name, "")) in patterns:
                node.attrib[name] = "#808080"
        for child in [one for one in node if tag_of(one) in _ELEMENTS or one in texts]:
            node.remove(child)
    return copy, copied


def reaching_out(root: Node) -> dict[Node, Message]:
    """Return references to anything outside the picture itself."""
    return {
        node: Message("svg.attribute_outside", name="href", value=where[:40], tag=tag_of(node))
        for node in root.iter()
        if (where := href(node)) and where[0] != "#" and not _INLINE.match(where)
    } | {
        node: Message("svg.attribute_outside", name=name, value=value[:40], tag=tag_of(node))
        for node in root.iter()
        for name, value in node.attrib.items()
        if "url(" in value and not _is_inside(value)
    }


def _is_inside(value: str) -> bool:
    return all(part.lstrip(" \"'").startswith("#") for part in value.split("url(")[1:])


def _patterns(root: Node) -> frozenset[str]:
    return frozenset(node.attrib.get("id", "") for node in root.iter() if tag_of(node) == "pattern")


def _target(paint: str) -> str | None:
    try:
        return reference(paint)[0] if paint.strip().startswith("url(") else None
    except SvgError:
        return None


def _set_texts(root: Node) -> Iterator[Node]:
    """Yield texts in packaged font families; others would look different elsewhere."""
    waiting = [(root, "")]
    while waiting:
        node, inherited = waiting.pop()
        family = node.attrib.get("font-family", inherited)
        if tag_of(node) == "text":
            inside = (one.attrib.get("font-family", family) for one in node.iter())
            if all(map(_is_installed, inside)):
                yield node
        else:
            waiting += ((child, family) for child in node)


def _is_installed(family: str) -> bool:
    return family.split(",", maxsplit=1)[0].strip(" \"'") in FAMILIES


# A board on A3 at 300 dots per inch.
MOST_ACROSS = 5_000


def svg_bitmap(svg: str, width: int, height: int) -> bytes:
    """Render the picture in that many pixels; its shape may change the rounding of a side."""
    try:
        return _render(svg, width, height)
    except ValueError as error:
        fault = Message("is.not_drawn", reason=str(error)[:80])
        raise SvgError(fault, Message("svg.or_png")) from None


def _render(svg: str, width: int, height: int) -> bytes:
    try:
        import resvg_py
    except ImportError:
        fonts = [path for folder in font_folders() for path in sorted(folder.glob("*.[ot]tf"))]
        return rendered_svg(svg, width, fonts if _TEXT.search(svg) else [])
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        height=height,
        dpi=96,
        skip_system_fonts=True,
        font_dirs=[str(folder) for folder in font_folders()],
    )
    return bytes(png)


def pixels_of(width: float, height: float, longest: int) -> tuple[int, int]:
    """Return a size in pixels, in the shape of a window; the longer side is ``longest``."""
    scale = min(longest, MOST_ACROSS) / max(width, height)
    return max(1, round(width * scale)), max(1, round(height * scale))


class SavedPicture(NamedTuple):
    """SVG in a form the reader knows, its parsed result, and what only a bitmap can show."""

    svg: str
    reading: Reading
    unsupported: tuple[Fault, ...] = ()
    # References to ids that the picture does not have.
    missing: tuple[Fault, ...] = ()


def read_picture(svg: str) -> SavedPicture:
    """Read a picture unchanged, or else without what editors and style sheets add."""
    reading = read_svg(svg)
    if not reading.faults and not _TEXT.search(svg):
        return SavedPicture(svg, reading)
    try:
        plain = plain_svg(svg)
    except SvgError as error:
        return SavedPicture(svg, reading._replace(faults=(Fault(error.element, error.wording),)))
    unsupported = unsupported_elements(plain.root)
    picture = _bitmap(plain, unsupported) if unsupported else _drawing(plain)
    return picture._replace(missing=tuple(_missing(plain)))


# The number of missing ids that a note names.
MOST_NAMES = 5


def _missing(plain: PlainSvg) -> Iterator[Fault]:
    if plain.missing:
        names = [f"#{ident[:40]}" for ident in plain.missing]
        more = ["…"] if len(names) > MOST_NAMES else []
        words = Message("svg.missing", ids=", ".join([*names[:MOST_NAMES], *more]))
        yield Fault(min(plain.numbers[node] for node in plain.missing.values()), words)


def _drawing(plain: PlainSvg) -> SavedPicture:
    svg = written_out(plain.root)
    reading = read_svg(svg)
    faults = (Fault(plain.number(fault.element), fault.words) for fault in reading.faults)
    return SavedPicture(svg, reading._replace(faults=tuple(faults)))


def _bitmap(plain: PlainSvg, unsupported: Mapping[Node, AnyText]) -> SavedPicture:
    """Return a bitmap, if everything else in the picture is valid."""
    rest, copied = without_them(plain.root)
    reading = read_svg(written_out(rest))
    nodes = [copied[node] for node in rest.iter()]
    faults: dict[Node, AnyText] = {
        nodes[min(one.element, len(nodes) - 1)]: one.words for one in reading.faults
    }
    faults.update(reaching_out(plain.root))
    if not faults:
        faults.update(filter_faults(plain.root, reading.drawing.view))
    return SavedPicture(
        written_out(with_styles(plain.root)),
        reading._replace(faults=_faults(plain, faults), portable=False),
        _faults(plain, unsupported),
    )


def _faults(plain: PlainSvg, faults: Mapping[Node, AnyText]) -> tuple[Fault, ...]:
    """Return each cause once, at its first element in the file."""
    first: dict[AnyText, int] = {}
    for node, words in faults.items():
        first.setdefault(words, plain.numbers[node])
    return tuple(Fault(number, words) for words, number in first.items())
