"""Routes over HTTP. The only importer of Starlette and Uvicorn.

Every request must be for a host of the allow-list, so that no foreign page can reach us under its
own name; a POST must come from our own page and carry JSON.
"""

from __future__ import annotations

import asyncio
import errno
import inspect
import socket
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, MutableMapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import uvicorn
from starlette import requests, responses, routing
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from cards_data import Problems
from cards_data.problems import Message
from cards_data.words import PLAIN

from .routing import JSON, HttpError, Request, Response, Route, problems_response

# Headers are one packet; a client that sends them slower only wants to hold a connection.
HEADER_SECONDS = 10.0
# A browser opens six.
MOST_WAITING = 100
# Of all that the server takes a client gets half: bodies that come slowly and streams are no way
# to shut the others out, and a whole class behind one address stays far below.
MOST_CONNECTIONS = 1000
MOST_OF_A_CLIENT = MOST_CONNECTIONS // 2


class Cycle(Protocol):
    """A request whose headers are complete, and its response."""

    response_complete: bool


class Connection(Protocol):
    """What is known of a connection: its client, and the last request whose headers came."""

    client: tuple[str, int] | None
    cycle: Cycle | None
    transport: asyncio.Transport


# The last request of a connection, and when it was first seen to wait for the next.
Since = tuple[Cycle | None, float]


class WaitingConnections:
    """Since when each connection has been waiting for the headers of its next request."""

    def __init__(self) -> None:
        self._since: dict[Connection, Since] = {}
        # All that are open, the oldest first.
        self._open: list[Connection] = []

    def to_close(self, connections: Iterable[Connection], now: float) -> list[Connection]:
        """Those that wait for too long, and those of a client that has too many."""
        self._open = _in_order(self._open, set(connections))
        waiting = {one: one.cycle for one in self._open if _is_waiting(one)}
        self._since = {one: self._begun(one, cycle, now) for one, cycle in waiting.items()}
        late = [one for one, (_, since) in self._since.items() if now - since >= HEADER_SECONDS]
        longest_first = sorted(self._since, key=lambda one: self._since[one][1])
        idle = _surplus(longest_first, MOST_WAITING)
        return list(dict.fromkeys([*late, *idle, *_surplus(self._open, MOST_OF_A_CLIENT)]))

    def _begun(self, one: Connection, cycle: Cycle | None, now: float) -> Since:
        """A request that came and went since the last look begins the time anew."""
        before = self._since.get(one)
        return before if before and before[0] is cycle else (cycle, now)


def _in_order(before: list[Connection], now: set[Connection]) -> list[Connection]:
    """The open connections: those that were there at the last look, then the new ones."""
    return list(dict.fromkeys([*(one for one in before if one in now), *now]))


def _surplus(ordered: Iterable[Connection], most: int) -> list[Connection]:
    """The last ones of every client that has more than one may have."""
    by_client: dict[str, list[Connection]] = defaultdict(list)
    for one in ordered:
        by_client[one.client[0] if one.client else ""].append(one)
    return [one for ones in by_client.values() for one in ones[most:]]


def _is_waiting(one: Connection) -> bool:
    return one.cycle is None or one.cycle.response_complete


HERE = ("127.0.0.1", "localhost")
LOOPBACK = ("127.0.0.1", "::1")
LOCAL_NAMES = (*HERE, *LOOPBACK)
HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' blob: data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; object-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
# What a system answers that has nothing left to give: no bug, and over after a while.
EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC)
# A small body takes no time; a client that sends it slower only wants to hold a connection.
BODY_SECONDS = 10.0
# A connection is listed a few turns of the event loop after it was accepted.
ACCEPT_SECONDS = 0.05


def _nothing() -> None:
    """Nothing to start or stop."""


@dataclass(frozen=True)
class ServerOptions:
    """The allowed host names, and what starts and stops with the server."""

    hosts: tuple[str, ...] = HERE
    on_start: Callable[[], None] = _nothing
    on_stop: Callable[[], None] = _nothing
    # Ends streaming responses, which would never end by themselves.
    close_streams: Callable[[], None] = _nothing

    @property
    def network_host(self) -> str:
        """The name for other devices: the first beyond this computer's own, if there is one."""
        names = self.hosts[len(HERE) :] if self.hosts[: len(HERE)] == HERE else self.hosts
        return names[0] if names and names[0] not in LOCAL_NAMES else ""


class SecurityHeaders:
    """Middleware that adds the protecting headers to every response, errors included."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *self._extra]
            await send(message)

        await self._app(scope, receive, send_with_headers)


def application(routes: Sequence[Route], options: ServerOptions) -> Starlette:
    """The web application, with the same middleware around every route."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        options.on_start()
        yield
        await run_in_threadpool(options.on_stop)

    hosts = list(options.hosts)
    return Starlette(
        routes=[
            routing.Route(route.path, _endpoint(route, options), methods=[route.method])
            for route in routes
        ],
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6),
        ],
        exception_handlers={Exception: _server_error},
        lifespan=lifespan,
    )


def _endpoint(
    route: Route, options: ServerOptions
) -> Callable[[requests.Request], Awaitable[responses.Response]]:
    async def endpoint(received: requests.Request) -> responses.Response:
        try:
            request = await _request(route, received, options)
            return _sent(await _handled(route, request))
        except HttpError as error:
            why, lang = error.reason, _lang(received)
            text = why if isinstance(why, str) else why.text_in(lang)
            return responses.PlainTextResponse(text, error.status)
        except Problems as problems:
            # The game has mistakes: its author reads them, and nothing here is broken.
            return _sent(problems_response(problems, _lang(received)))
        except requests.ClientDisconnect:
            return responses.Response(status_code=400)
        except OSError as error:
            if error.errno not in EXHAUSTED:
                raise
            reason = Message("web.busy", reason=error.strerror)
            return responses.PlainTextResponse(reason.text_in(_lang(received)), 503)

    return endpoint


def _lang(received: requests.Request) -> str:
    """The language of the page that asks; a gallery asks for cards in another."""
    asked = received.query_params
    return asked.get("page") or asked.get("lang") or PLAIN


async def _request(route: Route, received: requests.Request, options: ServerOptions) -> Request:
    """The request, if it is allowed.

    Only a connection over the loopback comes from this computer for sure; our own address in
    the network is one that others could have a moment later. It must be asked for by a name of
    the loopback, too: other names can be made to lead here by whoever gives them out.
    """
    over_loopback = received.client is not None and received.client.host in LOOPBACK
    from_loopback = over_loopback and received.url.hostname in HERE
    if route.loopback_only and not from_loopback:
        raise HttpError(403, Message("web.here_only"))
    if route.method == "POST":
        _check_own_page(received)
    path_params = {key: str(value) for key, value in received.path_params.items()}
    body = await _body(received, route.body_limit) if route.method == "POST" else b""
    query, address = received.query_params.multi_items(), _shared_address(received, options)
    client = received.client.host if received.client else ""
    last_event = received.headers.get("last-event-id", "")
    return Request(path_params, query, body, from_loopback, address, client, last_event)


def _shared_address(received: requests.Request, options: ServerOptions) -> str:
    """The address for other devices: the one that was asked for, unless only we know it by that."""
    host, port = received.url.hostname or "", received.url.port
    name = options.network_host if host in LOCAL_NAMES else host
    return f"http://{name}:{port}/" if name and port else f"http://{name}/" if name else ""


def _check_own_page(received: requests.Request) -> None:
    """Browsers tell with each POST which page it comes from; a foreign form cannot send JSON."""
    if received.headers.get("origin") != f"http://{received.headers.get('host')}":
        raise HttpError(403, Message("web.own_page"))
    media_type = received.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != JSON:
        raise HttpError(415, Message("web.only", kind=JSON))


async def _body(received: requests.Request, limit: int) -> bytes:
    """The body, read no further than its greatest length and no longer than its timeout."""
    parts: list[bytes] = []
    length = 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in received.stream():
                parts.append(part)
                length += len(part)
                if length > limit:
                    raise HttpError(413, Message("sent.bytes", n=limit))
    except TimeoutError:
        raise HttpError(408, Message("web.slow")) from None
    return b"".join(parts)


async def _handled(route: Route, request: Request) -> Response:
    """What the handler answers, or an error when it takes longer than its timeout."""
    timeout = route.timeout(request)
    try:
        async with asyncio.timeout(timeout.seconds):
            if timeout.inline:
                response = route.handler(request)
            else:
                response = await run_in_threadpool(route.handler, request)
            return await response if inspect.isawaitable(response) else response
    except TimeoutError:
        raise HttpError(503, Message("web.too_long")) from None


def _sent(response: Response) -> responses.Response:
    """The response as Starlette sends it."""
    headers = {"location": response.location} if response.location else {}
    body, status, media_type = response.body, response.status, response.media_type
    if isinstance(body, Path):
        return responses.FileResponse(body, status, headers, media_type)
    if isinstance(body, AsyncIterator):
        return responses.StreamingResponse(body, status, headers, media_type)
    return responses.Response(body, status, headers, media_type)


async def _server_error(received: requests.Request, error: Exception) -> responses.Response:
    """A bug of ours: its traceback goes to the terminal, never to the browser."""
    if isinstance(error, HTTPException):
        return responses.PlainTextResponse(error.detail, error.status_code)
    return responses.PlainTextResponse(Message("web.wrong").text_in(_lang(received)), 500)


class WebServer(uvicorn.Server):
    """Shuts down without waiting for streams, or for connections that were just accepted."""

    def __init__(self, routes: Sequence[Route], options: ServerOptions) -> None:
        self._options = options
        self._waiting = WaitingConnections()
        super().__init__(
            uvicorn.Config(
                application(routes, options),
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=2,
                limit_concurrency=MOST_CONNECTIONS,
                proxy_headers=False,
            )
        )

    async def on_tick(self, counter: int) -> bool:
        """Uvicorn calls it ten times a second."""
        if counter % 10 == 0:
            connections: list[Any] = list(self.server_state.connections)
            for connection in self._waiting.to_close(connections, time.monotonic()):
                connection.transport.abort()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stops listening, then closes every connection.

        A connection that was accepted in the last moment is not yet in Uvicorn's list and would be
        waited for until the timeout; those that stay open after it are aborted.
        """
        self._options.close_streams()
        for server in self.servers:
            server.close()
        await asyncio.sleep(ACCEPT_SECONDS)
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):
            if connection.transport:
                connection.transport.abort()
        await asyncio.sleep(0)


def serve(listening: socket.socket, routes: Sequence[Route], options: ServerOptions) -> None:
    """Serves on an open socket until Ctrl-C, which is the way to end it and no error."""
    with suppress(KeyboardInterrupt):
        WebServer(routes, options).run(sockets=[listening])
