"""Edit single values of a YAML file as text.

A round-trip library would rewrite the whole file and lose some of its formatting. Here only the
bytes of one value change, and a result that differs in anything else is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from textwrap import wrap
from typing import Any

from cards_data import Problem, Problems
from cards_data.documents import parse_yaml, yaml_node
from cards_data.problems import Message, Place

BOM = "\ufeff"
# The line length of folded texts.
LINE_LETTERS = 100
# Keys as written: ``1`` and ``yes`` are read as other values.
Path = tuple[str | int, ...]
_PLAIN = re.compile(r"[\w(][^:#,\[\]{}&*!|>'\"%@`\r\n]*")
_PLAIN_KEY = re.compile(r"[a-z][\w-]*")


class YamlText:
    """The text of one document, and where its values are."""

    def __init__(self, text: str, place: str) -> None:
        self.text = text
        self.place = place
        self._from = len(BOM) if text.startswith(BOM) else 0
        self.document = parse_yaml(text[self._from :], place)

    @cached_property
    def nodes(self) -> dict[Path, Any]:
        node = yaml_node(self.text[self._from :])
        return dict(_nodes_below((), node)) if node else {}

    @cached_property
    def scalars(self) -> dict[Path, Any]:
        return {path: node for path, node in self.nodes.items() if node.id == "scalar"}

    @cached_property
    def mappings(self) -> dict[Path, Any]:
        return {path: node for path, node in self.nodes.items() if node.id == "mapping"}

    def has(self, path: Path) -> bool:
        return path in self.scalars

    def value(self, path: Path) -> str:
        """Return a value without the line end of a block."""
        return str(self.scalars[path].value).rstrip("\n")

    def raw(self, path: Path) -> str | None:
        """Return how a value is written, or nothing if it does not exist."""
        if path not in self.nodes:
            return None
        start, end = self._span(self.nodes[path])
        return self.text[start:end]

    def written_path(self, path: Path) -> Path:
        """Return a path in the document's data with its keys as written."""
        written: Path = ()
        data = self.document.data
        for step in path:
            if isinstance(data, dict) and step not in data:
                return (*written, step)
            listed = list(data) if isinstance(data, dict) else []
            own = self.nodes[written].value[listed.index(step)][0].value if listed else step
            written, data = (*written, own), data[step]
        return written

    # ---- writing values --------------------------------------------------------------------

    def quote_value(self, path: Path, value: str) -> str:
        """Write a value for a place: in the quotes it had, or in quotes if it needs them."""
        style = self.scalars[path].style or ""
        if style == "'" and "\n" not in value:
            return "'" + value.replace("'", "''") + "'"
        if style == ">":
            return self._fold(path, value)
        plain = re.fullmatch(r"-?\d+", value) or _PLAIN.fullmatch(value)
        if not style and plain and value == value.strip():
            return value
        return json.dumps(value, ensure_ascii=False)

    def _fold(self, path: Path, value: str) -> str:
        """Fold a text like the one it replaces; quote it if folding would change it."""
        head, _, body = (self.raw(path) or "").partition("\n")
        indent = " " * (len(body) - len(body.lstrip(" ")))
        width = max(LINE_LETTERS - len(indent), LINE_LETTERS // 2)
        lines = wrap(value, width, break_long_words=False, break_on_hyphens=False)
        if not body.strip() or " ".join(lines) != value:
            return json.dumps(value, ensure_ascii=False)
        return "\n".join((head, *(indent + line for line in lines)))

    # ---- splicing ----------------------------------------------------------------------------

    def with_values(self, raws: Mapping[Path, str]) -> str:
        text = self.text
        for path in sorted(raws, key=lambda one: self._span(self.nodes[one]), reverse=True):
            start, end = self._span(self.nodes[path])
            text = f"{text[:start]}{raws[path]}{text[end:]}"
        return self._check(text, raws)

    def with_key(self, path: Path, raw: str, behind: str = "") -> str:
        """Add a key after another one or at the end of its mapping."""
        mapping = self.mappings.get(path[:-1])
        if mapping is None:
            raise self._cannot([path])
        entry = f"{written_key(str(path[-1]))}: {raw}"
        pairs = [pair for pair in mapping.value if pair[0].value == behind] or mapping.value
        if not pairs:
            at = mapping.start_mark.index + self._from + 1
        elif mapping.flow_style:
            at, entry = self._span(pairs[-1][1])[1], f", {entry}"
        else:
            at, line_end = self._line_end(self._span(pairs[-1][1])[1])
            entry = f"{line_end}{' ' * pairs[-1][0].start_mark.column}{entry}"
        return self._check(f"{self.text[:at]}{entry}{self.text[at:]}", [path])

    def without_key(self, path: Path) -> str:
        """Remove a key with its line, or with its comma."""
        mapping = self.mappings[path[:-1]]
        at = [key.value for key, _ in mapping.value].index(path[-1])
        key, value = mapping.value[at]
        start, end = key.start_mark.index + self._from, self._span(value)[1]
        if not mapping.flow_style:
            start -= key.start_mark.column
            end, line_end = self._line_end(end)
            if end < len(self.text):
                end += len(line_end)
            else:
                start = max(start - len(line_end), self._from)
        elif at:
            start = self._span(mapping.value[at - 1][1])[1]
        elif len(mapping.value) > 1:
            end = mapping.value[1][0].start_mark.index + self._from
        return self._check(self.text[:start] + self.text[end:], [path], exists=False)

    def with_renamed(self, path: Path, name: str) -> str:
        mapping = self.mappings[path[:-1]]
        key = next(key for key, _ in mapping.value if key.value == path[-1])
        start, end = (mark.index + self._from for mark in (key.start_mark, key.end_mark))
        text = f"{self.text[:start]}{written_key(name)}{self.text[end:]}"
        new, now = YamlText(text, self.place), (*path[:-1], name)
        if now in self.nodes or new._value_without([now]) != self._value_without([path]):
            raise self._cannot([now])
        return text

    def _span(self, node: Any) -> tuple[int, int]:
        """Return where a value is, without the blank lines after a block."""
        last = node
        while last.id != "scalar" and not last.flow_style:
            last = last.value[-1][1] if last.id == "mapping" else last.value[-1]
        start, end = node.start_mark.index + self._from, last.end_mark.index + self._from
        return start, start + len(self.text[start:end].rstrip())

    def _line_end(self, at: int) -> tuple[int, str]:
        """Return where a line ends, and which line end the file uses."""
        line_end = "\r\n" if "\r\n" in self.text else "\n"
        place = self.text.find(line_end, at)
        return (len(self.text) if place < 0 else place), line_end

    def _check(self, text: str, paths: Collection[Path], exists: bool = True) -> str:
        """Return the text if it differs from this one only at those paths."""
        new = YamlText(text, self.place)
        moved = any((path in new.nodes) != exists for path in paths)
        if moved or new._value_without(paths) != self._value_without(paths):
            raise self._cannot(paths)
        return text

    def _value_without(self, paths: Collection[Path]) -> Any:
        root = self.nodes.get(())
        return _node_value(root, (), frozenset(paths)) if root else None

    def _cannot(self, paths: Collection[Path]) -> Problems:
        return Problems(
            Problem(Place(self.place, path=path), Message("edit.not_in_place")) for path in paths
        )


def _nodes_below(path: Path, node: Any) -> Iterator[tuple[Path, Any]]:
    yield path, node
    for step, inner in _steps(node):
        yield from _nodes_below((*path, step), inner)


def _steps(node: Any) -> Iterator[tuple[str | int, Any]]:
    if node.id == "mapping":
        yield from ((key.value, inner) for key, inner in node.value)
    elif node.id == "sequence":
        yield from enumerate(node.value)


def _node_value(node: Any, path: Path, but: frozenset[Path]) -> Any:
    """Return the kind and value of a node, leaving out some paths below it."""
    if node.id == "scalar":
        return node.tag, node.value
    inner = ((step, (*path, step), one) for step, one in _steps(node))
    return node.id, [
        (step, _node_value(one, inner_path, but))
        for step, inner_path, one in inner
        if inner_path not in but
    ]


def written_key(key: str) -> str:
    """Write a key, in quotes if YAML would read it as something else."""
    plain = _PLAIN_KEY.fullmatch(key) and parse_yaml(key, "").data == key
    return key if plain else json.dumps(key, ensure_ascii=False)


def flow(value: Any) -> str:
    """Write a text, a list or a mapping of texts on one line, in quotes where needed."""
    if isinstance(value, list):
        return f"[{', '.join(map(flow, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{written_key(key)}: {flow(one)}' for key, one in value.items())}}}"
    plain = _PLAIN.fullmatch(value) and value == value.strip()
    if plain and parse_yaml(value, "").data == value:
        return str(value)
    return json.dumps(value, ensure_ascii=False)
