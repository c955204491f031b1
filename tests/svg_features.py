"""Every feature of the SVG subset on small faces, for both back ends."""

from __future__ import annotations

import base64
import io

from PIL import Image, ImageChops, ImageStat

from cards_data import Size
from generator.compose.artwork import Artwork, artwork

SIZE = Size("small", 40, 20)
GREEN, BLUE = "#2d6a3a", "#1d4f6b"


def photo(form: str, mode: str = "RGB") -> str:
    """A small picture with a slope of colours, as a data address."""
    image = Image.linear_gradient("L").resize((480, 240))
    bands = [image, image.transpose(Image.Transpose.FLIP_LEFT_RIGHT), image]
    if mode == "RGBA":
        bands.append(image.transpose(Image.Transpose.FLIP_TOP_BOTTOM))
    buffer = io.BytesIO()
    Image.merge(mode, bands).save(buffer, form, **({"quality": 95} if form == "JPEG" else {}))
    data = base64.b64encode(buffer.getvalue()).decode()
    return f"data:image/{form.lower()};base64,{data}"


STOPS = (
    '<stop offset="0" stop-color="#e6f1f5"/><stop offset="0.4" stop-color="#f0b64c"/>'
    '<stop offset="100%" stop-color="#7b2d8e"/>'
)
FADING = (
    '<stop offset="0" stop-color="#1d4f6b"/>'
    '<stop offset="1" stop-color="#1d4f6b" stop-opacity="0"/>'
)
TEXT = (
    '<text x="2" y="{y}" font-family="{family}" font-weight="{weight}" font-size="{size}"'
    '{more} fill="#13293d">{text}</text>'
)


def words(text: str, **how: object) -> str:
    chosen = {"y": 12, "family": "Source Sans Pro", "weight": 400, "size": 6, "more": "", **how}
    return TEXT.format(text=text, **chosen)


def linear(stops: str = STOPS, more: str = "") -> str:
    return f'<defs><linearGradient id="g" {more}>{stops}</linearGradient></defs>'


def radial(stops: str = STOPS, more: str = "") -> str:
    return f'<defs><radialGradient id="g" {more}>{stops}</radialGradient></defs>'


BOX = '<rect x="3" y="3" width="34" height="14" {}/>'
RING = "M20 2a8 8 0 1 0 .01 0zM20 6a4 4 0 1 0 .01 0z"

FEATURES = {
    "rect": BOX.format(f'fill="{GREEN}"'),
    "round corners": BOX.format('rx="4" ry="2" fill="#2d6a3a" stroke="#000" stroke-width="0.5"'),
    "circle and ellipse": '<circle cx="9" cy="10" r="7"/><ellipse cx="28" cy="10" rx="9" ry="4"/>',
    "line, polyline, polygon": (
        '<line x1="2" y1="2" x2="38" y2="18" stroke="#000"/><polyline points="4,16 9,6 14,16" '
        'fill="none" stroke="#a33"/><polygon points="24,16 29,6 34,16" fill="#a33"/>'
    ),
    "curves": (
        '<path d="M2 10c4-9 8-9 12 0s8 9 12 0S34 1 38 10" fill="none" stroke="#000"/>'
        '<path d="M2 15q4-9 8 0t8 0T30 12H38v2.5z" fill="#2d6a3a"/>'
    ),
    "arcs": (
        '<path d="M4 10a6 4 30 0 1 12 3 6 4 30 1 0-12-3zM22 10A6 6 0 11 34 10A3 3 0 0134 14" '
        'fill="#36607c" stroke="#000" stroke-width="0.4"/>'
    ),
    "even-odd": f'<path d="{RING}" fill="{BLUE}" fill-rule="evenodd"/>',
    "non-zero": f'<path d="{RING}" fill="{BLUE}"/>',
    "dashes": (
        '<path d="M2 5H38" stroke="#000" stroke-dasharray="3 1.5"/><path d="M2 12H38" '
        'stroke="#000" stroke-width="2" stroke-dasharray="2 1 0.5" stroke-dashoffset="1.2"/>'
    ),
    "caps": "".join(
        f'<path d="M6 {4 + 6 * row}H34" stroke="#000" stroke-width="3" stroke-linecap="{cap}"/>'
        for row, cap in enumerate(("butt", "round", "square"))
    ),
    "joins": "".join(
        f'<path d="M{3 + 12 * row} 16l5-11 5 11" fill="none" stroke="#000" stroke-width="2" '
        f'stroke-linejoin="{join}"/>'
        for row, join in enumerate(("miter", "round", "bevel"))
    ),
    "miter limit": (
        '<path d="M4 17l4-13 4 13M20 17l4-13 4 13" fill="none" stroke="#000" stroke-width="1.5" '
        'stroke-miterlimit="2"/>'
    ),
    "nested transforms": (
        '<g transform="translate(20 10) rotate(20)"><g transform="scale(1.5 0.8) skewX(10)">'
        '<rect x="-8" y="-4" width="16" height="8" fill="#2d6a3a" stroke="#000" '
        'transform="matrix(0.8 0.1 -0.1 0.8 1 0)"/></g></g>'
    ),
    "what groups hand down": (
        '<g fill="none" stroke="#a33" stroke-width="1.4" stroke-linecap="round"><path '
        'd="M4 10H20"/><g stroke="#1d4f6b"><path d="M22 10H36"/></g></g>'
    ),
    "fill and stroke opacity": BOX.format(
        f'fill="{GREEN}" fill-opacity="0.4" stroke="#000" stroke-width="3" stroke-opacity="0.5"'
    ),
    "opacity of a shape": BOX.format('fill="#a33" opacity="0.5" stroke="#000" stroke-width="2"'),
    "opacity of a group": (
        '<rect width="40" height="10" fill="#f0b64c"/><g opacity="0.5"><circle cx="15" cy="10" '
        'r="7" fill="#a33"/><circle cx="23" cy="10" r="7" fill="#1d4f6b"/></g>'
    ),
    "a group in a group": (
        '<g opacity="0.8"><rect width="30" height="18" fill="#2d6a3a"/><g opacity="0.4"><circle '
        'cx="20" cy="10" r="8"/></g><rect x="30" y="4" width="8" height="8" fill="#a33"/></g>'
    ),
    "clip": (
        '<clipPath id="c"><circle cx="20" cy="10" r="8"/></clipPath>'
        '<g clip-path="url(#c)"><rect width="40" height="20" fill="#2d6a3a"/></g>'
        '<rect x="30" width="8" height="4" fill="#a33"/>'
    ),
    "clip in clip": (
        '<clipPath id="c"><circle cx="16" cy="10" r="9"/></clipPath><clipPath id="d"><rect x="4" '
        'y="4" width="8" height="8" transform="translate(6 2)"/><circle cx="24" cy="8" r="4"/>'
        '</clipPath><g clip-path="url(#c)"><rect width="40" height="20" fill="#e6f1f5"/><g '
        'clip-path="url(#d)" transform="rotate(5)"><rect width="40" height="20" fill="#a33"/></g>'
        '<circle cx="8" cy="14" r="3"/></g>'
    ),
    "a group in a clip": (
        '<clipPath id="c"><rect x="5" y="5" width="30" height="10"/></clipPath>'
        '<g clip-path="url(#c)" opacity="0.6"><circle cx="15" cy="10" r="9" fill="#a33"/>'
        '<circle cx="25" cy="10" r="9" fill="#1d4f6b"/></g>'
    ),
    "linear gradient": linear() + BOX.format('fill="url(#g)"'),
    "slanted gradient": linear(more='x1="0" y1="0" x2="1" y2="1"') + BOX.format('fill="url(#g)"'),
    "gradient on the page": (
        linear(more='gradientUnits="userSpaceOnUse" x1="5" y1="0" x2="30" y2="10"')
        + BOX.format('fill="url(#g)"')
    ),
    "turned gradient": (
        linear(more='gradientTransform="rotate(40) scale(0.7)"') + BOX.format('fill="url(#g)"')
    ),
    "gradient on a moved path": (
        linear() + '<path transform="translate(4 3) scale(2)" d="M0 0h14v6h-14z" fill="url(#g)"/>'
    ),
    "radial gradient": radial() + BOX.format('fill="url(#g)"'),
    "radial gradient off centre": (
        radial(more='cx="0.4" cy="0.5" r="0.6" fx="0.3" fy="0.4"') + BOX.format('fill="url(#g)"')
    ),
    "hard edges": (
        linear(
            '<stop offset="0.2" stop-color="#a33"/><stop offset="0.5" stop-color="#a33"/>'
            '<stop offset="0.5" stop-color="#1d4f6b"/><stop offset="0.9" stop-color="#fff"/>'
        )
        + BOX.format('fill="url(#g)"')
    ),
    "gradient on a stroke": (
        linear() + BOX.format('fill="none" stroke="url(#g)" stroke-width="3"')
    ),
    "opacity on a gradient": linear() + BOX.format('fill="url(#g)" fill-opacity="0.4"'),
    "a gradient that fades": (
        linear(FADING)
        + '<rect width="40" height="10" fill="#f0b64c"/>'
        + BOX.format('fill="url(#g)" stroke="#000" stroke-width="0.6"')
    ),
    "a radial gradient that fades": radial(FADING) + BOX.format('fill="url(#g)"'),
    "text": words("Gädda 3× – fjord"),
    "text in other faces": words("Efter", family="Manrope", weight=800)
    + words("Öring", y=18, family="Source Serif Pro", weight=400, more=' font-style="italic"'),
    "text from bare outlines": words("Kanin &amp; räv", family="Hanken Grotesk", weight=700),
    "letter-spacing": words("SPACED", more=' letter-spacing="0.8"'),
    "kerning": words("AVATAR Ty. To", size=5),
    "text in colour": (
        '<g transform="rotate(-8 20 10)" opacity="0.7">' + words("turned", size=8) + "</g>"
    ),
    "outlined text": words("Outline", size=9, more=' stroke="#a33" stroke-width="0.3"'),
    "picture": f'<image x="4" y="3" width="32" height="14" href="{photo("PNG")}"/>',
    "see-through picture": (
        '<rect width="20" height="20" fill="#a33"/>'
        f'<image x="4" y="3" width="32" height="14" href="{photo("PNG", "RGBA")}" opacity="0.8"/>'
    ),
    "photograph": f'<image x="4" y="3" width="32" height="14" href="{photo("JPEG")}"/>',
    "filled picture": (
        '<image x="14" y="3" width="12" height="14" preserveAspectRatio="xMidYMid slice" '
        f'href="{photo("PNG")}"/>'
    ),
    "hidden": (
        BOX.format('fill="#a33" visibility="hidden"') + BOX.format('fill="#a33" display="none"')
    ),
    "names and short colours": BOX.format('fill="teal" stroke="#fa0" stroke-width="1"'),
    "units": '<rect width="10mm" height="5mm" fill="#a33"/>',
    "style": '<rect width="10" height="5" style="fill:#a33"/>',
    "a drawing inside": '<svg x="5" width="9" height="9" viewBox="0 0 9 9"><circle r="4"/></svg>',
    "clip in shares": (
        '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="0.5" height="1"/>'
        '</clipPath><rect x="2" y="2" width="30" height="10" clip-path="url(#c)"/>'
    ),
}


def face(body: str) -> Artwork:
    return artwork(body, SIZE)


def difference(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """The mean over all pixels, and that of the worst block of ten by ten; of 255."""
    pixels = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    blocks = pixels.resize(
        (max(1, one.width // 10), max(1, one.height // 10)), Image.Resampling.BOX
    )
    worst = max(high for _, high in blocks.getextrema())
    return sum(ImageStat.Stat(pixels).mean) / 3, float(worst)
