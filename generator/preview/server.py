"""The gallery over HTTP. The only importer of Starlette and Uvicorn.

Comes in: requests from a browser on this computer. Goes out: the page, the gallery as JSON,
pictures by the key of their face, and changes as server-sent events. Every request must name
this computer as its host, so that no foreign page can reach the preview under a name of its own.
"""

from __future__ import annotations

import re
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
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
from generator.compose.kept import Name
from generator.crew import Crew, Limits

from .galleries import Galleries
from .gallery import Key
from .pictures import SCALES, Pictures
from .records import shelf_records, view_record
from .streams import Streams
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
# One composes while the other draws; a card that is stuck leaves the rest alone.
WORKERS = 2
LIMITS = Limits(seconds=10)
# More cards than fit on any screen.
MOST_NAMES = 200


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


class Desk:
    """What the requests are answered from."""

    def __init__(self) -> None:
        self.crew = Crew(WORKERS, LIMITS)
        self.pictures = Pictures(self.crew)
        self.galleries = Galleries(self.crew, self.pictures)
        self.streams = Streams(self.galleries)


def application(desk: Desk, hosts: tuple[str, ...], watching: bool) -> Starlette:
    """The web application; without ``watching`` nobody tells it of saved files."""
    watcher = Watcher(desk.galleries.saved)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        desk.galleries.start()
        if watching:
            watcher.start()
        yield
        if watching:
            await run_in_threadpool(watcher.stop)
        await run_in_threadpool(desk.galleries.stop)
        desk.crew.end()

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
        Route("/looking", _looking, methods=["POST"]),
    ]


def _file(name: str, kind: str) -> Callable[[Request], Any]:
    def answer(_: Request) -> Response:
        return Response((PAGE / name).read_bytes(), media_type=kind)

    return answer


def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


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
    view, due = _desk(request).galleries.view(_key(request.query_params))
    return JSONResponse({**view_record(view, due), "games": shelf_records()})


def _face(request: Request) -> Response:
    scale = request.query_params.get("scale", "1")
    key = request.path_params["key"]
    if not KEY.fullmatch(key) or scale not in [str(known) for known in SCALES]:
        raise HTTPException(404, "no such face")
    png = _desk(request).pictures.png(key, int(scale))
    if png is None:
        raise HTTPException(404, "no such face")
    return Response(png, media_type="image/png")


def _seen(request: Request) -> Response:
    """Marks one card or all as seen."""
    _only_own_page(request)
    name = next(iter(_names(request)), None)
    _desk(request).galleries.seen(_key(request.query_params), name)
    return Response(status_code=204)


def _looking(request: Request) -> Response:
    """Notes which cards are on the screen: after a save they come first."""
    _only_own_page(request)
    _desk(request).galleries.looking(_key(request.query_params), _names(request)[:MOST_NAMES])
    return Response(status_code=204)


def _only_own_page(request: Request) -> None:
    """Browsers tell with each POST which page it comes from."""
    if request.headers.get("origin") != f"http://{request.headers.get('host')}":
        raise HTTPException(403, "only from the gallery's own page")


def _names(request: Request) -> list[Name]:
    """The cards of a request, as ``deck/id``."""
    pairs = [word.partition("/") for word in request.query_params.getlist("card")]
    return [(deck, piece) for deck, _, piece in pairs]


async def _events(request: Request) -> Response:
    key = await run_in_threadpool(_key, request.query_params)
    return StreamingResponse(_desk(request).streams.changes(key), media_type="text/event-stream")


class WebServer(uvicorn.Server):
    """Ends the streams of changes first: they would never end by themselves."""

    def __init__(self, hosts: tuple[str, ...] = HERE, watching: bool = True) -> None:
        self._desk = Desk()
        super().__init__(
            uvicorn.Config(
                application(self._desk, hosts, watching),
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=2,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._desk.streams.end()
        await super().shutdown(sockets)


def serve(listening: socket.socket, hosts: tuple[str, ...]) -> None:
    """Answers on an open socket until Ctrl-C, which is the way to end it and no fault."""
    with suppress(KeyboardInterrupt):
        WebServer(hosts).run(sockets=[listening])
