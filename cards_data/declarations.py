"""Read declarations in YAML and JSON by the schema, every mistake with its place."""

from __future__ import annotations

import ast
import inspect
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from textwrap import dedent
from typing import Annotated, Any, NamedTuple, TypeVar, cast

from .documents import Document
from .problems import AnyText, Findings, Message, Place, one_line, quoted, text_in
from .schema import (
    Check,
    Frozen,
    Mistake,
    Mistakes,
    Path,
    ReadBy,
    Wrong,
    empty_of,
    fields,
    reader_of,
    wanted,
)

T = TypeVar("T")
# What a piece, a section or a picture can be called.
ID = re.compile(r"[a-z0-9][a-z0-9_]*")


def refused(found: Message, allowed: AnyText = "", hint: AnyText = "", at: Path = ()) -> Wrong:
    """Return the error that a check of a document raises."""
    return Wrong(Mistake(Place("", path=at), found, allowed, hint))


class DocumentMistakes(Mistakes):
    """The mistakes in a document, each with its line."""

    def __init__(self, document: Document, context: Any = None) -> None:
        super().__init__()
        self.document, self.context = document, context

    def at(self, path: Path) -> Place:
        return self.document.at(*path)

    def step(self, key: Any) -> Any:
        """Return a key for a path; a document knows the line of any key."""
        return key

    def missing(self, path: Path, kind: Any) -> None:
        *outer, key = path
        found = Message("field.key_missing", key=quoted(key))
        self.append(Mistake(self.document.at(*outer), found, wanted(kind)))

    def refuse(self, raw: Any, wanted: str, path: Path, known: Iterable[str] = ()) -> None:
        found, allowed = Message("value.found", value=quoted(raw)), Message(f"allowed.{wanted}")
        if wanted == "mapping" and not path:
            found, allowed = Message("field.no_keys"), Message("field.keys")
        self.append(Mistake(self.at(path), found, allowed))

    def not_known(self, raw: Any, words: tuple[str, ...], path: Path) -> None:
        self.append(not_known(self.at(path), raw, words))

    def unknown_key(self, key: Any, known: Iterable[str], path: Path) -> None:
        self.append(unknown_key(self.at((*path, key)), key, known))

    def same_key(self, key: Any, path: Path) -> None:
        found = Message("document.key_twice", key=quoted(key))
        self.append(Mistake(self.at(path), found, Message("allowed.each_key_once")))


def unfit(value: Any, allowed: AnyText, hint: AnyText = "") -> Wrong:
    """Return the error that a check raises for a value that is not allowed."""
    return refused(Message("value.found", value=quoted(value)), allowed, hint)


def allowing(fits: Callable[[Any], bool], allowed: Message) -> Check:
    """Return a check by a condition."""

    def check(value: Any) -> Any:
        if not fits(value):
            raise unfit(value, allowed)
        return value

    return check


def read_document(
    kind: type[T], document: Document, findings: Findings, path: Path = (), context: Any = None
) -> T:
    """Read a declaration of any kind; every mistake is a finding with its place.

    An invalid part gets its default, or is empty if it is required, so that dependent parts can be
    checked too.
    """
    raw, errors = document.data, DocumentMistakes(document, context)
    for step in path:
        raw = raw[step]
    value = reader_of(kind)(raw, path, errors)
    findings.extend(errors)
    return cast(T, empty_of(kind) if value is None else value)


def not_known(where: Place, given: Any, known: Iterable[str]) -> Mistake:
    """Return the mistake of a word that is not allowed."""
    return Mistake.unknown(where, Message("value.unknown", value=quoted(given)), given, known)


def unknown_key(where: Place, key: Any, known: Iterable[str]) -> Mistake:
    return Mistake.unknown(where, Message("field.unknown_key", key=quoted(key)), key, known)


def read_text(raw: Any, path: Path, errors: Mistakes) -> Any:
    """Read text; a number is read as written."""
    if isinstance(raw, str | int | float) and not isinstance(raw, bool):
        return str(raw)
    return errors.refuse(raw, "text", path)


def text_or(kind: Any) -> ReadBy:
    """Return a reader of a text, or a mapping of some kind."""

    def read(raw: Any, path: Path, errors: Mistakes) -> Any:
        return (reader_of(kind) if isinstance(raw, dict) else read_text)(raw, path, errors)

    return ReadBy(read, "text", "")


def read_by(read: Callable[[Any, Any], Any], allowed: Message, empty: Any = None) -> ReadBy:
    """Return a reader by a function of a raw value and the context; ``None`` means invalid."""

    def reader(raw: Any, path: Path, errors: Mistakes) -> Any:
        try:
            value = read(raw, errors.context)
            if value is None:
                raise unfit(raw, allowed)
        except Wrong as error:
            return errors.add(path, error.mistake)
        return value

    return ReadBy(reader, allowed, empty)


Text = Annotated[str, ReadBy(read_text, "text", "")]
# Any value, as text.
Words = Annotated[str, ReadBy(lambda raw, path, errors: str(raw), "text", "")]
# A text for all languages, or one for each: {en: Events, sv: Händelser}.
Texts = Annotated[str | Mapping[str, str], text_or(dict[Words, Text])._replace(wanted="mapping")]


def millimetres(low: float, high: float) -> Check:
    """Return a check for a length that can be cut."""

    def check(length: float) -> float:
        if not low <= length <= high:
            raise unfit(f"{length:g}", Message("field.range_mm", low=low, high=high))
        return length

    return check


def by_content(choose: Callable[[dict[Any, Any]], type[Frozen]]) -> ReadBy:
    """Return a reader of a mapping whose keys determine its class."""

    def read(raw: Any, path: Path, errors: Mistakes) -> Any:
        if not isinstance(raw, dict):
            return errors.refuse(raw, "mapping", path)
        try:
            return reader_of(choose(raw))(raw, path, errors)
        except Wrong as error:
            return errors.add(path, error.mistake)

    return ReadBy(read)


class FieldRow(NamedTuple):
    """A field as shown in the documentation."""

    key: str
    kind: str
    needed: bool
    default: str
    meaning: str


def field_table(model: type[Frozen], lang: str = "en") -> list[FieldRow]:
    """Return the fields of a declaration; the text below a field in its class is its meaning."""
    meanings = defaultdict(str, _meanings(model))
    return [
        FieldRow(
            key,
            text_in(wanted(one.kind), lang),
            one.needed,
            "" if one.needed else _shown_default(getattr(model, one.name)),
            meanings[one.name],
        )
        for key, one in fields(model).items()
    ]


def _shown_default(value: Any) -> str:
    """Return a default, unless it is just empty."""
    return one_line(value) if value and isinstance(value, str | int | float) else ""


def _meanings(model: type[Frozen]) -> dict[str, str]:
    """Return what the fields mean, including those of base classes."""
    bases = [base for base in reversed(model.__mro__) if issubclass(base, Frozen)]
    sources = (ast.parse(dedent(inspect.getsource(base))).body[0] for base in bases)
    return {
        field.target.id: " ".join(text.value.value.split())
        for declared in sources
        if isinstance(declared, ast.ClassDef)
        for field, text in pairwise(declared.body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }
