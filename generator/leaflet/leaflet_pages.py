"""A resolved leaflet as printed pages of two columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from cards_data.leaflet import COLUMN_MM, WIDE_MM, Leaflet
from cards_data.models import Game, Size
from cards_data.problems import DraftProblem, Findings, Message, Problem
from generator.compose.artwork import Artwork
from generator.compose.dependencies import Dependencies
from generator.compose.functions import Subject
from generator.compose.piece import Composer, compose_page

from .blocks import leaflet_boxes
from .flow import Frame, Page, flow, height, too_tall
from .flowables import FlowBox, LeafletStyle, TextSetting, moved
from .piece_pictures import Illustrator
from .resolved import ResolvedLeaflet, resolve

# Five begin behind the how-to page: no more paper than four.
MOST_PAGES = 5
# The body's sizes: as few pages as the smallest gives, then the largest that needs no more.
SIZES_PT = (8.25, 8.5, 8.75, 9.0)
HEAD_MM, RUNNING_MM = 26.0, 13.0
LEAD_PT, LEAD_AIR_MM = 10.5, 4.4


@dataclass(frozen=True)
class PageStyle:
    """What the pages take from the kit: their size, the accent and the kit's own words."""

    size: Size
    accent: str
    t: Callable[..., str]

    @property
    def left_mm(self) -> float:
        return (self.size.width_mm - WIDE_MM) / 2


def leaflet_pages(
    composer: Composer, leaflet: Leaflet, look: PageStyle, dependencies: Dependencies
) -> list[Artwork]:
    """The pages, or every problem of every text, picture and piece on them."""
    findings = Findings()
    resolved = resolve(composer.game, leaflet, findings)
    findings.raise_any()
    printer = _Printer(resolved, look, Illustrator(composer, findings, dependencies))
    pages, lead_mm = printer.laid(findings)
    findings.raise_any()
    return [printer.page(number, pages, lead_mm) for number in range(len(pages))]


@dataclass(frozen=True)
class _Printer:
    leaflet: ResolvedLeaflet
    look: PageStyle
    illustrator: Illustrator

    @property
    def subject(self) -> Subject:
        return self.illustrator.composer.page(self.look.size, "leaflet", self.leaflet.place)

    def laid(self, findings: Findings) -> tuple[Sequence[Page], float]:
        """Pages of boxes, and the height of the lead above the first.

        As few pages as small type needs, then the largest type that needs no more.
        """
        best = self._flowed(SIZES_PT[0], findings)
        if len(best[0]) > MOST_PAGES:
            kind = DraftProblem if self.illustrator.composer.edition.draft else Problem
            findings.extend([_too_long(kind, self.leaflet, best[0])])
        for size_pt in () if findings else reversed(SIZES_PT[1:]):
            own = Findings()
            larger = self._flowed(size_pt, own)
            if not own and len(larger[0]) <= len(best[0]):
                return larger
        return best

    def _flowed(self, size_pt: float, findings: Findings) -> tuple[Sequence[Page], float]:
        look, leaflet = self.look, self.leaflet
        given = self.subject, findings, self.illustrator, look.t, look.accent
        style = LeafletStyle(*given, size_pt)
        boxes = leaflet_boxes(leaflet, style)
        lead = style.height_mm(leaflet.lead, TextSetting(WIDE_MM, "body", LEAD_PT, style.ink))
        frame = _frame(look, lead)
        if tall := too_tall(boxes, frame):
            _report_too_tall(tall, frame, findings)
            return (), lead
        return flow(boxes, frame), lead

    def page(self, number: int, pages: Sequence[Page], lead_mm: float) -> Artwork:
        leaflet, look, findings = self.leaflet, self.look, Findings()
        body = "".join(moved(item.box.svg, item.x_mm, item.y_mm) for item in pages[number])
        extra: dict[str, object] = {
            "t": look.t,
            "accent": look.accent,
            "ink": leaflet.game.colours.get("ink", "#14202b"),
            "title": leaflet.title.text,
            "lead": leaflet.lead.text,
            "lead_height": lead_mm + 1,
            "facts_line": _facts_line(leaflet.game, look.t),
            "head": HEAD_MM,
            "left": look.left_mm,
            "number": number + 1,
            "pages": len(pages),
            "body": Markup(body),
        }
        art = compose_page(
            self.subject, "_shared/leaflet.svg.j2", extra, findings, self.illustrator.dependencies
        )
        if findings:
            # What is wrong in a piece or picture is told with its own template instead.
            inside = Findings()
            self.illustrator.report_unreadable(inside)
            inside.raise_any()
        findings.raise_any()
        assert art
        return art


def _frame(look: PageStyle, lead_mm: float) -> Frame:
    first = HEAD_MM + LEAD_AIR_MM + lead_mm + LEAD_AIR_MM
    left = look.left_mm
    right = left + WIDE_MM - COLUMN_MM
    return Frame(first, RUNNING_MM, look.size.height_mm, left, right)


def _report_too_tall(tall: list[tuple[FlowBox, ...]], frame: Frame, findings: Findings) -> None:
    for unit in tall:
        found = Message("leaflet.block", section=unit[0].section, height=f"{height(unit):.0f}")
        findings.add(
            unit[-1].place, found, Message("leaflet.up_to_mm", n=f"{frame.tallest_mm:.0f}")
        )


def _too_long(kind: type[Problem], leaflet: ResolvedLeaflet, pages: Sequence[Page]) -> Problem:
    first = pages[MOST_PAGES][0].box
    page, section = MOST_PAGES + 1, first.section
    found = Message("leaflet.pages", n=len(pages), page=page, section=section)
    allowed, hint = Message("leaflet.up_to_pages", n=MOST_PAGES), Message("leaflet.shorten")
    return kind(first.place or leaflet.place, found, allowed, hint)


def _facts_line(game: Game, t: Callable[..., str]) -> str:
    """The facts on a game's box: players, minutes, age."""
    keys = [key for key in ("players", "minutes", "age") if key in game.box]
    return " · ".join(t(f"howto_{key}", value=game.box[key]) for key in keys)
