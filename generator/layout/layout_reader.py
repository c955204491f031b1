"""A layout file into boxes, strictly.

Every unknown key, kind, name and value is a finding with its file and line, all at once. A layout
may begin with another one, and change its boxes by their names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cards_data.declarations import Fields
from cards_data.documents import Document
from cards_data.problems import Findings, Message, Place, did_you_mean, quoted

from .box_fields import BoxFields
from .box_kinds import COMMON, FACE, FILE, GROUND, KINDS, read_keys
from .declared_boxes import Box, FaceGround, FaceLayout
from .layout_names import LayoutNames, few

Changes = Mapping[str, Fields]


@dataclass(frozen=True)
class LayoutReader:
    """Reads the files of one layout: its own over the one it begins with."""

    names: LayoutNames
    findings: Findings

    def read(self, own: Document, base: Document | None = None) -> FaceLayout:
        fields = Fields.of(own, self.findings)
        fields.known(*FILE)
        below = Fields.of(base, self.findings) if base else fields
        if base:
            below.known(*FILE)
        changes = self._changes(fields)
        faced = fields if "face" in fields.data else below
        boxes = self._boxes(faced, "face", changes)
        keys = read_keys(BoxFields(below, self.names, fields), FACE)
        face = Box("column", "", faced.at("face"), boxes=boxes, **keys)
        layout = FaceLayout(self._ground(fields, below), face)
        for name in changes:
            if name not in layout.names:
                hint = did_you_mean(name, layout.names)
                found = Message("layout.no_box_called", name=quoted(name))
                self.findings.add(fields.at("boxes", name), found, few(layout.names), hint)
        return layout

    def _changes(self, fields: Fields) -> Changes:
        """What is changed of the boxes of the layout that this one begins with, by name."""
        if "boxes" not in fields.data:
            return {}
        if "from" not in fields.data:
            found, hint = Message("layout.no_boxes"), Message("layout.own_boxes")
            self.findings.add(fields.at("boxes"), found, hint=hint)
            return {}
        return dict(fields.inner("boxes").each())

    def _ground(self, own: Fields, below: Fields) -> FaceGround:
        for fields in (own,) if below is own else (below, own):
            if "ground" in fields.data:
                fields.inner("ground").known(*GROUND)
        box = BoxFields(below.inner("ground", False), self.names, own.inner("ground", False))
        return FaceGround(**read_keys(box, GROUND), where=own.at("ground"))

    def _boxes(self, fields: Fields, key: str, changes: Changes) -> tuple[Box, ...]:
        items = fields.data.get(key)
        if not isinstance(items, list):
            self._found(fields.at(key), items, Message("layout.list"))
            return ()
        found = (self._box(fields, (key, place), item, changes) for place, item in enumerate(items))
        return tuple(box for box in found if box)

    def _found(self, where: Place, value: object, allowed: Message) -> None:
        self.findings.add(where, Message("value.found", value=quoted(value)), allowed)

    def _box(
        self, fields: Fields, place: tuple[str, int], item: Any, changes: Changes
    ) -> Box | None:
        if not isinstance(item, dict):
            self._found(fields.at(*place), item, Message("layout.box", example="{text: name}"))
            return None
        given = Fields(fields.document, self.findings, (*fields.path, *place), item)
        kind = self._kind(given)
        if not kind:
            return None
        known = KINDS[kind]
        own = self._unfolded(given, kind) if known.container else given
        name = self._name(own, kind)
        over = changes.get(name)
        for one in filter(None, (own, over)):
            content = () if known.container and one is own else (kind,)
            one.known(*content, *COMMON, *known.keys)
        box = BoxFields(own, self.names, over)
        values = {**known.defaults, **read_keys(box, (*COMMON, *known.keys)), **known.read(box)}
        if known.container:
            values["boxes"] = self._boxes(box.holder("boxes"), "boxes", changes)
        return Box(kind, name, own.at(), **values)

    def _kind(self, fields: Fields) -> str:
        found = kinds_of(fields.data)
        if len(found) == 1:
            return found[0]
        two = Message("layout.two_kinds", kinds=", ".join(found))
        words = [str(key) for key in fields.data if key not in COMMON]
        hints = (did_you_mean(word, tuple(KINDS)) for word in words)
        hint = next((hint for hint in hints if hint), "")
        what = two if found else Message("layout.no_kind")
        self.findings.add(fields.at(), what, ", ".join(KINDS), hint)
        return ""

    def _name(self, fields: Fields, kind: str) -> str:
        """A box's name: its own, or that of what it shows."""
        given = fields.data.get("name")
        if "name" in fields.data and (not isinstance(given, str) or not given):
            self._found(fields.at("name"), given, Message("layout.a_name"))
        return name_of(fields.data, kind)

    def _unfolded(self, fields: Fields, kind: str) -> Fields:
        """A container's keys, which are below its kind; or its boxes are, as a plain list."""
        inner, path = fields.data[kind], (*fields.path, kind)
        if isinstance(inner, list):
            beside = {key: value for key, value in fields.data.items() if key != kind}
            document = _with_boxes(fields, kind)
            return fields._replace(document=document, data=beside | {"boxes": inner})
        for key in fields.data:
            if key != kind:
                found = Message("layout.beside", key=quoted(key), kind=kind)
                self.findings.add(fields.at(key), found, Message("layout.all_below", kind=kind))
        if not isinstance(inner, dict):
            self._found(fields.at(kind), inner, Message("layout.keys"))
            inner = {}
        return fields._replace(path=path, data=inner)


def kinds_of(box: Mapping[str, Any]) -> list[str]:
    """The keys of a box that say what it is: one, unless there is a mistake.

    ``line`` and ``shape`` may also be the look of another kind.
    """
    kinds = [kind for kind in KINDS if kind in box]
    firm = [kind for kind in kinds if kind not in ("line", "shape")]
    return firm or (["shape"] if "shape" in kinds else kinds)


def name_of(box: Mapping[str, Any], kind: str) -> str:
    """The name that a box has or takes from its content; nothing for most shapes and containers."""
    shows = "name" in box or KINDS[kind].named_by_content
    given = box.get("name", box.get(kind)) if shows else ""
    return given if isinstance(given, str) else ""


def _with_boxes(fields: Fields, kind: str) -> Document:
    """The document with the lines of a plain list also where ``boxes`` would be."""
    path, lines = fields.path, fields.document.lines
    depth = len(path)
    moved = {
        (*path, "boxes", *one[depth + 1 :]): line
        for one, line in lines.items()
        if len(one) > depth and one[:depth] == path and one[depth] == kind
    }
    return fields.document._replace(lines={**lines, **moved})
