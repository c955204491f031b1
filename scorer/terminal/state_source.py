"""Read a table state from a file or standard input, as YAML or JSON."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from cards_data import Problems
from cards_data.documents import Document, is_broken_json, parse_json, parse_yaml
from cards_data.problems import Message, Place
from cards_data.reader import decode, read_text, shown_path, too_long

STDIN = "standard input"
# The largest table of the four games has two hundred values and three kilobytes.
SIZE_LIMIT = 1_000_000
VALUE_LIMIT = 2_000
# A brace and a quote: typical of programs, rare in YAML.
_LIKE_JSON = re.compile(r"\s*\{\s*(\"|\})")


def read_source(source: str) -> Document:
    """Read a file by name, or ``-`` for standard input."""
    return read_standard_input() if source == "-" else read_file(Path(source))


def read_file(path: Path) -> Document:
    """Read a state's file; a worked example has its state under a key."""
    text, place = read_text(path, SIZE_LIMIT), shown_path(path)
    if path.suffix.lower() == ".json":
        return _state(parse_json(text, place, VALUE_LIMIT))
    return read_document(text, place)


def read_standard_input() -> Document:
    if sys.stdin is None or sys.stdin.closed:
        raise Problems.of(STDIN, Message("state.closed"), Message("state.state"))
    try:
        raw = sys.stdin.buffer.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise Problems.of(STDIN, Message("value.cannot_be_read", reason=error.strerror)) from None
    if len(raw) > SIZE_LIMIT:
        raise Problems([too_long(STDIN, SIZE_LIMIT, len(raw))])
    return read_document(decode(raw, STDIN), STDIN)


def read_document(text: str, place: str) -> Document:
    """Parse YAML or JSON; text that looks like JSON is parsed as JSON first."""
    if not _LIKE_JSON.match(text):
        return _state(parse_yaml(text, place, VALUE_LIMIT))
    try:
        return _state(parse_json(text, place, VALUE_LIMIT))
    except Problems as problems:
        # YAML may begin in the same way; if neither parses, the error is reported for JSON.
        return _state(_yaml_or(text, place, problems))


def _yaml_or(text: str, place: str, problems: Problems) -> Document:
    if not all(is_broken_json(problem) for problem in problems.problems):
        raise problems
    try:
        return parse_yaml(text, place, VALUE_LIMIT)
    except Problems:
        raise problems from None


def _state(document: Document) -> Document:
    """Return the state itself, or the one in a worked example."""
    data = document.data
    if data is None:
        raise Problems.of(Place(document.place), Message("state.nothing"), Message("state.lies"))
    if not (isinstance(data, dict) and isinstance(data.get("state"), dict) and "expect" in data):
        return document
    lines = {path[1:]: line for path, line in document.lines.items() if path[:1] == ("state",)}
    return Document(document.place, data["state"], lines)
