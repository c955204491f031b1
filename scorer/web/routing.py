"""Routes, requests and responses without a web framework; only ``server.py`` uses one."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from cards_data import Findings, Problem, Problems
from cards_data.declarations import read_document
from cards_data.documents import Document
from cards_data.problems import AnyText

from .api.request_json import BODY_LIMIT, LONGEST_NUMBER, MOST_VALUES, read_body

HTML = "text/html; charset=utf-8"
SVG = "image/svg+xml"
JSON = "application/json"
T = TypeVar("T")


class Client(NamedTuple):
    """Who asks: a device by its address, whether it is this computer, and which phone."""

    address: str
    owner: bool = False
    phone: str = ""


@dataclass(frozen=True)
class Request:
    """One request; ``from_loopback`` says whether it was sent on this computer.

    ``shared_address`` is where other devices reach this server; empty if none can.
    """

    path_params: Mapping[str, str] = field(default_factory=dict)
    query: Sequence[tuple[str, str]] = ()
    body: bytes = b""
    from_loopback: bool = True
    shared_address: str = ""
    # The address of the device, and the last event it received from a stream it reconnects to.
    address: str = ""
    last_event: str = ""

    @property
    def client(self) -> Client:
        return Client(self.address, self.from_loopback)

    def query_param(self, key: str, default: str = "") -> str:
        return dict(self.query).get(key, default)

    def query_params(self, key: str) -> list[str]:
        return [value for name, value in self.query if name == key]

    def json(
        self, limit: int = BODY_LIMIT, values: int = MOST_VALUES, digits: int = LONGEST_NUMBER
    ) -> Any:
        """Return the values of the body; an unreadable one is an error of one line."""
        try:
            return read_body(self.body, limit, values, digits)
        except Problems as problems:
            status = 413 if len(self.body) > limit else 400
            raise HttpError(status, problems.problems[0]) from None


@dataclass(frozen=True)
class Response:
    """A body of bytes, a file or a stream of lines, and its media type."""

    body: bytes | Path | AsyncIterator[str] = b""
    media_type: str = "text/plain; charset=utf-8"
    status: int = 200
    # The page of ours that the browser is redirected to.
    location: str = ""
    # How long the browser may use it without asking again.
    cache_seconds: int = 0
    # Called when a stream is over, or could not be started.
    on_close: Callable[[], None] = lambda: None


@dataclass(frozen=True)
class Timeout:
    """How long a response may take: after ``seconds`` the client is asked to try again.

    An ``inline`` response runs on the event loop: its work is limited by the request, and many
    threads would only take turns.
    """

    seconds: float | None = None
    inline: bool = False


@dataclass(frozen=True)
class Route:
    """One path and the function that handles it.

    ``loopback_only`` excludes other devices even if the network is allowed. The ``timeout`` may
    depend on the request.
    """

    path: str
    handler: Callable[[Request], Response | Awaitable[Response]]
    method: str = "GET"
    loopback_only: bool = False
    timeout: Callable[[Request], Timeout] = lambda _: Timeout()
    # The largest body of a request in bytes.
    body_limit: int = BODY_LIMIT


def matching(
    routes: Iterable[Route], method: str, path: str
) -> tuple[Route, dict[str, str]] | None:
    """Return the first route for a path, and what its placeholders are."""
    for route in routes:
        if route.method == method and (match := _pattern(route.path).fullmatch(path)):
            return route, match.groupdict()
    return None


@cache
def _pattern(path: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", path)
    named = (f"(?P<{part}>[^/]+)" if at % 2 else re.escape(part) for at, part in enumerate(parts))
    return re.compile("".join(named))


def json_text(record: Any) -> str:
    return json.dumps(record, ensure_ascii=False)


def json_response(record: Any, status: int = 200) -> Response:
    return Response(json_text(record).encode(), JSON, status)


def problems_response(problems: Problems, lang: str) -> Response:
    """Return what is wrong with a game, line by line."""
    return json_response({"problems": [one.text_in(lang) for one in problems.problems]}, 409)


def no_content() -> Response:
    return Response(status=204)


def redirect(location: str) -> Response:
    return Response(status=303, location=location)


class HttpError(Exception):
    """A request that is refused: the status, and a reason in one line."""

    def __init__(self, status: int, reason: AnyText | Problem) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


def declared_body(kind: type[T], body: Any) -> T:
    """Read a body by its declaration; the first mistake in it is the error."""
    findings = Findings()
    value = read_document(kind, Document("body", body), findings)
    for problem in findings:
        raise HttpError(400, problem)
    return value


EVENT_STREAM = "text/event-stream"
# A regular comment keeps the connection open, and shows a page that its server is there.
BEAT_SECONDS = 10.0
BEAT = ": still here\n\n"
MOST_WAITING = 500


def event_text(data: Any, name: str = "", number: str = "") -> str:
    """Return one event; JSON has no line breaks."""
    head = (f"id: {number}\n" if number else "") + (f"event: {name}\n" if name else "")
    return f"{head}data: {json.dumps(data, ensure_ascii=False)}\n\n"


class EventStream:
    """What is sent to one page."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()

    def send(self, text: str) -> None:
        if self._queue.qsize() >= MOST_WAITING:
            self.end()
        else:
            self._queue.put_nowait(text)

    def end(self) -> None:
        """Stop sending, even what is waiting."""
        while not self._queue.empty():
            self._queue.get_nowait()
        self._queue.put_nowait(None)

    async def lines(self) -> AsyncIterator[str]:
        while (line := await self._next()) is not None:
            yield line

    async def _next(self) -> str | None:
        try:
            return await asyncio.wait_for(self._queue.get(), BEAT_SECONDS)
        except TimeoutError:
            return BEAT
