"""The calibration sheet: scales on both sides, to be read against the light.

Every scale reads zero if the printer is exact or the profile is right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from generator.pdf.document import Page
from generator.sheets.marks import Label, MarkLine, Marks
from generator.sheets.papers import Paper, Profile

REACH_MM = 10
# The distance from the middle of the two vertical scales, which measure the angle.
ARM_MM = 70.0
RULER_MM = 150.0


def calibration_pages(
    paper: Paper, flip: str, profile: Profile | None, t: Callable[..., str]
) -> list[Page]:
    """Return the front with a line at each scale, and the back with the scales moved."""
    labels = (*_arms(paper, flip), *_texts(paper, t, "front"))
    needles = (_tick(centre, 0, -9, 9) for centre in _centres(paper))
    front = Marks((*needles, *_ruler(paper)), labels=labels)
    back = Marks(tuple(_scales(paper)), labels=(*_numbers(paper), *_texts(paper, t, "back")))
    return [Page((), front), Page((), back, profile=profile)]


def _centres(paper: Paper) -> tuple[tuple[float, float, bool], ...]:
    """Return the middle and direction of each scale: one horizontal, two vertical."""
    x, y = paper.width_mm / 2, paper.height_mm / 2
    return (x, y - 40, True), (x - ARM_MM, y + 20, False), (x + ARM_MM, y + 20, False)


def _scales(paper: Paper) -> Iterator[MarkLine]:
    for centre in _centres(paper):
        for half in range(-2 * REACH_MM, 2 * REACH_MM + 1):
            long = 5.0 if half % 10 == 0 else 3.5 if half % 2 == 0 else 2.0
            yield _tick(centre, half / 2, 0, long)


def _tick(centre: tuple[float, float, bool], step: float, start: float, end: float) -> MarkLine:
    """Return a line across a scale at a distance along it."""
    x, y, across = centre
    if across:
        return MarkLine(x + step, y + start, x + step, y + end)
    return MarkLine(x + start, y + step, x + end, y + step)


def _numbers(paper: Paper) -> Iterator[Label]:
    """Yield the numbers of a scale; the needle shows the shift, in the other direction."""
    for x, y, across in _centres(paper):
        for step in range(-REACH_MM, REACH_MM + 1, 5):
            text = f"{-step:+d}" if step else "0"
            if across:
                yield Label(text, x + step, y + 8, align="center")
            else:
                yield Label(text, x + 6.5, y + step + 0.8)


def _arms(paper: Paper, flip: str) -> Iterator[Label]:
    """Yield the labels A and B: A is behind the left scale of the back.

    When the paper is turned on its long edge, that is on the right.
    """
    _, left, right = _centres(paper)
    first, second = (right, left) if flip == "long" else (left, right)
    for name, (x, y, _) in (("A", first), ("B", second)):
        yield Label(name, x, y - 12, align="center")


def _ruler(paper: Paper) -> Iterator[MarkLine]:
    left, y = (paper.width_mm - RULER_MM) / 2, paper.height_mm / 2 + 60
    yield MarkLine(left, y, left + RULER_MM, y)
    for step in range(0, int(RULER_MM) + 1, 10):
        yield MarkLine(left + step, y - (3.0 if step % 50 == 0 else 1.5), left + step, y)


def _texts(paper: Paper, t: Callable[..., str], side: str) -> Iterator[Label]:
    x = paper.width_mm / 2
    for number in range(1, 5 if side == "front" else 2):
        text = t(f"calibrate_{side}_{number}", length=f"{RULER_MM:g}")
        yield Label(text, x, 24 + 6 * number, align="center")
