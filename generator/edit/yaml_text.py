"""A YAML file as text whose values can be replaced one by one.

Comes in: the text of a document. Goes out: the same text with another value at one path; comments,
blank lines, quotes and the order of keys stay as they are. A round-trip library would write the
whole file anew and keep most of that; cutting out the one value keeps all of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from cards_data import Problem, Problems
from cards_data.documents import parse_yaml, yaml_node
from cards_data.problems import Text

BOM = "\ufeff"
Path = tuple[str | int, ...]
_PLAIN = re.compile(r"[\w(][^:#,\[\]{}&*!|>'\"%@`\r\n]*")


class Scalar(NamedTuple):
    """A plain value: where it lies in the text, what it says, and how it is written."""

    start: int
    end: int
    value: str
    style: str


class YamlText:
    """The text of one document, and where its values lie."""

    def __init__(self, text: str, place: str) -> None:
        self.text = text
        self.place = place
        self._from = len(BOM) if text.startswith(BOM) else 0
        self.document = parse_yaml(text[self._from :], place)

    @cached_property
    def scalars(self) -> dict[Path, Scalar]:
        """Every plain value by its path."""
        node = yaml_node(self.text[self._from :])
        return dict(self._below((), node)) if node else {}

    def _below(self, path: Path, node: Any) -> Iterator[tuple[Path, Scalar]]:
        if node.id == "scalar":
            start, end = (mark.index + self._from for mark in (node.start_mark, node.end_mark))
            yield path, Scalar(start, end, node.value, node.style or "")
        elif node.id == "mapping":
            for key, value in node.value:
                yield from self._below((*path, key.value), value)
        else:
            for index, item in enumerate(node.value):
                yield from self._below((*path, index), item)

    def value(self, path: Path) -> str:
        return self.scalars[path].value

    def raw(self, path: Path) -> str:
        scalar = self.scalars[path]
        return self.text[scalar.start : scalar.end]

    def written(self, path: Path, value: str) -> str:
        """A value as it is written there: in the quotes it had, or in some where it needs them."""
        scalar = self.scalars[path]
        if scalar.style == "'" and "\n" not in value:
            return "'" + value.replace("'", "''") + "'"
        if scalar.style in ("|", ">"):
            return json.dumps(value, ensure_ascii=False) + "\n"
        if scalar.style == "" and self._stays_plain(value):
            return value
        return json.dumps(value, ensure_ascii=False)

    def _stays_plain(self, value: str) -> bool:
        return (
            bool(re.fullmatch(r"-?\d+", value) or _PLAIN.fullmatch(value))
            and value == value.strip()
        )

    def with_value(self, path: Path, raw: str) -> str:
        """The text with another raw value; anything else that would change with it is a bug of
        ours, and then nothing is written."""
        scalar = self.scalars[path]
        text = f"{self.text[: scalar.start]}{raw}{self.text[scalar.end :]}"
        found = YamlText(text, self.place).scalars
        same = all(found[other].value == one.value for other, one in self._others(path, found))
        if not same or found.keys() != self.scalars.keys():
            dotted = ".".join(map(str, path))
            raise Problems([Problem(f"{self.place} {dotted}", Text("edit.not_in_place"))])
        return text

    def _others(self, path: Path, found: dict[Path, Scalar]) -> Iterator[tuple[Path, Scalar]]:
        return ((key, one) for key, one in self.scalars.items() if key != path and key in found)
