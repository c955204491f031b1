"""The gallery's routes: its page, the gallery as JSON, pictures by face key, and its changes.

Comes in: requests of a browser. Goes out: responses for the one web server. The routes stand alone
in ``ecotable preview``, and under ``/change/`` in ``ecotable serve``.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path

from cards_data import Problems, list_games, load_game
from cards_data.problems import Message
from cards_data.words import PLAIN
from generator.compose.face_cache import Name
from generator.draw.face import SCALES
from generator.workers import Limits, WorkerPool
from scorer.web.routing import HttpError, Request, Response, Route, json_response, no_content
from scorer.web.server import HERE, ServerOptions, WebServer
from scorer.web.server import serve as serve_routes
from scorer.web.static_files import PAGE as SHARED
from scorer.web.static_files import file_handler, folder_routes, word_records

from .event_streams import Streams
from .face_pictures import Pictures
from .file_watcher import Watcher
from .galleries import Galleries
from .gallery_json import shelf_records, view_record
from .gallery_view import Key

__all__ = [
    "HERE",
    "PAGE",
    "PreviewSession",
    "file_routes",
    "gallery_key",
    "gallery_routes",
    "preview_routes",
    "serve",
    "web_server",
]
PAGE = Path(__file__).parent / "page"
WORDS = Path(__file__).parent / "words.csv"
# The colours and typefaces of all pages.
TOKENS = SHARED / "tokens.css"
KEY = re.compile(r"[0-9a-f]{32}")
# One composes while the other draws; a card that is stuck leaves the rest alone.
WORKERS = 2
LIMITS = Limits(seconds=10)
# More cards than fit on any screen.
MOST_NAMES = 200


class PreviewSession:
    """The galleries that requests are answered from; they follow saved files if ``watching``."""

    def __init__(self, watching: bool = True) -> None:
        self.pool = WorkerPool(WORKERS, LIMITS)
        self.pictures = Pictures(self.pool)
        self.galleries = Galleries(self.pool, self.pictures)
        self.streams = Streams(self.galleries)
        self._watcher = Watcher(self.galleries.saved) if watching else None

    def start(self) -> None:
        self.galleries.start()
        if self._watcher:
            self._watcher.start()

    def stop(self) -> None:
        if self._watcher:
            self._watcher.stop()
        self.galleries.stop()

    def close_streams(self) -> None:
        """Ends all event streams, and the work that requests for cards wait for."""
        self.streams.end()
        self.pool.shut_down()

    def options(self, hosts: tuple[str, ...]) -> ServerOptions:
        return ServerOptions(hosts, self.start, self.stop, self.close_streams)


def preview_routes(session: PreviewSession) -> list[Route]:
    """Every route of the gallery."""
    return [*file_routes(), *gallery_routes(session)]


def gallery_routes(session: PreviewSession) -> list[Route]:
    """Those that any page with a gallery asks."""
    return [*_gallery_routes(session), *_seen_routes(session)]


def file_routes() -> Iterator[Route]:
    """The page with its words in it, and what it loads; no_content else of the disk."""
    yield from folder_routes(PAGE, lambda _page, _request: word_records(WORDS))
    yield Route(f"/{TOKENS.name}", file_handler(TOKENS))


def _gallery_routes(session: PreviewSession) -> list[Route]:
    def gallery(request: Request) -> Response:
        view, due = session.galleries.view(gallery_key(request))
        return json_response(
            {**view_record(view, due), "games": shelf_records(request.query_param("page"))}
        )

    def events(request: Request) -> Response:
        return Response(session.streams.changes(gallery_key(request)), "text/event-stream")

    def face(request: Request) -> Response:
        scale, key = request.query_param("scale", "1"), request.path_params["key"]
        known = KEY.fullmatch(key) and scale in [str(one) for one in SCALES]
        png = session.pictures.png(key, int(scale)) if known else None
        if png is None:
            raise HttpError(404, Message("page.no_face"))
        return Response(png, "image/png")

    return [
        Route("/gallery.json", gallery),
        Route("/events", events),
        Route("/face/{key}.png", face),
    ]


def _seen_routes(session: PreviewSession) -> list[Route]:
    def seen(request: Request) -> Response:
        """Marks one card or all as seen."""
        session.galleries.seen(gallery_key(request), next(iter(_names(request)), None))
        return no_content()

    def looking(request: Request) -> Response:
        """Notes which cards are on the screen: after a save they come first."""
        session.galleries.looking(gallery_key(request), _names(request)[:MOST_NAMES])
        return no_content()

    return [Route("/seen", seen, "POST"), Route("/looking", looking, "POST")]


def gallery_key(request: Request) -> Key:
    """The wanted gallery: a game that exists, in a language that it has; else the first game."""
    games = list_games()
    slug = request.query_param("game").replace("-", "_").lower() or next(iter(games), "")
    if slug not in games:
        raise HttpError(404, Message("web.no_game"))
    lang = request.query_param("lang")
    try:
        game = load_game(slug)
    except Problems:
        return slug, PLAIN
    return slug, lang if game.speaks(lang, draft=True) else game.languages[0]


def _names(request: Request) -> list[Name]:
    """The cards of a request, as ``deck/id``."""
    pairs = [word.partition("/") for word in request.query_params("card")]
    return [(deck, piece) for deck, _, piece in pairs]


def web_server(hosts: tuple[str, ...] = HERE, watching: bool = True) -> WebServer:
    """The gallery alone."""
    session = PreviewSession(watching)
    return WebServer(preview_routes(session), session.options(hosts))


def serve(listening: socket.socket, hosts: tuple[str, ...]) -> None:
    """Serves on an open socket until Ctrl-C."""
    session = PreviewSession()
    serve_routes(listening, preview_routes(session), session.options(hosts))
