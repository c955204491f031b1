"""Parse YAML and JSON texts into plain values with their line numbers.

Text that is nested too deeply or has too many values is refused while it is parsed, so that no
input can exhaust time or memory.
"""

from __future__ import annotations

import hashlib
import json
import marshal
import pathlib
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import pairwise
from typing import Any, NamedTuple, NoReturn

from .problems import AnyText, Findings, Message, Place, Problem, Problems, quote

# Deeper than any of our files: games nest six levels, states four.
DEPTH_LIMIT = 32
NODE_LIMIT = 50_000
# A longer number is not a count of anything on a table; Python would not even show it.
DIGITS_LIMIT = 18
SURROGATE = re.compile("[\ud800-\udfff]")

# Files of a published site that were parsed when it was built: browsers parse YAML slowly.
PARSED = pathlib.Path(__file__).with_name("parsed.bin")
# How many parsed files stay in memory: all of a few games.
MOST_PARSED = 500

Path = tuple[str | int, ...]


class ReadOnlyError(TypeError):
    """An error: somebody tried to change checked data."""


class ReadOnly(dict[Any, Any]):
    """A mapping that cannot be changed. It is still a dict, which strict models need."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise ReadOnlyError("checked data cannot be changed")

    __setitem__ = __delitem__ = __ior__ = _refuse
    update = pop = popitem = clear = setdefault = _refuse

    def __reduce__(self) -> tuple[type[ReadOnly], tuple[dict[Any, Any]]]:
        return ReadOnly, (dict(self),)


def freeze(data: Any) -> Any:
    """Return the same data, read-only at every level: no template or rule can change a game."""
    if type(data) in _SCALARS:
        return data
    if isinstance(data, Mapping):
        return ReadOnly({key: freeze(value) for key, value in data.items()})
    return tuple(freeze(item) for item in data) if isinstance(data, list | tuple) else data


# Most values; checked first for speed.
_SCALARS = frozenset({str, int, float, bool, type(None)})


def flatten(numbers: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield ``{points: {area: 1}}`` as ``points.area`` and 1."""
    if isinstance(numbers, Mapping):
        for key, value in numbers.items():
            yield from flatten(value, f"{path}.{key}" if path else str(key))
    elif isinstance(numbers, list | tuple):
        for index, value in enumerate(numbers, 1):
            yield from flatten(value, f"{path}[{index}]")
    else:
        yield path, numbers


class Document(NamedTuple):
    """A file as read: its data, and the line of every path in it."""

    place: str
    data: Any
    lines: Mapping[Path, int] = ReadOnly({})
    # Parts that come from elsewhere: another document, or another path of this one.
    moved: Mapping[Path, tuple[Document, Path]] = ReadOnly({})

    def at(self, *path: str | int) -> Place:
        for depth in range(len(path), 0, -1) if self.moved else ():
            if path[:depth] in self.moved:
                document, steps = self.moved[path[:depth]]
                return document.at(*steps, *path[depth:])
        line = self.lines.get(path) or self.lines.get(path[:-1]) or 1
        return Place(self.place, line, path=path)


def parse_yaml(text: str, place: str, most: int = NODE_LIMIT) -> Document:
    """Parse a YAML text; duplicate keys, anchors, aliases and tags are problems."""
    import yaml

    reader = _YamlReader(text, place, most)
    try:
        data = reader.document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = Place(place, mark.line + 1 if mark else 0)
        # The library reports an error just after the mistake.
        hint = Message("document.look_for")
        raise Problems.of(
            where, Message("document.broken_yaml", reason=error.problem), hint=hint
        ) from None
    except yaml.YAMLError as error:
        raise Problems.of(
            Place(place), Message("document.broken_yaml", reason=" ".join(str(error).split()))
        ) from None
    reader.findings.raise_any()
    return Document(place, data, reader.lines)


def parse_file(text: str, place: str) -> Document:
    """Parse the text of a file; the same text is parsed only once."""
    cache, key = _parse_cache(), _hash(text)
    if entry := cache.get(key):
        return Document(place, *marshal.loads(entry))
    document = parse_yaml(text, place)
    if len(cache) >= MOST_PARSED:
        cache.pop(next(iter(cache)), None)
    cache[key] = _pack(document)
    return document


@cache
def _parse_cache() -> dict[bytes, bytes]:
    """Return parsed files by the hash of their text, each packed: nobody can change the next."""
    return marshal.loads(PARSED.read_bytes()) if PARSED.is_file() else {}


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _pack(document: Document) -> bytes:
    return marshal.dumps((document.data, dict(document.lines)))


def parsed_files(texts: Iterable[str]) -> bytes:
    """Return the content of ``PARSED``."""
    return marshal.dumps({_hash(text): _pack(parse_yaml(text, "")) for text in texts})


def yaml_node(text: str) -> Any:
    """Return the nodes of a valid YAML text with their places; None if it is empty."""
    import yaml

    loader = yaml.SafeLoader(text)
    try:
        return loader.get_single_node()
    finally:
        loader.dispose()


class _YamlReader:
    """A builder of values from YAML's events, one after the other."""

    def __init__(self, text: str, place: str, most: int) -> None:
        import yaml

        self.events, self.yaml = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text), yaml
        self.inside = {
            yaml.MappingStartEvent: self._mapping,
            yaml.SequenceStartEvent: self._sequence,
        }
        self.place, self.left = place, most
        self.allowed = Message("allowed.up_to", n=most)
        self.lines: dict[Path, int] = {}
        self.findings = Findings()

    def document(self) -> Any:
        """Return the one document of the stream; None if the text is empty."""
        self.events.get_event()
        if isinstance(self.events.get_event(), self.yaml.StreamEndEvent):
            return None
        data = self._value(self.events.get_event(), ())
        self.events.get_event()
        event = self.events.get_event()
        if not isinstance(event, self.yaml.StreamEndEvent):
            self._refuse(event, Message("document.second"), Message("document.one"))
        return data

    def _value(self, event: Any, path: Path) -> Any:
        self._guard(event, len(path))
        self.lines[path] = event.start_mark.line + 1
        inside = self.inside.get(type(event))
        return inside(path) if inside else self._scalar(event)

    def _guard(self, event: Any, depth: int) -> None:
        """Refuse what would expand, nest too deeply or grow too large."""
        if getattr(event, "anchor", None):
            self._refuse(event, Message("document.anchor"), hint=Message("document.write_value"))
        if event.tag is not None:
            self._refuse(
                event, Message("document.tag", tag=quote(event.tag)), Message("document.plain")
            )
        if depth > DEPTH_LIMIT:
            self._refuse(event, Message("value.nested"), Message("allowed.levels", n=DEPTH_LIMIT))
        self.left -= 1
        if self.left < 0:
            raise Problems.of(Place(self.place), Message("value.too_many"), self.allowed)

    def _refuse(
        self, event: Any, fault: Message, allowed: AnyText = "", hint: AnyText = ""
    ) -> None:
        where = Place(self.place, event.start_mark.line + 1)
        raise Problems.of(where, fault, allowed, hint)

    def _mapping(self, path: Path) -> dict[Any, Any]:
        mapping: dict[Any, Any] = {}
        while not isinstance(event := self.events.get_event(), self.yaml.MappingEndEvent):
            key = self._key(event)
            if key in mapping:
                _add_repeat(self.findings, Place(self.place, event.start_mark.line + 1), key)
            mapping[key] = self._value(self.events.get_event(), (*path, key))
            self.lines[(*path, key)] = event.start_mark.line + 1
        return mapping

    def _sequence(self, path: Path) -> list[Any]:
        items: list[Any] = []
        while not isinstance(event := self.events.get_event(), self.yaml.SequenceEndEvent):
            items.append(self._value(event, (*path, len(items))))
        return items

    def _key(self, event: Any) -> Any:
        if not isinstance(event, self.yaml.ScalarEvent):
            self._refuse(event, Message("document.key"), Message("document.word_or_number"))
        self._guard(event, 0)
        if event.value == "<<" and event.implicit[0]:
            self._refuse(event, Message("document.merge"), hint=Message("document.write_values"))
        return self._scalar(event)

    def _scalar(self, event: Any) -> Any:
        """Return a plain value. Dates stay text: no field of ours is a date."""
        tag = self.events.resolve(self.yaml.ScalarNode, event.value, event.implicit)
        text, kind = event.value, tag.rpartition(":")[2]
        try:
            if kind == "null":
                return None
            if kind == "bool":
                return text.lower() in {"true", "yes", "on", "y"}
            if kind == "int" and len(text) <= DIGITS_LIMIT:
                return int(text.replace("_", ""), 0 if text[:2].lower() in {"0x", "0o"} else 10)
            # 08 and 09 are not octal numbers, so YAML reads them as text, but 07 as a number.
            if event.implicit[0] and text.isascii() and text.isdecimal():
                return int(text) if len(text) <= DIGITS_LIMIT else text
            if kind == "float":
                return float(text.replace("_", ""))
        except ValueError:
            return text
        return text


def is_broken_json(problem: Problem) -> bool:
    return isinstance(problem.found, Message) and problem.found.key == "document.broken_json"


def parse_json(text: str, place: str, most: int = NODE_LIMIT) -> Document:
    """Parse a JSON text, with the same restrictions as YAML."""
    findings = Findings()
    try:
        data = json.loads(
            text,
            object_pairs_hook=partial(_mapping_of, findings, Place(place)),
            parse_int=lambda digits: int(digits) if len(digits) <= DIGITS_LIMIT else digits,
        )
    except json.JSONDecodeError as error:
        where = Place(place, error.lineno)
        raise Problems.of(where, Message("document.broken_json", reason=error.msg)) from None
    except RecursionError:
        allowed = Message("allowed.levels", n=DEPTH_LIMIT)
        raise Problems.of(Place(place), Message("value.nested"), allowed) from None
    _check_plain(data, place, most)
    findings.raise_any()
    return Document(place, data, _json_lines(text, place, most))


def _mapping_of(findings: Findings, where: Place, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        keys = sorted(key for key, _ in pairs)
        twice = next(key for key, other in pairwise(keys) if key == other)
        _add_repeat(findings, where, twice)
    return mapping


def _add_repeat(findings: Findings, where: Place, key: Any) -> None:
    fault = Message("document.key_twice", key=quote(key))
    findings.add(where, fault, Message("allowed.each_key_once"))


def _check_plain(data: Any, place: str, most: int) -> None:
    """Check the depth, the number of values and the encoding of texts, level by level."""
    level, count = [data], 0
    for _ in range(DEPTH_LIMIT + 1):
        count += len(level)
        if count > most:
            raise Problems.of(
                Place(place), Message("value.too_many"), Message("allowed.up_to", n=most)
            )
        for text in (item for item in level if isinstance(item, str)):
            if SURROGATE.search(text):
                raise Problems.of(Place(place), Message("document.half"))
        level = [inner for item in level for inner in _inside(item)]
        if not level:
            return
    raise Problems.of(
        Place(place), Message("value.nested"), Message("allowed.levels", n=DEPTH_LIMIT)
    )


def _inside(item: Any) -> list[Any]:
    if isinstance(item, dict):
        return [*item, *item.values()]
    return item if isinstance(item, list) else []


def _json_lines(text: str, place: str, most: int) -> Mapping[Path, int]:
    """Return the lines, found by parsing JSON as YAML; empty if it is not valid YAML."""
    try:
        return parse_yaml(text.replace("\t", " "), place, most).lines
    except Problems:
        return {}
