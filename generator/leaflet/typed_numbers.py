"""Numbers that are typed into a leaflet instead of being filled in from the data.

Comes in: a leaflet as it was written. Goes out: a finding for each number from three on that
is outside a placeholder. Exempt are worked examples, heads of tables, and the phrases that the
leaflet lists under ``plain`` because no data holds their numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from cards_data.leaflet import Leaflet, LeafletTable, SourceText
from cards_data.problems import Findings, Problems, Text

from .placeholders import braces

# One and two are words as much as numbers.
LEAST = 3
_NUMBER = re.compile(r"(?<![\w.])\d+(?!\w)")


def check_typed_numbers(leaflet: Leaflet, findings: Findings) -> None:
    """Every typed number, with its place."""
    sections = [section for section in leaflet.sections if section.id != "example"]
    for content in _texts((leaflet.title, leaflet.lead, sections)):
        for number in typed_numbers(content.text, leaflet.plain):
            found = Text("leaflet.typed", number=number)
            allowed = Text("leaflet.gap", example="{scoring.…}", other="{facts.…}")
            findings.add(content.place, found, allowed, Text("leaflet.name_phrase"))


def typed_numbers(text: str, plain: tuple[str, ...] = ()) -> list[str]:
    """The numbers of a text outside its placeholders and outside plain phrases."""
    try:
        spans = list(braces(text))
    except Problems:
        return []
    for start, end in reversed(spans):
        text = f"{text[:start]}|{text[end:]}"
    for phrase in plain:
        text = text.replace(phrase, "|")
    return [number for number in _NUMBER.findall(text) if int(number) >= LEAST]


def _texts(value: Any) -> Iterator[SourceText]:
    if isinstance(value, SourceText):
        yield value
    elif isinstance(value, LeafletTable):
        yield from _texts(value.rows)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _texts(getattr(value, field.name))
