"""Serve routes over HTTP. The only importer of Starlette and Uvicorn.

Every request must be for a host in the allow-list, so that no foreign page can reach us under its
own name. A POST must come from our own page and contain JSON.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Timer, current_thread, main_thread
from types import FrameType
from typing import Any, cast

import uvicorn
from starlette import requests, responses
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.routing import Router
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from cards_data.problems import Message, message_texts

from .connections import LOOPBACK, Connections, LimitedConnection, client_of, limit_socket
from .rate_limiter import RateLimiter
from .routing import HttpError, Request, Response, Route, answer, error_response

HERE = ("127.0.0.1", "localhost")
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
# A small body takes no time; a client that sends it more slowly only occupies a connection.
BODY_SECONDS = 10.0
# A signal ends the server after this long, no matter what it still waits for.
END_SECONDS = 1.7
# How soon a busy thread yields: by default the event loop waits five times as long for it after
# every packet that it sends.
SWITCH_SECONDS = 0.001
# More open files than this are never needed.
WANTED_FILES = 4096
# How often running out of files is logged.
LOG_SECONDS = 60.0
# How often waiting connections are closed, and how soon streams end with the server.
WATCH_SECONDS = 0.05
# Where Uvicorn writes errors.
LOGGER = "uvicorn.error"


@dataclass(frozen=True)
class ServerOptions:
    """The allowed host names, and what starts and stops with the server."""

    hosts: tuple[str, ...] = HERE
    on_start: Callable[[], None] = lambda: None
    on_stop: Callable[[], None] = lambda: None
    # Ends streaming responses, which would never end by themselves.
    close_streams: Callable[[], None] = lambda: None
    limiter: RateLimiter = field(default_factory=RateLimiter)

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

    def __init__(self, app: ASGIApp, limiter: RateLimiter, connections: Connections) -> None:
        self._app = app
        self._limiter = limiter
        self._connections = connections

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        host, port = scope.get("client") or ("", 0)
        with self._connections.busy((host, port)):
            try:
                self._limiter.begin(client_of(host))
            except HttpError as error:
                query_request = Request(query=requests.Request(scope).query_params.multi_items())
                response = error_response(error, query_request.page_language)
                await _send(response, scope, receive, send)
            else:
                await self._app(scope, receive, send)


Lifespan = Callable[[object], AbstractAsyncContextManager[None]]


def application(
    routes: Sequence[Route],
    options: ServerOptions,
    connections: Connections | None = None,
    lifespan: Lifespan | None = None,
) -> ASGIApp:
    """Return the web application, with the same middleware around every answer."""
    limiter = options.limiter
    counted = connections or Connections(limiter)
    return Router(
        redirect_slashes=False,
        default=endpoint(routes, options),
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(FairShare, limiter=limiter, connections=counted),
            Middleware(
                TrustedHostMiddleware, allowed_hosts=list(options.hosts), www_redirect=False
            ),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6),
        ],
        lifespan=lifespan,
    )


def endpoint(routes: Sequence[Route], options: ServerOptions) -> ASGIApp:
    """Return the application that turns HTTP into requests, and responses into HTTP."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        received = requests.Request(scope, receive)
        read, handle = partial(_body, received), partial(_handle, options.limiter)
        response = await answer(routes, _request(received, options), read, handle)
        await _send(response, scope, receive, send)

    return app


def _request(received: requests.Request, options: ServerOptions) -> Request:
    """Return the request without its body.

    Only a connection over the loopback certainly comes from this computer; others could have our
    network address a moment later. It must also use a loopback name: the owner of another name can
    make it lead here. Browsers send the origin of the page with each POST.
    """
    headers, client = received.headers, received.client.host if received.client else ""
    return Request(
        query=received.query_params.multi_items(),
        method=received.method,
        path=received.scope["path"],
        media_type=headers.get("content-type", "").partition(";")[0].strip().lower(),
        from_own_page=headers.get("origin") == f"http://{headers.get('host')}",
        from_loopback=client in LOOPBACK and received.url.hostname in HERE,
        shared_address=_shared_address(received, options),
        address=client,
        last_event=headers.get("last-event-id", ""),
    )


def _shared_address(received: requests.Request, options: ServerOptions) -> str:
    """Return the address for other devices: the requested one, unless only we can use it."""
    host, port = received.url.hostname or "", received.url.port
    name = options.network_host if host in LOCAL_NAMES else host
    return f"http://{name}:{port}/" if name and port else f"http://{name}/" if name else ""


async def _body(received: requests.Request, limit: int) -> bytes:
    """Read the body up to its largest length and within its timeout."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in received.stream():
                body += part
                if len(body) > limit:
                    break
    except requests.ClientDisconnect:
        raise HttpError(400, Message("web.slow")) from None
    return bytes(body)


async def _handle(limiter: RateLimiter, route: Route, request: Request) -> Response:
    """Let a route handle a request: on the event loop or in a thread, and within its timeout."""
    timeout = route.timeout(request)

    def handle() -> Response | Awaitable[Response]:
        with limiter.charge_time(request.client):
            return route.handler(request)

    async with asyncio.timeout(timeout.seconds):
        if timeout.inline:
            response = handle()
        else:
            async with limiter.thread(request.client):
                response = await run_in_threadpool(handle)
        return await response if inspect.isawaitable(response) else response


class StreamedResponse(responses.StreamingResponse):
    """A stream that reports its end, even if its client had gone before it began."""

    on_close: Callable[[], None]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.on_close()


async def _send(response: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Send a response; a client that takes too much waits for it."""
    await asyncio.sleep(response.delay)
    await _asgi(response)(scope, receive, send)


def _asgi(response: Response) -> responses.Response:
    more = (response.status, response.headers, response.media_type)
    if isinstance(response.body, Path):
        return responses.FileResponse(response.body, *more)
    if isinstance(response.body, AsyncIterator):
        streamed = StreamedResponse(response.body, *more)
        streamed.on_close = response.on_close
        return streamed
    return responses.Response(response.body, *more)


class WebServer:
    """A server that ends without waiting for streams or for just accepted connections."""

    def __init__(self, routes: Sequence[Route], options: ServerOptions) -> None:
        self._options = options
        self._connections = Connections(options.limiter, lambda: self._server.should_exit)
        self._last_log = -LOG_SECONDS
        self._server = uvicorn.Server(
            uvicorn.Config(
                application(routes, options, self._connections, self._lifespan),
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=1,
                backlog=128,
                proxy_headers=False,
                ws="none",  # otherwise loaded even where a library for it happens to be installed
                http=cast(Any, self._protocol),
            )
        )

    def _protocol(self, **settings: Any) -> asyncio.Protocol:
        return LimitedConnection(self._connections, partial(HttpToolsProtocol, **settings))

    def run(self, listening: socket.socket) -> None:
        """Serve on an open socket until Ctrl-C, which is the normal end and not an error."""
        logger = logging.getLogger(LOGGER)
        try:
            with suppress(KeyboardInterrupt):
                self._server.run(sockets=[limit_socket(listening, self._options.limiter)])
        finally:
            logger.removeFilter(_nothing_logged)

    @property
    def started(self) -> bool:
        return self._server.started

    def stop(self) -> None:
        self._server.should_exit = True

    @asynccontextmanager
    async def _lifespan(self, _: object) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(self._on_error)
        _end_after_signals()
        # Refusals must not open files: there may be none left when one is sent.
        message_texts()
        self._options.on_start()
        watch = asyncio.create_task(self._watch())
        yield
        await watch
        self._connections.close_all()
        # Not in the threads of requests: all of them may be busy.
        await asyncio.to_thread(self._options.on_stop)

    async def _watch(self) -> None:
        """Close connections that wait; end streams when the server ends.

        Uvicorn would log the requests that this interrupts.
        """
        while not self._server.should_exit:
            self._connections.close_waiting()
            await asyncio.sleep(WATCH_SECONDS)
        logging.getLogger(LOGGER).addFilter(_nothing_logged)
        self._options.close_streams()

    def _on_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log a failed accept once in a while: asyncio reports hundreds a second."""
        error = context.get("exception")
        if "socket" not in context or not isinstance(error, OSError):
            loop.default_exception_handler(context)
        elif time.monotonic() - self._last_log >= LOG_SECONDS:
            self._last_log = time.monotonic()
            text = str(Message("web.no_connection", reason=error.strerror))
            logging.getLogger(LOGGER).warning(text)


def _nothing_logged(_: logging.LogRecord) -> bool:
    return False


def _end_after_signals() -> None:
    """Let a signal end this process soon, no matter what it still waits for."""
    if current_thread() is main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, partial(_end_soon, signal.getsignal(number)))


def _end_soon(handler: Any, number: int, frame: FrameType | None) -> None:
    end = Timer(END_SECONDS, _end_now, (0 if number == signal.SIGINT else 128 + number,))
    end.daemon = True
    end.start()
    handler(number, frame)


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
    target = max(soft, min(most, WANTED_FILES))
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (target, hard))
    except (OSError, ValueError):
        return soft
    return target


def serve(listening: socket.socket, routes: Sequence[Route], options: ServerOptions) -> None:
    options.limiter.fit(raise_file_limit())
    sys.setswitchinterval(SWITCH_SECONDS)
    WebServer(routes, options).run(listening)
