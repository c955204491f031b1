"""Boxes as calls in a template, and a layout file written out as such a template.

``{{ face(boxes.row(boxes.text("name"), boxes.badge("cost")), pad=5) }}`` has the keys and values
of a layout file, is read by the same reader and drawn by the same engine.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from cards_data.documents import Document
from generator.layout.box_kinds import KINDS
from generator.layout.layout_reader import kinds_of, name_of

Keys = dict[str, Any]
_WIDTH = 96


def box_call(kind: str) -> Callable[..., Keys]:
    """The function that makes a kind of box: ``boxes.text("name", size=9)``."""
    if kind not in KINDS:
        raise AttributeError(kind)
    if KINDS[kind].container:
        return lambda *boxes, **keys: {kind: {**keys, "boxes": list(boxes)}}
    return lambda content, **keys: {kind: content, **keys}


def template_of(own: Document, base: Document | None) -> str:
    """The text of a template that draws a layout; both documents were read without problems."""
    given = own.data
    below: Mapping[str, Any] = base.data if base else {}
    keys = {**below, **given}
    boxes, changes = keys.pop("face"), keys.pop("boxes", {}) if base else {}
    keys.pop("from", None)
    if base and "ground" in below and "ground" in given:
        keys["ground"] = {**below["ground"], **given["ground"]}
    call = _call("face", [_box(box, changes) for box in boxes], keys)
    return f"{{# Written from {own.place}. #}}\n{{{{ {call} }}}}\n"


def _box(given: Mapping[str, Any], changes: Mapping[str, Any]) -> str:
    """A box as a call, with what is changed of it by its name."""
    (kind,) = kinds_of(given)
    keys = dict(given)
    if KINDS[kind].container:
        inner = keys.pop(kind)
        keys = {**keys, "boxes": inner} if isinstance(inner, list) else dict(inner)
    name = name_of(keys, kind)
    change = dict(changes.get(name, {}))
    if kind in change:
        keys.setdefault("name", name)
    keys |= change
    if not KINDS[kind].container:
        return _call(f"boxes.{kind}", [_literal(keys.pop(kind))], keys)
    keys.pop(kind, None)
    return _call(f"boxes.{kind}", [_box(box, changes) for box in keys.pop("boxes")], keys)


def _call(name: str, given: list[str], keys: Mapping[str, Any]) -> str:
    """A call on one line where it is short, else with each part on its own."""
    parts = [*given, *(f"{key}={_literal(value)}" for key, value in keys.items())]
    line = f"{name}({', '.join(parts)})"
    if len(line) <= _WIDTH and "\n" not in line:
        return line
    inner = ",\n".join(parts).replace("\n", "\n  ")
    return f"{name}(\n  {inner}\n)"


def _literal(value: Any) -> str:
    """A value as an expression of a template, which JSON is but for ``null``."""
    return "none" if value is None else json.dumps(value, ensure_ascii=False)
