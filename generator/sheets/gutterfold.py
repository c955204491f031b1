"""Fronts and backs on one side of the paper, which is folded between them.

Of all edges to fold along and ways to turn the pieces, the one with the fewest pages is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from cards_data.models import Deck
from cards_data.problems import Message, Problem, Problems
from generator.geometry import shapes

from .grids import BoardPart, grid
from .papers import Paper
from .sheet_pages import Cut, DeckPiece, FoldedLayout, Layout, Placement, Sheet, Side, by_size, half

# Along which edge the paper is folded, and whether pieces are turned; of equals the first.
Way = tuple[str, bool]
WAYS: tuple[Way, ...] = (("long", False), ("short", False), ("long", True), ("short", True))
# Lays pieces onto sheets; a fold is no concern of it.
PlaceSheets = Callable[[Sequence[DeckPiece], Layout], Iterable[Sheet]]


def folded_sheets(pieces: Sequence[DeckPiece], layout: Layout, lay: PlaceSheets) -> list[Sheet]:
    backed = [owned for owned in pieces if owned[1].back]
    single = [owned for owned in pieces if not owned[1].back]
    _must_fit(backed, layout.paper)
    flat = layout._replace(gutterfold=False, duplex=False)
    return [*_fewest(backed, layout.paper, lay), *(lay(single, flat) if single else ())]


def _must_fit(pieces: Sequence[DeckPiece], paper: Paper) -> None:
    """Every deck that fits on no half is a problem of its own."""
    decks = {deck.name: deck for deck, _ in pieces}
    problems = [_too_large(deck, paper) for deck in decks.values() if not _ways(deck, paper)]
    if problems:
        raise Problems(problems)


def _too_large(deck: Deck, paper: Paper) -> Problem:
    size = f"{deck.size.width_mm:g} × {deck.size.height_mm:g} mm"
    found = Message("print.half_too_small", size=size, paper=paper.name)
    hint = Message("print.larger_manual")
    return Problem(Message("problem.deck", deck=deck.name), found, hint=hint)


def _ways(deck: Deck, paper: Paper) -> list[Way]:
    """How pieces of a deck fit on half a page; only rectangles are rotated."""
    return [
        (flip, turned)
        for flip, turned in WAYS
        if (deck.size.shape == "rect" or not turned)
        and grid(_rotated(deck, turned).size, deck.gap_mm, half(paper, flip))
    ]


def _rotated(deck: Deck, turned: bool) -> Deck:
    """The deck with width and height exchanged where its pieces are rotated."""
    size = deck.size
    rotated = replace(size, width_mm=size.height_mm, height_mm=size.width_mm)
    return replace(deck, size=rotated) if turned else deck


def _fewest(pieces: Sequence[DeckPiece], paper: Paper, lay: PlaceSheets) -> list[Sheet]:
    """Each size folded its own way; or all like the size with most sheets, if that saves one."""
    groups = by_size(pieces)
    plans = [_best(same, paper, lay) for same in groups]
    separate = [sheet for _, sheets in plans for sheet in sheets]
    if len(plans) < 2:
        return separate
    way, _ = max(plans, key=lambda plan: len(plan[1]))
    if not all(way in _ways(same[0][0], paper) for same in groups):
        return separate
    together = _folded_one_way(pieces, paper, way, lay)
    return together if len(together) < len(separate) else separate


def _best(same: Sequence[DeckPiece], paper: Paper, lay: PlaceSheets) -> tuple[Way, list[Sheet]]:
    """The way in which pieces of one size take the fewest sheets."""
    plans = [(way, _folded_one_way(same, paper, way, lay)) for way in _ways(same[0][0], paper)]
    return min(plans, key=lambda plan: len(plan[1]))


def _folded_one_way(
    pieces: Sequence[DeckPiece], paper: Paper, way: Way, lay: PlaceSheets
) -> list[Sheet]:
    flip, turned = way
    layout = Layout(half(paper, flip), flip=flip, turned=turned)
    rotated = [(_rotated(deck, turned), piece) for deck, piece in pieces]
    return [(_joined(front, back, paper, flip), None) for front, back in lay(rotated, layout)]


def _joined(front: Side, back: Side | None, paper: Paper, flip: str) -> Side:
    assert back and front.layout and back.layout
    assert not isinstance(front.layout, BoardPart | FoldedLayout)
    assert not isinstance(back.layout, BoardPart | FoldedLayout)
    layout = FoldedLayout(paper, flip, front.layout, back.layout)
    shift = layout.shift_mm
    placements = (*front.placements, *(_moved(place, shift) for place in back.placements))
    return Side(placements, front.cuts, layout, tuple(_moved_cut(cut, shift) for cut in back.cuts))


def _moved(place: Placement, shift: tuple[float, float]) -> Placement:
    x, y = place.x_mm + shift[0], place.y_mm + shift[1]
    return place._replace(x_mm=x, y_mm=y, clip=shapes.moved(place.clip, shift))


def _moved_cut(cut: Cut, shift: tuple[float, float]) -> Cut:
    slot = cut.slot._replace(x_mm=cut.slot.x_mm + shift[0], y_mm=cut.slot.y_mm + shift[1])
    return cut._replace(slot=slot)
