"""Read a layout file into boxes, strictly.

All unknown keys, kinds, names and values are reported together, with file and line. A layout may be
based on another one and change its boxes by name. Both are merged first, and every part remembers
where it comes from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cards_data.declarations import read_document
from cards_data.documents import Document, Path
from cards_data.problems import Findings, Message, Place, did_you_mean, quote
from cards_data.schema import construct

from .box_kinds import COMMON, KINDS, Box, FaceLayout, LayoutFile, RawBox
from .layout_names import LayoutNames, name_list


def read_layout(
    own: Document, base: Document | None, names: LayoutNames, findings: Findings
) -> FaceLayout:
    """Read a layout on top of the one it is based on."""
    document = merge_base(own, base, findings)
    declared = read_document(LayoutFile, document, findings, context=names)
    keys = {key: value for key, value in vars(declared).items() if key in _FACE}
    where = document.at("face")
    face = construct(Box, {"kind": "column", "where": where, "boxes": declared.face, **keys})
    return FaceLayout(declared.ground, face)


# The keys of a file that belong to its outermost column.
_FACE = ("pad", "gap", "align", "valign", "colour")


def merge_base(own: Document, base: Document | None, findings: Findings) -> Document:
    """Merge the keys of both files, with each box as a ``RawBox``."""
    if base and not isinstance(base.data, dict):
        read_document(LayoutFile, base, findings)
        base = None
    if not isinstance(own.data, dict):
        return own
    below: Mapping[Any, Any] = base.data if base else {}
    merging = _Merging(own, findings)
    data = {**below, **own.data}
    if base:
        merging.moved |= {(key,): (base, (key,)) for key in below if key not in own.data}
        one, two = below.get("ground"), own.data.get("ground")
        if isinstance(one, dict) and isinstance(two, dict):
            data["ground"] = {**one, **two}
            ways = (("ground", key) for key in one if key not in two)
            merging.moved |= {path: (base, path) for path in ways}
    if "face" in data:
        document, path = merging.moved.get(("face",), (own, ("face",)))
        data["face"] = merging.boxes(data["face"], document, path, ("face",))
    merging.check_names()
    return own._replace(data=data, moved=merging.moved)


class _Merging:
    """A merge of two layouts: splits the boxes, and changes those that the file names."""

    def __init__(self, own: Document, findings: Findings) -> None:
        self.own, self.findings = own, findings
        self.moved: dict[Path, tuple[Document, Path]] = {}
        self.names: list[str] = []
        boxes = own.data.get("boxes", {})
        if "boxes" in own.data and "from" not in own.data:
            fault, hint = Message("layout.no_boxes"), Message("layout.own_boxes")
            findings.add(own.at("boxes"), fault, hint=hint)
            boxes = {}
        self.changes: Mapping[Any, Any] = boxes if isinstance(boxes, dict) else {}

    def check_names(self) -> None:
        """Report changes to boxes that do not exist."""
        names = tuple(dict.fromkeys(filter(None, self.names)))
        for name in self.changes:
            if str(name) not in names:
                hint = did_you_mean(str(name), names)
                fault = Message("layout.no_box_called", name=quote(name))
                self.findings.add(self.own.at("boxes", name), fault, name_list(names), hint)

    def boxes(self, items: Any, document: Document, source: Path, target: Path) -> Any:
        """Return the boxes of a list; ``source`` is its place, ``target`` where it is read from."""
        if not isinstance(items, list):
            return items
        return [
            self._box(item, document, (*source, at), (*target, at)) for at, item in enumerate(items)
        ]

    def _box(self, item: Any, document: Document, source: Path, target: Path) -> RawBox | None:
        if not isinstance(item, dict):
            example = Message("layout.box", example="{text: name}")
            fault = Message("value.found", value=quote(item))
            self.findings.add(document.at(*source), fault, example)
            return None
        kind = self._kind(item, document.at(*source))
        if not kind:
            return None
        keys, inside = dict(item), KINDS[kind].container
        if inside:
            inner = keys.pop(kind)
            if isinstance(inner, list):
                keys["boxes"] = inner
                self.moved[(*target, "boxes")] = document, (*source, kind)
            else:
                keys = self._container_keys(kind, inner, keys, document, source)
                source = (*source, kind)
        self.moved[target] = document, source
        name = name_of(keys, kind)
        self.names.append(name)
        change = self.changes.get(name)
        if isinstance(change, dict):
            keys |= change
            ways = {key: ("boxes", name, key) for key in change}
            self.moved |= {(*target, key): (self.own, path) for key, path in ways.items()}
        if inside:
            path = (*target, "boxes")
            home = self.moved.get(path, (document, (*source, "boxes")))
            keys["boxes"] = self.boxes(keys.get("boxes"), *home, path)
        return RawBox(kind, name, keys)

    def _container_keys(
        self, kind: str, inner: Any, beside: Mapping[str, Any], document: Document, source: Path
    ) -> dict[str, Any]:
        """Return a container's keys, which are below its kind."""
        for key in beside:
            fault = Message("layout.beside", key=quote(key), kind=kind)
            allowed = Message("layout.all_below", kind=kind)
            self.findings.add(document.at(*source, key), fault, allowed)
        if not isinstance(inner, dict):
            fault = Message("value.found", value=quote(inner))
            self.findings.add(document.at(*source, kind), fault, Message("layout.keys"))
            return {}
        return dict(inner)

    def _kind(self, box: Mapping[str, Any], where: Place) -> str:
        """Return the key that gives the kind; ``line`` and ``shape`` may also be just style."""
        kinds = [kind for kind in KINDS if kind in box]
        firm = [kind for kind in kinds if kind not in ("line", "shape")]
        matches = firm or (["shape"] if "shape" in kinds else kinds)
        if len(matches) == 1:
            return matches[0]
        two = Message("layout.two_kinds", kinds=", ".join(matches))
        words = [str(key) for key in box if key not in COMMON]
        hints = (did_you_mean(word, tuple(KINDS)) for word in words)
        hint = next((hint for hint in hints if hint), "")
        what = two if matches else Message("layout.no_kind")
        self.findings.add(where, what, ", ".join(KINDS), hint)
        return ""


def name_of(box: Mapping[str, Any], kind: str) -> str:
    """Return a box's name, or the one from its content; most shapes and containers have none."""
    shows = "name" in box or KINDS[kind].named_by_content
    value = box.get("name", box.get(kind)) if shows else ""
    return value if isinstance(value, str) else ""
