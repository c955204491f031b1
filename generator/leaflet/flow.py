"""Bricks onto pages: two columns, balanced where they end, wide bricks across both.

Comes in: bricks in reading order and the frame of a page. Goes out: pages of bricks at their
places. A wide brick that finds no room goes to the top of the next page, and the text goes on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .unbreakable import Brick

STEP_MM = 0.5
BAND_MM = 4.0


@dataclass(frozen=True)
class Frame:
    """Where bricks may lie: the tops of the first and of all other pages, and the columns."""

    first_mm: float
    other_mm: float
    bottom_mm: float
    left_mm: float
    right_mm: float

    def top(self, page: int) -> float:
        return self.other_mm if page else self.first_mm

    @property
    def tallest_mm(self) -> float:
        return self.bottom_mm - self.other_mm


@dataclass(frozen=True)
class LaidBrick:
    """A brick at its place."""

    brick: Brick
    x_mm: float
    y_mm: float


# Bricks that stay together.
Unit = tuple[Brick, ...]
Page = list[LaidBrick]


def units(bricks: Sequence[Brick]) -> Iterator[Unit]:
    """Bricks with those that they keep by them; only bricks of one width stay together."""
    unit: list[Brick] = []
    for brick in bricks:
        if unit and brick.wide != unit[-1].wide:
            yield tuple(unit)
            unit = []
        unit.append(brick)
        if not brick.keep:
            yield tuple(unit)
            unit = []
    if unit:
        yield tuple(unit)


def height(unit: Sequence[Brick]) -> float:
    """How high bricks are at the top of a column."""
    return sum(brick.height_mm + brick.before_mm for brick in unit) - unit[0].before_mm


def too_tall(bricks: Sequence[Brick], frame: Frame) -> list[Unit]:
    """What fits on no page at all."""
    return [unit for unit in units(bricks) if height(unit) > frame.tallest_mm]


def flow(bricks: Sequence[Brick], frame: Frame) -> list[Page]:
    """All bricks on as many pages as it takes; nothing may be too tall."""
    return _Flow(frame, deque(units(bricks))).pages()


class _Flow:
    """The page that is being filled, what waits for it, and wide bricks that wait for the next."""

    def __init__(self, frame: Frame, queue: deque[Unit]) -> None:
        self.frame = frame
        self.queue = queue
        self.waiting: deque[Unit] = deque()
        self.done: list[Page] = [[]]
        self.top = frame.top(0)

    @property
    def room(self) -> float:
        return self.frame.bottom_mm - self.top

    def pages(self) -> list[Page]:
        while self.queue or self.waiting:
            if self.queue:
                self._band()
            else:
                self._turn()
        return self.done

    def _turn(self) -> None:
        """A new page; at its head the wide bricks that found no room before."""
        self.done.append([])
        self.top = self.frame.top(len(self.done) - 1)
        while self.waiting and height(self.waiting[0]) <= self.room:
            self._across(self.waiting.popleft())

    def _across(self, unit: Unit) -> None:
        y = self.top
        for index, brick in enumerate(unit):
            y += brick.before_mm if index else 0.0
            self.done[-1].append(LaidBrick(brick, self.frame.left_mm, y))
            y += brick.height_mm
        self.top = y + BAND_MM

    def _band(self) -> None:
        """Columns down to the next wide brick or to the foot of the page."""
        run = self._narrow()
        wide = self.queue[0] if self.queue else None
        if wide is None and not self.waiting:
            self._last(run)
            return
        need = height(wide) + BAND_MM if wide and not self.waiting else 0.0
        fits = balanced(run, self.room - need) if wide and not self.waiting else None
        if wide and fits is not None:
            self._columns(run, fits)
            self._across(self.queue.popleft())
            return
        while self.queue and balanced(run, self.room) is not None:
            self._defer(self.queue.popleft())
            run += self._narrow()
        self._last(run)

    def _defer(self, unit: Unit) -> None:
        """Keeps a wide unit for the next page; its heading stays with the text that follows."""
        heading = unit[0].narrow
        if heading and self.queue and not self.queue[0][0].wide:
            self.queue[0] = (heading, *self.queue[0])
            unit = unit[1:]
        self.waiting.append(unit)

    def _narrow(self) -> list[Unit]:
        run = []
        while self.queue and not self.queue[0][0].wide:
            run.append(self.queue.popleft())
        return run

    def _last(self, run: list[Unit]) -> None:
        """What fits, balanced when it is all; the rest waits for the next page."""
        fits = balanced(run, self.room)
        rest = self._columns(run, self.room if fits is None else fits)
        self.queue.extendleft(reversed(rest))
        if self.queue or self.waiting:
            self._turn()

    def _columns(self, run: list[Unit], high: float) -> list[Unit]:
        """Two columns of that height; gives back what did not fit."""
        if not run:
            return []
        lowest = self.top
        rest = run
        for x in (self.frame.left_mm, self.frame.right_mm):
            count = fitting(rest, high)
            lowest = max(lowest, self._column(rest[:count], x))
            rest = rest[count:]
        self.top = lowest + BAND_MM
        return rest

    def _column(self, run: list[Unit], x: float) -> float:
        y = self.top
        for index, brick in enumerate(brick for unit in run for brick in unit):
            y += brick.before_mm if index else 0.0
            self.done[-1].append(LaidBrick(brick, x, y))
            y += brick.height_mm
        return y


def fitting(run: Sequence[Unit], high: float) -> int:
    """How many units fit into a column."""
    used = 0.0
    for count, unit in enumerate(run):
        need = height(unit) + (unit[0].before_mm if count else 0.0)
        if used + need > high + 1e-6:
            return count
        used += need
    return len(run)


def balanced(run: Sequence[Unit], most: float) -> float | None:
    """The least height at which two columns hold everything, or nothing if it does not fit."""
    if not run:
        return 0.0 if most >= 0 else None
    high = max(height([brick for unit in run for brick in unit]) / 2, STEP_MM)
    while high < most + STEP_MM:
        tried = min(high, most)
        left = fitting(run, tried)
        if left + fitting(run[left:], tried) == len(run):
            return tried
        high += STEP_MM
    return None
