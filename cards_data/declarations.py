"""Read declarations in YAML and JSON by the schema, every mistake with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeVar, cast

from .documents import Document
from .problems import AnyText, Findings, Message, Place, quote
from .schema import Check, Frozen, Mistake, Mistakes, Path, ReadBy, Wrong, empty_of, reader_of

T = TypeVar("T")
# What a piece, a section or a picture can be called.
ID = re.compile(r"[a-z0-9][a-z0-9_]*")


def invalid(fault: Message, allowed: AnyText = "", hint: AnyText = "", at: Path = ()) -> Wrong:
    """Return the error that a check of a document raises."""
    return Wrong(Mistake(Place("", path=at), fault, allowed, hint))


def unfit(value: Any, allowed: AnyText, hint: AnyText = "") -> Wrong:
    """Return the error that a check raises for a value that is not allowed."""
    return invalid(Message("value.found", value=quote(value)), allowed, hint)


def allowing(fits: Callable[[Any], bool], allowed: AnyText) -> Check:
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
    raw, errors = document.data, Mistakes(document, context)
    for step in path:
        raw = raw[step]
    value = reader_of(kind)(raw, path, errors)
    findings.extend(errors)
    return cast(T, empty_of(kind) if value is None else value)


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
