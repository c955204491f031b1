"""Parse the ``d`` of an SVG path into steps: absolute moves, lines and cubic curves."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator

from cards_data.problems import AnyText, Message

# The pattern never backtracks: a hostile text takes no longer than its length. Single signs are
# possessive; groups are not, as CPython before 3.11.5 matches those wrongly.
NUMBER = r"[+-]?+(?:\d++\.?+\d*+|\.\d++)(?:[eE][+-]?+\d{1,3}+|(?![eE][+-]?+\d))"
BETWEEN = r"\s*+,?+\s*+"
_LIST = re.compile(rf"\s*+(?:{NUMBER}(?:{BETWEEN}{NUMBER})*)?\s*+")
# Larger than any board and finer than any dot, within the range of cairo's numbers.
FARTHEST = 100_000.0
# The flags of an arc may follow each other without a separator.
_ARC = re.compile(
    rf"({NUMBER}){BETWEEN}" * 3
    + rf"([01]){BETWEEN}([01]){BETWEEN}"
    + rf"({NUMBER}){BETWEEN}({NUMBER})"
)
_GAP = re.compile(BETWEEN)
# Path data as programs usually write it: every number in range, in the right count. One match
# recognises it; anything else is parsed carefully.
_NEAR = r"[+-]?+(?:\d{1,5}+(?!\d)\.?+\d*+|\.\d++)(?![eE])"
_USUAL = re.compile(
    r"\s*+(?=[Mm])(?:"
    + "|".join(
        rf"[{letters}]\s*+{(_NEAR + BETWEEN) * (count - 1)}{_NEAR}"
        rf"(?:{(BETWEEN + _NEAR) * count})*\s*+"
        for letters, count in (("MmLlTt", 2), ("HhVv", 1), ("Cc", 6), ("SsQq", 4))
    )
    + r"|[Zz]\s*+)*"
)
_FIGURE = re.compile(NUMBER)
_SPLIT = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
Point = tuple[float, float]


class SvgError(Exception):
    """An error in path data or an SVG; ``element`` counts from the root."""

    def __init__(self, fault: AnyText, allowed: AnyText = "", element: int = 0) -> None:
        super().__init__(fault, allowed, element)
        self.found, self.allowed, self.element = fault, allowed, element

    def __str__(self) -> str:
        return str(self.wording)

    @property
    def wording(self) -> AnyText:
        if not self.allowed:
            return self.found
        return Message("limit.says", found=self.found, allowed=self.allowed)


def path_steps(data: str) -> tuple[Step, ...]:
    pen = _Pen()
    for letter, values in _commands(data):
        pen.draw(letter, values)
    return tuple(pen.steps)


def number_list(text: str) -> tuple[float, ...]:
    """Parse plain numbers, as compact as SVG allows: ``10-5.5.5``."""
    if not _LIST.fullmatch(text):
        raise SvgError(Message("path.no_numbers"), Message("path.numbers"))
    values = _figures(text)
    if values:
        check_reach(max(values))
        check_reach(min(values))
    return values


def check_reach(value: float) -> float:
    """Return a number that cairo can represent."""
    if not abs(value) <= FARTHEST:
        raise SvgError(Message("path.far"), Message("path.numbers_to", n=int(FARTHEST)))
    return value


def _commands(data: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Yield each command with its numbers; repeated letters are filled in."""
    before, *parts = _SPLIT.split(data)
    if before.strip() or (parts and parts[0] not in "Mm"):
        raise SvgError(Message("path.no_m"), Message("path.data"))
    read = _figures if _USUAL.fullmatch(data) else number_list
    for letter, text in zip(parts[::2], parts[1::2], strict=True):
        takes = _TAKES[letter.upper()]
        values = _arcs(text) if takes == 7 else read(text)
        if len(values) == takes:
            yield letter, values
            continue
        if not takes or not values or len(values) % takes:
            raise SvgError(
                Message("path.has", letter=letter, text=text[:20], n=len(values)),
                Message("path.takes", n=takes),
            )
        for start in range(0, len(values), takes):
            yield letter, values[start : start + takes]
            letter = {"M": "L", "m": "l"}.get(letter, letter)  # noqa: PLW2901


def _figures(text: str) -> tuple[float, ...]:
    return tuple(map(float, _FIGURE.findall(text)))


def _arcs(text: str) -> tuple[float, ...]:
    values: list[float] = []
    text, end = text.strip(), 0
    while match := _ARC.match(text, end):
        values += (check_reach(float(value)) for value in match.groups())
        end = match.end()
        if end == len(text):
            return tuple(values)
        gap = _GAP.match(text, end)
        end = gap.end() if gap else end
    allowed = Message("path.arc")
    raise SvgError(Message("path.no_arc", text=text[:20]), allowed)


class _Pen:
    """A pen that follows the commands and records where they lead."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.x = self.y = 0.0
        self.start = (0.0, 0.0)
        # The last handle of a curve and its kind; smooth curves mirror it.
        self.handle = (0.0, 0.0)
        self.kind = ""

    def draw(self, letter: str, numbers: tuple[float, ...]) -> None:
        kind = letter.upper()
        if letter.islower():
            numbers = self._absolute(kind, numbers)
        if kind != "M" and self.steps[-1][0] == "Z":
            if kind == "Z":
                return
            self.steps.append(("M", self.start))
        _STROKES[kind](self, *numbers)
        self.kind = kind

    def _absolute(self, kind: str, numbers: tuple[float, ...]) -> tuple[float, ...]:
        x, y = self.x, self.y
        if kind == "H":
            return (numbers[0] + x,)
        if kind == "V":
            return (numbers[0] + y,)
        if kind == "A":
            return (*numbers[:5], numbers[5] + x, numbers[6] + y)
        if kind == "C":
            a, b, c, d, e, f = numbers
            return a + x, b + y, c + x, d + y, e + x, f + y
        if len(numbers) == 2:
            return numbers[0] + x, numbers[1] + y
        return tuple(value + (y if place % 2 else x) for place, value in enumerate(numbers))

    def _m(self, x: float, y: float) -> None:
        self.steps.append(("M", (x, y)))
        self.x, self.y = self.start = (x, y)

    def _l(self, x: float, y: float) -> None:
        self.steps.append(("L", (x, y)))
        self.x, self.y = x, y

    def _h(self, x: float) -> None:
        self._l(x, self.y)

    def _v(self, y: float) -> None:
        self._l(self.x, y)

    def _c(self, *at: float) -> None:
        self.steps.append(("C", at))
        self.handle = at[2], at[3]
        self.x, self.y = at[4], at[5]

    def _s(self, x2: float, y2: float, x: float, y: float) -> None:
        self._c(*self._mirror_handle("CS"), x2, y2, x, y)

    def _q(self, hx: float, hy: float, x: float, y: float) -> None:
        ax, ay = self.x, self.y
        first = ax + (hx - ax) * 2 / 3, ay + (hy - ay) * 2 / 3
        second = x + (hx - x) * 2 / 3, y + (hy - y) * 2 / 3
        self._c(*first, *second, x, y)
        self.handle = hx, hy

    def _t(self, x: float, y: float) -> None:
        self._q(*self._mirror_handle("QT"), x, y)

    def _mirror_handle(self, kinds: str) -> tuple[float, float]:
        if self.kind not in kinds:
            return self.x, self.y
        return 2 * self.x - self.handle[0], 2 * self.y - self.handle[1]

    def _a(self, *arc: float) -> None:
        rx, ry = abs(arc[0]), abs(arc[1])
        x, y = arc[5:]
        if not rx or not ry or (x, y) == (self.x, self.y):
            self._l(x, y)
        else:
            for curve in _arc_curves((self.x, self.y), (rx, ry, *arc[2:])):
                self._c(*curve)

    def _z(self) -> None:
        self.steps.append(("Z", ()))
        self.x, self.y = self.start


_STROKES: dict[str, Callable[..., None]] = {
    letter: getattr(_Pen, f"_{letter.lower()}") for letter in _TAKES
}


def _arc_curves(start: Point, arc: tuple[float, ...]) -> Iterator[tuple[float, ...]]:
    """Yield an elliptical arc as cubic curves of at most a quarter turn (SVG 1.1, F.6.5)."""
    rx, ry, turn, large, sweep, x, y = arc
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    dx, dy = (start[0] - x) / 2, (start[1] - y) / 2
    # Here the ellipse is a circle of radius 1 around the middle of the chord.
    ux, uy = (cos * dx + sin * dy) / rx, (cos * dy - sin * dx) / ry
    far = math.hypot(ux, uy)
    if far > 1:
        rx, ry, ux, uy = rx * far, ry * far, ux / far, uy / far
    reach = math.sqrt(max(0.0, 1 / max(ux * ux + uy * uy, 1e-300) - 1))
    side = reach if bool(large) != bool(sweep) else -reach
    cx, cy = side * uy, -side * ux
    begin = math.atan2(uy - cy, ux - cx)
    sweep_by = math.atan2(-uy - cy, -ux - cx) - begin
    if sweep and sweep_by < 0:
        sweep_by += 2 * math.pi
    elif not sweep and sweep_by > 0:
        sweep_by -= 2 * math.pi
    mx, my = (start[0] + x) / 2, (start[1] + y) / 2

    def to_page(px: float, py: float) -> tuple[float, float]:
        px, py = (px + cx) * rx, (py + cy) * ry
        return cos * px - sin * py + mx, sin * px + cos * py + my

    yield from _circle_curves(begin, sweep_by, to_page, (x, y))


def _circle_curves(
    begin: float, sweep_by: float, placed: Callable[[float, float], Point], end: Point
) -> Iterator[tuple[float, ...]]:
    """Yield a part of the unit circle, with each point transformed to its place."""
    count = max(1, math.ceil(abs(sweep_by) / (math.pi / 2) - 1e-9))
    step = sweep_by / count
    handle = 4 / 3 * math.tan(step / 4)
    for index in range(count):
        one, two = begin + index * step, begin + (index + 1) * step
        c1, s1, c2, s2 = math.cos(one), math.sin(one), math.cos(two), math.sin(two)
        last = end if index == count - 1 else placed(c2, s2)
        yield (
            *placed(c1 - handle * s1, s1 + handle * c1),
            *placed(c2 + handle * s2, s2 - handle * c2),
            *last,
        )


# A step of a path: M, L, C or Z, and its coordinates.
Step = tuple[str, tuple[float, ...]]
# Left, top, width and height.
Rect = tuple[float, float, float, float]


def tight_box(steps: Iterable[Step]) -> Rect:
    """Return left, top, width and height; without steps, a box without size."""
    xs: list[float] = []
    ys: list[float] = []
    x = y = 0.0
    for letter, at in steps:
        if letter == "C":
            xs += _reach(x, at[0], at[2], at[4])
            ys += _reach(y, at[1], at[3], at[5])
        if at:
            x, y = at[-2:]
            xs.append(x)
            ys.append(y)
    if not xs:
        return 0.0, 0.0, 0.0, 0.0
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _reach(start: float, one: float, two: float, end: float) -> Iterator[float]:
    """Yield the values of a cubic curve where it turns back."""
    for share in _turns(start, one, two, end):
        if 0 < share < 1:
            rest = 1 - share
            yield (
                rest**3 * start
                + 3 * rest**2 * share * one
                + 3 * rest * share**2 * two
                + share**3 * end
            )


def _turns(start: float, one: float, two: float, end: float) -> Iterator[float]:
    """Yield where the slope of a cubic curve is zero."""
    a = end - start + 3 * (one - two)
    b = 2 * (start - 2 * one + two)
    c = one - start
    if abs(a) < 1e-12:
        if b:
            yield -c / b
        return
    under = b * b - 4 * a * c
    if under >= 0:
        root = math.sqrt(under)
        yield (-b + root) / (2 * a)
        yield (-b - root) / (2 * a)
