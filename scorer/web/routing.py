"""Routes, requests and responses without a web framework; only ``server.py`` uses one.

A server and Python in a browser answer requests by the same function: ``answer``.
"""

from __future__ import annotations

import asyncio
import errno
import json
import re
import traceback
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, replace
from functools import cache
from inspect import isawaitable
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeVar

from cards_data import Findings, Problem, Problems
from cards_data.declarations import read_document
from cards_data.documents import Document
from cards_data.problems import AnyText, Message
from cards_data.words import PLAIN

HTML = "text/html; charset=utf-8"
SVG = "image/svg+xml"
JSON = "application/json"
# Errors of a system that is out of resources: not a bug, and temporary.
EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC)
T = TypeVar("T")
# A whole table has a few thousand letters.
BODY_LIMIT = 64 * 1024
DEEPEST = 8
LONGEST_NUMBER = 9
# A whole table has fewer than a hundred values; comparing thousands with each other takes seconds.
MOST_VALUES = 250
_NUMBER = re.compile(rf"[-+.\deE]{{{LONGEST_NUMBER + 1},}}")
_BRACKET = re.compile(r"[\[\]{}]")
_DEEPER = {"{": 1, "[": 1, "}": -1, "]": -1}


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
    method: str = "GET"
    path: str = "/"
    media_type: str = JSON
    from_own_page: bool = True
    from_loopback: bool = True
    shared_address: str = ""
    # The address of the device, and the last event it received from a stream it reconnects to.
    address: str = ""
    last_event: str = ""

    @property
    def client(self) -> Client:
        return Client(self.address, self.from_loopback)

    @property
    def page_language(self) -> str:
        """The language of the requesting page; a gallery asks for cards in another."""
        return self.query_param("page") or self.query_param("lang") or PLAIN

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
    headers: Mapping[str, str] = field(default_factory=dict)
    # How long a server waits before it sends this.
    delay: float = 0.0
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


def match(routes: Iterable[Route], method: str, path: str) -> tuple[Route, dict[str, str]]:
    """Return the first route for a request, and what its placeholders are."""
    verb, others = "GET" if method == "HEAD" else method, []
    for route in routes:
        if parts := _pattern(route.path).fullmatch(path):
            if route.method == verb:
                return route, parts.groupdict()
            others.append(route.method)
    if others:
        raise HttpError(405, Message("web.method"), {"allow": ", ".join(others)})
    raise HttpError(404, Message("web.no_page"))


@cache
def _pattern(path: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", path)
    groups = (f"(?P<{part}>[^/]+)" if at % 2 else re.escape(part) for at, part in enumerate(parts))
    return re.compile("".join(groups))


def json_text(record: Any) -> str:
    return json.dumps(record, ensure_ascii=False)


def json_response(record: Any, status: int = 200) -> Response:
    return Response(json_text(record).encode(), JSON, status)


def cached_for(seconds: int) -> dict[str, str]:
    """Return the header with which a browser may use a response without asking again."""
    return {"cache-control": f"max-age={seconds}"}


def no_content() -> Response:
    return Response(status=204)


def redirect(location: str) -> Response:
    return Response(status=303, headers={"location": location})


class HttpError(Exception):
    """A request that is refused: the status, and a reason in one line."""

    delay = 0.0

    def __init__(
        self, status: int, reason: AnyText | Problem, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason
        self.headers = headers or {}


def declared_body(kind: type[T], body: Any) -> T:
    """Read a body by its declaration; the first mistake in it is the error."""
    findings = Findings()
    value = read_document(kind, Document("body", body), findings)
    for problem in findings:
        raise HttpError(400, problem)
    return value


# ---- JSON of browsers ----------------------------------------------------------------------
# Depth and lengths are checked first: the parser is recursive, and deep nesting would exhaust it.


def read_body(
    body: bytes, limit: int = BODY_LIMIT, values: int = MOST_VALUES, digits: int = LONGEST_NUMBER
) -> Any:
    if len(body) > limit:
        _refuse(Message("sent.too_long"), Message("sent.bytes", n=limit))
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        _refuse(Message("sent.no_utf8"), Message("allowed.utf8"))
    _check_bounds(_bare(text), values, digits)
    return _parse(text)


def _bare(text: str) -> str:
    """Return a text without the contents of its strings.

    If nothing is escaped, every quote begins or ends a string, which allows a fast split.
    """
    if "\\" in text:
        return "".join(outside_strings(text))
    return "".join(text.split('"')[::2])


def outside_strings(signs: Iterable[str]) -> Iterator[str]:
    """Yield a text without the contents of its strings; an unclosed string ends at the end.

    Each character is read once, in any text: no input makes the search start again from every
    quote.
    """
    inside = escaped = False
    for sign in signs:
        if escaped:
            escaped = False
        elif inside:
            escaped, inside = sign == "\\", sign != '"'
        else:
            inside = sign == '"'
            yield sign


def _check_bounds(bare: str, values: int, digits: int) -> None:
    """Check the text without its strings: depth, number of values, length of numbers."""
    depth = 0
    for sign in _BRACKET.findall(bare):
        depth += _DEEPER[sign]
        if depth > DEEPEST:
            _refuse(Message("value.nested"), Message("sent.levels", n=DEEPEST))
    if bare.count(",") > values:
        _refuse(Message("value.too_many"), Message("allowed.up_to", n=values))
    if any(len(number) > digits for number in _NUMBER.findall(bare)):
        _refuse(Message("sent.long_number"), Message("sent.digits", n=digits))


def _parse(text: str) -> Any:
    try:
        data = json.loads(text, object_pairs_hook=_each_key_once, parse_constant=_no_constant)
        # A lone surrogate is valid JSON, but no file can hold it; only an escape can write one.
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        _refuse(Message("sent.half"), Message("sent.whole"))
    except ValueError:
        _refuse(Message("sent.no_json"), Message("sent.json"))
    return data


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        _refuse(Message("sent.key_twice"), Message("allowed.each_key_once"))
    return values


def _no_constant(name: str) -> NoReturn:
    _refuse(Message("sent.no_number", name=name), Message("sent.whole_numbers"))


def _refuse(fault: Message, allowed: AnyText) -> NoReturn:
    raise Problems.of("body", fault, allowed)


# ---- answering -----------------------------------------------------------------------------

# Returns the body, or more than its largest length as soon as that has arrived.
Read = Callable[[int], Awaitable[bytes]]
Handle = Callable[[Route, Request], Awaitable[Response]]


async def _handle(route: Route, request: Request) -> Response:
    response = route.handler(request)
    return await response if isawaitable(response) else response


async def answer(
    routes: Iterable[Route], request: Request, read: Read | None = None, handle: Handle = _handle
) -> Response:
    """Answer a request, whatever happens: a refusal and a bug of ours are answers too.

    A server reads the body only after the request is allowed, and handles it within limits.
    """
    try:
        route, names = match(routes, request.method, request.path)
        _check_allowed(route, request)
        body = await _body(route, read) if read else request.body
        if len(body) > route.body_limit:
            raise HttpError(413, Message("sent.bytes", n=route.body_limit))
        return await _in_time(handle(route, replace(request, path_params=names, body=body)))
    except Exception as error:
        return error_response(error, request.page_language)


def answer_now(routes: Iterable[Route], request: Request) -> Response:
    """Answer a request by handlers that never wait: a browser has only one thread."""
    try:
        answer(routes, request).send(None)
    except StopIteration as end:
        response: Response = end.value
        return response
    raise AssertionError(f"{request.path} waits")


def _check_allowed(route: Route, request: Request) -> None:
    """Check who asks; a foreign form cannot send JSON."""
    if route.loopback_only and not request.from_loopback:
        raise HttpError(403, Message("web.here_only"))
    if route.method == "POST" and not request.from_own_page:
        raise HttpError(403, Message("web.own_page"))
    if route.method == "POST" and request.media_type != JSON:
        raise HttpError(415, Message("web.only", kind=JSON))


async def _body(route: Route, read: Read) -> bytes:
    try:
        return await read(route.body_limit) if route.method == "POST" else b""
    except TimeoutError:
        raise HttpError(408, Message("web.slow")) from None


async def _in_time(response: Awaitable[Response]) -> Response:
    try:
        return await response
    except TimeoutError:
        raise HttpError(503, Message("web.too_long")) from None


def error_response(error: Exception, lang: str) -> Response:
    """Return the answer to a request that failed.

    The traceback of a bug goes to the terminal or to the browser's console, never to the page.
    """
    if isinstance(error, HttpError):
        text = error.reason if isinstance(error.reason, str) else error.reason.text_in(lang)
        return Response(
            text.encode(), status=error.status, headers=error.headers, delay=error.delay
        )
    if isinstance(error, Problems):
        # The game has mistakes: its author reads them, and nothing here is broken.
        return json_response({"problems": [one.text_in(lang) for one in error.problems]}, 409)
    if isinstance(error, OSError) and error.errno in EXHAUSTED:
        busy = Message("web.busy", reason=error.strerror)
        return Response(busy.text_in(lang).encode(), status=503)
    traceback.print_exception(error)
    return Response(Message("web.wrong").text_in(lang).encode(), status=500)


# ---- streams -------------------------------------------------------------------------------

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
