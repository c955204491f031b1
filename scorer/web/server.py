"""Roads over HTTP. The only importer of Starlette and Uvicorn.

Comes in: roads, and under which names this computer may be asked. Goes out: a web application and
a server that ends cleanly. Every request must name a host of the allow-list, so that no foreign
page can reach us under a name of its own; a POST must come from our own page and carry JSON.
"""

from __future__ import annotations

import asyncio
import inspect
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .api.request_json import BODY_LIMIT
from .routing import JSON, Answer, Asked, Refused, Road

HERE = ("127.0.0.1", "localhost")
LOOPBACK = ("127.0.0.1", "::1")
HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' blob: data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; object-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
# A small body takes no time; whoever sends it slower only wants to hold a connection.
BODY_SECONDS = 10.0
MOST_CONNECTIONS = 1000
# From accepting a connection to greeting it are a few turns of the loop.
GREETING_SECONDS = 0.05


def _nothing() -> None:
    """Nothing to start or stop."""


@dataclass(frozen=True)
class Guards:
    """Under which names we may be asked, and what starts and ends with the server."""

    hosts: tuple[str, ...] = HERE
    start: Callable[[], None] = _nothing
    stop: Callable[[], None] = _nothing
    # Ends the streams of answers, which would never end by themselves.
    hush: Callable[[], None] = _nothing
    headers: dict[str, str] = field(default_factory=lambda: dict(HEADERS))


class Guarded:
    """Adds the protecting headers to every answer, refusals included."""

    def __init__(self, app: ASGIApp, headers: dict[str, str]) -> None:
        self._app = app
        self._extra = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *self._extra]
            await send(message)

        await self._app(scope, receive, guarded)


def application(roads: Sequence[Road], guards: Guards) -> Starlette:
    """The web application: each road behind the same guards."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        guards.start()
        yield
        await run_in_threadpool(guards.stop)

    return Starlette(
        routes=[Route(road.path, _carried(road), methods=[road.method]) for road in roads],
        middleware=[
            Middleware(Guarded, headers=guards.headers),
            Middleware(TrustedHostMiddleware, allowed_hosts=list(guards.hosts), www_redirect=False),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6),
        ],
        exception_handlers={Exception: _fault},
        lifespan=lifespan,
    )


def _carried(road: Road) -> Callable[[Request], Awaitable[Response]]:
    async def carry(request: Request) -> Response:
        try:
            asked = await _asked(road, request)
            return _response(await _in_time(road, asked))
        except Refused as refused:
            return PlainTextResponse(refused.why, refused.status)
        except ClientDisconnect:
            return Response(status_code=400)

    return carry


async def _asked(road: Road, request: Request) -> Asked:
    """The question, if it may be asked.

    Only a connection over the loopback comes from this computer for sure; our own address in
    the network is one that others could have a moment later.
    """
    here = request.client is not None and request.client.host in LOOPBACK
    if road.only_here and not here:
        raise Refused(403, "only on the computer that serves this page")
    if road.method == "POST":
        _only_own_page(request)
    gaps = {key: str(value) for key, value in request.path_params.items()}
    body = await _body(request) if road.method == "POST" else b""
    return Asked(gaps, request.query_params.multi_items(), body, here)


def _only_own_page(request: Request) -> None:
    """Browsers tell with each POST which page it comes from; a foreign form cannot send JSON."""
    if request.headers.get("origin") != f"http://{request.headers.get('host')}":
        raise Refused(403, "only from our own page")
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        raise Refused(415, f"only {JSON}")


async def _body(request: Request) -> bytes:
    """The body, read no further than it may be long, and no slower than patience lasts."""
    parts: list[bytes] = []
    length = 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                parts.append(part)
                length += len(part)
                if length > BODY_LIMIT:
                    raise Refused(413, f"up to {BODY_LIMIT:,} bytes")
    except TimeoutError:
        raise Refused(408, "too slow") from None
    return b"".join(parts)


async def _in_time(road: Road, asked: Asked) -> Answer:
    """The answer, or a refusal when it takes longer than its deadline."""
    pace = road.pace(asked)
    try:
        async with asyncio.timeout(pace.seconds):
            if pace.at_once:
                found = road.answer(asked)
            else:
                found = await run_in_threadpool(road.answer, asked)
            return await found if inspect.isawaitable(found) else found
    except TimeoutError:
        raise Refused(503, "this takes too long; try again") from None


def _response(answer: Answer) -> Response:
    headers = {}
    if answer.name:
        headers["content-disposition"] = f'attachment; filename="{answer.name}"'
    if answer.onward:
        headers["location"] = answer.onward
    if isinstance(answer.body, Path):
        return FileResponse(answer.body, answer.status, headers, answer.kind)
    if isinstance(answer.body, AsyncIterator):
        return StreamingResponse(answer.body, answer.status, headers, answer.kind)
    return Response(answer.body, answer.status, headers, answer.kind)


async def _fault(_: Request, fault: Exception) -> Response:
    """A fault of ours: its traceback goes to the terminal, never to the browser."""
    if isinstance(fault, HTTPException):
        return PlainTextResponse(fault.detail, fault.status_code)
    return PlainTextResponse("something went wrong here; the terminal says what", 500)


class WebServer(uvicorn.Server):
    """Ends every connection: streams, which never end by themselves, and those that just came."""

    def __init__(self, roads: Sequence[Road], guards: Guards) -> None:
        self._guards = guards
        super().__init__(
            uvicorn.Config(
                application(roads, guards),
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=2,
                limit_concurrency=MOST_CONNECTIONS,
                proxy_headers=False,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Closes the door, then shows out all who are inside.

        Whoever was accepted in the last moment is not yet in the list of those to be shown out,
        and would be waited for until patience ends; who still stays then is cut off.
        """
        self._guards.hush()
        for server in self.servers:
            server.close()
        await asyncio.sleep(GREETING_SECONDS)
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):
            if connection.transport:
                connection.transport.abort()
        await asyncio.sleep(0)


def serve(listening: socket.socket, roads: Sequence[Road], guards: Guards) -> None:
    """Answers on an open socket until Ctrl-C, which is the way to end it and no fault."""
    with suppress(KeyboardInterrupt):
        WebServer(roads, guards).run(sockets=[listening])
