"""A YAML file as text whose values can be replaced one by one.

Comes in: the text of a document. Goes out: the same text with another value at one path, or with a
key more or less in one mapping; comments, blank lines, quotes and the order of keys stay as they
are. A round-trip library would write the
whole file anew and keep most of that; cutting out the one value keeps all of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from copy import deepcopy
from functools import cached_property
from textwrap import wrap
from typing import Any, NamedTuple

from cards_data import Problem, Problems
from cards_data.documents import parse_yaml, yaml_node
from cards_data.problems import Message, Place

BOM = "\ufeff"
# How long lines of folded texts are.
LINE_LETTERS = 100
Path = tuple[str | int, ...]
_PLAIN = re.compile(r"[\w(][^:#,\[\]{}&*!|>'\"%@`\r\n]*")
_PLAIN_KEY = re.compile(r"at|[a-z]\w{2,}")
_WORDS_OF_YAML = ("yes", "off", "true", "false", "null")


class Scalar(NamedTuple):
    """A plain value: where it lies in the text, what it says, and how it is written."""

    start: int
    end: int
    value: str
    style: str


class _Shorter(NamedTuple):
    """A mapping without its last key."""

    value: list[tuple[Any, Any]]
    flow_style: bool
    start_mark: Any


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

    @cached_property
    def mappings(self) -> dict[Path, Any]:
        """Every mapping by its path, as a node of YAML."""
        node = yaml_node(self.text[self._from :])
        return dict(_mappings((), node)) if node else {}

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
        if scalar.style == ">":
            return self._folded(path, value)
        if scalar.style == "|":
            return json.dumps(value, ensure_ascii=False) + "\n"
        if scalar.style == "" and self._stays_plain(value):
            return value
        return json.dumps(value, ensure_ascii=False)

    def _folded(self, path: Path, value: str) -> str:
        """Folded like the text that it replaces, with the blank lines behind it; in quotes where
        folding would change it."""
        head, _, body = self.raw(path).partition("\n")
        indent = " " * (len(body) - len(body.lstrip(" ")))
        behind = body[len(body.rstrip()) :] or "\n"
        width = max(LINE_LETTERS - len(indent), LINE_LETTERS // 2)
        lines = wrap(value, width, break_long_words=False, break_on_hyphens=False)
        if not body.strip() or " ".join(lines) != value:
            return json.dumps(value, ensure_ascii=False) + behind
        return f"{head}\n" + "\n".join(indent + line for line in lines) + behind

    def _stays_plain(self, value: str) -> bool:
        return (
            bool(re.fullmatch(r"-?\d+", value) or _PLAIN.fullmatch(value))
            and value == value.strip()
        )

    def with_value(self, path: Path, raw: str) -> str:
        """The text with another raw value; anything else that would change with it is a bug of
        ours, and then nothing is written."""
        return self.with_values({path: raw})

    def with_values(self, raws: Mapping[Path, str]) -> str:
        """The text with other raw values at several paths."""
        text = self.text
        for path in sorted(raws, key=lambda one: self.scalars[one].start, reverse=True):
            scalar = self.scalars[path]
            text = f"{text[: scalar.start]}{raws[path]}{text[scalar.end :]}"
        found = YamlText(text, self.place).scalars
        same = all(found[other].value == one.value for other, one in self._others(raws, found))
        if not same or found.keys() != self.scalars.keys():
            dotted = ", ".join(".".join(map(str, path)) for path in raws)
            raise Problems([self._cannot((dotted,))])
        return text

    def raw_of_key(self, path: Path, key: str) -> str | None:
        """How the value of a key is written; nothing where the mapping does not have it."""
        for name, value in self.mappings[path].value if path in self.mappings else ():
            if name.value == key:
                return self.text[value.start_mark.index + self._from : self._end(value)]
        return None

    def with_key(self, path: Path, key: str, raw: str) -> str:
        """The text with one more key at the end of a mapping; nothing else may change with it."""
        node = self.mappings.get(path)
        if node is None:
            raise Problems([self._cannot((*path, key))])
        at, entry = self._entry(node, f"{written_key(key)}: {raw}")
        text = f"{self.text[:at]}{entry}{self.text[at:]}"
        return self._checked(text, path, key, YamlText(text, self.place), self)

    def without_key(self, path: Path, key: str) -> str:
        """The text without the last key of a mapping, as it was before that key came."""
        node = self.mappings[path]
        name, value = node.value[-1]
        if name.value != key:
            raise Problems([self._cannot((*path, key))])
        shorter = _Shorter(node.value[:-1], node.flow_style, node.start_mark)
        raw = self.text[name.start_mark.index + self._from : self._end(value)]
        at, entry = self._entry(shorter, raw)
        if self.text[at : at + len(entry)] != entry:
            raise Problems([self._cannot((*path, key))])
        text = self.text[:at] + self.text[at + len(entry) :]
        return self._checked(text, path, key, self, YamlText(text, self.place))

    def _entry(self, node: Any, written: str) -> tuple[int, str]:
        """Where the next key of a mapping comes, and how it stands there."""
        if node.flow_style:
            if not node.value:
                return node.start_mark.index + self._from + 1, written
            return self._end(node.value[-1][1]), f", {written}"
        at = self._end(node.value[-1][1])
        line_end = "\r\n" if "\r\n" in self.text else "\n"
        if self.text[:at].endswith("\n"):
            at -= len(line_end)
        else:
            found = self.text.find(line_end, at)
            at = len(self.text) if found < 0 else found
        return at, f"{line_end}{' ' * node.value[0][0].start_mark.column}{written}"

    def _end(self, node: Any) -> int:
        """Where the last sign of a value stands; the marks of a block reach to what follows it."""
        while node.id != "scalar" and not node.flow_style:
            last = node.value[-1]
            node = last[1] if node.id == "mapping" else last
        return int(node.end_mark.index) + self._from

    def _checked(self, text: str, path: Path, key: str, longer: YamlText, shorter: YamlText) -> str:
        """The text, if one key is all that the two differ by."""
        more = deepcopy(longer.document.data)
        mapping = more
        for step in path:
            mapping = mapping[step]
        if key not in mapping:
            raise Problems([self._cannot((*path, key))])
        del mapping[key]
        if more != shorter.document.data:
            raise Problems([self._cannot((*path, key))])
        return text

    def _cannot(self, path: Path) -> Problem:
        return Problem(Place(self.place, path=path), Message("edit.not_in_place"))

    def _others(
        self, paths: Collection[Path], found: dict[Path, Scalar]
    ) -> Iterator[tuple[Path, Scalar]]:
        return (
            (key, one) for key, one in self.scalars.items() if key not in paths and key in found
        )

    def with_text(self, path: Path, value: Any, behind: str = "") -> str:
        """The text with one key more at the end of its mapping or behind another one, or with
        another value of it where it is there; a value is a text, or a list of texts."""
        mapping = self._node(path[:-1])
        name = str(path[-1])
        there = next((node for key, node in mapping.value if key.value == name), None)
        if there is not None:
            start, end = self._span(there)
            raw = _flow(value) + ("" if there.end_mark.column else "\n")
            text = f"{self.text[:start]}{raw}{self.text[end:]}"
        else:
            pairs = [pair for pair in mapping.value if pair[0].value == behind] or mapping.value
            text = self._with_entry(mapping, pairs[-1], f"{name}: {_flow(value)}")
        return self._if_same(text, path, value)

    def _with_entry(self, mapping: Any, before: tuple[Any, Any], entry: str) -> str:
        """The entry behind another one: behind a comma, or on a line of its own."""
        key, last = before
        start, end = self._span(last)
        end = start + len(self.text[start:end].rstrip())
        if mapping.flow_style:
            return f"{self.text[:end]}, {entry}{self.text[end:]}"
        line_end = self.text.find("\n", end)
        at = len(self.text) if line_end < 0 else line_end
        carriage = "\r" if self.text[at - 1 : at] == "\r" else ""
        at -= len(carriage)
        indent = " " * key.start_mark.column
        return f"{self.text[:at]}{carriage}\n{indent}{entry}{self.text[at:]}"

    def by_language(self, path: Path, texts: Mapping[str, str]) -> str:
        """The text with a text for each language instead of the one for all."""
        scalar = self.scalars[path]
        entries = ", ".join(f"{lang}: {_flow(said)}" for lang, said in texts.items())
        raw = f"{{{entries}}}" + ("\n" if scalar.style in ("|", ">") else "")
        text = f"{self.text[: scalar.start]}{raw}{self.text[scalar.end :]}"
        return self._if_same(text, path, dict(texts))

    def without_line(self, key: str) -> str:
        """The text without one of its outermost keys, whose value stands on the same line."""
        mapping = self._node(())
        name, _ = next(pair for pair in mapping.value if pair[0].value == key)
        start = name.start_mark.index + self._from
        line_end = self.text.find("\n", start)
        text = self.text[:start] + (self.text[line_end + 1 :] if line_end >= 0 else "")
        wanted = {one: value for one, value in self.document.data.items() if one != key}
        begun = len(BOM) if text.startswith(BOM) else 0
        if parse_yaml(text[begun:], self.place).data != wanted:
            raise Problems([self._cannot((key,))])
        return text

    def written_path(self, path: Path) -> Path:
        """The path with keys as they are written: ``1:`` and ``yes:`` are read as other values."""
        return tuple(written for written, _ in self._steps(path))

    def _node(self, path: Path) -> Any:
        steps = list(self._steps(path))
        return steps[-1][1] if steps else yaml_node(self.text[self._from :])

    def _steps(self, path: Path) -> Iterator[tuple[str | int, Any]]:
        """Each step as it is written, with the node behind it, up to one that is not there."""
        node, data = yaml_node(self.text[self._from :]), self.document.data
        for step in path:
            if not isinstance(data, dict):
                node, data = node.value[step], data[step]
                yield step, node
            elif step in data:
                key, node = node.value[list(data).index(step)]
                data = data[step]
                yield key.value, node
            else:
                yield str(step), None
                return

    def _span(self, node: Any) -> tuple[int, int]:
        return node.start_mark.index + self._from, node.end_mark.index + self._from

    def _if_same(self, text: str, path: Path, value: Any) -> str:
        """The text, if it says the same as before beside that one value."""
        wanted = deepcopy(self.document.data)
        inner = wanted
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value
        start = len(BOM) if text.startswith(BOM) else 0
        if parse_yaml(text[start:], self.place).data != wanted:
            raise Problems([self._cannot(path)])
        return text


def written_key(key: str) -> str:
    """A key as it is written: in quotes where YAML would read something else."""
    plain = _PLAIN_KEY.fullmatch(key) and key not in _WORDS_OF_YAML
    return key if plain else json.dumps(key, ensure_ascii=False)


def _mappings(path: Path, node: Any) -> Iterator[tuple[Path, Any]]:
    if node.id == "mapping":
        yield path, node
        for key, value in node.value:
            yield from _mappings((*path, key.value), value)
    elif node.id == "sequence":
        for index, item in enumerate(node.value):
            yield from _mappings((*path, index), item)


def _flow(value: Any) -> str:
    """A text or a list of texts as it can stand anywhere, in quotes where it needs them."""
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    plain = _PLAIN.fullmatch(value) and value == value.strip()
    if plain and parse_yaml(value, "").data == value:
        return str(value)
    return json.dumps(value, ensure_ascii=False)
