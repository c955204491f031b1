"""``ecotable serve`` as one server: its routes, and how its parts start and stop.

Editing cards is never available to the network.
"""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from cards_data import load_game
from cards_data.problems import Message, Problems, WrongArgument
from generator.workbench.bench import Workbench
from generator.workbench.bench_routes import bench_request, font_routes, workbench_routes
from generator.workbench.change_summary import checked_reference
from generator.workbench.gallery_session import GallerySession
from generator.workbench.play_jobs import PlayQueue
from generator.workers import WorkerPool
from scorer.web.api.records import score_record
from scorer.web.api.scorer_cache import has_own_rules
from scorer.web.ledger import ClientLedger
from scorer.web.live.live_routes import LiveServer, live_routes
from scorer.web.routes import game_slug, language, page_routes, short_link_routes
from scorer.web.routing import HTML, HttpError, Request, Response, Route, json_response, redirect
from scorer.web.server import ServerOptions
from scorer.web.server import serve as serve_routes

from .game_pictures import RulesPage, fan_picture, known_rules_page, rules_summary, symbol_file
from .print_queue import (
    MOST_COPIES,
    PrintQueue,
    checked_options,
    choices,
    decks_record,
    pdf_of,
    plan_record,
    print_record,
)
from .rules_sandbox import RulesSandbox


def web_routes(
    queue: PrintQueue, bench: Workbench, sandbox: RulesSandbox, ledger: ClientLedger
) -> list[Route]:
    """Return every route; the workbench is under ``/change/`` and for this computer only."""
    changing = [
        replace(route, path=f"/change{route.path}", loopback_only=True)
        for route in (*workbench_routes(bench), *_reprint_routes(queue, bench, ledger))
    ]
    entrance = Route("/change", lambda _: redirect("/change/"), loopback_only=True)
    return [
        *page_routes(sandbox, rules_summary),
        *font_routes(),
        *_print_routes(queue, ledger),
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
        page = known_rules_page(load_game(game_slug(request)), lang, pool)
    except Problems:
        page = None
    if page is None:
        raise HttpError(404, Message("page.no_leaflet"))
    return page


def _print_routes(queue: PrintQueue, ledger: ClientLedger) -> list[Route]:
    def offered(request: Request) -> Response:
        game = load_game(game_slug(request))
        decks = decks_record(game, language(request))
        return json_response({"choices": choices(game), "decks": decks, "most_copies": MOST_COPIES})

    def plan(request: Request) -> Response:
        game = load_game(game_slug(request))
        options = checked_options(game, request.json())
        try:
            return json_response(plan_record(game, options))
        except Problems as problems:
            return json_response(
                {"problems": [one.text_in(language(request)) for one in problems.problems]}
            )

    def add(request: Request) -> Response:
        slug = game_slug(request)
        options = checked_options(load_game(slug), request.json())
        job = queue.print(slug, options, request.client, ledger)
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


def _reprint_routes(queue: PrintQueue, bench: Workbench, ledger: ClientLedger) -> list[Route]:
    """Return routes for printing only what changed; it is saved and counted with other prints."""

    def reprint(request: Request) -> Response:
        slug, asked = bench_request(bench, request)
        game = load_game(slug)
        since = checked_reference(game, str(asked.get("since")))
        options = checked_options(game, {"lang": str(asked.get("lang"))})
        job = queue.print(slug, {**options, "since": since}, request.client, ledger)
        return json_response({"job": job.id}, 202)

    return [Route("/reprint", reprint, "POST")]


# Browsers store games by address: the same port at every start, as long as it is free.
USUAL = range(8420, 8430)


def open_socket(host: str, port: int | None) -> socket.socket:
    """Open a socket on the wanted port, or on a free one."""
    try:
        return _open(host, port or 0)
    except OSError as error:
        found = Message("page.port", port=port, reason=error.strerror)
        hint = Message("usage.free_port")
        raise Problems([WrongArgument("--port", found, "", hint)]) from None


def open_usual_port(host: str, port: int | None) -> socket.socket:
    """Open a socket on the wanted port, or on the usual one or the next free one."""
    for wanted in () if port else USUAL:
        with suppress(OSError):
            return _open(host, wanted)
    return open_socket(host, port)


def _open(host: str, port: int) -> socket.socket:
    listening = socket.socket()
    try:
        if port and sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen()  # until then another server could use the same port
    except OSError:
        listening.close()
        raise
    return listening


def lan_names() -> tuple[str, ...]:
    """Return the names by which others in the network reach this computer."""
    name = socket.gethostname().lower()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this asks the system which of its addresses it would use.
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            address = "127.0.0.1"
    return address, name, f"{name}.local"


@dataclass(frozen=True)
class Server:
    """What answers requests: prints, the workbench, rules of the current folder, live games."""

    print_queue: PrintQueue = field(default_factory=PrintQueue)
    gallery: GallerySession = field(default_factory=GallerySession)
    rules_sandbox: RulesSandbox = field(default_factory=RulesSandbox)
    live: LiveServer = field(default_factory=LiveServer)
    plays: PlayQueue = field(default_factory=PlayQueue)

    def routes(self) -> list[Route]:
        bench = Workbench(self.gallery, self._rescored, self.plays)
        own = web_routes(self.print_queue, bench, self.rules_sandbox, self.live.ledger)
        return [*own, *live_routes(self.live), *short_link_routes()]

    def _rescored(self, slug: str, state: Any, lang: str) -> dict[str, Any]:
        """Score a table again; rules of the current folder run in their sandbox."""
        if has_own_rules(slug):
            return self.rules_sandbox("score", slug, state, lang)
        return score_record(slug, state, lang)

    def options(self, hosts: tuple[str, ...]) -> ServerOptions:
        started = (self.start, self.stop, self.close_streams)
        return ServerOptions(hosts, *started, self.live.ledger)

    def start(self) -> None:
        self.print_queue.start()
        self.plays.start()
        self.gallery.start()
        self.live.start()

    def stop(self) -> None:
        self.print_queue.stop()
        self.plays.stop()
        self.live.stop()
        self.gallery.stop()

    def close_streams(self) -> None:
        """End streams, and the work that requests still wait for."""
        self.gallery.close_streams()
        self.live.close_streams()
        self.rules_sandbox.shut_down()


def serve(listening: socket.socket, hosts: tuple[str, ...], live: LiveServer) -> None:
    """Serve on an open socket until Ctrl-C."""
    server = Server(live=live)
    serve_routes(listening, server.routes(), server.options(hosts))
