"""Pictures and rows of pieces as boxes, with their captions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cards_data.leaflet import Picture, Pieces, ShownPiece
from cards_data.leaflet_reader import COLUMN_MM, WIDE_MM
from cards_data.models import Size

from .piece_pictures import Illustrator
from .unbreakable import FlowBox, LeafletStyle, TextSetting, plain, stacked, tagged

GAP_MM = 3.0
# A piece in a row is not drawn higher than this, and a single one not wider.
HIGHEST_MM = 27.0
ALONE_MM = 30.0
IN_A_ROW = 4
CAPTION_PT = 7.5
CAPTION_AIR_MM = 1.2


def picture_box(picture: Picture, style: LeafletStyle, illustrator: Illustrator) -> FlowBox:
    """A drawn picture with its caption below."""
    width = WIDE_MM if picture.wide else COLUMN_MM
    label = plain(picture.caption.text) or picture.name.replace("_", " ")
    svg = tagged(illustrator.picture(picture, {"accent": style.deep}), "img", label)
    setting = TextSetting(width, "italic", CAPTION_PT + 0.5, style.ink, "center")
    height = picture.height_mm
    if picture.caption.text:
        lines = style.lines(picture.caption, setting)
        svg += stacked(lines, setting, 0, height + CAPTION_AIR_MM)
        height += CAPTION_AIR_MM + len(lines) * setting.pitch_mm
    return FlowBox(svg, height, wide=picture.wide, place=picture.place)


def piece_rows(block: Pieces, style: LeafletStyle, illustrator: Illustrator) -> Iterator[FlowBox]:
    """One piece with its caption beside it, or rows of up to four with captions below."""
    if len(block.items) == 1:
        yield _alone(block.items[0], block.place, style, illustrator)
        return
    for start, end in _rows(len(block.items)):
        row = block.items[start:end]
        air = GAP_MM if start else 0.0
        svg, height = _row(row, style, illustrator)
        yield FlowBox(svg, height, air, place=block.place)


def _rows(count: int) -> list[tuple[int, int]]:
    """Rows as even as can be: five become three and two."""
    rows = -(-count // IN_A_ROW)
    most = -(-count // rows)
    return [(start, min(start + most, count)) for start in range(0, count, most)]


def _row(
    row: Sequence[ShownPiece], style: LeafletStyle, illustrator: Illustrator
) -> tuple[str, float]:
    cell = (COLUMN_MM - GAP_MM * (len(row) - 1)) / len(row)
    sizes = [illustrator.piece(item.deck, item.id)[0].size for item in row]
    # One scale for the whole row: a token beside a card stays small.
    scale = _scale(sizes, cell)
    top = max(size.height_mm for size in sizes) * scale
    setting = TextSetting(cell + GAP_MM - 1, "body", CAPTION_PT, style.ink, "center")
    parts, deepest = [], 0.0
    for index, (item, size) in enumerate(zip(row, sizes, strict=True)):
        left = index * (cell + GAP_MM)
        width, height = size.width_mm * scale, size.height_mm * scale
        x, y = left + (cell - width) / 2, top - height
        face = str(illustrator.face(item.deck, item.id, x, y, width, item.side))
        parts.append(tagged(face, "img", illustrator.name(item.deck, item.id)))
        lines = style.lines(item.caption, setting) if item.caption.text else []
        aside = left + (cell - setting.width_mm) / 2
        parts.append(stacked(lines, setting, aside, top + CAPTION_AIR_MM))
        deepest = max(deepest, len(lines) * setting.pitch_mm + CAPTION_AIR_MM if lines else 0.0)
    return "".join(parts), top + deepest


def _scale(sizes: Sequence[Size], cell_mm: float) -> float:
    wide = max(size.width_mm for size in sizes)
    high = max(size.height_mm for size in sizes)
    return min(cell_mm / wide, HIGHEST_MM / high, 0.6)


def _alone(item: ShownPiece, place: str, style: LeafletStyle, illustrator: Illustrator) -> FlowBox:
    """A piece to be explained: at the left, its text beside it."""
    size = illustrator.piece(item.deck, item.id)[0].size
    width = min(ALONE_MM, ALONE_MM * 1.4 * size.width_mm / size.height_mm)
    height = width * size.height_mm / size.width_mm
    face = str(illustrator.face(item.deck, item.id, 0, 0, width, item.side))
    svg = tagged(face, "img", illustrator.name(item.deck, item.id))
    setting = style.body(COLUMN_MM - width - GAP_MM)
    lines = style.lines(item.caption, setting) if item.caption.text else []
    text = len(lines) * setting.pitch_mm
    y = max(0.0, (height - text) / 2)
    svg += stacked(lines, setting, width + GAP_MM, y)
    return FlowBox(svg, max(height, text), place=place)
