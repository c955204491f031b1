"""Move, resize or fit boxes of a layout file, as operations on the file.

Only the keys of that box change. A box of the layout that the file is based on (``from``) is
changed in ``boxes``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from cards_data import Game, Problems
from cards_data.declarations import allowing
from cards_data.documents import freeze
from cards_data.problems import Message
from cards_data.reader import read_text
from cards_data.schema import Frozen
from generator.compose.layouts.declared_face import layout_in
from generator.edit.game_editor import TEMPLATES, GameEditor
from generator.edit.operations import Conflict, Contest, Operation, RawValue, Value
from generator.edit.yaml_text import Path, YamlText, written_key
from generator.layout.box_fields import MOST_MM
from generator.layout.box_kinds import KINDS, Box, Fit
from generator.store.sources import Sources
from scorer.web.routing import HttpError

from .card_boxes import GROUND, BoxOnFace, boxes_by_id, layout_of, own_position, side_key

# A value of a box, or two, as written.
Written = str | tuple[str, str]
Keys = Mapping[str, Written]
STEP_MM = 0.5


class EditPlan(NamedTuple):
    """A valid edit: its description, and its operations."""

    description: Mapping[str, Any]
    operations: tuple[Operation, ...]


def _is_room(sides: tuple[float, ...]) -> bool:
    valid = len(sides) == 4 and all(abs(side) <= MOST_MM for side in sides)
    return valid and min(sides[2:]) >= 0


_shares = allowing(
    lambda shares: len(shares) == 2 and all(0 <= share <= 1 for share in shares),
    Message("box.shares"),
)
Room = Annotated[tuple[float, ...], allowing(_is_room, Message("box.place", n=MOST_MM))]


class ChangeRequest(Frozen):
    """What every edit from the page contains: its table, and the secret of this run."""

    secret: Any = ""
    kind: str = ""
    table: str = ""


class BoxRequest(ChangeRequest):
    """A box that is moved or resized, or a picture that is fitted."""

    row: str = ""
    side: Literal["front", "back"]
    box: str
    # The box's own position when the page showed it.
    seen: Any = None
    from_: Room = ()
    to: Room = ()
    fit: Fit | None = None
    focus: Annotated[tuple[float, ...], _shares] = ()


class BoxChange(NamedTuple):
    """The keys that a box gets, as written; what was done, and the values before and after."""

    keys: Keys
    done: str
    before: str
    after: str


def box_change(game: Game, editor: GameEditor, request: BoxRequest) -> EditPlan:
    file, box = _find_box(game, request)
    change = _change(box, request)
    place = f"{TEMPLATES}/{file.partition('/')[2]}"
    text = YamlText(read_text(editor.place(place)), f"templates/{file}")
    written = tuple(_Writer(text, place).operations(box, file, change.keys))
    values = {"before": change.before, "after": change.after, "table": request.table}
    name, row = box.box.name or box.box.kind, request.row
    description = {"key": f"said_box_{change.done}", "name": name, "row": row, **values}
    return EditPlan(description, written)


def _find_box(game: Game, request: BoxRequest) -> tuple[str, BoxOnFace]:
    deck, side = game.decks.get(request.table), request.side
    if deck is None or not layout_of(deck, side):
        raise HttpError(400, Message("box.no_layout"))
    file = f"{game.slug}/{layout_of(deck, side)}"
    box = boxes_by_id(layout_in(game, deck.name, Sources(), file)).get(request.box)
    if box is None:
        raise HttpError(400, Message("box.none"))
    own = own_position(box.box)
    if request.seen != freeze(own):
        keys = {name: key if isinstance(key, list) else [key] for name, key in own.items() if key}
        text = "; ".join(f"{name} {', '.join(map(str, key))}" for name, key in keys.items())
        raise Conflict(Contest(Operation(file), text, box.box.name or box.box.kind, own))
    return file, box


def _change(box: BoxOnFace, request: BoxRequest) -> BoxChange:
    if box.bound:
        raise HttpError(400, Message("box.unchangeable"))
    if request.fit or request.focus:
        return _refit(box.box, request)
    was, to = request.from_, request.to
    if not was or not to:
        raise HttpError(400, Message("box.place", n=MOST_MM))
    if was[2:] != to[2:] and was[:2] == to[:2]:
        return _resize(box.box, was, to)
    if was[2:] == to[2:] and was[:2] != to[:2]:
        if box.fixed:
            raise HttpError(400, Message("box.unmovable"))
        return _move(box.box, was, to)
    raise HttpError(400, Message("box.moved_or_resized"))


def _move(box: Box, was: Room, to: Room) -> BoxChange:
    """Set ``at``; a box that leaves the flow retains its size."""
    steps = [_half(to[axis] - was[axis]) for axis in (0, 1)]
    if box.at is None:
        at = [_half(to[axis]) for axis in (0, 1)]
    else:
        at = [_shift(old, step) for old, step in zip(box.at, steps, strict=True)]
    keys: dict[str, Written] = {"at": (_mm(at[0]), _mm(at[1]))}
    # A box that fills its space retains its size when it is taken out of the flow.
    if box.at is None and KINDS[box.kind].grows_across:
        lengths = {"width": (box.width, was[2]), "height": (box.height, was[3])}
        keys |= {name: _mm(seen) for name, (own, seen) in lengths.items() if own is None}
    before, after = (_mm(round(one, 1)) for one in was[:2]), map(_mm, to[:2])
    return BoxChange(keys, "moved", ", ".join(before), ", ".join(after))


def _shift(old: float, step: float) -> float:
    """Shift a position; one measured from the bottom right corner stays so."""
    new = round(old + step, 2)
    return min(-STEP_MM, new) if old < 0 else max(0.0, new)


def _resize(box: Box, was: Room, to: Room) -> BoxChange:
    """Set ``size`` if one number is enough, else ``width``, ``height`` or both."""
    if box.kind == "line":
        raise HttpError(400, Message("box.line"))
    if key := side_key(box):
        by = max(to[2] - was[2], to[3] - was[3], key=abs)
        size = max(STEP_MM, _half(box.size + by))
        return BoxChange({key: _mm(size)}, "sized", f"{box.size:g}", _mm(size))
    keys: dict[str, Written] = {
        name: _mm(max(STEP_MM, _half(to[axis])))
        for name, axis in (("width", 2), ("height", 3))
        if was[axis] != to[axis]
    }
    if box.grow:
        keys["grow"] = "0"  # otherwise it would also get the spare space
    before = f"{was[2]:.1f} × {was[3]:.1f}"
    return BoxChange(keys, "sized", before, f"{_mm(to[2])} × {_mm(to[3])}")


def _refit(box: Box, request: BoxRequest) -> BoxChange:
    """Set how a picture fits its box, or which part of it must stay visible."""
    if box.kind != "picture":
        raise HttpError(400, Message("box.no_picture"))
    if request.fit:
        return BoxChange({"fit": request.fit}, "fit", box.fit, request.fit)
    after = _percent(request.focus)
    return BoxChange({"focus": after}, "focus", _percent(box.focus), after)


def _percent(shares: Sequence[float]) -> str:
    return " ".join(f"{round(100 * share)}%" for share in shares)


def _half(length: float) -> float:
    return round(length / STEP_MM) * STEP_MM


def _mm(length: float) -> str:
    return f"{round(length, 2) + 0.0:g}"


class _Writer(NamedTuple):
    """The text of a layout file, and what is written to it."""

    text: YamlText
    place: str

    def operations(self, box: BoxOnFace, own: str, keys: Keys) -> Iterator[Operation]:
        path = self._path(box, own)
        if path in self.text.mappings:
            for key, value in keys.items():
                yield from self._key(path, key, value)
        else:
            pairs = ", ".join(f"{key}: {_yaml_list(one)}" for key, one in keys.items())
            yield self._new(path, f"{{{pairs}}}")

    def _path(self, box: BoxOnFace, own: str) -> Path:
        """Return the path of a box's mapping; for a box of another file, its name in ``boxes``."""
        here = box.path == (GROUND,) or box.file == own
        return box.path if here else ("boxes", box.box.name)

    def _key(self, path: Path, key: str, value: Written) -> Iterator[Operation]:
        if isinstance(value, tuple) and self.text.has((*path, key, 0)):
            for index, one in enumerate(value):
                yield from self._value((*path, key, index), one)
        elif isinstance(value, str) and self.text.has((*path, key)):
            yield from self._value((*path, key), value)
        else:
            yield RawValue(self.place, (*path, key), None, _yaml_list(value))

    def _value(self, path: Path, after: str) -> Iterator[Value]:
        before = self.text.value(path)
        if before != after:
            yield Value(self.place, path, before, after, (self.text.raw(path) or "", after))

    def _new(self, path: Path, written: str) -> RawValue:
        """Add a missing mapping, or that one and the one around it."""
        *parents, last = path
        for depth in range(len(parents), -1, -1):
            if tuple(parents[:depth]) in self.text.mappings:
                for step in reversed([*parents[depth + 1 :], last] if depth < len(parents) else []):
                    written = f"{{{written_key(str(step))}: {written}}}"
                return RawValue(self.place, path[: depth + 1], None, written)
        raise Problems.of(self.text.place, Message("box.no_keys"), Message("allowed.mapping"))


def _yaml_list(value: Written) -> str:
    return f"[{', '.join(value)}]" if isinstance(value, tuple) else value
