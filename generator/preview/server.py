"""The gallery over HTTP. The only importer of Starlette and Uvicorn.

Comes in: requests from a browser on this computer. Goes out: the page, the gallery as JSON,
pictures by the key of their face, and changes as server-sent events. Every request must name
this computer as its host, so that no foreign page can reach the preview under a name of its own.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cards_data import Problems, list_games, load_game

from .easel import SCALES, Easel
from .gallery import Key
from .records import Record, shelf_records, view_record
from .studio import Studio
from .watch import Watcher

PAGE = Path(__file__).parent / "page"
# What may be asked for by name, and what it is; nothing else of the disk can be reached.
FILES = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/preview.css": ("preview.css", "text/css; charset=utf-8"),
    "/preview.js": ("preview.js", "text/javascript; charset=utf-8"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
HERE = ("127.0.0.1", "localhost")
HEADERS = {
    "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; object-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
}
KEY = re.compile(r"[0-9a-f]{32}")
# A line now and then tells both ends that the other is still there.
BEAT_SECONDS = 15.0


class Guarded:
    """Adds the protecting headers to every answer, refusals included."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", ()), *extra]
            await send(message)

        await self._app(scope, receive, guarded)


@dataclass
class Desk:
    """What the requests are answered from."""

    easel: Easel = field(default_factory=Easel)
    studio: Studio = field(init=False)

    def __post_init__(self) -> None:
        self.studio = Studio(self.easel)


def application(hosts: tuple[str, ...] = HERE, watching: bool = True) -> Starlette:
    """The web application; ``watching`` off leaves it to the caller to tell of saved files."""
    desk = Desk()
    watcher = Watcher(desk.studio.saved)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        desk.studio.start()
        if watching:
            watcher.start()
        yield
        if watching:
            await run_in_threadpool(watcher.stop)
        await run_in_threadpool(desk.studio.stop)

    app = Starlette(
        routes=_routes(),
        middleware=[
            Middleware(Guarded),
            Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False),
        ],
        lifespan=lifespan,
    )
    app.state.desk = desk
    return app


def _routes() -> list[Route]:
    return [
        *(Route(path, _file(*file)) for path, file in FILES.items()),
        Route("/gallery.json", _gallery),
        Route("/events", _events),
        Route("/face/{key}.png", _face),
        Route("/seen", _seen, methods=["POST"]),
    ]


def _file(name: str, kind: str) -> Callable[[Request], Any]:
    def answer(_: Request) -> Response:
        return Response((PAGE / name).read_bytes(), media_type=kind)

    return answer


def _studio(request: Request) -> Studio:
    desk: Desk = request.app.state.desk
    return desk.studio


def _key(query: Mapping[str, str]) -> Key:
    """The wanted gallery: a game that exists, in a language that it has."""
    slug = query.get("game", "").replace("-", "_").lower()
    if slug not in list_games():
        raise HTTPException(404, "no such game")
    try:
        languages = load_game(slug).languages
    except Problems:
        languages = ("en",)
    lang = query.get("lang", "")
    return slug, lang if lang in languages else languages[0]


def _gallery(request: Request) -> Response:
    view, due = _studio(request).view(_key(request.query_params))
    return JSONResponse({**view_record(view, due), "games": shelf_records()})


def _face(request: Request) -> Response:
    scale = request.query_params.get("scale", "1")
    key = request.path_params["key"]
    if not KEY.fullmatch(key) or scale not in [str(known) for known in SCALES]:
        raise HTTPException(404, "no such face")
    desk: Desk = request.app.state.desk
    png = desk.easel.png(key, int(scale))
    if png is None:
        raise HTTPException(404, "no such face")
    return Response(png, media_type="image/png")


def _seen(request: Request) -> Response:
    """Marks one card or all as seen; only the gallery's own page may."""
    if request.headers.get("origin") != f"http://{request.headers.get('host')}":
        raise HTTPException(403, "only from the gallery's own page")
    deck, _, piece = request.query_params.get("card", "").partition("/")
    _studio(request).seen(_key(request.query_params), (deck, piece) if piece else None)
    return Response(status_code=204)


async def _events(request: Request) -> Response:
    key = await run_in_threadpool(_key, request.query_params)
    return StreamingResponse(_changes(_studio(request), key), media_type="text/event-stream")


async def _changes(studio: Studio, key: Key) -> AsyncIterator[str]:
    """Every change of a gallery from now on, until the page goes away."""
    loop, queue = asyncio.get_running_loop(), asyncio.Queue[Record]()

    def tell(record: Record) -> None:
        loop.call_soon_threadsafe(queue.put_nowait, record)

    leave = studio.listen(key, tell)
    try:
        yield "event: ready\ndata: {}\n\n"
        while True:
            try:
                record = await asyncio.wait_for(queue.get(), BEAT_SECONDS)
                yield f"data: {json.dumps(record)}\n\n"
            except TimeoutError:
                yield ": still here\n\n"
    finally:
        leave()


def serve(listening: socket.socket, hosts: tuple[str, ...]) -> None:
    """Answers on an open socket until Ctrl-C."""
    config = uvicorn.Config(
        application(hosts),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    uvicorn.Server(config).run(sockets=[listening])
