"""Read saved pictures as drawings, or as bitmaps if a drawing cannot represent them.

Also limit the work that their filters need, and write pictures as SVG to put inside another: one
whose elements mean the same anywhere is copied unchanged, one with percentages, references and the
like is written from its drawing, as plain paths.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import NamedTuple

from cards_data.outlines.path_reader import NUMBER, Rect, SvgError, tight_box
from cards_data.problems import AnyText, Message
from generator.browser_images import rendered_svg
from generator.geometry.colours import hex_colour
from generator.text.fonts import FAMILIES, font_folders

from .drawing import Begin, Colour, Drawing, End, Photo, Shape, map_steps
from .elements import ONLY_DRAWN
from .outlines import rectangle
from .parser import Reading, read_svg
from .plain_svg import PlainSvg, plain_svg, with_styles, written_out
from .style import reference
from .svg_writer import INHERITED, SvgWriter, attributes
from .tree import DEEPEST, Fault, Node, href, parse, tag_of

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
        if any(part.lstrip(" \"'")[:1] != "#" for part in value.split("url(")[1:])
    }


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
            names = (one.split(",", maxsplit=1)[0].strip(" \"'") for one in inside)
            if FAMILIES.keys() >= set(names):
                yield node
        else:
            waiting += ((child, family) for child in node)


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
    if not plain.missing:
        return picture
    names = [f"#{ident[:40]}" for ident in plain.missing]
    more = ["…"] if len(names) > MOST_NAMES else []
    words = Message("svg.missing", ids=", ".join([*names[:MOST_NAMES], *more]))
    first = min(plain.numbers[node] for node in plain.missing.values())
    return picture._replace(missing=(Fault(first, words),))


# The number of missing ids that a note names.
MOST_NAMES = 5


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


_NUMBERS = re.compile(NUMBER)
# More octaves are finer than any pixel, and pictures never need a larger matrix.
MOST_OCTAVES = 20
MOST_ORDER = 20
# How far a shape may grow or shrink, as a share of the picture: every pixel reads all within.
MOST_RADIUS = 0.05
# Steps of filters, each as if it covered the picture once: 50 typical shadows are 400.
MOST_STEPS = 1_000
# The largest region of a filter as a multiple of its picture: the drawn area is limited to it.
_WIDEST = 30.0


def filter_faults(root: Node, window: Rect) -> dict[Node, Message]:
    """Return filters that would take too long, each with the value that is too large."""
    filters = {node.attrib.get("id", ""): node for node in root.iter() if tag_of(node) == "filter"}
    faults = {
        node: fault for one in filters.values() for node, fault in _filter_values(one, window)
    }
    if faults:
        return faults
    steps = {ident: _steps(node, window) for ident, node in filters.items()}
    if _work(root, steps) > MOST_STEPS:
        return {root: Message("svg.filter_steps", n=MOST_STEPS)}
    return {}


def _filter_values(one: Node, window: Rect) -> Iterator[tuple[Node, Message]]:
    """Yield the values of a filter's steps that are too large."""
    shares = one.attrib.get("primitiveUnits") == "objectBoundingBox"
    radius = MOST_RADIUS if shares else MOST_RADIUS * max(window[2:])
    for node in one.iter():
        name, most = {
            "feTurbulence": ("numOctaves", float(MOST_OCTAVES)),
            "feConvolveMatrix": ("order", float(MOST_ORDER)),
            "feMorphology": ("radius", radius),
        }.get(tag_of(node), ("", 0.0))
        if name and max(_figures(node.attrib.get(name, "")), default=0.0) > most:
            value = node.attrib[name].strip()[:20]
            yield node, Message("svg.filter_value", name=name, value=value, n=f"{most:g}")


def _figures(text: str) -> list[float]:
    return [float(number) for number in _NUMBERS.findall(text)]


def _steps(node: Node, window: Rect) -> float:
    """Return how many pictures a filter processes, by its region and its steps."""
    sizes = [max(_figures(node.attrib.get(name, "")), default=1.0) for name in ("width", "height")]
    if "%" in "".join(node.attrib.get(name, "") for name in ("width", "height")):
        sizes = [size / 100 for size in sizes]
    elif node.attrib.get("filterUnits") == "userSpaceOnUse":
        sizes = [size / side for size, side in zip(sizes, window[2:], strict=True)]
    # A line has almost no box, so one side alone may be many times that.
    wide = min(_WIDEST, max(1.0, min(sizes)) ** 2)
    return wide * sum(1 for child in node.iter()) - wide


def _work(root: Node, steps: Mapping[str, float]) -> float:
    """Return the steps of all filters in a picture, counted as often as an element is used."""
    ids = {node.attrib["id"]: node for node in root.iter() if "id" in node.attrib}
    costs: dict[Node, float] = {}

    def cost(node: Node, depth: int) -> float:
        if node in costs:
            return costs[node]
        if depth > 4 * DEEPEST:
            return MOST_STEPS + 1.0
        # An element that refers to itself is not drawn a second time.
        costs[node] = 0.0
        work = _own_cost(node, steps) + sum(cost(child, depth + 1) for child in node)
        used = ids.get(href(node)[1:]) if tag_of(node) == "use" else None
        costs[node] = work if used is None else work + cost(used, depth + 1)
        return costs[node]

    return cost(root, 0)


def _own_cost(node: Node, steps: Mapping[str, float]) -> float:
    value = node.attrib.get("filter", "none")
    try:
        return steps.get(reference(value)[0], 0.0) + value.count("(") - 1
    except SvgError:
        return float(value.count("("))


_ID = re.compile(r"""(\sid=["']|url\(["']?#)([^"')]+)""")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_BETWEEN = re.compile(r">\s+<")
# Names of other programs, such as inkscape:label; their declarations stay outside.
_FOREIGN = re.compile(r"""\s(?!xml:)[\w-]+:[\w-]+=("[^"]*"|'[^']*')""")
# Represents the current colour while a picture is written; replaced where it is used.
CURRENT = (11 / 255, 12 / 255, 14 / 255)
# A picture inside another may be enlarged.
EXACT_DIGITS = 8
_HANDED_DOWN = ("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin")


def inner_svg(svg: str, reading: Reading, name: str) -> str:
    """Return the inner SVG; gradients and clips are named after the picture."""
    if not reading.portable:
        if "currentColor" in svg and "color=" not in svg:
            reading = read_svg(svg.replace("currentColor", hex_colour(CURRENT)))
        return inline_group(reading.drawing, name)
    svg = _ID.sub(lambda match: f"{match[1]}{name}-{match[2]}", svg)
    start = svg.index(">", svg.index("<svg")) + 1
    end = svg.rindex("</svg") if "</svg" in svg else start
    content = _BETWEEN.sub("><", _COMMENT.sub("", svg[start:end]).strip())
    content = _FOREIGN.sub("", re.sub(r"\sxlink:href=", " href=", content))
    own = {key: text for key, text in parse(svg).attrib.items() if key in _HANDED_DOWN}
    if not own:
        return content
    return f"<g{attributes(own)}>{content}</g>"


def reaches_out(drawing: Drawing) -> bool:
    """Return whether anything is painted outside the window."""
    x, y, width, height = drawing.view
    for item in drawing.items:
        if isinstance(item, Shape):
            left, top, wide, high = tight_box(map_steps(item.path, item.matrix))
            # How far a line may extend past its path, including its longest corner.
            stroke, pen = item.stroke, 0.0
            if stroke:
                corner = max(1.5, stroke.miter_limit if stroke.join == "miter" else 1)
                pen = stroke.width / 2 * max(map(abs, item.matrix[:4])) * corner
            if left - pen < x or top - pen < y:
                return True
            if left + wide + pen > x + width or top + high + pen > y + height:
                return True
        elif isinstance(item, Photo):
            return True
    return False


def cut_off(drawing: Drawing) -> Drawing:
    """Return the drawing clipped to its window."""
    window = Begin(rectangle(*drawing.view, 0.0, 0.0))
    return drawing._replace(items=(window, *drawing.items, End(window)), groups=())


def inline_group(drawing: Drawing, name: str) -> str:
    """Return the items in a group that inherits nothing from what it is put into."""

    def colour(one: Colour) -> str:
        return "currentColor" if one == CURRENT else hex_colour(one)

    writer = SvgWriter(EXACT_DIGITS, f"{name}-", colour)
    initial = "".join(f' {name}="{text}"' for name, text in INHERITED.items())
    return f"<g{initial}>{writer.write(drawing.items)}</g>"
