"""Turn the blocks of a resolved leaflet into boxes in reading order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from cards_data.leaflet import (
    COLUMN_MM,
    WIDE_MM,
    LeafletTable,
    Listing,
    Picture,
    Pieces,
    Prose,
    Questions,
    ShownPiece,
    SourceText,
)
from cards_data.models import Size
from cards_data.problems import Where
from generator.geometry.colours import ink_on, tint
from generator.geometry.units import MM_PER_POINT

from .flowables import (
    FlowBox,
    LeafletStyle,
    TextSetting,
    ledger,
    paragraph,
    stack_lines,
    table_rows,
    tag_svg,
    with_space,
)
from .piece_pictures import picture_alt
from .resolved import Chapter, ResolvedBlock, ResolvedLeaflet, ScoredExample

GAP_MM = 3.0
# The greatest height of a piece in a row, and the greatest width of a single one.
HIGHEST_MM = 27.0
ALONE_MM = 30.0
IN_A_ROW = 4
CAPTION_PT = 7.5
CAPTION_AIR_MM = 1.2


def picture_box(picture: Picture, style: LeafletStyle) -> Iterator[FlowBox]:
    width = WIDE_MM if picture.wide else COLUMN_MM
    drawn = style.illustrator.picture(picture, {"accent": style.deep})
    svg = tag_svg(drawn.svg, "img", picture_alt(drawn, picture, style.plain_text(style.chapter)))
    setting = TextSetting(width, "italic", CAPTION_PT + 0.5, style.ink, "center")
    height = picture.height_mm
    if picture.caption.text:
        lines = style.lines(picture.caption, setting)
        svg += tag_svg(stack_lines(lines, setting, 0, height + CAPTION_AIR_MM), "paragraph")
        height += CAPTION_AIR_MM + len(lines) * setting.pitch_mm
    yield FlowBox(svg, height, wide=picture.wide, place=picture.place)


def piece_rows(block: Pieces, style: LeafletStyle) -> Iterator[FlowBox]:
    """Yield one piece with its caption at its side, or rows of up to four with captions below."""
    if len(block.items) == 1:
        yield _single_piece(block.items[0], block.place, style)
        return
    for start, end in _rows(len(block.items)):
        row = block.items[start:end]
        air = GAP_MM if start else 0.0
        svg, height = _row(row, style)
        yield FlowBox(svg, height, air, place=block.place)


def _rows(count: int) -> list[tuple[int, int]]:
    """Split a count into rows as even as possible: five become three and two."""
    rows = -(-count // IN_A_ROW)
    most = -(-count // rows)
    return [(start, min(start + most, count)) for start in range(0, count, most)]


def _row(row: Sequence[ShownPiece], style: LeafletStyle) -> tuple[str, float]:
    cell = (COLUMN_MM - GAP_MM * (len(row) - 1)) / len(row)
    sizes = [style.illustrator.piece(item.deck, item.id)[0].size for item in row]
    # One scale for the whole row: a token next to a card stays small.
    scale = _scale(sizes, cell)
    top = max(size.height_mm for size in sizes) * scale
    setting = TextSetting(cell + GAP_MM - 1, "body", CAPTION_PT, style.ink, "center")
    parts, deepest = [], 0.0
    for index, (item, size) in enumerate(zip(row, sizes, strict=True)):
        left = index * (cell + GAP_MM)
        width, height = size.width_mm * scale, size.height_mm * scale
        x, y = left + (cell - width) / 2, top - height
        face = str(style.illustrator.face(item.deck, item.id, x, y, width, item.side))
        parts.append(tag_svg(face, "img", style.illustrator.speech(item)))
        lines = style.lines(item.caption, setting) if item.caption.text else []
        aside = left + (cell - setting.width_mm) / 2
        parts.append(stack_lines(lines, setting, aside, top + CAPTION_AIR_MM))
        deepest = max(deepest, len(lines) * setting.pitch_mm + CAPTION_AIR_MM if lines else 0.0)
    return "".join(parts), top + deepest


def _scale(sizes: Sequence[Size], cell_mm: float) -> float:
    wide = max(size.width_mm for size in sizes)
    high = max(size.height_mm for size in sizes)
    return min(cell_mm / wide, HIGHEST_MM / high, 0.6)


def _single_piece(item: ShownPiece, place: Where, style: LeafletStyle) -> FlowBox:
    """Return a piece to be explained, with its text on the right."""
    size = style.illustrator.piece(item.deck, item.id)[0].size
    width = min(ALONE_MM, ALONE_MM * 1.4 * size.width_mm / size.height_mm)
    height = width * size.height_mm / size.width_mm
    face = str(style.illustrator.face(item.deck, item.id, 0, 0, width, item.side))
    svg = tag_svg(face, "img", style.illustrator.speech(item))
    setting = style.body(COLUMN_MM - width - GAP_MM)
    lines = style.lines(item.caption, setting) if item.caption.text else []
    text = len(lines) * setting.pitch_mm
    y = max(0.0, (height - text) / 2)
    svg += stack_lines(lines, setting, width + GAP_MM, y)
    return FlowBox(svg, max(height, text), place=place)


HEADING_MM = 9.0
SECTION_MM = 4.6
BLOCK_MM, FIGURE_MM = 1.9, 2.8
ITEM_MM = 0.9
INDENT_MM = 5.4
PAD_MM = 2.4
# Half the x-height: the vertical middle of marks next to a line.
MIDDLE_EM = 0.34


def leaflet_boxes(leaflet: ResolvedLeaflet, style: LeafletStyle) -> list[FlowBox]:
    return [
        replace(box, section=chapter.id)
        for number, chapter in enumerate(leaflet.chapters, 1)
        for box in _chapter(chapter, number, style)
    ]


def _chapter(chapter: Chapter, number: int, style: LeafletStyle) -> Iterator[FlowBox]:
    """Yield a chapter; its heading stays with what follows, and is wide before a wide picture."""
    first = chapter.blocks[0] if chapter.blocks else None
    wide = isinstance(first, Picture) and first.wide
    heading = _heading(chapter, number, style)
    across = _heading(chapter, number, style, WIDE_MM)
    yield replace(across, wide=True, narrow=heading) if wide else heading
    for index, block in enumerate(chapter.blocks):
        boxes = list(_BOXES[type(block)](block, replace(style, chapter=chapter.title.text)))
        if boxes and _leads(block, chapter.blocks[index + 1 :]):
            boxes[-1] = replace(boxes[-1], keep=True)
        beside = chapter.blocks[max(0, index - 1) : index + 1]
        air = BLOCK_MM if all(_running(one) for one in beside) else FIGURE_MM
        yield from with_space(boxes, air if index else 0.0) if boxes else ()


def _leads(block: ResolvedBlock, following: Sequence[ResolvedBlock]) -> bool:
    """Return whether the end of a block stays with the next one.

    A text introduces a table. A single box that ends a chapter would seem to belong to the next
    chapter at the top of a column.
    """
    if not following:
        return False
    table = isinstance(following[0], LeafletTable | ScoredExample)
    return (table and _running(block)) or (len(following) == 1 and _single(following[0]))


def _single(block: ResolvedBlock) -> bool:
    """Return whether a block is one narrow box: a picture, a hint or an interpretation."""
    if isinstance(block, Picture):
        return not block.wide
    return isinstance(block, Prose) and block.tone != "text"


def _running(block: ResolvedBlock) -> bool:
    """Return whether a block is running text; all others have more space around them."""
    return isinstance(block, Listing) or (isinstance(block, Prose) and block.tone == "text")


def _heading(
    chapter: Chapter, number: int, style: LeafletStyle, width: float = COLUMN_MM
) -> FlowBox:
    drawing = style.drawing(chapter.title.place)
    fill = style.deep
    digit = drawing.line(number, 3.1, 4.3, font="title", size=9, align="center", fill=ink_on(fill))
    title = drawing.line(
        chapter.title, 8.2, 5.0, width - 9, font="title", size=12.5, floor=9, fill=fill
    )
    svg = (
        f'<circle cx="3.1" cy="3.1" r="3.1" fill="{fill}"/>'
        f"{tag_svg(f'{digit}{title}', 'heading', level=2)}"
        f'<rect x="0" y="7.2" width="{width:g}" height="0.25" fill="{tint(fill, 0.6)}"/>'
    )
    return FlowBox(svg, HEADING_MM, SECTION_MM, keep=True, place=chapter.title.place)


def _words(block: Prose, style: LeafletStyle) -> Iterator[FlowBox]:
    if block.tone == "text":
        boxes = paragraph(style, block.content, style.body())
        yield from boxes[:-1]
        # A colon refers to what follows.
        yield replace(boxes[-1], keep=block.content.text.endswith(":"))
    elif block.tone == "note":
        yield _box(block.content, style)
    else:
        yield _reading(block.content, style)


def _box(content: SourceText, style: LeafletStyle) -> FlowBox:
    """Return a hint: a pale box with a strong left edge."""
    setting = style.body(COLUMN_MM - 2 * PAD_MM - 1.2)
    lines = style.lines(content, setting)
    height = len(lines) * setting.pitch_mm + 2 * PAD_MM - 1.0
    svg = (
        f'<rect x="0" y="0" width="{COLUMN_MM:g}" height="{height:.3f}" rx="1.2" '
        f'fill="{style.pale}"/><rect x="0" y="0" width="1.2" height="{height:.3f}" '
        f'fill="{style.deep}"/>'
        + tag_svg(stack_lines(lines, setting, PAD_MM + 1.2, PAD_MM), "paragraph")
    )
    return FlowBox(svg, height, place=content.place)


def _reading(content: SourceText, style: LeafletStyle) -> FlowBox:
    """Return a dashed box for what the rulebook leaves open, with who interprets it so."""
    setting = style.body(COLUMN_MM - 2 * PAD_MM)
    lines = style.lines(content, setting)
    label = TextSetting(setting.width_mm, "strong", 7.5, style.deep)
    head = style.lines(SourceText(style.t("rules_reading"), content.place), label)
    top = PAD_MM + label.pitch_mm + 0.3
    height = top + len(lines) * setting.pitch_mm + PAD_MM - 1.0
    svg = (
        f'<rect x="0.2" y="0.2" width="{COLUMN_MM - 0.4:g}" height="{height - 0.4:.3f}" rx="1.4" '
        f'fill="none" stroke="{style.deep}" stroke-width="0.35" stroke-dasharray="1.6 1.2"/>'
        + tag_svg(stack_lines(head, label, PAD_MM, PAD_MM), "paragraph")
        + tag_svg(stack_lines(lines, setting, PAD_MM, top), "paragraph")
    )
    return FlowBox(svg, height, place=content.place)


def _listing(block: Listing, style: LeafletStyle) -> Iterator[FlowBox]:
    for index, item in enumerate(block.items):
        boxes = paragraph(style, item, style.body(), INDENT_MM, "listitem")
        mark = _mark(index + 1 if block.numbered else 0, style)
        # The number is read aloud with its step.
        boxes[0] = replace(boxes[0], svg=boxes[0].svg.replace(">", f">{mark}", 1))
        yield from with_space(boxes, ITEM_MM if index else 0.0)


def _mark(number: int, style: LeafletStyle) -> str:
    """Return a bullet, or a step's number on a pale disc, in the middle of its line."""
    middle = style.size_pt * MM_PER_POINT * MIDDLE_EM
    if not number:
        return f'<circle cx="2.4" cy="{middle:.3f}" r="0.75" fill="{style.deep}"/>'
    digit = style.drawing("").line(
        number, 2, middle + 0.9, font="strong", size=7.5, align="center", fill=style.deep
    )
    disc = tint(style.deep, 0.84)
    return f'<circle cx="2" cy="{middle:.3f}" r="1.95" fill="{disc}"/>{digit}'


def _questions(block: Questions, style: LeafletStyle) -> Iterator[FlowBox]:
    """Yield each question in bold, its answer, and who interprets it so."""
    body = style.body()
    mark = TextSetting(COLUMN_MM, "italic", style.size_pt - 1, style.deep)
    for index, item in enumerate(block.items):
        question = paragraph(style, item.q, replace(body, role="strong", fill=style.deep))
        boxes = [*(replace(box, keep=True) for box in question), *paragraph(style, item.a, body)]
        if item.reading:
            content = SourceText(style.t("rules_reading"), item.a.place)
            lines = style.lines(content, mark)
            boxes[-1] = replace(boxes[-1], keep=True)
            boxes.append(FlowBox(stack_lines(lines, mark), mark.pitch_mm, place=content.place))
        yield from with_space(boxes, BLOCK_MM if index else 0.0)


_BOXES: dict[type[ResolvedBlock], Callable[[Any, LeafletStyle], Iterator[FlowBox]]] = {
    Prose: _words,
    Listing: _listing,
    LeafletTable: table_rows,
    Pieces: piece_rows,
    Picture: picture_box,
    ScoredExample: ledger,
    Questions: _questions,
}
