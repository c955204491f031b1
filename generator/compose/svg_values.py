"""What the attributes of a picture may hold, so that what is let through can be drawn.

Comes in: an attribute's name and value. Goes out: what is allowed there instead, or nothing.
"""

from __future__ import annotations

import base64
import binascii
import io
import re
from collections.abc import Callable
from functools import lru_cache

# Larger than any board and finer than any dot: beyond it cairo's own numbers end.
FARTHEST = 100_000.0
SMALLEST_VIEW = 0.01
SHORTEST_DASH = 0.05
# A picture that unpacks to more takes a gigabyte.
MOST_PIXELS = 100_000_000

_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?"
_ONE = re.compile(_NUMBER)
_USUAL = re.compile(r"-?\d{1,5}(?:\.\d+)?")
_LIST = re.compile(rf"\s*(?:{_NUMBER}(?:\s*,\s*|\s+|(?=[+-.])|\s*$))*")
_PERCENT = re.compile(rf"{_NUMBER}%")
_LENGTH = re.compile(rf"({_NUMBER})(?:px|mm|cm|in|pt|pc|%)?")
_COLOUR = re.compile(
    r"none|currentColor|transparent|inherit|#(?:[0-9a-fA-F]{3}){1,2}|#[0-9a-fA-F]{8}|"
    r"url\(#[^)\s]+\)"
)
_RGB = re.compile(r"rgba?\(([^)]*)\)")
_STEP = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_ARC = re.compile(
    rf"\s*({_NUMBER})[\s,]*({_NUMBER})[\s,]*({_NUMBER})[\s,]*([01])[\s,]*([01])[\s,]*"
    rf"({_NUMBER})[\s,]*({_NUMBER})[\s,]*"
)
_MOVE = re.compile(r"\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)\s*,?")
_PICTURE = re.compile(r"data:image/(?:png|jpe?g);base64,([A-Za-z0-9+/=\s]+)")
_ASPECT = re.compile(r"none|x(Min|Mid|Max)Y(Min|Mid|Max)(\s+(meet|slice))?")
# Path data as programs write it: every number near, in the count that its step takes. Nearly all
# of it is, and one look tells; whatever else there is, is read step by step.
_NEAR = r"[+-]?(?:\d{1,5}+(?!\d)(?:\.\d*+)?+|\.\d++)(?![eE])"
_GAP = r"(?:\s*+,\s*+|\s++)?+"
_USUAL_PATH = re.compile(
    r"\s*+(?=[Mm])(?:"
    + "|".join(
        rf"[{letters}]\s*+(?:{(_NEAR + _GAP) * count})++"
        for letters, count in (("MmLlTt", 2), ("HhVv", 1), ("Cc", 6), ("SsQq", 4))
    )
    + rf"|[Aa]\s*+(?:{(_NEAR + _GAP) * 3}[01]{_GAP}[01]{_GAP}{(_NEAR + _GAP) * 2})++"
    + r"|[Zz]\s*+)*+"
)
# How many numbers a step of a path takes, and a transform.
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "Z": 0}
_MOVES = {
    "matrix": (6,),
    "translate": (1, 2),
    "scale": (1, 2),
    "rotate": (1, 3),
    "skewX": (1,),
    "skewY": (1,),
}
NAMED = frozenset(
    "aqua black blue fuchsia gray green grey lime maroon navy olive orange purple red silver teal "
    "white yellow brown gold pink".split()
)

Check = Callable[[str], str]


def numbers(value: str) -> list[float] | None:
    """Plain numbers, all of them near enough to be drawn; nothing where there is anything else."""
    if _USUAL.fullmatch(value):
        return [float(value)]
    if not _LIST.fullmatch(value):
        return None
    found = [float(number) for number in _ONE.findall(value)]
    return found if all(abs(number) <= FARTHEST for number in found) else None


def _number(value: str) -> str:
    found = numbers(value)
    return "" if found and len(found) == 1 else f"a number up to {FARTHEST:,.0f}"


def _size(value: str) -> str:
    found = numbers(value)
    right = found and len(found) == 1 and found[0] >= 0
    return "" if right else f"a number from 0 to {FARTHEST:,.0f}"


def _share(value: str) -> str:
    found = numbers(value)
    return "" if found and len(found) == 1 and 0 <= found[0] <= 1 else "a number from 0 to 1"


def _place(value: str) -> str:
    """In a gradient a share may also be written as a percentage."""
    return "" if _PERCENT.fullmatch(value) else _number(value)


def _outer(value: str) -> str:
    found = _LENGTH.fullmatch(value)
    return "" if found and 0 < float(found[1]) <= FARTHEST else "a length"


def _colour(value: str) -> str:
    rgb = _RGB.fullmatch(value)
    if rgb and len(numbers(rgb[1].replace("%", "")) or ()) in (3, 4):
        return ""
    return "" if _COLOUR.fullmatch(value) or value in NAMED else '"#rrggbb", none or url(#…)'


@lru_cache(maxsize=20_000)
def _path(value: str) -> str:
    return "" if _USUAL_PATH.fullmatch(value) or _is_path(value) else "path data"


def _is_path(value: str) -> bool:
    """Whether every step is one, read one after the other."""
    steps = _STEP.findall(value)
    whole = "".join(letter + rest for letter, rest in steps) == value.lstrip()
    right = whole and (not steps or steps[0][0] in "Mm")
    return right and all(_step(*step) for step in steps)


def _step(letter: str, rest: str) -> bool:
    if letter in "Aa":
        arcs = _ARC.findall(rest)
        return bool(arcs) and not _ARC.sub("", rest) and all(_near(arc) for arc in arcs)
    found, takes = numbers(rest), _TAKES[letter.upper()]
    if found is None or not takes:
        return found == []
    return bool(found) and len(found) % takes == 0


def _near(arc: tuple[str, ...]) -> bool:
    return all(abs(float(number)) <= FARTHEST for number in arc)


def _points(value: str) -> str:
    found = numbers(value)
    return "" if found is not None and len(found) % 2 == 0 else "pairs of numbers"


@lru_cache(maxsize=4_000)
def _transform(value: str) -> str:
    moves = _MOVE.findall(value)
    right = not _MOVE.sub("", value).strip() and all(
        len(numbers(rest) or ()) in _MOVES[name] for name, rest in moves
    )
    return "" if right else "translate(…), scale(…), rotate(…), skewX(…), skewY(…) or matrix(…)"


def view_box(value: str) -> tuple[float, float, float, float] | None:
    """Four numbers with a size that can be drawn."""
    found = numbers(value)
    if not found or len(found) != 4 or min(found[2:]) < SMALLEST_VIEW:
        return None
    return found[0], found[1], found[2], found[3]


def _view(value: str) -> str:
    allowed = f'four numbers, the last two {SMALLEST_VIEW:g} or more: "0 0 24 24"'
    return "" if view_box(value) else allowed


def _dashes(value: str) -> str:
    found = numbers(value)
    right = found and min(found) >= 0 and sum(found) >= SHORTEST_DASH
    return "" if right or value == "none" else f"lengths, in all {SHORTEST_DASH:g} or more"


@lru_cache(maxsize=200)
def _picture(value: str) -> str:
    """A picture inside the picture: whole, and not too large to unpack."""
    from PIL import Image

    allowed = "a whole PNG or JPEG as data:image/png;base64,…"
    found = _PICTURE.fullmatch(value)
    try:
        content = base64.b64decode(found[1], validate=False) if found else b""
        with Image.open(io.BytesIO(content), formats=("PNG", "JPEG")) as image:
            if image.width * image.height > MOST_PIXELS:
                return f"up to {MOST_PIXELS:,} pixels"
            image.load()
    except (OSError, ValueError, SyntaxError, binascii.Error, Image.DecompressionBombError):
        return allowed
    return ""


def _one_of(*words: str) -> Check:
    return lambda value: "" if value in words else ", ".join(words)


def _clip(value: str) -> str:
    return "" if value == "none" or re.fullmatch(r"url\(#[^)\s]+\)", value) else "url(#…)"


def _aspect(value: str) -> str:
    return "" if _ASPECT.fullmatch(value) else "none or such as xMidYMid"


_CHECKS: dict[str, Check] = {
    **dict.fromkeys(("x", "y", "cx", "cy", "stroke-dashoffset", "letter-spacing"), _number),
    **dict.fromkeys("width height r rx ry stroke-width stroke-miterlimit font-size".split(), _size),
    **dict.fromkeys(("x1", "y1", "x2", "y2", "fx", "fy", "offset"), _place),
    **dict.fromkeys("opacity fill-opacity stroke-opacity stop-opacity".split(), _share),
    **dict.fromkeys(("fill", "stroke", "stop-color", "color"), _colour),
    **dict.fromkeys(("transform", "gradientTransform"), _transform),
    **dict.fromkeys(("fill-rule", "clip-rule"), _one_of("nonzero", "evenodd", "inherit")),
    "d": _path,
    "points": _points,
    "viewBox": _view,
    "stroke-dasharray": _dashes,
    "stroke-linecap": _one_of("butt", "round", "square"),
    "stroke-linejoin": _one_of("miter", "round", "bevel"),
    "gradientUnits": _one_of("userSpaceOnUse", "objectBoundingBox"),
    "spreadMethod": _one_of("pad", "reflect", "repeat"),
    "preserveAspectRatio": _aspect,
    "clip-path": _clip,
    "href": _picture,
}
_GRADIENT = frozenset({"cx", "cy", "r"})


def allowed_instead(tag: str, name: str, value: str) -> str:
    """What the attribute may hold, where it holds something else."""
    if tag == "svg" and name in ("width", "height"):
        return _outer(value)
    if tag == "radialGradient" and name in _GRADIENT:
        return _place(value)
    check = _CHECKS.get(name)
    return check(value) if check else ""
