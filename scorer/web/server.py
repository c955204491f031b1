"""Serve routes over HTTP. The only importer of Starlette and Uvicorn.

Every request must be for a host in the allow-list, so that no foreign page can reach us under its
own name. A POST must come from our own page and contain JSON.
"""

from __future__ import annotations

import asyncio
import errno
import inspect
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    MutableMapping,
    Sequence,
)
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Timer
from types import FrameType
from typing import Any, Protocol, cast

import uvicorn
from starlette import requests, responses, routing
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from cards_data import Problems
from cards_data.problems import Message, message_texts
from cards_data.words import PLAIN

from .ledger import ClientLedger, Lease, OverShare
from .routing import JSON, Client, HttpError, Request, Response, Route, problems_response

# Headers are one packet; a client that sends them more slowly only occupies a connection.
HEADER_SECONDS = 10.0


class Cycle(Protocol):
    """A request whose headers are complete, and its response."""

    response_complete: bool


class Connection(Protocol):
    """What is known of a connection: the last request with complete headers."""

    cycle: Cycle | None
    transport: asyncio.Transport


# The last request of a connection, and when it was first seen to wait for the next.
Since = tuple[Cycle | None, float]


class WaitingConnections:
    """How long each connection has been waiting for the headers of its next request."""

    def __init__(self) -> None:
        self._since: dict[Connection, Since] = {}

    def to_close(self, connections: Iterable[Connection], now: float) -> list[Connection]:
        """Return the connections that wait for too long."""
        waiting = {one: one.cycle for one in connections if _is_waiting(one)}
        self._since = {one: self._begun(one, cycle, now) for one, cycle in waiting.items()}
        return [one for one, (_, since) in self._since.items() if now - since >= HEADER_SECONDS]

    def _begun(self, one: Connection, cycle: Cycle | None, now: float) -> Since:
        """Return when the wait began; a request since the last check restarts it."""
        before = self._since.get(one)
        return before if before and before[0] is cycle else (cycle, now)


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
# Errors of a system that is out of resources: not a bug, and temporary.
EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC)
# A small body takes no time; a client that sends it more slowly only occupies a connection.
BODY_SECONDS = 10.0
# The delay for a client over its share: asking again at once would only take more.
REFUSED_SECONDS = 1.0
# A signal ends the server after this long, no matter what it still waits for.
END_SECONDS = 1.7
# The number of connections closed in one turn of the event loop.
MOST_CLOSED = 100
# How soon a busy thread yields: by default the event loop waits five times as long for it after
# every packet that it sends.
SWITCH_SECONDS = 0.001
# More open files than this are never needed.
WANTED_FILES = 4096
# How often running out of files is logged.
LOG_SECONDS = 60.0
# A connection is listed a few turns of the event loop after it was accepted.
ACCEPT_SECONDS = 0.05


def _nothing() -> None:
    """Do nothing: there is nothing to start or stop."""


@dataclass(frozen=True)
class ServerOptions:
    """The allowed host names, and what starts and stops with the server."""

    hosts: tuple[str, ...] = HERE
    on_start: Callable[[], None] = _nothing
    on_stop: Callable[[], None] = _nothing
    # Ends streaming responses, which would never end by themselves.
    close_streams: Callable[[], None] = _nothing
    ledger: ClientLedger = field(default_factory=ClientLedger)

    @property
    def network_host(self) -> str:
        """The name for other devices: the first that is not this computer's own, if any."""
        names = self.hosts[len(HERE) :] if self.hosts[: len(HERE)] == HERE else self.hosts
        return names[0] if names and names[0] not in LOCAL_NAMES else ""


class SecurityHeaders:
    """Middleware that adds the security headers to every response, including errors."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._extra = {name.encode(): value.encode() for name, value in HEADERS.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                own = dict(message.get("headers", ()))
                extra = [(name, value) for name, value in self._extra.items() if name not in own]
                message["headers"] = [*message.get("headers", ()), *extra]
            await send(message)

        await self._app(scope, receive, send_with_headers)


class FairShare:
    """Middleware that lets a request begin only while its client has something left to spend."""

    def __init__(self, app: ASGIApp, ledger: ClientLedger) -> None:
        self._app = app
        self._ledger = ledger

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._app
        if scope["type"] == "http":
            address = scope["client"][0] if scope.get("client") else ""
            try:
                self._ledger.begin(_client(address))
            except HttpError as error:
                app = await _refused(error, requests.Request(scope))
        await app(scope, receive, send)


def _client(address: str) -> Client:
    return Client(address, address in LOOPBACK)


async def _refused(error: HttpError, received: requests.Request) -> responses.Response:
    if isinstance(error, OverShare):
        await asyncio.sleep(REFUSED_SECONDS)
    why, lang = error.reason, _lang(received)
    text = why if isinstance(why, str) else why.text_in(lang)
    return responses.PlainTextResponse(text, error.status)


def _closing(error: HttpError) -> bytes:
    """Return the response to a refused connection."""
    text = str(error.reason).encode()
    head = f"HTTP/1.1 {error.status} \r\nconnection: close\r\ncontent-length: {len(text)}\r\n\r\n"
    return head.encode() + text


class FairSocket(socket.socket):
    """A listening socket that closes connections over a client's share immediately.

    Accepting a connection takes the event loop ten times as long as closing it here.
    """

    ledger: ClientLedger

    def accept(self) -> tuple[socket.socket, Any]:
        for _ in range(MOST_CLOSED):
            connection, address = super().accept()
            try:
                self.ledger.check(_client(address[0]), "connections")
            except HttpError as error:
                with connection, suppress(OSError):
                    connection.setblocking(False)
                    connection.send(_closing(error))
            else:
                return connection, address
        raise BlockingIOError  # the others wait for the next turn of the loop


class FairProtocol(HttpToolsProtocol):
    """A connection that counts as one of its client's."""

    def __init__(self, ledger: ClientLedger, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._ledger = ledger
        self._lease: Lease | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        try:
            client = _client(self.client[0] if self.client else "")
            self._lease = self._ledger.hold(client, "connections")
        except HttpError as error:
            transport.write(_closing(error))
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._lease:
            self._lease.end()
        super().connection_lost(exc)


def application(routes: Sequence[Route], options: ServerOptions) -> Starlette:
    """Return the web application, with the same middleware around every route."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        options.on_start()
        yield
        # Not in the threads of requests: all of them may be busy.
        await asyncio.to_thread(options.on_stop)

    hosts = list(options.hosts)
    return Starlette(
        routes=[
            routing.Route(route.path, _endpoint(route, options), methods=[route.method])
            for route in routes
        ],
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(FairShare, ledger=options.ledger),
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
            return _sent(await _handled(route, request, options.ledger))
        except HttpError as error:
            return await _refused(error, received)
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
    """Return the language of the requesting page; a gallery asks for cards in another."""
    asked = received.query_params
    return asked.get("page") or asked.get("lang") or PLAIN


async def _request(route: Route, received: requests.Request, options: ServerOptions) -> Request:
    """Return the request, if it is allowed.

    Only a connection over the loopback certainly comes from this computer; others could have our
    network address a moment later. It must also use a loopback name: the owner of another name can
    make it lead here.
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
    """Return the address for other devices: the requested one, unless only we can use it."""
    host, port = received.url.hostname or "", received.url.port
    name = options.network_host if host in LOCAL_NAMES else host
    return f"http://{name}:{port}/" if name and port else f"http://{name}/" if name else ""


def _check_own_page(received: requests.Request) -> None:
    """Check the origin that browsers send with each POST; a foreign form cannot send JSON."""
    if received.headers.get("origin") != f"http://{received.headers.get('host')}":
        raise HttpError(403, Message("web.own_page"))
    media_type = received.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != JSON:
        raise HttpError(415, Message("web.only", kind=JSON))


async def _body(received: requests.Request, limit: int) -> bytes:
    """Read the body up to its largest length and within its timeout."""
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


async def _handled(route: Route, request: Request, ledger: ClientLedger) -> Response:
    """Return the handler's answer, or an error if it exceeds its timeout."""
    timeout = route.timeout(request)

    def handle() -> Response | Awaitable[Response]:
        with ledger.timed(request.client):
            return route.handler(request)

    try:
        async with asyncio.timeout(timeout.seconds):
            if timeout.inline:
                response = handle()
            else:
                async with ledger.thread(request.client):
                    response = await run_in_threadpool(handle)
            return await response if inspect.isawaitable(response) else response
    except TimeoutError:
        raise HttpError(503, Message("web.too_long")) from None


class StreamedResponse(responses.StreamingResponse):
    """A stream that reports its end, even if its client had gone before it began."""

    on_close: Callable[[], None]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.on_close()


def _sent(response: Response) -> responses.Response:
    """Return the response in Starlette's form."""
    headers = {"location": response.location} if response.location else {}
    if response.cache_seconds:
        headers["cache-control"] = f"max-age={response.cache_seconds}"
    body, status, media_type = response.body, response.status, response.media_type
    if isinstance(body, Path):
        return responses.FileResponse(body, status, headers, media_type)
    if isinstance(body, AsyncIterator):
        streamed = StreamedResponse(body, status, headers, media_type)
        streamed.on_close = response.on_close
        return streamed
    return responses.Response(body, status, headers, media_type)


async def _server_error(received: requests.Request, error: Exception) -> responses.Response:
    """Report a bug of ours: its traceback goes to the terminal, never to the browser."""
    if isinstance(error, HTTPException):
        return responses.PlainTextResponse(error.detail, error.status_code)
    return responses.PlainTextResponse(Message("web.wrong").text_in(_lang(received)), 500)


class WebServer(uvicorn.Server):
    """A server that ends without waiting for streams or for just accepted connections."""

    def __init__(self, routes: Sequence[Route], options: ServerOptions) -> None:
        self._options = options
        self._waiting = WaitingConnections()
        self._said = -LOG_SECONDS
        super().__init__(
            uvicorn.Config(
                application(routes, options),
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=1,
                backlog=128,
                proxy_headers=False,
                ws="none",  # otherwise loaded even where a library for it happens to be installed
                http=cast(Any, partial(FairProtocol, options.ledger)),
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(self._on_error)
        # Refusals must not open files: there may be none left when one is sent.
        message_texts()
        await super().startup([self._fair(one) for one in sockets or ()])

    def _fair(self, listening: socket.socket) -> socket.socket:
        """Return a fair socket; on Windows the system accepts connections itself."""
        if sys.platform == "win32":
            return listening
        kind = (listening.family, listening.type, listening.proto)
        fair = FairSocket(*kind, fileno=os.dup(listening.fileno()))
        fair.ledger = self._options.ledger
        return fair

    def _on_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log a failed accept once in a while: asyncio reports hundreds a second."""
        error = context.get("exception")
        if "socket" not in context or not isinstance(error, OSError):
            loop.default_exception_handler(context)
        elif time.monotonic() - self._said >= LOG_SECONDS:
            self._said = time.monotonic()
            text = str(Message("web.no_connection", reason=error.strerror))
            logging.getLogger("uvicorn.error").warning(text)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End soon after a signal."""
        if not self.should_exit:
            end = Timer(END_SECONDS, _end_now, (0 if sig == signal.SIGINT else 128 + sig,))
            end.daemon = True
            end.start()
        super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        """Close waiting connections; Uvicorn calls this ten times a second."""
        if counter % 10 == 0:
            connections: list[Any] = list(self.server_state.connections)
            for connection in self._waiting.to_close(connections, time.monotonic()):
                connection.transport.abort()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, then close every connection.

        A connection accepted at the last moment is not yet in Uvicorn's list, and Uvicorn would
        wait for it until the timeout. Those that stay open after it are aborted.
        """
        self._options.close_streams()
        for server in self.servers:
            server.close()
        await asyncio.sleep(ACCEPT_SECONDS)
        with _silent():
            await super().shutdown(sockets)
            for connection in list(self.server_state.connections):
                if connection.transport:
                    connection.transport.abort()
            await asyncio.sleep(0)


@contextmanager
def _silent() -> Iterator[None]:
    """Silence Uvicorn's reports on requests interrupted when the server ends."""
    logger, nothing = logging.getLogger("uvicorn.error"), lambda _: False
    logger.addFilter(nothing)
    try:
        yield
    finally:
        logger.removeFilter(nothing)


def _end_now(code: int) -> None:
    """Exit without waiting for busy threads; our processes end with their pipes."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def raise_file_limit() -> int:
    """Let this process open as many files as it may, and return that number."""
    try:
        import resource
    except ImportError:
        return WANTED_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft, most = (WANTED_FILES if one == resource.RLIM_INFINITY else one for one in (soft, hard))
    wanted = max(soft, min(most, WANTED_FILES))
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        return soft
    return wanted


def serve(listening: socket.socket, routes: Sequence[Route], options: ServerOptions) -> None:
    """Serve on an open socket until Ctrl-C, which is the normal end and not an error."""
    options.ledger.fit(raise_file_limit())
    sys.setswitchinterval(SWITCH_SECONDS)
    with suppress(KeyboardInterrupt):
        WebServer(routes, options).run(sockets=[listening])
