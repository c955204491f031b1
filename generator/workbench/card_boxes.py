"""The boxes of a declared layout on one card: where each is, and what can be edited in it.

Runs in a worker, as templates do: a box may include one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from cards_data import Deck, Findings, Piece, Problems
from cards_data.schema import construct
from generator.compose.art import art
from generator.compose.composed_game import Name, WorkerContext
from generator.compose.dependencies import art_source
from generator.compose.layouts import is_layout
from generator.compose.layouts.declared_face import layout_in
from generator.compose.piece import Composer
from generator.layout.box_geometry import Rect, over_bleed
from generator.layout.box_kinds import FITS, KINDS, Box, FaceLayout

Record = dict[str, Any]
GROUND = "ground"
SIDES = ("front", "back")


class BoxOnFace(NamedTuple):
    """A box of a layout: where its keys are, and whether it can be moved and resized."""

    box: Box
    # The file in the template folders, and the path of its mapping there.
    file: str
    path: tuple[str | int, ...]
    # Why it cannot be moved, or changed at all; a text key of the page.
    fixed: str = ""
    bound: str = ""

    @property
    def id(self) -> str:
        path_text = ".".join(map(str, self.path))
        return path_text if path_text == GROUND else f"{self.file}#{path_text}"


def boxes_on(context: WorkerContext, name: Name) -> list[Record]:
    """Return the sides of a piece that are drawn by a layout; runs in a worker."""
    composer = context.composer
    deck = composer.game.decks[name[0]]
    piece = deck.piece(name[1])
    return [_side(composer, deck, piece, side) for side in SIDES if layout_of(deck, side)]


WORK = f"{__name__}:{boxes_on.__name__}"


def layout_of(deck: Deck | None, side: str) -> str:
    """Return the layout file of a side; empty if a template draws it, and for other tables."""
    template = deck and (deck.front if side == "front" else deck.back)
    return template if template and is_layout(template) else ""


def boxes_by_id(layout: FaceLayout) -> dict[str, BoxOnFace]:
    """Return every box of a layout by its id, including the background picture."""
    own, names = layout.files[0], [box.name for box in layout.face.with_inner()]
    boxes = [_box_on_face(box, fixed, own, names) for box, fixed in _inner_boxes(layout.face, "")]
    ground = layout.ground
    if ground.picture:
        keys = {"fit": ground.fit, "focus": ground.focus, "content": ground.picture}
        box = construct(Box, {"kind": "picture", "name": GROUND, "where": ground.where, **keys})
        boxes.append(BoxOnFace(box, own, (GROUND,), "box_ground"))
    return {one.id: one for one in boxes}


def _box_on_face(box: Box, fixed: str, own: str, names: list[str]) -> BoxOnFace:
    file, path = box.where.file.removeprefix("templates/"), box.where.path
    bound = ""
    if file != own:
        # A box of the layout that this one is based on is changed by its name.
        bound = "" if box.name else "box_unnamed"
        bound = "box_named_twice" if box.name and names.count(box.name) > 1 else bound
    return BoxOnFace(box, file, path, fixed or bound, bound)


def _inner_boxes(box: Box, fixed: str) -> Iterator[tuple[Box, str]]:
    """Yield the boxes inside one, each with why it cannot be moved; skip a rotated one."""
    for inner in box.boxes:
        why = fixed or ("box_repeated" if inner.repeat or box.kind == "grid" else "")
        yield inner, why
        if not inner.turn:
            yield from _inner_boxes(inner, why)


def _side(composer: Composer, deck: Deck, piece: Piece, side: str) -> Record:
    layout = f"{composer.game.slug}/{layout_of(deck, side)}"
    boxes = boxes_by_id(layout_in(composer.game, deck.name, composer.sources, layout))
    by_object = {id(one.box): one for one in boxes.values()}
    whole = Rect(0.0, 0.0, deck.size.width_mm, deck.size.height_mm)
    ground = [(boxes[GROUND].box, whole)] if GROUND in boxes else []
    drawn = composer.box_places(deck, piece, side, layout, Findings())
    pictures = _Pictures(composer, deck, piece)
    records = [
        {
            "id": one.id,
            "name": box.name,
            "kind": box.kind,
            "room": [round(side_mm, 2) for side_mm in room.sides],
            "keys": own_position(box),
            "fixed": one.fixed,
            "bound": one.bound,
            "sized": side_key(box),
            "picture": pictures.fit_record(box, room) if box.kind == "picture" else None,
        }
        for box, room in (*ground, *drawn)
        if (one := by_object.get(id(box)))
    ]
    return {"side": side, "file": f"templates/{layout}", "boxes": records}


def side_key(box: Box) -> str:
    """Return the key of its side; a shape without one fills its space."""
    return KINDS[box.kind].side_key if box.kind != "shape" or box.size else ""


def own_position(box: Box) -> Record:
    """Return a box's own position, by which changes of others are noticed."""
    keys = {name: getattr(box, name) for name in ("at", "width", "height", "size", "fit", "focus")}
    return {name: list(key) if isinstance(key, tuple) else key for name, key in keys.items()}


class _Pictures(NamedTuple):
    """The pictures of one piece, and which part of them is visible."""

    composer: Composer
    deck: Deck
    piece: Piece

    def fit_record(self, box: Box, room: Rect) -> Record:
        """Return how it fits, and where the whole picture would be, to locate a click in it."""
        if box.is_plain_rect:
            room = over_bleed(room, (self.deck.size.width_mm, self.deck.size.height_mm))
        whole = self._whole_rect(str(self._picture_name(box) or ""), box, room)
        rounded = [round(one, 2) for one in whole]
        return {"fit": box.fit, "fits": FITS, "focus": list(box.focus), "whole": rounded}

    def _picture_name(self, box: Box) -> object:
        content = box.content
        if content is None or not content.name:
            return content.parts[0] if content else ""
        if content.name == "id":
            return self.piece.id
        return self.piece.values_in(self.composer.edition.lang).get(content.name)

    def _whole_rect(self, name: str, box: Box, room: Rect) -> tuple[float, ...]:
        game, sources = self.composer.game, self.composer.sources
        source = art_source(game, sources, name)
        if source is None or box.fit != "cover" or not min(room.width, room.height) > 0:
            return ()
        try:
            picture = art(game, source, room.width, room.height, True)
            return picture.cover_rect(room.sides, box.focus)
        except Problems:
            return ()
