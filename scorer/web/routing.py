"""What may be asked over the web, without a framework: roads, questions and answers.

Comes in: an ``Asked``. Goes out: an ``Answer``. Rooms that add pages of their own (printing, the
preview) make roads; only the server knows how they are carried.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HTML = "text/html; charset=utf-8"
JSON = "application/json"


@dataclass(frozen=True)
class Asked:
    """One request: the gaps of its road, its query, its body, and whether it comes from here."""

    gaps: Mapping[str, str] = field(default_factory=dict)
    query: Sequence[tuple[str, str]] = ()
    body: bytes = b""
    here: bool = True

    def word(self, key: str, otherwise: str = "") -> str:
        return dict(self.query).get(key, otherwise)

    def words(self, key: str) -> list[str]:
        return [value for name, value in self.query if name == key]


@dataclass(frozen=True)
class Answer:
    """Bytes, a file, or a stream of lines, and what kind of thing it is."""

    body: bytes | Path | AsyncIterator[str] = b""
    kind: str = "text/plain; charset=utf-8"
    status: int = 200
    # The name under which a browser saves it.
    name: str = ""
    # The page of ours to go on to.
    onward: str = ""


@dataclass(frozen=True)
class Pace:
    """How long an answer may take.

    ``seconds`` is the deadline after which the asker is told to try again. Work ``at_once`` is
    bounded by what may be asked and not worth a thread: many threads only take turns.
    """

    seconds: float | None = None
    at_once: bool = False


def unhurried(_: Asked) -> Pace:
    return Pace()


@dataclass(frozen=True)
class Road:
    """One path and who answers there.

    ``only_here`` keeps other devices out even where the network is let in; the ``pace`` may
    depend on the question.
    """

    path: str
    answer: Callable[[Asked], Answer | Awaitable[Answer]]
    method: str = "GET"
    only_here: bool = False
    pace: Callable[[Asked], Pace] = unhurried


def as_text(record: Any) -> str:
    return json.dumps(record, ensure_ascii=False)


def as_json(record: Any, status: int = 200) -> Answer:
    return Answer(as_text(record).encode(), JSON, status)


def nothing(status: int = 204) -> Answer:
    return Answer(b"", status=status)


def go_on(address: str) -> Answer:
    return Answer(status=303, onward=address)


class Refused(Exception):
    """A question that gets no answer: the status, and one line that says why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status
        self.why = why
