"""Blocks of a told leaflet into bricks.

Comes in: chapters. Goes out: bricks in reading order, each with the section it belongs to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from cards_data.leaflet import Faq, LeafletTable, Listing, Picture, Pieces, Prose, Questions, Said
from cards_data.leaflet_reader import COLUMN_MM, WIDE_MM
from generator.geometry.colours import ink_on, tint
from generator.geometry.units import MM_PER_POINT

from .figure_boxes import picture_brick, piece_rows
from .piece_pictures import Illustrator
from .resolved import Chapter, Told, ToldBlock
from .scored_example import Scored
from .table_boxes import ledger, table_bricks
from .unbreakable import Brick, Press, Setting, after, paragraph, stacked, together

Word = Callable[..., str]
HEADING_MM = 9.0
SECTION_MM = 4.6
BLOCK_MM, FIGURE_MM = 1.9, 2.8
ITEM_MM = 0.9
INDENT_MM = 5.4
PAD_MM = 2.4
# Half of a line's small letters: where marks beside it have their middle.
MIDDLE_EM = 0.34


@dataclass(frozen=True)
class Bench:
    """What blocks are made with: the press, the illustrator and the kit's own words."""

    press: Press
    illustrator: Illustrator
    t: Word


def leaflet_bricks(told: Told, bench: Bench) -> list[Brick]:
    """All bricks of the leaflet."""
    return [
        replace(brick, section=chapter.id)
        for number, chapter in enumerate(told.chapters, 1)
        for brick in _chapter(chapter, number, bench)
    ]


def _chapter(chapter: Chapter, number: int, bench: Bench) -> Iterator[Brick]:
    """The heading stays with what follows it; before a wide picture it is wide itself."""
    first = chapter.blocks[0] if chapter.blocks else None
    wide = isinstance(first, Picture) and first.wide
    heading = _heading(chapter, number, bench.press)
    across = _heading(chapter, number, bench.press, WIDE_MM)
    yield replace(across, wide=True, narrow=heading) if wide else heading
    for index, block in enumerate(chapter.blocks):
        bricks = list(_bricks(block, bench))
        beside = chapter.blocks[max(0, index - 1) : index + 1]
        air = BLOCK_MM if all(_running(one) for one in beside) else FIGURE_MM
        yield from after(bricks, air if index else 0.0) if bricks else ()


def _running(block: ToldBlock) -> bool:
    """Text that runs down the column; all else has more air around it."""
    return isinstance(block, Listing) or (isinstance(block, Prose) and block.tone == "text")


def _heading(chapter: Chapter, number: int, press: Press, width: float = COLUMN_MM) -> Brick:
    drawing = press.drawing(chapter.title.place)
    fill = press.deep
    digit = drawing.line(number, 3.1, 4.3, font="title", size=9, align="center", fill=ink_on(fill))
    title = drawing.line(
        chapter.title, 8.2, 5.0, width - 9, font="title", size=12.5, floor=9, fill=fill
    )
    svg = (
        f'<circle cx="3.1" cy="3.1" r="3.1" fill="{fill}"/>{digit}{title}'
        f'<rect x="0" y="7.2" width="{width:g}" height="0.25" fill="{tint(fill, 0.6)}"/>'
    )
    return Brick(svg, HEADING_MM, SECTION_MM, keep=True, place=chapter.title.place)


def _bricks(block: ToldBlock, bench: Bench) -> Iterator[Brick]:
    press = bench.press
    if isinstance(block, Prose):
        yield from _words(block, bench)
    elif isinstance(block, Listing):
        yield from _listing(block, press)
    elif isinstance(block, LeafletTable):
        yield from table_bricks(block, press)
    elif isinstance(block, Pieces):
        yield from piece_rows(block, press, bench.illustrator)
    elif isinstance(block, Picture):
        yield picture_brick(block, press, bench.illustrator)
    elif isinstance(block, Scored):
        yield from ledger(block, press)
    elif isinstance(block, Questions):
        yield from _questions(block, bench)


def _words(block: Prose, bench: Bench) -> Iterator[Brick]:
    if block.tone == "text":
        bricks = paragraph(bench.press, block.said, bench.press.body())
        yield from bricks[:-1]
        # A colon speaks of what follows.
        yield replace(bricks[-1], keep=block.said.text.endswith(":"))
    elif block.tone == "note":
        yield _box(block.said, bench.press)
    else:
        yield _reading(block.said, bench)


def _box(said: Said, press: Press) -> Brick:
    """A hint: a pale box with a strong left edge."""
    setting = press.body(COLUMN_MM - 2 * PAD_MM - 1.2)
    lines = press.lines(said, setting)
    height = len(lines) * setting.pitch_mm + 2 * PAD_MM - 1.0
    svg = (
        f'<rect x="0" y="0" width="{COLUMN_MM:g}" height="{height:.3f}" rx="1.2" '
        f'fill="{press.pale}"/><rect x="0" y="0" width="1.2" height="{height:.3f}" '
        f'fill="{press.deep}"/>' + stacked(lines, setting, PAD_MM + 1.2, PAD_MM)
    )
    return Brick(svg, height, place=said.place)


def _reading(said: Said, bench: Bench) -> Brick:
    """What the rulebook leaves open: a dashed box that says whose reading it is."""
    press = bench.press
    setting = press.body(COLUMN_MM - 2 * PAD_MM)
    lines = press.lines(said, setting)
    label = Setting(setting.width_mm, "strong", 7.5, press.deep)
    head = press.lines(Said(bench.t("rules_reading"), said.place), label)
    top = PAD_MM + label.pitch_mm + 0.3
    height = top + len(lines) * setting.pitch_mm + PAD_MM - 1.0
    svg = (
        f'<rect x="0.2" y="0.2" width="{COLUMN_MM - 0.4:g}" height="{height - 0.4:.3f}" rx="1.4" '
        f'fill="none" stroke="{press.deep}" stroke-width="0.35" stroke-dasharray="1.6 1.2"/>'
        + stacked(head, label, PAD_MM, PAD_MM)
        + stacked(lines, setting, PAD_MM, top)
    )
    return Brick(svg, height, place=said.place)


def _listing(block: Listing, press: Press) -> Iterator[Brick]:
    for index, item in enumerate(block.items):
        bricks = paragraph(press, item, press.body(), INDENT_MM)
        mark = _step(index + 1, press) if block.numbered else _bullet(press)
        bricks[0] = replace(bricks[0], svg=mark + bricks[0].svg)
        yield from after(bricks, ITEM_MM if index else 0.0)


def _bullet(press: Press) -> str:
    middle = press.size_pt * MM_PER_POINT * MIDDLE_EM
    return f'<circle cx="2.4" cy="{middle:.3f}" r="0.75" fill="{press.deep}"/>'


def _step(number: int, press: Press) -> str:
    """A step's number on a pale disc, in the middle of its line."""
    middle = press.size_pt * MM_PER_POINT * MIDDLE_EM
    digit = press.drawing("").line(
        number, 2, middle + 0.9, font="strong", size=7.5, align="center", fill=press.deep
    )
    disc = tint(press.deep, 0.84)
    return f'<circle cx="2" cy="{middle:.3f}" r="1.95" fill="{disc}"/>{digit}'


def _questions(block: Questions, bench: Bench) -> Iterator[Brick]:
    for index, item in enumerate(block.items):
        yield from after(_question(item, bench), BLOCK_MM if index else 0.0)


def _question(item: Faq, bench: Bench) -> list[Brick]:
    """The question strong, its answer below it, and whose reading the answer is."""
    press = bench.press
    body = press.body()
    asked = together(paragraph(press, item.asked, replace(body, role="strong", fill=press.deep)))
    asked[-1] = replace(asked[-1], keep=True)
    answer = paragraph(press, item.answer, body)
    if item.reading:
        mark = Setting(COLUMN_MM, "italic", press.size_pt - 1, press.deep)
        said = Said(bench.t("rules_reading"), item.answer.place)
        lines = press.lines(said, mark)
        answer[-1] = replace(answer[-1], keep=True)
        answer.append(Brick(stacked(lines, mark), mark.pitch_mm, place=said.place))
    return [*asked, *answer]
