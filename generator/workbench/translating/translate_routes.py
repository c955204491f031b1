"""The routes of the page *Translate*, next to those of the workbench."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generator.translate.entry_files import PO, WORKBOOK
from scorer.web.routing import Request, Response, Route, json_response

from ..bench import Workbench
from ..bench_routes import PICTURE_LIMIT, XLSX, Body, bench_request, gallery_key, page_language
from .desk import TranslationDesk

GETTEXT = "text/x-gettext-translation; charset=utf-8"
FILES = {f"translation{PO}": GETTEXT, f"translation{WORKBOOK}": XLSX}


def translate_routes(bench: Workbench) -> list[Route]:
    desk = TranslationDesk(bench)

    def list_texts(request: Request) -> Response:
        return json_response(desk.record(*_key(request), page_language(request)))

    def word_card(request: Request) -> Response:
        return json_response(desk.word_card(*_key(request), request.query_param("id")))

    def file(name: str) -> Route:
        def handler(request: Request) -> Response:
            return Response(desk.file(*_key(request), name), FILES[name])

        return Route(f"/{name}", handler)

    def post_route(path: str, act: Callable[[str, str, Body, str], Any], limit: int) -> Route:
        def handler(request: Request) -> Response:
            slug, body = bench_request(bench, request, limit)
            record = act(slug, request.query_param("lang"), body, page_language(request))
            return json_response(record, 409 if "conflict" in record else 200)

        return Route(path, handler, "POST", body_limit=limit)

    return [
        Route("/translate.json", list_texts),
        Route("/word-card.json", word_card),
        *map(file, FILES),
        post_route("/translate-try", desk.attempt, TEXT_LIMIT),
        post_route("/translate", desk.save, TEXT_LIMIT),
        post_route("/translation", lambda *body: desk.import_file(*body[:3]), PICTURE_LIMIT),
    ]


# A text of the largest size, and what is sent with it.
TEXT_LIMIT = 64_000


def _key(request: Request) -> tuple[str, str]:
    """Return the game, and any language: also one that the game does not have yet."""
    return gallery_key(request)[0], request.query_param("lang")
