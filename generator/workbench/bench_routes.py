"""The routes of the page *Change*: the gallery's own, and those that change a game.

Comes in: requests of a page on this computer. Goes out: responses for the one web server. Whoever
mounts them keeps the network out; here only a page of this very run may change anything, by the
secret that it was delivered with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cards_data import Problems
from cards_data.problems import Message
from cards_data.reader import PICTURE_LIMIT as MOST_BYTES
from cards_data.words import PLAIN
from generator.preview.preview_routes import PAGE as GALLERY
from generator.preview.preview_routes import (
    TOKENS,
    gallery_key,
    gallery_routes,
)
from generator.preview.preview_routes import WORDS as GALLERY_WORDS
from scorer.web.api.records import page_languages, words_record
from scorer.web.api.request_json import read_body
from scorer.web.routing import (
    HttpError,
    Request,
    Response,
    Route,
    json_response,
    json_text,
    no_content,
)
from scorer.web.static_files import file_handler, folder_routes

from .bench import Workbench
from .edits import MOST_CELLS

PAGE = Path(__file__).parent / "page"
WORDS = Path(__file__).parent / "words.csv"
# A picture of the greatest size, as text, and what is said with it.
PICTURE_LIMIT = MOST_BYTES * 4 // 3 + 4096
EDIT_LIMIT = 1_000_000
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# Four for each cell, and what is said with them.
MOST_VALUES = 4 * MOST_CELLS + 100


def workbench_routes(bench: Workbench) -> list[Route]:
    """Every route of the workbench."""
    return [
        *_file_routes(bench),
        *gallery_routes(bench.preview),
        *_shown_routes(bench),
        *_changing_routes(bench),
        *_playing_routes(bench),
    ]


def _file_routes(bench: Workbench) -> Iterator[Route]:
    """The page with its words and the secret of the run in it, and what it loads."""

    def records(_page: Path, _request: Request) -> Mapping[str, str]:
        words = {
            f"words.{lang}": json_text(
                {**words_record(lang, GALLERY_WORDS), **words_record(lang, WORDS)}
            )
            for lang in page_languages()
        }
        return {**words, "secret": json_text(bench.secret)}

    yield from folder_routes(PAGE, records)
    yield Route(f"/{TOKENS.name}", file_handler(TOKENS))
    for name in ("preview.css", "icon.svg"):
        yield Route(f"/{name}", file_handler(GALLERY / name))


def _shown_routes(bench: Workbench) -> list[Route]:
    def grid(request: Request) -> Response:
        slug, lang = gallery_key(request)
        asked = request.query_param
        langs = lang, page_language(request)
        return _or_nothing(bench.record(slug, langs, asked("table"), asked("known")))

    def values(request: Request) -> Response:
        return json_response(bench.values(*gallery_key(request)))

    def look(request: Request) -> Response:
        return json_response(
            bench.look(*gallery_key(request), _card(request), page_language(request))
        )

    def boxes(request: Request) -> Response:
        return json_response(bench.boxes(*gallery_key(request), _card(request)))

    def changes(request: Request) -> Response:
        slug, lang = gallery_key(request)
        return json_response(bench.changes(slug, lang, request.query_param("since")))

    def tables(request: Request) -> Response:
        return json_response(bench.tables(*gallery_key(request)))

    def sheet(request: Request) -> Response:
        slug, table = gallery_key(request)[0], request.query_param("table")
        content = bench.sheet(slug, table, page_language(request))
        return Response(content, XLSX)

    return [
        Route("/sheet.xlsx", sheet),
        Route("/bench.json", grid),
        Route("/values.json", values),
        Route("/look.json", look),
        Route("/boxes.json", boxes),
        Route("/changes.json", changes),
        Route("/tables.json", tables),
    ]


def _changing_routes(bench: Workbench) -> list[Route]:
    def edit(request: Request) -> Response:
        slug, asked = bench_request(bench, request, EDIT_LIMIT)
        return json_response(bench.edit(slug, asked, page_language(request)))

    def picture(request: Request) -> Response:
        slug, asked = bench_request(bench, request, PICTURE_LIMIT)
        return json_response(bench.edit(slug, {**asked, "kind": "picture"}, page_language(request)))

    def take_sheet(request: Request) -> Response:
        slug, asked = bench_request(bench, request, PICTURE_LIMIT)
        return json_response(bench.take_sheet(slug, asked))

    def step(request: Request) -> Response:
        slug, asked = bench_request(bench, request)
        return json_response(bench.step(slug, str(asked.get("way"))))

    def own(request: Request) -> Response:
        slug, asked = bench_request(bench, request)
        return json_response(bench.make_own(slug, str(asked.get("name"))))

    return [
        Route("/edit", edit, "POST", body_limit=EDIT_LIMIT),
        Route("/picture", picture, "POST", body_limit=PICTURE_LIMIT),
        Route("/sheet", take_sheet, "POST", body_limit=PICTURE_LIMIT),
        Route("/step", step, "POST"),
        Route("/own", own, "POST"),
    ]


def page_language(request: Request) -> str:
    """The language of the page, which may show cards in another."""
    return request.query_param("page", PLAIN)


def _playing_routes(bench: Workbench) -> list[Route]:
    def play(request: Request) -> Response:
        return json_response(bench.play(*bench_request(bench, request)), 202)

    def stop(request: Request) -> Response:
        slug, _ = bench_request(bench, request)
        return _or_nothing(bench.stop_play(slug))

    def played(request: Request) -> Response:
        return _or_nothing(bench.played(gallery_key(request)[0]))

    return [
        Route("/play", play, "POST"),
        Route("/play-stop", stop, "POST"),
        Route("/play.json", played),
    ]


def _card(request: Request) -> tuple[str, str]:
    deck, _, piece = request.query_param("card").partition("/")
    return deck, piece


def _or_nothing(record: Mapping[str, Any] | None) -> Response:
    return json_response(record) if record else no_content()


def bench_request(
    bench: Workbench, request: Request, limit: int = EDIT_LIMIT
) -> tuple[str, Mapping[str, Any]]:
    """The game that a request is about and what it asks, if it knows the secret."""
    try:
        asked = read_body(request.body, limit, MOST_VALUES)
    except Problems as problems:
        raise HttpError(400, problems.problems[0].text_in(page_language(request))) from None
    if not isinstance(asked, dict):
        raise HttpError(400, Message("bench.no_change"))
    bench.check_secret(asked)
    return gallery_key(request)[0], asked
