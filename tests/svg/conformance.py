"""SVG by the classes of a conformance suite: what artists' programs and the specification write."""

from __future__ import annotations

GRADIENT = (
    '<stop offset="0" stop-color="#e9c46a"/><stop offset="0.4" stop-color="#2a9d8f"/>'
    '<stop offset="1" stop-color="#7b2d8e"/>'
)
BOX = '<rect x="20" y="30" width="160" height="140" {}/>'
STAR = "M100 15 158 185 12 75H188L42 185z"


def linear(attributes: str, stops: str = GRADIENT, box: str = 'fill="url(#g)"') -> str:
    gradient = f'<linearGradient id="g" {attributes}>{stops}</linearGradient>'
    return f"{gradient}{BOX.format(box)}"


def radial(attributes: str, stops: str = GRADIENT, box: str = 'fill="url(#g)"') -> str:
    gradient = f'<radialGradient id="g" {attributes}>{stops}</radialGradient>'
    return f"{gradient}{BOX.format(box)}"


def clip(shapes: str, attributes: str = "", more: str = "") -> str:
    return (
        f'<clipPath id="c" {attributes}>{shapes}</clipPath>{more}'
        '<g clip-path="url(#c)"><rect width="200" height="200" fill="#2a9d8f"/>'
        '<circle cx="100" cy="100" r="60" fill="#e76f51"/></g>'
    )


CLASSES: dict[str, tuple[str, ...]] = {
    "compact numbers": (
        '<path d="M20-10.5.5 30.5.5 180-5 190z" fill="#264653"/>',
        '<path d="M100,20C150-10,150.5.5e2,100 100S20+180 60 190T180,180" fill="#264653"/>',
        '<polygon points="20-10 180,30.5.5 190" fill="#264653"/>',
        '<g transform="translate(10-5)scale(.5)"><rect width="200" height="200"/></g>',
        '<path d="m20 20h100v100h-100zm30 30 40 0 0 40" fill="#264653"/>',
        '<path d="M20 100a80 60 30 0120 60 30 30 0 1060-60" fill="none" stroke="#000"/>',
        '<path d="M 20 100 A 80 60 30 1 1 120 60 A 0 10 0 0 1 190 190" stroke="#000" fill="none"/>',
        '<path d="M1e2 2e+1L180 180 2.e1 180z"/>',
    ),
    "units and percentages": (
        '<rect x="10%" y="5mm" width="50%" height="1in" fill="#264653"/>',
        '<circle cx="50%" cy="50%" r="25%"/>',
        '<ellipse cx="30mm" cy="2cm" rx="20pt" ry="2pc"/>',
        '<line x1="10%" y1="10%" x2="90%" y2="90%" stroke="#000" stroke-width="2%"/>',
        BOX.format('rx="10%" ry="30px" fill="#264653"'),
        '<path d="M20 100H180" stroke="#000" stroke-width="10px" stroke-dasharray="5% 10px"/>',
    ),
    "colours": tuple(
        BOX.format(f'fill="{colour}"')
        for colour in (
            "#2a9",
            "#2a9d",
            "#2a9d8f",
            "#2a9d8f80",
            "tomato",
            "CornflowerBlue",
            "rgb(42,157,143)",
            "rgb(20%, 60%, 50%)",
            "rgba(42, 157, 143, .5)",
            "rgba(20%,60%,50%,0.5)",
            "rgb(42 157 143 / 50%)",
            "hsl(173, 58%, 39%)",
            "hsla(173,58%,39%,0.5)",
            "hsl(173deg 58% 39%)",
            "transparent",
            "none",
            "RGB(42,157,143)",
            "rgb(300,-5,9)",
        )
    ),
    "current colour and inherit": (
        f'<g color="#e76f51">{BOX.format(chr(34).join(("fill=", "currentColor", "")))}</g>',
        '<g color="#e76f51"><g fill="currentColor"><circle cx="100" cy="100" r="50"/></g></g>',
        '<g fill="#e76f51"><circle cx="100" cy="100" r="50" fill="inherit"/></g>',
        '<g stroke="#e76f51" stroke-width="9"><circle cx="100" cy="100" r="50" '
        'stroke-width="inherit" fill="none"/></g>',
        '<g color="#e76f51"><linearGradient id="g"><stop stop-color="currentColor"/><stop '
        'offset="1" stop-color="#fff"/></linearGradient><rect width="150" height="90" '
        'fill="url(#g)"/></g>',
        '<g fill-rule="evenodd"><path d="' + STAR + '"/></g>',
    ),
    "style": (
        f'<path d="{STAR}" style="fill:#e76f51;fill-rule:evenodd;stroke:#000;stroke-width:4px"/>',
        '<rect width="100" height="100" fill="#000" style="fill: #2a9d8f; opacity: .5"/>',
        '<g style="display:inline"><circle cx="90" cy="90" r="40" style="visibility:hidden"/>'
        '<circle cx="120" cy="120" r="40" style="-inkscape-stroke:none;font-size:12px"/></g>',
    ),
    "shapes": (
        '<ellipse cx="100" cy="100" rx="60"/>',
        '<ellipse cx="100" cy="100" ry="60"/>',
        '<ellipse cx="100" cy="100" rx="auto" ry="40"/>',
        '<rect x="20" y="20" width="100" height="60" rx="30"/>',
        '<rect x="20" y="20" width="100" height="60" rx="90" ry="5"/>',
        '<rect x="20" y="20" width="100" height="60" rx="auto" ry="20"/>',
        '<rect x="20" y="20" width="0" height="60"/>',
        '<polyline points="20,20 180,20 100,180" stroke="#000" fill="#eee" stroke-width="8"/>',
        '<path d="M20 20"/>',
        "<path/>",
        '<circle cx="50" cy="50"/>',
        '<path d="M20 20L180 20 100 180ZL20 180" stroke="#000" fill="none" stroke-width="6"/>',
    ),
    "strokes": (
        *(
            f'<path d="M40 160 100 40 160 160" fill="none" stroke="#264653" stroke-width="24" '
            f'stroke-linejoin="{join}" stroke-linecap="{cap}"/>'
            for join, cap in (("miter", "butt"), ("round", "round"), ("bevel", "square"))
        ),
        '<path d="M40 160 100 40 160 160" fill="none" stroke="#264653" stroke-width="24" '
        'stroke-miterlimit="1.5"/>',
        '<path d="M20 100H180" stroke="#000" stroke-width="9" stroke-dasharray="20 10 5"/>',
        '<path d="M20 100H175" stroke="#000" stroke-width="9" stroke-dasharray="0 20" '
        'stroke-linecap="round"/>',
        '<path d="M20 100H180" stroke="#000" stroke-width="9" stroke-dasharray="0 0"/>',
        '<path d="M20 100H180" stroke="#000" stroke-width="9" stroke-dasharray="20" '
        'stroke-dashoffset="-7"/>',
        '<path d="M100 100L100 100" stroke="#000" stroke-width="40" stroke-linecap="round"/>',
        BOX.format('fill="#2a9d8f" stroke="#000" stroke-width="20" paint-order="stroke"'),
        BOX.format('fill="#2a9d8f" stroke="#000" stroke-width="20" paint-order="normal"'),
        BOX.format('fill="none" stroke="#000" stroke-width="0"'),
    ),
    "opacity": (
        BOX.format('fill="#2a9d8f" stroke="#000" stroke-width="20" opacity="0.5"'),
        BOX.format('fill="#2a9d8f" stroke="#000" stroke-width="20" opacity="50%"'),
        BOX.format(
            'fill="#2a9d8f" fill-opacity=".5" stroke="#000" stroke-opacity="30%" stroke-width="20"'
        ),
        '<g opacity=".5"><circle cx="80" cy="100" r="50"/><circle cx="120" cy="100" r="50" '
        'fill="#e76f51" opacity=".5"/></g>',
    ),
    "transforms": (
        *(
            f'<rect x="40" y="60" width="60" height="30" transform="{transform}"/>'
            for transform in (
                "rotate(30)",
                "rotate(30 100 100)",
                "rotate(30,100,100) translate(10)",
                "skewX(20)",
                "skewY(-20)",
                "matrix(1 .2 -.3 1 20 10)",
                "scale(1.5,.5)",
                "scale(-1 1)translate(-200)",
                "translate(10,20),rotate(10)",
                "  translate( 10 , 20 )  ",
                "scale(0)",
                "",
            )
        ),
        '<g transform="rotate(10)"><g transform="skewX(10)"><g transform="scale(.5 2)">'
        '<circle cx="200" cy="40" r="30" stroke="#e76f51" stroke-width="9"/></g></g></g>',
    ),
    "linear gradients": (
        linear(""),
        linear('x1="20%" x2="80%" y2="100%"'),
        linear('x2="0" y2="1"'),
        linear('gradientUnits="userSpaceOnUse" x1="40" y1="20" x2="160" y2="180"'),
        linear('gradientUnits="userSpaceOnUse" x1="10%" x2="50%"'),
        linear('gradientUnits="userSpaceOnUse"'),
        linear('gradientTransform="rotate(45)"'),
        linear('gradientUnits="userSpaceOnUse" x2="80" gradientTransform="rotate(30)translate(9)"'),
        linear('x1=".3" x2=".5" spreadMethod="repeat"'),
        linear('x1=".3" x2=".5" y2=".1" spreadMethod="reflect"'),
        linear('x1="0.5" x2="0.5"'),
        linear("", '<stop offset=".5" stop-color="#e76f51"/>'),
        linear("", ""),
        linear(
            "",
            '<stop stop-color="#fff"/><stop offset="50%" stop-color="#e76f51"/>'
            '<stop offset=".3" stop-color="#000"/><stop offset="2" stop-opacity="0"/>',
        ),
        linear("", '<stop stop-color="rgba(0,0,0,.5)"/><stop offset="1" stop-color="#e76f5140"/>'),
        linear("", box='fill="none" stroke="url(#g)" stroke-width="20"'),
        linear("", '<stop style="stop-color:#e76f51;stop-opacity:.5"/><stop offset="1"/>'),
        '<linearGradient id="g"><stop stop-color="#e76f51"/><stop offset="1"/></linearGradient>'
        '<path d="M20 100H180" stroke="url(#g)" stroke-width="20"/>',
    ),
    "radial gradients": (
        radial(""),
        radial('cx="30%" cy="40%" r="60%"'),
        radial('fx=".3" fy=".4"'),
        radial('fx=".3" fr=".1"'),
        radial('r="0"'),
        radial('r=".2" spreadMethod="repeat"'),
        radial('r=".2" spreadMethod="reflect"'),
        radial('r=".2" fx=".4" spreadMethod="repeat"'),
        radial('gradientUnits="userSpaceOnUse" cx="100" cy="100" r="80"'),
        radial('gradientUnits="userSpaceOnUse"'),
        radial('gradientUnits="userSpaceOnUse" cx="80" cy="60" r="50%" fx="90"'),
        radial('gradientTransform="skewX(20)scale(.8)"'),
    ),
    "gradients that go on from others": (
        f'<linearGradient id="a">{GRADIENT}</linearGradient>' + linear('href="#a" x2=".5"', ""),
        f'<linearGradient id="a" x2="0" y2="1" spreadMethod="reflect">{GRADIENT}</linearGradient>'
        + linear('href="#a"', ""),
        f'<radialGradient id="a" r=".3">{GRADIENT}</radialGradient>' + linear('href="#a"', ""),
        f'<linearGradient id="a">{GRADIENT}</linearGradient><linearGradient id="b" href="#a"/>'
        + radial('href="#b" r=".4"', ""),
    ),
    "clips": (
        clip('<circle cx="100" cy="100" r="70"/>'),
        clip('<circle cx="60" cy="60" r="50"/><rect x="50" y="80" width="120" height="80"/>'),
        clip('<rect x="20" y="20" width="60" height="60"/><path d="M120 120h60v60z"/>'),
        clip(f'<path d="{STAR}" clip-rule="evenodd"/>'),
        clip(f'<path d="{STAR}" fill-rule="evenodd"/>'),
        clip(f'<path d="{STAR}"/>', 'clip-rule="evenodd"'),
        clip('<circle cx="50" cy="50" r="40"/>', 'transform="translate(40)scale(1.2)"'),
        clip('<circle cx="50" cy="50" r="40" transform="scale(2 1)"/>'),
        clip('<circle cx=".5" cy=".5" r=".4"/>', 'clipPathUnits="objectBoundingBox"'),
        clip(
            '<circle cx="80" cy="90" r="70" visibility="hidden"/><circle cx="90" cy="90" r="40"/>'
        ),
        clip('<circle cx="80" cy="90" r="70" display="none"/>'),
        clip(""),
        clip(
            '<circle cx="70" cy="100" r="60"/>',
            'clip-path="url(#d)"',
            '<clipPath id="d"><rect width="100" height="120"/></clipPath>',
        ),
        clip('<circle cx="70" cy="100" r="60" opacity="0" fill="none"/>'),
        '<clipPath id="c"><circle cx="100" cy="100" r="70"/></clipPath><g clip-path="url(#c)">'
        '<clipPath id="d"><rect x="90" width="200" height="200"/></clipPath><g clip-path='
        '"url(#d)" transform="rotate(9)"><rect width="200" height="200" fill="#264653"/></g></g>',
        '<clipPath id="c"><use href="#s"/></clipPath><circle id="s" cx="90" cy="90" r="60" '
        'fill="none"/><rect width="200" height="200" clip-path="url(#c)"/>',
        '<clipPath id="c"><rect width="90" height="90" transform="rotate(20)"/></clipPath>'
        '<rect width="200" height="200" fill="#e76f51" stroke="#000" stroke-width="40" '
        'clip-path="url(#c)" opacity=".5"/>',
    ),
    "use and symbols": (
        '<defs><circle id="s" cx="40" cy="40" r="30"/></defs><use href="#s" x="20" y="10" '
        'fill="#e76f51"/><use href="#s" transform="translate(90 90)scale(1.2)" opacity=".5"/>',
        '<defs><g id="s" fill="#2a9d8f"><rect width="50" height="50"/><circle r="20"/></g></defs>'
        '<use href="#s" x="100" y="100"/><use href="#s" x="20%" y="10"/>',
        '<symbol id="s" viewBox="0 0 10 10"><circle cx="5" cy="5" r="6"/></symbol>'
        '<use href="#s" x="20" y="20" width="100" height="60"/>',
        '<symbol id="s" viewBox="0 0 10 20" preserveAspectRatio="xMinYMin slice"><circle cx="5" '
        'cy="5" r="5"/></symbol><use href="#s" x="20" y="20" width="100" height="60"/>',
        '<symbol id="s"><circle cx="5" cy="5" r="50"/></symbol><use href="#s" x="50" y="50"/>',
        '<g xmlns:xlink="http://www.w3.org/1999/xlink"><path id="s" d="M20 20h50v50z"/><use '
        'xlink:href="#s" x="60"/></g>',
    ),
    "nested pictures": (
        '<svg x="50" y="50" width="100" height="50" viewBox="0 0 10 10"><rect width="10" '
        'height="10" fill="#e76f51"/></svg>',
        '<svg x="50" y="50" width="100" height="50" viewBox="0 0 10 10" '
        'preserveAspectRatio="none"><circle cx="5" cy="5" r="7"/></svg>',
        '<svg x="50" y="50" width="50%" height="50"><circle cx="50%" cy="50%" r="40"/></svg>',
        '<svg x="20" y="20" width="90" height="90" overflow="visible"><circle r="40"/></svg>',
    ),
    "display and visibility": (
        '<g display="none"><rect width="99" height="99"/></g><circle cx="99" cy="99" r="40"/>',
        '<g visibility="hidden"><rect width="99" height="99"/><circle cx="99" cy="99" r="40" '
        'visibility="visible"/></g>',
        '<circle cx="99" cy="99" r="40" visibility="collapse"/>',
    ),
}
ROOTS = {
    "opacity": ('opacity=".5"', BOX.format('fill="#000"')),
    "a clip": (
        'clip-path="url(#c)"',
        '<clipPath id="c"><circle cx="90" cy="90" r="60"/></clipPath>' + BOX.format(""),
    ),
    "display": ('display="none"', BOX.format("")),
    "a fill": ('fill="#e76f51" stroke="#000" stroke-width="9"', BOX.format("")),
    "a style": ('style="fill:#e76f51"', BOX.format("")),
}
# ---- edges of the specification, by chapter: drawn or in dots, as the reference shows them -------

CONTENT = (
    '<circle cx="60" cy="60" r="50" fill="#2a9d8f"/><path d="M80 90h100v90h-100zM0 0H200V9z"/>'
)
SHARES = '<rect width="50%" height="50%" fill="#2a9d8f"/><circle cx="50%" cy="50%" r="20%"/>'
TWO = '<rect x="10" y="10" width="80" height="80" {}/><circle cx="120" cy="120" r="50" {}/>'
ZIGZAG = '<path d="M30 160 60 30 90 160 180 40" fill="none" stroke="#264653" stroke-width="20" {}/>'
SOLID = '<rect x="40" y="60" width="80" height="60"/>'
FAR = '<rect x="10" y="10" width="180" height="180" {}/>'
IN_SHARES = (
    '<clipPath id="c" clipPathUnits="objectBoundingBox" {}><circle cx=".5" cy=".5" r=".4"/>'
    '</clipPath><g transform="rotate(5)"><g clip-path="url(#c)">{}</g></g>'
)
ASPECTS = (
    "none xMinYMin xMidYMin xMaxYMin xMinYMid xMidYMid xMaxYMid xMinYMax xMidYMax xMaxYMax".split()
)
ASPECTS += ["xMinYMin slice", "xMidYMid slice", "xMaxYMax slice", "none slice", "xMidYMax meet"]
PIXEL = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAg"
    "ABSK+kcQAAAABJRU5ErkJggg=="
)
DEFINED = (
    '<clipPath id="d"><rect x="60" y="60" width="150" height="50"/></clipPath>'
    '<defs><circle id="u" cx="80" cy="90" r="60"/></defs>'
)


def sheet(css: str) -> str:
    return f"<style>{css}</style><g>{TWO.format('class=' + chr(34) + 'a' + chr(34), '')}</g>"


def dots(stroke: str) -> str:
    return "".join(
        f'<path d="{data}" stroke="#000" stroke-width="26" {stroke}/>'
        for data in (
            "M30 30z",
            "M90 30h0",
            "M150 30l0 0z",
            "M30 100L30 100",
            "M90 100Q90 100 90 100",
        )
    )


EDGES: dict[str, tuple[str, ...]] = {
    "structure: aspect": tuple(
        one
        for aspect in ASPECTS
        for one in (
            f'<svg x="10" y="20" width="150" height="60" viewBox="0 0 200 200" '
            f'preserveAspectRatio="{aspect}">{CONTENT}</svg>',
            f'<symbol id="s" viewBox="0 0 200 200" preserveAspectRatio="{aspect}">{CONTENT}'
            '</symbol><use href="#s" x="10" y="20" width="60" height="150"/>',
        )
    ),
    "structure: nested": (
        *(
            f"<svg {own}>{SHARES}</svg>"
            for own in (
                "",
                'x="20" y="30"',
                'x="20%" y="10%" width="50%" height="25%"',
                'width="auto" height="50"',
                'x="20" y="30" width="100" height="80" transform="rotate(20)" opacity=".5"',
                'x="20" y="30" width="100" height="80" viewBox="10 10 50 50" overflow="visible"',
                'x="20" y="30" width="100" height="80" display="none"',
                'x="20" y="30" style="width:100px;height:80px"',
            )
        ),
        *(
            '<clipPath id="c"><circle cx="30" cy="30" r="20"/></clipPath>'
            f'<svg x="50" y="50" width="100" height="100" {box} clip-path="url(#c)">{SHARES}</svg>'
            for box in ("", 'viewBox="0 0 50 50"')
        ),
    ),
    "structure: symbols": tuple(
        f'<symbol id="s" {own}>{CONTENT}</symbol><use href="#s" {use}/>'
        for own in (
            "",
            'transform="translate(20 30)"',
            'transform="rotate(20)" viewBox="0 0 100 100"',
            'x="30" y="20" width="50" height="50"',
            'display="none"',
            'overflow="visible" viewBox="0 0 100 100"',
            'opacity=".5" fill="#e76f51"',
        )
        for use in ("", 'x="30" y="40" transform="rotate(10)"', 'width="120" height="80" y="9"')
    ),
    "structure: use": (
        '<rect id="x" width="40" height="40"/><rect id="x" y="90" width="40" height="90"/>'
        '<use href="#x" x="100"/>',
        '<use href="#none"/>' + BOX.format(""),
        '<defs fill="#e76f51"><rect id="r" width="60" height="60"/></defs><use href="#r"/>',
        '<use href="#d"/><defs id="d"><rect width="50" height="50"/></defs>',
        '<rect xmlns="" width="90" height="90"/><circle r="40"/>',
    ),
    "structure: conditions": (
        *(
            f"<{tag}>{TWO.format(one, other)}</{tag}>"
            for tag in ("switch", "g")
            for one, other in (
                ('systemLanguage="fr"', ""),
                ('systemLanguage="en-GB"', ""),
                ('systemLanguage="fr, en"', ""),
                ('systemLanguage="english"', ""),
                ('systemLanguage=""', 'systemLanguage="en"'),
                ('requiredExtensions="http://example.org"', ""),
                ('requiredFeatures="http://www.w3.org/TR/SVG11/feature#Shape"', ""),
                ('requiredFeatures="other"', ""),
            )
        ),
        f"<switch><title>a</title>{TWO.format('', '')}</switch>",
    ),
    "structure: style": (
        *map(
            sheet,
            (
                "rect{fill:#e76f51!important}.a{fill:#00f}",
                ".a{fill:#00f}rect{fill:#e76f51}",
                "g&gt;rect+circle{fill:#e76f51}",
                "[class~=a]{stroke:#e76f51;stroke-width:9px}",
                "rect{fill:url(#none) #e76f51}circle{fill:url(#none)}",
                "@import url(x.css);rect:first-child{fill:#e76f51}",
                "rect{mix-blend-mode:multiply}",
            ),
        ),
        f'<style type="text/plain">rect{{fill:#e76f51}}</style>{BOX.format("")}',
        BOX.format('fill="#00f" style="fill:#e76f51;/**/stroke:#000!important;junk"'),
        BOX.format('fill="#e76f51" mix-blend-mode="multiply"') + BOX.format('opacity=".5"'),
        '<g opacity=".5"><g opacity="inherit"><rect width="90" height="90"/></g></g>',
        linear('stop-color="#e76f51"', '<stop stop-color="inherit"/><stop offset="1"/>'),
    ),
    "shapes": (
        *(
            f'<rect x="30" y="30" width="90" height="60" {own} stroke="#e76f51" stroke-width="6"/>'
            for own in (
                'rx="20"',
                'ry="20"',
                'rx="200" ry="5"',
                'rx="5" ry="200"',
                'rx="0" ry="10"',
                'rx="auto" ry="10"',
                'rx="10%"',
                'rx="10%" ry="10%"',
            )
        ),
        *(
            f'<path d="{data}" fill="#2a9d8f" stroke="#000" stroke-width="10" {cap}/>'
            for data in (
                "M20 20zM50 50L90 90",
                "M20 20L100 20M150 150z",
                "M20 20L100 20L100 100ZL20 150",
                "M20 20L100 20L100 100Z m50 50 l30 30",
                "M20 100A60 40 0 0 1 20 100",
                "M20 100A10 10 0 0 1 120 100",
                "M20 100A60 40 400 0 1 120 100S150 20 180 150",
                "M20 20L50 50T150 100T20 150",
                "M20 20q80 130 130 80t-50 30",
                "M20 20S100 150 150 100",
                "m20 20 80 0 0 80zm10 10 20 0",
                "M.5.5L100.5.5 100 100",
            )
            for cap in ("", 'stroke-linecap="round" stroke-linejoin="round"')
        ),
    ),
    "painting: strokes": (
        *(dots(f'stroke-linecap="{cap}"') for cap in ("butt", "round", "square")),
        *(
            ZIGZAG.format(f'stroke-linejoin="{join}" stroke-miterlimit="{limit}"')
            for join in ("miter", "round", "bevel", "miter-clip")
            for limit in ("1", "1.5", "4", "20")
        ),
        *(
            f'<path d="M20 60H150V150" fill="none" stroke="#000" stroke-width="10" '
            f'stroke-dasharray="{dashes}" stroke-dashoffset="{offset}"/>'
            for dashes in ("none", "20 10 5", "7%", "0 0", "200 10", "2mm 3mm")
            for offset in ("0", "-7", "2%")
        ),
        *(
            BOX.format(
                f'fill="#2a9d8f" stroke="#e76f51" stroke-width="20" paint-order="{order}" {more}'
            )
            for order in ("markers stroke", "fill markers stroke", "stroke", "normal")
            for more in ("", 'opacity=".5"')
        ),
    ),
    "painting: what is shown": tuple(
        f"<g {own}>{TWO.format(inner, '')}</g>"
        for own in ('display="none"', 'visibility="hidden"', 'visibility="collapse"', "")
        for inner in ('visibility="visible"', 'display="inline"', 'visibility="inherit"')
    ),
    "painting: missing ids": (
        *(
            BOX.format(f'stroke="#000" stroke-width="9" {name}="url(#none){rest}"')
            for name, rest in (
                ("fill", ""),
                ("fill", " #e76f51"),
                ("fill", " none"),
                ("fill", " currentColor"),
                ("clip-path", ""),
                ("mask", ""),
                ("filter", ""),
                ("filter", " blur(3)"),
                ("marker-end", ""),
            )
        ),
        linear('href="#none"'),
        linear('href="#none"', ""),
    ),
    "painting: blends": tuple(
        '<rect x="10" y="10" width="120" height="120" fill="#2a9d8f"/>'
        f'<g style="isolation:{alone}"><circle cx="130" cy="130" r="50" fill="#e76f51" '
        f'style="mix-blend-mode:{mode}"/></g>'
        for alone, mode in (
            ("auto", "multiply"),
            ("auto", "screen"),
            ("isolate", "difference"),
            ("auto", "luminosity"),
        )
    ),
    "paint servers": (
        *(
            f'<{kind} id="a" {own}>{GRADIENT}</{kind}><{other} id="g" href="#a" {more}/>'
            + BOX.format('fill="url(#g)"')
            for kind in ("linearGradient", "radialGradient")
            for other in ("linearGradient", "radialGradient")
            for own, more in (
                ('spreadMethod="reflect" x2=".3" r=".2"', ""),
                ('gradientUnits="userSpaceOnUse" x2="90" cx="90" cy="90" r="50"', ""),
                ('x1=".3" cx=".3"', 'spreadMethod="repeat" x2=".6" r=".3"'),
                ("", 'gradientTransform="rotate(30)"'),
            )
        ),
        *(
            make("", stops)
            for make in (linear, radial)
            for stops in (
                '<stop/><stop offset=".9" stop-color="#e76f51"/><stop offset=".1"/>',
                '<stop offset="-1" stop-color="#e76f51"/><stop offset="110%" stop-color="#00f"/>',
                '<stop stop-color="#e76f51"/><stop stop-color="#00f"/>',
                '<stop offset="1" stop-color="#e76f51"/><stop offset="1" stop-color="#00f"/>',
                '<stop offset=".5" stop-color="#e76f51" stop-opacity=".5"/>',
            )
        ),
        *(
            f'<pattern id="g" {own}><circle cx="9" cy="9" r="7" fill="#e76f51"/></pattern>'
            + BOX.format('fill="url(#g)"')
            for own in (
                'width="20" height="20" patternUnits="userSpaceOnUse" patternTransform="rotate(9)"',
                'width=".2" height=".2" viewBox="0 0 20 20"',
                'width="0" height="20"',
            )
        ),
    ),
    "masking: boxes": (
        *(
            IN_SHARES.format(own, SOLID + more)
            for own in ("", 'transform="translate(9)scale(.8)"')
            for more in (
                "",
                *map(
                    FAR.format,
                    (
                        'visibility="hidden"',
                        'visibility="collapse"',
                        'display="none"',
                        'fill="none"',
                        'fill="transparent"',
                        'fill="url(#none)"',
                        'fill-opacity="0"',
                        'opacity="0"',
                        'transform="scale(0)"',
                    ),
                ),
                '<rect x="10" y="10" width="0" height="180"/>',
                '<path d="M10 10H190"/>',
                '<path d="M10 10H190" stroke="#000" stroke-width="0"/>',
                '<path d="M190 190"/>',
                f'<image width="180" height="180" visibility="hidden" href="{PIXEL}"/>',
                '<g visibility="hidden"><rect x="10" y="10" width="180" height="180"/></g>',
                '<path d="M60 90H150" stroke="#e76f51" stroke-width="90"/>',
            )
        ),
        *(
            IN_SHARES.format("", one)
            for one in (
                "",
                '<rect x="40" y="60" width="80" height="60" visibility="hidden"/>',
                '<path d="M50 20V150" stroke="#000" stroke-width="30"/>',
                '<path d="M40 100C40 0 160 0 160 100z"/>',
                '<g transform="rotate(30 80 90)"><rect x="40" y="60" width="80" height="60"/></g>',
            )
        ),
    ),
    "masking: clips": tuple(
        DEFINED + clip(shapes, own)
        for shapes, own in (
            ('<use href="#u" x="20" transform="scale(.8)"/>', ""),
            ('<use href="#none"/><circle cx="80" cy="90" r="60"/>', ""),
            ('<circle cx="80" cy="90" r="60" clip-path="url(#none)"/>', ""),
            ('<line x1="20" y1="20" x2="180" y2="180" stroke="#000" stroke-width="30"/>', ""),
            (f'<path d="{STAR}"/>', 'clip-path="url(#d)" transform="matrix(1 .2 .3 1 0 0)"'),
            (f'<path d="{STAR}"/>', 'transform="scale(0)"'),
            (f'<path d="{STAR}"/>', 'style="clip-rule:evenodd" visibility="hidden"'),
            ('<rect x="30%" y="20%" width="50%" height="40%"/>', 'clip-path="url(#none)"'),
        )
    ),
    "masking: masks and filters": (
        *(
            f'<mask id="m" {own}><circle cx="80" cy="90" r="60" fill="#e76f51"/></mask>'
            + BOX.format('mask="url(#m)"')
            for own in (
                "",
                'maskUnits="userSpaceOnUse" x="20" y="20" width="90" height="90"',
                'style="mask-type:alpha"',
                'mask="url(#m)"',
            )
        ),
        *(
            f'<filter id="f">{step}</filter>' + BOX.format('fill="#2a9d8f" filter="url(#f)"')
            for step in (
                '<feGaussianBlur stdDeviation="5"/>',
                '<feMorphology radius="4"/>',
                '<feTurbulence baseFrequency=".05" numOctaves="4"/>',
                "",
            )
        ),
    ),
    "text": tuple(
        f'<g transform="translate(9 30)"><rect width="2mm" height="2mm"/>'
        f'<text font-family="Source Sans Pro" style="font-size:40px" {own}>{text}</text></g>'
        for own, text in (
            ('x="20" y="60"', "Reef"),
            ('x="20" y="60" dx="9" dy="20"', "Reef"),
            ('x="20 60 90" y="60"', "Reef"),
            ('x="90" y="60" text-anchor="middle" dominant-baseline="middle"', "Reef"),
            ('x="20" y="60" xml:space="preserve"', "R   ef"),
            (
                'x="20" y="60" opacity=".5" stroke="#e76f51" stroke-width="6" paint-order="stroke"',
                "Reef",
            ),
            ('x="20" y="60"', "Re<tspan fill='#e76f51' dy='9'>ef</tspan>"),
        )
    ),
}
ROOT_EDGES = (
    *(f'width="200" height="100" viewBox="0 0 200 200" preserveAspectRatio="{a}"' for a in ASPECTS),
    'width="200" viewBox="0 0 100 50"',
    'width="50%" height="100%" viewBox="0 0 100 50"',
    'viewBox="-50,-50,250,250"',
    'x="50" y="20" width="200" height="200" viewBox="0 0 200 200"',
    'viewBox="0 0 200 200" style="background-color:#e9c46a"',
    'viewBox="20 20 200 100" style="background-color:rgba(0,0,255,.2);opacity:.5"',
    'viewBox="0 0 200 200" transform="rotate(20)" visibility="hidden"',
)
