"""Set the page before the rules: the table as a picture, then the first turns as a strip."""

from __future__ import annotations

from collections.abc import Callable

from cards_data.leaflet import WIDE_MM, FirstGame, PictureStrip, SourceText, TablePicture
from generator.geometry.colours import ink_on

from .flowables import LeafletStyle, TextSetting, move_svg, stack_lines, tag_svg
from .piece_pictures import RulesPicture

FIRST_PT = 9.0
HEAD_MM, AIR_MM = 19.0, 3.0
IN_A_ROW, GUTTER_MM = 3, 4.0
PANEL_MM = (WIDE_MM - (IN_A_ROW - 1) * GUTTER_MM) / IN_A_ROW
TEXT_AIR_MM = 1.6
BADGE_MM = 3.0
FRAME_MM = 0.5


def first_game(page: FirstGame, style: LeafletStyle) -> tuple[str, float]:
    """Return the page below its head, and where it ends."""
    parts, y = [], HEAD_MM + AIR_MM
    wide = TextSetting(WIDE_MM, "body", FIRST_PT + 0.5, style.ink)
    if page.lead.text:
        svg, height = _paragraph(page.lead, wide, style)
        parts.append(move_svg(svg, 0, y))
        y += height + TEXT_AIR_MM
    table = style.illustrator.draw(page.table, WIDE_MM, table_names(page.table, style.deep))
    svg = tag_svg(table.svg, "img", table_alt(page.table, table, style.plain_text))
    parts.append(move_svg(svg, 0, y))
    y += page.table.height_mm + AIR_MM
    for start in range(0, len(page.turns.panels), IN_A_ROW):
        svg, height = _row(page.turns, start, style)
        parts.append(move_svg(svg, 0, y))
        y += height + AIR_MM
    if page.then.text:
        strong = TextSetting(WIDE_MM, "strong", wide.size_pt, style.deep, "right")
        svg, height = _paragraph(page.then, strong, style)
        parts.append(move_svg(svg, 0, y))
        y += height
    return "".join(parts), y


def _paragraph(text: SourceText, setting: TextSetting, style: LeafletStyle) -> tuple[str, float]:
    lines = style.lines(text, setting)
    return tag_svg(stack_lines(lines, setting), "paragraph"), len(lines) * setting.pitch_mm


def table_names(table: TablePicture, accent: str) -> dict[str, object]:
    """Return what the template of a table can use."""
    return {"accent": accent, "callouts": tuple(text.text for text in table.callouts)}


def table_alt(table: TablePicture, drawn: RulesPicture, plain: Callable[[str], str]) -> str:
    """Return the callouts and the pieces as one text for screen readers."""
    callouts = " ".join(f"{plain(text.text).rstrip('.')}." for text in table.callouts)
    return f"{callouts} {drawn.pieces}".strip()


def _row(strip: PictureStrip, start: int, style: LeafletStyle) -> tuple[str, float]:
    """Return up to three panels side by side, as high as the longest text."""
    setting = TextSetting(PANEL_MM, "body", FIRST_PT, style.ink)
    parts, deepest = [], 0.0
    for index, text in enumerate(strip.panels[start : start + IN_A_ROW]):
        lines = style.lines(text, setting)
        text_svg = stack_lines(lines, setting, 0, strip.height_mm + TEXT_AIR_MM)
        svg = _panel(strip, start + index + 1, style) + tag_svg(text_svg, "paragraph")
        parts.append(move_svg(svg, index * (PANEL_MM + GUTTER_MM), 0))
        deepest = max(deepest, len(lines) * setting.pitch_mm)
    return "".join(parts), strip.height_mm + TEXT_AIR_MM + deepest


def _panel(strip: PictureStrip, number: int, style: LeafletStyle) -> str:
    """Return a framed picture with its number; the text below explains it to screen readers."""
    picture = style.illustrator.draw(strip, PANEL_MM, panel_names(number, style.deep)).svg
    name = f"panel{number}"
    box = f'width="{PANEL_MM:.3f}" height="{strip.height_mm:g}" rx="2"'
    digit = style.drawing(strip.place).line(
        number, BADGE_MM + 0.6, 4.8, font="title", size=10, align="center", fill=ink_on(style.deep)
    )
    return tag_svg(
        f'<clipPath id="{name}"><rect {box}/></clipPath><g clip-path="url(#{name})">{picture}</g>'
        f'<rect {box} fill="none" stroke="{style.deep}" stroke-width="{FRAME_MM}"/>'
        f'<circle cx="{BADGE_MM + 0.6}" cy="{BADGE_MM + 0.6}" r="{BADGE_MM}" fill="{style.deep}"/>'
        f"{digit}",
        "presentation",
    )


def panel_names(number: int, accent: str) -> dict[str, object]:
    """Return what the template of a panel can use."""
    return {"accent": accent, "panel": number}
