"""The routes of the app: its pages, prints, pictures and the workbench.

``ecotable serve`` answers them over HTTP; a published site answers the same ones in the browser.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cards_data import load_game
from cards_data.problems import Message, Problems
from generator.workbench.bench import Workbench
from generator.workbench.bench_routes import (
    Body,
    changing_route,
    font_routes,
    workbench_pages,
    workbench_routes,
)
from generator.workbench.change_summary import checked_reference
from generator.workbench.game_routes import game_routes
from generator.workbench.translating.desk import translate_routes
from generator.workers import WorkerPool
from scorer.web.api.records import RulesCall
from scorer.web.rate_limiter import RateLimiter
from scorer.web.routes import game_slug, games_route, language, rules_routes
from scorer.web.routing import (
    HTML,
    SVG,
    HttpError,
    Request,
    Response,
    Route,
    json_response,
    no_content,
    redirect,
)
from scorer.web.static_files import file_routes

from . import print_queue
from .game_pictures import RulesPage, cover, known_rules_page, rules_summary, symbol_file
from .print_queue import PrintQueue

# The workbench is under this address, and for this computer only.
CHANGE = "/change"


def web_routes(
    queue: PrintQueue, bench: Workbench, sandbox: RulesCall, limiter: RateLimiter
) -> list[Route]:
    """Return every route of the app: its pages, and what they ask for."""
    entrance = Route(CHANGE, lambda _: redirect(f"{CHANGE}/"), loopback_only=True)
    return [
        *file_routes(),
        *font_routes(),
        entrance,
        *_changing(workbench_pages(bench)),
        *api_routes(queue, bench, sandbox, limiter),
    ]


def api_routes(
    queue: PrintQueue, bench: Workbench, sandbox: RulesCall, limiter: RateLimiter
) -> list[Route]:
    """Return what the pages ask for; a published site has the pages as files."""
    return [
        games_route(rules_summary),
        *rules_routes(sandbox),
        *_print_routes(queue, limiter),
        *_changing(workbench_routes(bench)),
        *_changing(game_routes(bench)),
        *_changing(translate_routes(bench)),
        *_changing(_reprint_routes(queue, bench, limiter)),
        *_picture_routes(bench.gallery.pool),
    ]


def _changing(routes: Iterable[Route]) -> Iterator[Route]:
    for route in routes:
        yield replace(route, path=f"{CHANGE}{route.path}", loopback_only=True)


def _picture_routes(pool: WorkerPool) -> list[Route]:
    def picture(request: Request) -> Response:
        try:
            lang = request.path_params["lang"]
            return Response(*cover(game_slug(request), lang, pool))
        except Problems:
            raise HttpError(404, Message("page.not_drawn")) from None

    def symbol(request: Request) -> Response:
        svg = symbol_file(game_slug(request), request.path_params["name"])
        if svg is None:
            raise HttpError(404, Message("page.no_symbol"))
        return Response(svg, SVG)

    def leaflet(request: Request) -> Response:
        return Response(_rules(request, language(request), pool).html.encode(), HTML)

    def leaflet_picture(request: Request) -> Response:
        svg = _rules(request, request.path_params["lang"], pool).picture(request.path_params["key"])
        if svg is None:
            raise HttpError(404, Message("page.no_picture"))
        return Response(svg, SVG)

    return [
        Route("/picture/{lang}/{slug}.webp", picture),
        Route("/symbol/{slug}/{name}.svg", symbol),
        Route("/leaflet/{slug}", leaflet),
        Route("/leaflet/{slug}/{lang}/{key}.svg", leaflet_picture),
    ]


def _rules(request: Request, lang: str, pool: WorkerPool) -> RulesPage:
    try:
        page = known_rules_page(load_game(game_slug(request)), lang, pool)
    except Problems:
        page = None
    if page is None:
        raise HttpError(404, Message("page.no_leaflet"))
    return page


def _print_routes(queue: PrintQueue, limiter: RateLimiter) -> list[Route]:
    def print_choices(request: Request) -> Response:
        game = load_game(game_slug(request))
        choices, decks = (
            print_queue.choices(game),
            print_queue.decks_record(game, language(request)),
        )
        most = print_queue.MOST_COPIES
        return json_response({"choices": choices, "decks": decks, "most_copies": most})

    def plan(request: Request) -> Response:
        game = load_game(game_slug(request))
        options = print_queue.checked_options(game, request.json())
        try:
            return json_response(print_queue.plan_record(game, options))
        except Problems as problems:
            return json_response(
                {"problems": [one.text_in(language(request)) for one in problems.problems]}
            )

    def add(request: Request) -> Response:
        slug = game_slug(request)
        options = print_queue.checked_options(load_game(slug), request.json())
        job = queue.print(slug, options, request.client, limiter)
        return json_response({"job": job.id}, 202)

    def state(request: Request) -> Response:
        job = queue.job_or_404(request.path_params["job"])
        before, lang = queue.jobs_before(job), language(request)
        return json_response(print_queue.print_record(job, before, lang))

    def stop(request: Request) -> Response:
        queue.cancel(queue.job_or_404(request.path_params["job"]).id)
        return no_content()

    def pdf(request: Request) -> Response:
        file = print_queue.pdf_of(queue.job_or_404(request.path_params["job"]))
        if file is None or file.name != request.path_params["name"]:
            raise HttpError(404, Message("page.no_print"))
        return Response(file, "application/pdf")

    return [
        Route("/api/print/{slug}", print_choices),
        Route("/api/print/{slug}", add, "POST"),
        Route("/api/print-plan/{slug}", plan, "POST"),
        Route("/api/print-job/{job}", state),
        Route("/api/print-stop/{job}", stop, "POST"),
        Route("/pdf/{job}/{name}", pdf),
    ]


def _reprint_routes(queue: PrintQueue, bench: Workbench, limiter: RateLimiter) -> list[Route]:
    """Return routes for printing only what changed; it is saved and counted with other prints."""

    def reprint(request: Request, slug: str, body: Body) -> dict[str, str]:
        game = load_game(slug)
        since = checked_reference(game, str(body.get("since")))
        options = print_queue.checked_options(game, {"lang": str(body.get("lang"))})
        job = queue.print(slug, {**options, "since": since}, request.client, limiter)
        return {"job": job.id}

    return [changing_route(bench, "/reprint", reprint, status=202)]
