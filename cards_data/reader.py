"""Files into raw values that remember where they stood.

Comes in: a file. Goes out: its bytes, its text, or a YAML document with the line of every key, or
the problems that kept it from being read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from .problems import Findings, Problem, Problems, quoted

FILE_LIMIT = 8_000_000
# Aliases can unfold a small YAML file into millions of values.
NODE_LIMIT = 50_000
# What neither XML nor paper can hold.
UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")


@dataclass(frozen=True)
class Document:
    """A YAML file as read: its data, and the line of every path in it."""

    place: str
    data: Any
    lines: Mapping[tuple[str | int, ...], int] = field(default_factory=dict)

    def at(self, *path: str | int) -> str:
        line = self.lines.get(path) or self.lines.get(path[:-1]) or 1
        dotted = ".".join(str(step) for step in path)
        return f"{self.place}:{line} {dotted}".rstrip()


def shown_path(path: Path) -> str:
    """A path as the user would type it: from the current folder, else from the data's own."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        parts = path.parts
        here = parts.index("cards_data") if "cards_data" in parts else -3
        return Path(*parts[here:]).as_posix()


def read_bytes(path: Path) -> bytes:
    """The content of a file, or a problem that says why it cannot be had."""
    place = shown_path(path)
    try:
        if path.stat().st_size > FILE_LIMIT:
            size = f"the file has {path.stat().st_size:,} bytes"
            raise Problems([Problem(place, size, f"up to {FILE_LIMIT:,}")])
        return path.read_bytes()
    except FileNotFoundError:
        raise Problems([Problem(place, "the file is missing")]) from None
    except OSError as error:
        raise Problems([Problem(place, f"cannot be read: {error.strerror}")]) from None


def decoded(raw: bytes, path: Path) -> str:
    """Text out of bytes, or a problem with the line that is none."""
    place = shown_path(path)
    try:
        return _printable(raw.decode("utf-8-sig"), place)
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        found = f"byte {error.object[error.start]:#04x} is not UTF-8"
        raise Problems(
            [Problem(f"{place}:{line}", found, "UTF-8 text", "save it as 'CSV UTF-8'")]
        ) from None


def read_text(path: Path) -> str:
    """The text of a file, or a problem that says what is wrong with it."""
    return decoded(read_bytes(path), path)


def _printable(text: str, place: str) -> str:
    """The same text; a character that no card can show is a problem with its line."""
    found = UNPRINTABLE.search(text)
    if found:
        line = text.count("\n", 0, found.start()) + 1
        code = f"control character {ord(found[0]):#04x}"
        raise Problems([Problem(f"{place}:{line}", code, "text, tabs and line ends")])
    return text


def read_yaml(path: Path) -> Document:
    """A YAML file with the line of every key and item; a key that stands twice is a problem."""
    return parse_yaml(read_text(path), shown_path(path))


def parse_yaml(text: str, place: str) -> Document:
    """The same for text that is already at hand, such as standard input."""
    import yaml

    try:
        node = yaml.compose(text, Loader=_loader())
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"{place}:{mark.line + 1}" if mark else place
        raise Problems([Problem(where, f"broken YAML: {error.problem}")]) from None
    except yaml.YAMLError as error:
        raise Problems([Problem(place, f"broken YAML: {' '.join(str(error).split())}")]) from None
    lines: dict[tuple[str | int, ...], int] = {}
    findings = Findings()
    try:
        data = _construct(node, (), lines, findings, place) if node else None
    except RecursionError:
        raise Problems([Problem(place, "nested too deeply, or an alias of itself")]) from None
    findings.raise_any()
    return Document(place, data, lines)


@cache
def _loader() -> Any:
    import yaml

    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _construct(
    node: Any, path: tuple[str | int, ...], lines: dict[Any, int], findings: Findings, place: str
) -> Any:
    import yaml

    lines[path] = node.start_mark.line + 1
    if len(lines) > NODE_LIMIT:
        raise Problems([Problem(place, "too many values", f"up to {NODE_LIMIT:,}")])
    if isinstance(node, yaml.MappingNode):
        found: dict[Any, Any] = {}
        for key_node, value_node in node.value:
            key = _scalar(key_node, findings, place)
            if key in found:
                where = f"{place}:{key_node.start_mark.line + 1}"
                findings.add(where, f"key {quoted(key)} stands twice", "each key once")
            found[key] = _construct(value_node, (*path, key), lines, findings, place)
            lines[(*path, key)] = key_node.start_mark.line + 1
        return found
    if isinstance(node, yaml.SequenceNode):
        return [
            _construct(item, (*path, index), lines, findings, place)
            for index, item in enumerate(node.value)
        ]
    return _scalar(node, findings, place)


def _scalar(node: Any, findings: Findings, place: str) -> Any:
    """A plain value. Dates stay text: no field of ours is a date."""
    import yaml

    if not isinstance(node, yaml.ScalarNode):
        findings.add(f"{place}:{node.start_mark.line + 1}", "a key that is no plain word")
        return str(node.start_mark.line)
    kind = node.tag.rsplit(":", 1)[-1]
    text = node.value
    try:
        if kind == "null":
            return None
        if kind == "bool":
            return text.lower() in {"true", "yes", "on", "y"}
        if kind == "int":
            return int(text.replace("_", ""), 0 if text[:2].lower() in {"0x", "0o"} else 10)
        if kind == "float":
            return float(text.replace("_", ""))
    except ValueError:
        return text
    return text
