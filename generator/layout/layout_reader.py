"""A layout file into boxes, strictly.

Comes in: the documents of a layout file and of the one that it begins with. Goes out: a FaceLayout;
every unknown key, kind, name and value is a finding with its file and line, all at once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from cards_data.documents import Document
from cards_data.fields import Fields
from cards_data.problems import Findings, Message, did_you_mean, quoted

from . import layout_keys
from .box_fields import BoxFields
from .box_values import Name, Shown
from .declared_boxes import Box, CellGrid, FaceGround, FaceLayout, Look, PictureFit, Place, Type
from .grid_cells import ARRANGEMENTS
from .layout_names import LayoutNames, few

MOST_REPEATS = 500
ALONE = "art"
BADGE_MM, ICON_MM = 9.0, 6.0
# Badges with less room in their middle.
POINTED = ("star", "diamond", "drop")


@dataclass(frozen=True)
class LayoutReader:
    """Reads the files of one layout: its own over the one it begins with."""

    names: LayoutNames
    findings: Findings

    def read(self, own: Document, base: Document | None = None) -> FaceLayout:
        fields = Fields.of(own, self.findings)
        fields.known(*layout_keys.FILE)
        below = Fields.of(base, self.findings) if base else None
        if below:
            below.known(*layout_keys.FILE)
        changes = self._changes(fields)
        faced = fields if "face" in fields.data or below is None else below
        face = self._face(faced, BoxFields(below or fields, self.names, fields), changes)
        layout = FaceLayout(self._ground(fields, below), face)
        for name in changes:
            if name not in layout.names:
                hint = did_you_mean(name, layout.names)
                found = Message("layout.no_box_called", name=quoted(name))
                self.findings.add(fields.at("boxes", name), found, few(layout.names), hint)
        return layout

    def _changes(self, fields: Fields) -> dict[str, Fields]:
        """What is changed of the boxes of the layout that this one begins with, by name."""
        if "boxes" not in fields.data:
            return {}
        if "from" not in fields.data:
            found, hint = Message("layout.no_boxes"), Message("layout.own_boxes")
            self.findings.add(fields.at("boxes"), found, hint=hint)
            return {}
        return dict(fields.inner("boxes").each())

    def _ground(self, own: Fields, below: Fields | None) -> FaceGround:
        for fields in filter(None, (below, own)):
            if "ground" in fields.data:
                fields.inner("ground").known(*layout_keys.GROUND)
        inner = own.inner("ground", False)
        under = below.inner("ground", False) if below else inner
        box = BoxFields(under, self.names, inner)
        return FaceGround(
            box.paint("colour"),
            self._picture(box, "picture") if box.has("picture") else None,
            PictureFit(box.chosen("fit", layout_keys.FITS, "cover"), box.focus()),
            box.stroke("border"),
            own.at("ground"),
        )

    def _face(self, fields: Fields, top: BoxFields, changes: dict[str, Fields]) -> Box:
        boxes = self._boxes(fields, "face", changes)
        look = Look(colour=top.paint("colour"))
        return Box("column", "", fields.at("face"), place=self._inside(top), look=look, boxes=boxes)

    def _boxes(self, fields: Fields, key: str, changes: dict[str, Fields]) -> tuple[Box, ...]:
        items = fields.data.get(key)
        if not isinstance(items, list):
            self.findings.add(
                fields.at(key), Message("value.found", value=quoted(items)), Message("layout.list")
            )
            return ()
        found = (self._box(fields, key, place, changes) for place in range(len(items)))
        return tuple(box for box in found if box)

    def _box(self, fields: Fields, key: str, place: int, changes: dict[str, Fields]) -> Box | None:
        item, path = fields.data[key][place], (*fields.path, key, place)
        if not isinstance(item, dict):
            allowed = Message("layout.box", example="{text: name}")
            where = fields.document.at(*path)
            self.findings.add(where, Message("value.found", value=quoted(item)), allowed)
            return None
        kind = self._kind(Fields(fields.document, self.findings, path, item))
        if not kind:
            return None
        own = self._unfolded(Fields(fields.document, self.findings, path, item), kind)
        name = _named(own, kind)
        over = changes.get(name)
        for one in filter(None, (own, over)):
            content = () if kind in layout_keys.CONTAINERS and one is own else (kind,)
            one.known(*content, *layout_keys.COMMON, *layout_keys.KEYS[kind])
        return self._read(BoxFields(own, self.names, over), kind, name, changes)

    def _kind(self, fields: Fields) -> str:
        """The one key of a box that says what it is; ``line`` and ``shape`` may be a look."""
        kinds = [kind for kind in layout_keys.KINDS if kind in fields.data]
        firm = [kind for kind in kinds if kind not in ("line", "shape")] or kinds[:1]
        if "shape" in kinds and not [kind for kind in kinds if kind not in ("line", "shape")]:
            firm = ["shape"]
        if len(firm) == 1:
            return firm[0]
        two = Message("layout.two_kinds", kinds=", ".join(firm))
        words = [str(key) for key in fields.data]
        hints = (
            did_you_mean(word, layout_keys.KINDS)
            for word in words
            if word not in layout_keys.COMMON
        )
        hint = next((hint for hint in hints if hint), "")
        found = two if firm else Message("layout.no_kind")
        self.findings.add(fields.at(), found, ", ".join(layout_keys.KINDS), hint)
        return ""

    def _unfolded(self, fields: Fields, kind: str) -> Fields:
        """A container's keys, which stand below its kind; or its boxes do, as a plain list."""
        if kind not in layout_keys.CONTAINERS:
            return fields
        inner, path = fields.data[kind], (*fields.path, kind)
        if isinstance(inner, list):
            beside = {key: value for key, value in fields.data.items() if key != kind}
            return Fields(
                _with_boxes(fields, kind), self.findings, fields.path, beside | {"boxes": inner}
            )
        for key in fields.data:
            if key != kind:
                found = Message("layout.beside", key=quoted(key), kind=kind)
                self.findings.add(fields.at(key), found, Message("layout.all_below", kind=kind))
        if not isinstance(inner, dict):
            self.findings.add(
                fields.at(kind), Message("value.found", value=quoted(inner)), Message("layout.keys")
            )
            inner = {}
        return Fields(fields.document, self.findings, path, inner)

    def _read(self, box: BoxFields, kind: str, name: str, changes: dict[str, Fields]) -> Box:
        look_shape = kind != "shape"
        shape = box.chosen("shape", layout_keys.SHAPES, _SHAPES.get(kind, "rect"))
        look = Look(
            box.paint("fill"),
            box.stroke() if kind != "line" else None,
            shape if look_shape else "rect",
            box.length("corner", 0.0) or 0.0,
            box.paint("colour"),
        )
        made = Box(
            kind,
            name,
            box.own.at(),
            place=self._inside(box, kind),
            look=look,
            when=box.condition(),
            repeat=box.counted("repeat", MOST_REPEATS),
        )
        filled: dict[str, Any] = _FILLED[kind](self, box)
        if kind in layout_keys.CONTAINERS:
            filled["boxes"] = self._boxes(box.holder("boxes"), "boxes", changes)
        return Box(**{**vars(made), **filled})

    def _inside(self, box: BoxFields, kind: str = "column") -> Place:
        turn = box.whole("turn", 0, (0, 270))
        if turn not in layout_keys.TURNS:
            box.wrong("turn", ", ".join(str(angle) for angle in layout_keys.TURNS))
        align = box.chosen("align", layout_keys.ALIGNS, "")
        return Place(
            box.length("width"),
            box.length("height"),
            box.share("grow"),
            box.flag("hug"),
            box.point("at"),
            turn if turn in layout_keys.TURNS else 0,
            layout_keys.ALIGNS.get(align, ""),
            box.chosen("valign", layout_keys.VALIGNS, ""),
            box.pad(),
            box.length("gap", 1.0 if kind == "icons" else 0.0) or 0.0,
        )

    def _container(self, box: BoxFields) -> dict[str, Any]:
        return {}

    def _grid(self, box: BoxFields) -> dict[str, Any]:
        return {
            "grid": CellGrid(
                box.chosen("arrange", ARRANGEMENTS, "rows"),
                box.whole("columns", 1, (1, 100)),
                box.whole("rows", 1, (1, 100)),
                box.whole("start", 1, (-1_000, 10_000)),
                box.length("cell", 10.0) or 10.0,
                box.counted("count", MOST_REPEATS),
                box.counted("items", MOST_REPEATS),
            )
        }

    def _text(self, box: BoxFields) -> dict[str, Any]:
        high, low = box.sizes((9.0, 7.0))
        lines = box.whole("lines", 0, (0, 1_000))
        return {"content": self._said(box, "text"), "type": self._type(box, (high, low), lines)}

    def _said(self, box: BoxFields, key: str) -> Shown | None:
        """A text; of a column that holds yes or no there is nothing to read."""
        content = box.shown(key)
        column = self.names.deck.columns.get(content.name) if content else None
        if column and column.kind == "bool":
            found = Message("layout.yes_no", value=quoted(column.name))
            hint = Message("layout.write_read", column=column.name)
            self.findings.add(box.at(key), found, hint=hint)
        return content

    def _type(self, box: BoxFields, sizes: tuple[float, float], lines: int = 0) -> Type:
        leading = box.share("leading", 10)
        if leading is not None and leading < 0.3:
            box.wrong("leading", "0.3 to 10")
            leading = None
        font = box.chosen("font", sorted(self.names.fonts), "")
        return Type(font or "body", *sizes, leading or 1.22, lines)

    def _badge(self, box: BoxFields) -> dict[str, Any]:
        size = box.side(BADGE_MM, (3, 300))
        # A figure is half as high as its badge; a word in it shrinks to what can still be read.
        figure = size * (0.95 if box.get("shape") in POINTED else 1.45)
        type_ = self._type(box, (figure, min(figure, 7.0)), 1)
        if not box.has("font"):
            type_ = replace(type_, font="title")
        return {"content": self._said(box, "badge"), "size": size, "type": type_}

    def _icons(self, box: BoxFields) -> dict[str, Any]:
        """The symbols that a column lists, or symbols by their names."""
        size = box.side(ICON_MM, (0.5, 500))
        count = box.counted("count", MOST_REPEATS)
        given = box.get("icons")
        words = given if isinstance(given, list) else [given]
        if len(words) == 1 and isinstance(words[0], str) and self.names.knows(words[0]):
            return {"content": Shown((Name(words[0]),)), "size": size, "count": count}
        for word in words:
            if not isinstance(word, str) or word not in self.names.symbols:
                known = (*self.names.deck.columns, *sorted(self.names.symbols))
                found = Message("layout.no_symbol", value=quoted(word))
                hint = did_you_mean(str(word), known)
                self.findings.add(box.at("icons"), found, few(known), hint)
        known_words = tuple(str(word) for word in words)
        return {"icons": known_words, "size": size, "count": count}

    def _pictured(self, box: BoxFields) -> dict[str, Any]:
        return {
            "content": self._picture(box, "picture"),
            "picture": PictureFit(box.chosen("fit", layout_keys.FITS, "contain"), box.focus()),
        }

    def _picture(self, box: BoxFields, key: str) -> Shown | None:
        """``art`` is the piece's own picture; a column names one; another word is its name."""
        given = box.get(key)
        if not isinstance(given, str) or not given:
            box.wrong(key, Message("layout.art"))
            return None
        if given == ALONE:
            return Shown((Name("id"),))
        return Shown((Name(given),)) if self.names.knows(given) else Shown((given,))

    def _shape(self, box: BoxFields) -> dict[str, Any]:
        shape = box.chosen("shape", layout_keys.SHAPES, "rect")
        look = Look(box.paint("fill"), box.stroke(), shape, box.length("corner", 0.0) or 0.0)
        if not look.fill and not look.line:
            self.findings.add(
                box.at("shape"), Message("layout.no_colour"), Message("layout.fill_line")
            )
        return {"look": look, "size": box.side(0.0, (0.1, 500)) if box.has("size") else 0.0}

    def _line(self, box: BoxFields) -> dict[str, Any]:
        stroke = box.stroke("line")
        return {"look": Look(line=stroke), "size": stroke.width if stroke else 0.0}

    def _space(self, box: BoxFields) -> dict[str, Any]:
        return {"size": box.length("space", 0.0) or 0.0}

    def _template(self, box: BoxFields) -> dict[str, Any]:
        known = sorted(self.names.templates)
        if not known:
            allowed = Message("layout.no_templates")
            box.wrong("template", allowed)
            return {"template": ""}
        return {"template": box.chosen("template", known, "")}


def _named(fields: Fields, kind: str) -> str:
    """A box's name: its own, or that of what it shows."""
    given = fields.data.get("name", fields.data.get(kind))
    named = "name" in fields.data
    if named and (not isinstance(given, str) or not given):
        fields.findings.add(
            fields.at("name"), Message("value.found", value=quoted(given)), Message("layout.a_name")
        )
    shows = kind not in ("shape", "line", "space", *layout_keys.CONTAINERS)
    return given if isinstance(given, str) and (named or shows) else ""


def _with_boxes(fields: Fields, kind: str) -> Document:
    """The document with the lines of a plain list also where ``boxes`` would stand."""
    path, lines = fields.path, fields.document.lines
    depth = len(path)
    moved = {
        (*path, "boxes", *one[depth + 1 :]): line
        for one, line in lines.items()
        if len(one) > depth and one[:depth] == path and one[depth] == kind
    }
    return fields.document._replace(lines={**lines, **moved})


_SHAPES = {"badge": "circle"}
_FILLED = {
    "row": LayoutReader._container,
    "column": LayoutReader._container,
    "panel": LayoutReader._container,
    "grid": LayoutReader._grid,
    "text": LayoutReader._text,
    "badge": LayoutReader._badge,
    "icons": LayoutReader._icons,
    "picture": LayoutReader._pictured,
    "shape": LayoutReader._shape,
    "line": LayoutReader._line,
    "space": LayoutReader._space,
    "template": LayoutReader._template,
}
