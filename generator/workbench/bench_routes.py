"""The routes of the workbench: only the gallery for ``ecotable preview``, all for *Change*.

Only a page of this run can edit anything: it was sent with the secret. ``ecotable serve`` blocks
the network.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from cards_data import Problems, list_games, load_game
from cards_data.problems import Message
from cards_data.reader import PICTURE_LIMIT as MOST_BYTES
from cards_data.words import PLAIN
from generator.compose.composed_game import Name
from generator.text.page_fonts import CACHE_SECONDS, FOLDER, FONTS, MEDIA_TYPE, page_font
from scorer.web.routing import (
    BODY_LIMIT,
    EVENT_STREAM,
    SVG,
    HttpError,
    Request,
    Response,
    Route,
    cached_for,
    json_response,
    json_text,
    no_content,
)
from scorer.web.static_files import PAGE as SHARED
from scorer.web.static_files import file_handler, folder_routes, word_records

from .bench import Workbench
from .change_summary import rescore_tables
from .column_edits import uses_of
from .deck_workbooks import deck_sheet
from .edits import MOST_CELLS
from .galleries import GallerySession
from .gallery_view import Key, game_records, view_record

Body = Mapping[str, Any]
# A change of a game: the request, the game and the body.
Change = Callable[[Request, str, Body], Any]
PAGE = Path(__file__).parent / "page"
WORDS = Path(__file__).parent / "words.csv"
READ_ONLY = "preview.html"
BENCH_PAGES = ("index.html", "new.html", "files.html", "translate.html")
# The colours and typefaces of all pages.
TOKENS = SHARED / "tokens.css"
# More cards than fit on any screen.
MOST_NAMES = 200
# The largest picture, encoded as text, and what is sent with it.
PICTURE_LIMIT = MOST_BYTES * 4 // 3 + 4096
EDIT_LIMIT = 1_000_000
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# Four for each cell, and what is sent with them.
MOST_VALUES = 4 * MOST_CELLS + 100


def read_only_routes(session: GallerySession) -> list[Route]:
    return [*page_routes(READ_ONLY), *_gallery_routes(session)]


def workbench_pages(bench: Workbench) -> Iterator[Route]:
    return page_routes(*BENCH_PAGES, secret=json_text(bench.secret))


def workbench_routes(bench: Workbench) -> list[Route]:
    """Return the routes of the workbench without its page."""
    return [*_gallery_routes(bench.gallery), *_view_routes(bench), *_changing_routes(bench)]


def page_routes(*names: str, **records: str) -> Iterator[Route]:
    """Yield pages with their texts and other records, and the files that they load."""
    files = [PAGE / name for name in names]
    yield from folder_routes(files, lambda *_: {**word_records(WORDS), **records}, front=names[0])
    yield Route(f"/{TOKENS.name}", file_handler(TOKENS))
    yield from font_routes()


def font_routes() -> Iterator[Route]:
    """Return routes for the fonts, next to the file of tokens that names them."""
    for name in FONTS:
        yield Route(f"/{FOLDER}/{name}", _font_handler(name))


def _font_handler(name: str) -> Callable[[Request], Response]:
    return lambda _: Response(page_font(name), MEDIA_TYPE, headers=cached_for(CACHE_SECONDS))


def _gallery_routes(session: GallerySession) -> list[Route]:
    def gallery(request: Request) -> Response:
        view, due = session.galleries.view(gallery_key(request))
        return json_response(
            {**view_record(view, due), "games": game_records(request.query_param("page"))}
        )

    def events(request: Request) -> Response:
        return Response(session.changes(gallery_key(request)), EVENT_STREAM)

    def face(request: Request) -> Response:
        svg = session.pictures.svg(request.path_params["key"])
        if svg is None:
            raise HttpError(404, Message("page.no_face"))
        return Response(svg, SVG)

    def mark_seen(request: Request) -> Response:
        session.galleries.mark_seen(gallery_key(request), next(iter(_names(request)), None))
        return no_content()

    def looking(request: Request) -> Response:
        """Record which cards are on the screen: after a save they come first."""
        session.galleries.looking(gallery_key(request), _names(request)[:MOST_NAMES])
        return no_content()

    return [
        Route("/gallery.json", gallery),
        Route("/events", events),
        Route("/face/{key}.svg", face),
        Route("/seen", mark_seen, "POST"),
        Route("/looking", looking, "POST"),
    ]


def _view_routes(bench: Workbench) -> list[Route]:
    def text(path: str, record: Callable[[Request, Key], Any]) -> Route:
        def handler(request: Request) -> Response:
            data = record(request, gallery_key(request))
            return no_content() if data is None else json_response(data)

        return Route(path, handler)

    def grid(request: Request, key: Key) -> Any:
        table, page_version = request.query_param("table"), request.query_param("known")
        return bench.record(key[0], (key[1], page_language(request)), table, page_version)

    def sheet(request: Request) -> Response:
        game = load_game(gallery_key(request)[0], counted=False)
        workbook = deck_sheet(game, request.query_param("table"), page_language(request))
        return Response(workbook.content(), XLSX)

    def column(request: Request, key: Key) -> Any:
        return uses_of(bench.game(key[0]), request.query_param("column"))

    def tables(_: Request, key: Key) -> Any:
        return rescore_tables(bench.game(key[0]), key[1], bench.rescore)

    def name(request: Request) -> Name:
        return next(iter(_names(request)), ("", ""))

    return [
        Route("/sheet.xlsx", sheet),
        text("/bench.json", grid),
        text("/values.json", lambda _, key: bench.values(*key)),
        text("/look.json", lambda one, key: bench.look(*key, name(one), page_language(one))),
        text("/boxes.json", lambda one, key: bench.boxes(*key, name(one))),
        text("/changes.json", lambda one, key: bench.changes(*key, one.query_param("since"))),
        text("/column.json", column),
        text("/tables.json", tables),
        text("/play.json", lambda _, key: bench.play_state(key[0])),
    ]


def _changing_routes(bench: Workbench) -> list[Route]:
    changing = partial(changing_route, bench)

    def edit(request: Request, slug: str, body: Body) -> Any:
        return bench.edit(slug, body, page_language(request))

    def picture(request: Request, slug: str, body: Body) -> Any:
        return edit(request, slug, {**body, "kind": "picture"})

    return [
        changing("/edit", edit, EDIT_LIMIT),
        changing("/picture", picture, PICTURE_LIMIT),
        changing("/sheet", lambda _, slug, body: bench.import_sheet(slug, body), PICTURE_LIMIT),
        changing("/step", lambda _, slug, body: bench.step(slug, body)),
        changing("/own", lambda _, slug, body: bench.make_own(slug, str(body.get("name") or ""))),
        changing("/play", lambda _, slug, body: bench.play(slug, body), status=202),
        changing("/play-stop", lambda _, slug, _body: bench.stop_play(slug)),
    ]


def changing_route(
    bench: Workbench, path: str, change: Change, limit: int = BODY_LIMIT, status: int = 200
) -> Route:
    """Return the route of a change, for a page that knows the secret."""

    def handler(request: Request) -> Response:
        body = request.json(limit, MOST_VALUES)
        if not isinstance(body, dict):
            raise HttpError(400, Message("bench.no_change"))
        bench.check_secret(body)
        record = change(request, gallery_key(request)[0], body)
        if record is None:
            return no_content()
        return json_response(record, 409 if record.keys() & {"conflict", "taken"} else status)

    return Route(path, handler, "POST", body_limit=limit)


def page_language(request: Request) -> str:
    """Return the language of the page, which may show cards in another."""
    return request.query_param("page", PLAIN)


def gallery_key(request: Request) -> Key:
    """Return the requested gallery if game and language exist, else that of the first game."""
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
    """Return the cards of a request, as ``deck/id``."""
    pairs = [word.partition("/") for word in request.query_params("card")]
    return [(deck, piece) for deck, _, piece in pairs]
