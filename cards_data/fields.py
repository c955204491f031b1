"""Typed look-ups in a YAML document that note what is wrong and go on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from .documents import Document
from .problems import Findings, Message, Place, did_you_mean, quoted

Step = str | int


class Fields(NamedTuple):
    """A mapping inside a document, read field by field."""

    document: Document
    findings: Findings
    path: tuple[Step, ...]
    data: Mapping[str, Any]

    @classmethod
    def of(cls, document: Document, findings: Findings) -> Fields:
        data = document.data
        if not isinstance(data, dict):
            findings.add(document.at(), Message("field.no_keys"), Message("field.keys"))
            data = {}
        return cls(document, findings, (), data)

    def at(self, *steps: Step) -> Place:
        return self.document.at(*self.path, *steps)

    def known(self, *keys: str) -> None:
        """Any key but these is a problem."""
        for key in self.data:
            if key not in keys:
                hint = did_you_mean(str(key), keys)
                self.findings.add(
                    self.at(key),
                    Message("field.unknown_key", key=quoted(key)),
                    ", ".join(keys),
                    hint,
                )

    def text(self, key: str, default: str | None = None) -> str:
        return str(self._typed(key, (str, int, float), Message("allowed.text"), default) or "")

    def number(self, key: str, default: float | None = None) -> float:
        return float(self._typed(key, (int, float), Message("allowed.number"), default) or 0)

    def length(
        self, key: str, default: float | None = None, bounds: tuple[float, float] = (0, 2000)
    ) -> float:
        """A number of millimetres that can be cut."""
        value = self._typed(key, (int, float), Message("allowed.number"), default)
        low, high = bounds
        if value is not None and not low <= value <= high:
            self.findings.add(
                self.at(key),
                Message("value.found", value=quoted(value)),
                Message("field.range_mm", low=low, high=high),
            )
            return low
        return float(value or 0)

    def whole(self, key: str, default: int | None = None) -> int:
        return int(self._typed(key, (int,), Message("allowed.whole_number"), default) or 0)

    def flag(self, key: str, default: bool = False) -> bool:
        return bool(self._typed(key, (bool,), Message("allowed.true_false"), default))

    def chosen(self, key: str, choices: Iterable[str], default: str | None = None) -> str:
        allowed = tuple(choices)
        word = self.text(key, default)
        if word not in allowed and (key in self.data or default is None):
            hint = did_you_mean(word, allowed)
            self.findings.add(
                self.at(key), Message("value.unknown", value=quoted(word)), ", ".join(allowed), hint
            )
            return allowed[0]
        return word

    def texts(self, key: str, required: bool = True) -> dict[str, str]:
        """A text for each language, such as ``{en: Events, sv: Händelser}``."""
        inner = self.inner(key, required)
        return {str(lang): inner.text(str(lang)) for lang in inner.data}

    def items(self, key: str, required: bool = True) -> list[Any]:
        items = self._typed(key, (list,), Message("allowed.list"), None if required else ())
        return list(items or ())

    def inner(self, key: str, required: bool = True) -> Fields:
        mapping = self._typed(key, (dict,), Message("allowed.mapping"), None if required else {})
        return Fields(self.document, self.findings, (*self.path, key), mapping or {})

    def each(self) -> Iterator[tuple[str, Fields]]:
        """The inner mappings, one for each key."""
        for key in self.data:
            yield str(key), self.inner(key)

    def _typed(self, key: str, types: tuple[type, ...], name: Message, default: Any) -> Any:
        if key not in self.data:
            if default is None:
                self.findings.add(self.at(), Message("field.key_missing", key=quoted(key)), name)
            return default
        value = self.data[key]
        right = isinstance(value, types) and (bool in types or not isinstance(value, bool))
        if not right:
            self.findings.add(self.at(key), Message("value.found", value=quoted(value)), name)
            return default
        return value
