"""All routes of ``ecotable serve``: the page, pictures, PDFs on demand, the rules, and changing.

Comes in: the print queue, the workbench and the sandbox for rules. Goes out: routes for
the one server. Changing cards is never open to the network.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from cards_data import Game, Problems, load_game
from cards_data.problems import Message
from generator.compose.artwork import Artwork
from generator.compose.piece import Composer
from generator.draw.screen_picture import screen_png
from generator.leaflet.leaflet_html import WebContext, leaflet_html
from generator.options import Edition
from generator.store.sources import Sources
from generator.words import say_in
from generator.workbench.bench import Workbench
from generator.workbench.bench_routes import bench_request, workbench_routes
from generator.workbench.change_summary import checked_reference
from generator.workers import WorkerPool
from scorer.web.api.request_json import read_body
from scorer.web.routes import game_slug, language, page_routes
from scorer.web.routing import HTML, HttpError, Request, Response, Route, json_response, redirect

from .game_pictures import fan_picture, symbol_file
from .print_queue import (
    PrintQueue,
    checked_options,
    choices,
    decks_record,
    pdf_of,
    plan_record,
    print_record,
)
from .rules_sandbox import RulesSandbox

# Twice the size that it has on the page: sharp on every screen.
SCALE = 2


@dataclass(frozen=True)
class RulesPage:
    """The article, and the artwork behind every picture in it."""

    html: str
    arts: Mapping[str, Artwork]
    address: Callable[[str], str]
    sources: Sources
    pool: WorkerPool

    def picture(self, key: str) -> bytes | None:
        if key not in self.arts:
            return None
        return screen_png(self.pool, self.sources, self.arts[key], SCALE)


def rules_page(game: Game, lang: str, pool: WorkerPool, kind: str = "png") -> RulesPage | None:
    """The leaflet as a page with pictures of a kind; nothing for a game without one."""
    leaflet = game.leaflet(lang)
    if leaflet is None:
        return None
    home = f"leaflet/{game.slug}/{leaflet.lang}"
    web = WebContext(
        url=lambda key: f"{home}/{key}.{kind}",
        t=say_in(leaflet.lang),
        accent=game.colours.get("accent", ""),
    )
    composer = Composer(game, Edition(leaflet.lang), Sources())
    made = leaflet_html(composer, leaflet, web)
    return RulesPage(made.html, made.arts, web.url, composer.sources, pool)


def web_routes(queue: PrintQueue, bench: Workbench, sandbox: RulesSandbox) -> list[Route]:
    """Every route, the workbench's under ``/change/`` and for this computer only."""
    changing = [
        replace(route, path=f"/change{route.path}", loopback_only=True)
        for route in (*workbench_routes(bench), *_reprint_routes(queue, bench))
    ]
    entrance = Route("/change", lambda _: redirect("/change/"), loopback_only=True)
    return [
        *page_routes(sandbox),
        *_print_routes(queue),
        entrance,
        *changing,
        *_picture_routes(bench.gallery.pool),
    ]


def _picture_routes(pool: WorkerPool) -> list[Route]:
    def picture(request: Request) -> Response:
        try:
            lang = request.path_params["lang"]
            return Response(fan_picture(game_slug(request), lang, pool), "image/webp")
        except Problems:
            raise HttpError(404, Message("page.not_drawn")) from None

    def symbol(request: Request) -> Response:
        svg = symbol_file(game_slug(request), request.path_params["name"])
        if svg is None:
            raise HttpError(404, Message("page.no_symbol"))
        return Response(svg, "image/svg+xml")

    def leaflet(request: Request) -> Response:
        return Response(_rules(request, language(request), pool).html.encode(), HTML)

    def leaflet_picture(request: Request) -> Response:
        png = _rules(request, request.path_params["lang"], pool).picture(request.path_params["key"])
        if png is None:
            raise HttpError(404, Message("page.no_picture"))
        return Response(png, "image/png")

    return [
        Route("/picture/{lang}/{slug}.webp", picture),
        Route("/symbol/{slug}/{name}.svg", symbol),
        Route("/leaflet/{slug}", leaflet),
        Route("/leaflet/{slug}/{lang}/{key}.png", leaflet_picture),
    ]


def _rules(request: Request, lang: str, pool: WorkerPool) -> RulesPage:
    try:
        page = rules_page(load_game(game_slug(request)), lang, pool)
    except Problems:
        page = None
    if page is None:
        raise HttpError(404, Message("page.no_leaflet"))
    return page


def _print_routes(queue: PrintQueue) -> list[Route]:
    def offered(request: Request) -> Response:
        game = load_game(game_slug(request))
        decks = decks_record(game, language(request))
        return json_response({"choices": choices(game), "decks": decks})

    def plan(request: Request) -> Response:
        game = load_game(game_slug(request))
        options = checked_options(game, _body(request))
        try:
            return json_response(plan_record(game, options))
        except Problems as problems:
            return json_response(
                {"problems": [one.text_in(language(request)) for one in problems.problems]}
            )

    def add(request: Request) -> Response:
        slug = game_slug(request)
        job = queue.print(slug, checked_options(load_game(slug), _body(request)))
        return json_response({"job": job.id}, 202)

    def state(request: Request) -> Response:
        job = queue.found(request.path_params["job"])
        return json_response(print_record(job, queue.jobs_before(job), language(request)))

    def pdf(request: Request) -> Response:
        file = pdf_of(queue.found(request.path_params["job"]))
        if file is None or file.name != request.path_params["name"]:
            raise HttpError(404, Message("page.no_print"))
        return Response(file, "application/pdf")

    return [
        Route("/api/print/{slug}", offered),
        Route("/api/print/{slug}", add, "POST"),
        Route("/api/print-plan/{slug}", plan, "POST"),
        Route("/api/print-job/{job}", state),
        Route("/pdf/{job}/{name}", pdf),
    ]


def _reprint_routes(queue: PrintQueue, bench: Workbench) -> list[Route]:
    """Only what changed, with one button; it lies with the other prints, and counts as printed."""

    def reprint(request: Request) -> Response:
        slug, asked = bench_request(bench, request)
        game = load_game(slug)
        since = checked_reference(game, str(asked.get("since")))
        options = checked_options(game, {"lang": str(asked.get("lang"))})
        job = queue.print(slug, {**options, "since": since})
        return json_response({"job": job.id}, 202)

    return [Route("/reprint", reprint, "POST")]


def _body(request: Request) -> object:
    try:
        return read_body(request.body)
    except Problems as problems:
        raise HttpError(400, problems.problems[0].text_in(language(request))) from None
