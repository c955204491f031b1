"""The gallery's roads: its page, the gallery as JSON, pictures by face key, changes as they happen.

Comes in: questions from a browser. Goes out: answers for the one web server, which guards every
road in the same way. The roads stand alone in ``ecotable preview`` and under ``/change/`` in
``ecotable serve``.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

from cards_data import Problems, list_games, load_game
from generator.compose.face_cache import Name
from generator.draw.screen_picture import SCALES
from generator.workers import Crew, Limits
from scorer.web.routing import Answer, Asked, Refused, Road, as_json, nothing
from scorer.web.scripts import PAGE as SHARED
from scorer.web.server import HERE, Guards, WebServer
from scorer.web.server import serve as serve_roads
from scorer.web.static_files import file_answer, folder_roads, word_records

from .event_streams import Streams
from .face_pictures import Pictures
from .file_watcher import Watcher
from .galleries import Galleries
from .gallery import Key
from .gallery_json import shelf_records, view_record

__all__ = ["HERE", "PAGE", "Desk", "file_roads", "preview_roads", "serve", "watched", "web_server"]
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


class Desk:
    """What the requests are answered from."""

    def __init__(self) -> None:
        self.crew = Crew(WORKERS, LIMITS)
        self.pictures = Pictures(self.crew)
        self.galleries = Galleries(self.crew, self.pictures)
        self.streams = Streams(self.galleries)

    def hush(self) -> None:
        """Nobody is told anything any more, and whoever waits for a card waits no longer."""
        self.streams.end()
        self.crew.end()


def preview_roads(desk: Desk) -> list[Road]:
    """Every road of the gallery."""
    return [
        *file_roads(),
        *_showing(desk),
        *_noting(desk),
    ]


def file_roads() -> Iterator[Road]:
    """The page with its words in it, and what it loads; nothing else of the disk."""
    yield from folder_roads(PAGE, lambda _page, _asked: word_records(WORDS))
    yield Road(f"/{TOKENS.name}", file_answer(TOKENS))


def _showing(desk: Desk) -> list[Road]:
    def gallery(asked: Asked) -> Answer:
        view, due = desk.galleries.view(_key(asked))
        return as_json({**view_record(view, due), "games": shelf_records(asked.word("page"))})

    def events(asked: Asked) -> Answer:
        return Answer(desk.streams.changes(_key(asked)), "text/event-stream")

    def face(asked: Asked) -> Answer:
        scale, key = asked.word("scale", "1"), asked.gaps["key"]
        known = KEY.fullmatch(key) and scale in [str(one) for one in SCALES]
        png = desk.pictures.png(key, int(scale)) if known else None
        if png is None:
            raise Refused(404, "no such face")
        return Answer(png, "image/png")

    return [
        Road("/gallery.json", gallery),
        Road("/events", events),
        Road("/face/{key}.png", face),
    ]


def _noting(desk: Desk) -> list[Road]:
    def seen(asked: Asked) -> Answer:
        """Marks one card or all as seen."""
        desk.galleries.seen(_key(asked), next(iter(_names(asked)), None))
        return nothing()

    def looking(asked: Asked) -> Answer:
        """Notes which cards are on the screen: after a save they come first."""
        desk.galleries.looking(_key(asked), _names(asked)[:MOST_NAMES])
        return nothing()

    return [Road("/seen", seen, "POST"), Road("/looking", looking, "POST")]


def _key(asked: Asked) -> Key:
    """The wanted gallery: a game that exists, in a language that it has; else the first game."""
    games = list_games()
    slug = asked.word("game").replace("-", "_").lower() or next(iter(games), "")
    if slug not in games:
        raise Refused(404, "no such game")
    try:
        languages = load_game(slug).languages
    except Problems:
        languages = ("en",)
    lang = asked.word("lang")
    return slug, lang if lang in languages else languages[0]


def _names(asked: Asked) -> list[Name]:
    """The cards of a request, as ``deck/id``."""
    pairs = [word.partition("/") for word in asked.words("card")]
    return [(deck, piece) for deck, _, piece in pairs]


def watched(desk: Desk, watching: bool = True) -> tuple[Callable[[], None], Callable[[], None]]:
    """How the gallery starts and ends; without ``watching`` nobody tells it of saved files."""
    watcher = Watcher(desk.galleries.saved)

    def start() -> None:
        desk.galleries.start()
        if watching:
            watcher.start()

    def stop() -> None:
        if watching:
            watcher.stop()
        desk.galleries.stop()

    return start, stop


def web_server(hosts: tuple[str, ...] = HERE, watching: bool = True) -> WebServer:
    """The gallery alone."""
    desk = Desk()
    start, stop = watched(desk, watching)
    return WebServer(preview_roads(desk), Guards(hosts, start, stop, desk.hush))


def serve(listening: socket.socket, hosts: tuple[str, ...]) -> None:
    """Answers on an open socket until Ctrl-C, which is the way to end it and no fault."""
    desk = Desk()
    start, stop = watched(desk)
    guards = Guards(hosts, start, stop, desk.hush)
    serve_roads(listening, preview_roads(desk), guards)
