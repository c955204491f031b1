"""Set a resolved leaflet as printed pages: two columns, balanced where they end.

A wide box spans both columns. One that does not fit moves to the top of the next page, and the text
continues.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from cards_data.leaflet import COLUMN_MM, WIDE_MM, FirstGame, Leaflet
from cards_data.models import Size
from cards_data.problems import DraftProblem, Findings, Message, Problem
from generator.compose.artwork import Artwork
from generator.compose.dependencies import Dependencies
from generator.compose.functions import Subject
from generator.compose.piece import Composer, compose_page

from .blocks import leaflet_boxes
from .first_game import FIRST_PT, first_game
from .flowables import FlowBox, LeafletStyle, TextSetting, move_svg
from .piece_pictures import Illustrator
from .resolved import ResolvedLeaflet, resolve

STEP_MM = 0.5
BAND_MM = 4.0


@dataclass(frozen=True)
class Frame:
    """The area for boxes: the tops of the first and of all other pages, and the columns."""

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
class PlacedBox:
    box: FlowBox
    x_mm: float
    y_mm: float


# Boxes that stay together.
Unit = tuple[FlowBox, ...]
Page = list[PlacedBox]


def units(boxes: Sequence[FlowBox]) -> Iterator[Unit]:
    """Group boxes with those that must follow in the same column; all have one width."""
    unit: list[FlowBox] = []
    for box in boxes:
        if unit and not (unit[-1].keep and box.wide == unit[-1].wide):
            yield tuple(unit)
            unit = []
        unit.append(box)
    if unit:
        yield tuple(unit)


def height(unit: Sequence[FlowBox]) -> float:
    """Return the height of boxes at the top of a column, with any repeated table head."""
    again = unit[0].repeat
    return _stacked_mm(unit) - unit[0].before_mm + (again.height_mm if again else 0.0)


def _stacked_mm(unit: Sequence[FlowBox]) -> float:
    return sum(box.height_mm + box.before_mm for box in unit)


def too_tall(boxes: Sequence[FlowBox], frame: Frame) -> list[Unit]:
    """Return what does not fit on any page."""
    return [unit for unit in units(boxes) if height(unit) > frame.tallest_mm]


def flow(boxes: Sequence[FlowBox], frame: Frame) -> list[Page]:
    """Place all boxes on as many pages as needed; none may be too tall."""
    return _Flow(frame, deque(units(boxes))).pages()


class _Flow:
    """The page being filled, the queue of boxes, and wide ones for the next page."""

    def __init__(self, frame: Frame, queue: deque[Unit]) -> None:
        self.frame = frame
        self.queue = queue
        self.deferred: deque[Unit] = deque()
        self.done: list[Page] = [[]]
        self.top = frame.top(0)

    @property
    def room(self) -> float:
        return self.frame.bottom_mm - self.top

    def pages(self) -> list[Page]:
        while self.queue or self.deferred:
            (self._band if self.queue else self._new_page)()
        return self.done

    def _new_page(self) -> None:
        """Start a page with the wide boxes that did not fit before."""
        self.done.append([])
        self.top = self.frame.top(len(self.done) - 1)
        while self.deferred and height(self.deferred[0]) <= self.room:
            self._full_width(self.deferred.popleft())

    def _full_width(self, unit: Unit) -> None:
        self.top = self._stack(unit, self.frame.left_mm) + BAND_MM

    def _band(self) -> None:
        """Fill columns down to the next wide box or to the foot of the page."""
        run = self._narrow()
        wide = self.queue[0] if self.queue else None
        if wide is None and not self.deferred:
            self._last(run)
            return
        need = height(wide) + BAND_MM if wide and not self.deferred else 0.0
        fits = balanced_height(run, self.room - need) if wide and not self.deferred else None
        if wide and fits is not None:
            self._columns(run, fits)
            self._full_width(self.queue.popleft())
            return
        while self.queue and balanced_height(run, self.room) is not None:
            self._defer(self.queue.popleft())
            run += self._narrow()
        self._last(run)

    def _defer(self, unit: Unit) -> None:
        """Move a wide unit to the next page; its heading stays with the text that follows."""
        heading = unit[0].narrow
        if heading and self.queue and not self.queue[0][0].wide:
            self.queue[0] = (heading, *self.queue[0])
            unit = unit[1:]
        self.deferred.append(unit)

    def _narrow(self) -> list[Unit]:
        run = []
        while self.queue and not self.queue[0][0].wide:
            run.append(self.queue.popleft())
        return run

    def _last(self, run: list[Unit]) -> None:
        """Place as much as fits, balanced if it is all; the rest goes to the next page."""
        fits = balanced_height(run, self.room)
        rest = self._columns(run, self.room if fits is None else fits)
        self.queue.extendleft(reversed(rest))
        if self.queue or self.deferred:
            self._new_page()

    def _columns(self, run: list[Unit], high: float) -> list[Unit]:
        """Fill two columns of that height; return what did not fit."""
        if not run:
            return []
        lowest = self.top
        rest = run
        for x in (self.frame.left_mm, self.frame.right_mm):
            count = fitting(rest, high)
            lowest = max(lowest, self._stack(_column_boxes(rest[:count]), x))
            rest = rest[count:]
        self.top = lowest + BAND_MM
        return rest

    def _stack(self, boxes: Iterable[FlowBox], x: float) -> float:
        """Stack boxes from the top of the band; return where they end."""
        y = self.top
        for index, box in enumerate(boxes):
            y += box.before_mm if index else 0.0
            self.done[-1].append(PlacedBox(box, x, y))
            y += box.height_mm
        return y


def _column_boxes(run: Sequence[Unit]) -> Iterator[FlowBox]:
    """Yield the boxes of a column; a table that continues in it repeats its head."""
    boxes = [box for unit in run for box in unit]
    if boxes and boxes[0].repeat:
        yield boxes[0].repeat
        boxes[0] = replace(boxes[0], before_mm=0.0)
    yield from boxes


def fitting(run: Sequence[Unit], high: float) -> int:
    used = 0.0
    for count, unit in enumerate(run):
        need = _stacked_mm(unit) if count else height(unit)
        if used + need > high + 1e-6:
            return count
        used += need
    return len(run)


def balanced_height(run: Sequence[Unit], most: float) -> float | None:
    """Return the smallest height at which two columns hold everything, or None."""
    if not run:
        return 0.0 if most >= 0 else None
    high = max(height([box for unit in run for box in unit]) / 2, STEP_MM)
    while high < most + STEP_MM:
        tried = min(high, most)
        left = fitting(run, tried)
        if left + fitting(run[left:], tried) == len(run):
            return tried
        high += STEP_MM
    return None


# Five begin on the back of the how-to page, and need no more paper than four.
MOST_PAGES = 5
# Body sizes: as few pages as the smallest gives, then the largest that needs no more.
SIZES_PT = (8.25, 8.5, 8.75, 9.0)
HEAD_MM, RUNNING_MM = 26.0, 13.0
LEAD_PT, LEAD_AIR_MM = 10.5, 4.4


@dataclass(frozen=True)
class PageStyle:
    """What the pages take from the kit: their size, the accent colour and the kit's texts."""

    size: Size
    accent: str
    t: Callable[..., str]

    @property
    def left_mm(self) -> float:
        return (self.size.width_mm - WIDE_MM) / 2


def leaflet_pages(
    composer: Composer, leaflet: Leaflet, look: PageStyle, dependencies: Dependencies
) -> list[Artwork]:
    """Set the pages, or raise every problem of every text, picture and piece on them."""
    findings = Findings()
    resolved = resolve(composer.game, leaflet, findings)
    findings.raise_any()
    printer = _Printer(resolved, look, Illustrator(composer, findings, dependencies))
    pages, lead_mm = printer.lay_out(findings)
    first = [printer.first(resolved.first_game, findings)] if resolved.first_game else []
    findings.raise_any()
    return [*first, *(printer.page(number, pages, lead_mm) for number in range(len(pages)))]


@dataclass(frozen=True)
class _Printer:
    leaflet: ResolvedLeaflet
    look: PageStyle
    illustrator: Illustrator

    @property
    def subject(self) -> Subject:
        return self.illustrator.composer.page(self.look.size, "leaflet", self.leaflet.place)

    def lay_out(self, findings: Findings) -> tuple[Sequence[Page], float]:
        """Return pages of boxes, and the height of the lead above the first.

        As few pages as small type needs, then the largest type that needs no more.
        """
        best = self._flow(SIZES_PT[0], findings)
        if len(best[0]) > MOST_PAGES:
            first, n = best[0][MOST_PAGES][0].box, len(best[0])
            page, section = MOST_PAGES + 1, first.section
            fault = Message("leaflet.pages", n=n, page=page, section=section)
            allowed, hint = Message("leaflet.up_to_pages", n=MOST_PAGES), Message("leaflet.shorten")
            place = first.place or self.leaflet.place
            findings.extend([self._overflow(place, fault, allowed, hint)])
        for size_pt in () if findings else reversed(SIZES_PT[1:]):
            own = Findings()
            larger = self._flow(size_pt, own)
            if not own and len(larger[0]) <= len(best[0]):
                return larger
        return best

    @property
    def _overflow(self) -> type[Problem]:
        """The kind of problem if texts do not fit: in a draft, they are printed anyway."""
        return DraftProblem if self.illustrator.composer.edition.draft else Problem

    def _flow(self, size_pt: float, findings: Findings) -> tuple[Sequence[Page], float]:
        look, leaflet = self.look, self.leaflet
        style = self._style(size_pt, findings)
        boxes = leaflet_boxes(leaflet, style)
        setting = TextSetting(WIDE_MM, "body", LEAD_PT, style.ink)
        lines = style.lines(leaflet.lead, setting) if leaflet.lead.text else ()
        lead = len(lines) * setting.pitch_mm
        first, left = HEAD_MM + LEAD_AIR_MM + lead + LEAD_AIR_MM, look.left_mm
        right = left + WIDE_MM - COLUMN_MM
        frame = Frame(first, RUNNING_MM, look.size.height_mm, left, right)
        tall = too_tall(boxes, frame)
        for unit in tall:
            fault = Message("leaflet.block", section=unit[0].section, height=f"{height(unit):.0f}")
            allowed = Message("leaflet.up_to_mm", n=f"{frame.tallest_mm:.0f}")
            findings.add(unit[-1].place, fault, allowed)
        return () if tall else flow(boxes, frame), lead

    def _style(self, size_pt: float, findings: Findings) -> LeafletStyle:
        look = self.look
        args = self.subject, findings, self.illustrator, look.t, look.accent
        return LeafletStyle(*args, size_pt)

    def page(self, number: int, pages: Sequence[Page], lead_mm: float) -> Artwork:
        leaflet, look, box = self.leaflet, self.look, self.leaflet.game.box
        keys = (key for key in ("players", "minutes", "age") if key in box)
        body = "".join(move_svg(item.box.svg, item.x_mm, item.y_mm) for item in pages[number])
        extra: dict[str, object] = {
            "t": look.t,
            "accent": look.accent,
            "ink": leaflet.game.colours.get("ink", "#14202b"),
            "title": leaflet.title.text,
            "lead": leaflet.lead.text,
            "lead_height": lead_mm + 1,
            # The facts on the game's box.
            "facts_line": " · ".join(look.t(f"howto_{key}", value=box[key]) for key in keys),
            "head": HEAD_MM,
            "left": look.left_mm,
            "number": number + 1,
            "pages": len(pages),
            "body": Markup(body),
        }
        return self._compose("_shared/leaflet.svg.j2", extra)

    def first(self, declared: FirstGame, findings: Findings) -> Artwork:
        """Return the page before the rules that shows the first turns."""
        look = self.look
        body, lowest = first_game(declared, self._style(FIRST_PT, findings))
        if (overhang := lowest - look.size.height_mm) > 0:
            fault = Message("leaflet.first_game", n=f"{overhang:.1f}")
            findings.extend([self._overflow(declared.place, fault, "", Message("leaflet.shorten"))])
        extra: dict[str, object] = {
            "accent": look.accent,
            "title": declared.title.text,
            "left": look.left_mm,
            "body": Markup(move_svg(body, look.left_mm, 0)),
        }
        return self._compose("_shared/first_game.svg.j2", extra)

    def _compose(self, template: str, extra: dict[str, object]) -> Artwork:
        findings = Findings()
        art = compose_page(self.subject, template, extra, findings, self.illustrator.dependencies)
        if findings:
            # A fault in a piece or picture is reported with its own template instead.
            inside = Findings()
            self.illustrator.report_unreadable(inside)
            inside.raise_any()
        findings.raise_any()
        assert art
        return art
