"""Boxes as calls in a template, and a layout file written out as such a template.

``{{ face(boxes.row(boxes.text("name"), boxes.badge("cost")), pad=5) }}`` has the keys and values
of a layout file, is read by the same reader and drawn by the same engine.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from cards_data.documents import Document
from cards_data.problems import Findings
from generator.layout.box_kinds import KINDS, RawBox
from generator.layout.layout_reader import merged, name_of

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
    keys = dict(merged(own, base, Findings()).data)
    boxes = keys.pop("face")
    keys = {key: value for key, value in keys.items() if key not in ("from", "boxes")}
    call = _call("face", [_box(box) for box in boxes], keys)
    return f"{{# Written from {own.place}. #}}\n{{{{ {call} }}}}\n"


def _box(box: RawBox) -> str:
    """A box as a call."""
    keys = dict(box.keys)
    if box.name != name_of(keys, box.kind):
        keys["name"] = box.name
    if KINDS[box.kind].container:
        given = [_box(one) for one in keys.pop("boxes")]
    else:
        given = [_literal(keys.pop(box.kind))]
    return _call(f"boxes.{box.kind}", given, keys)


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
