"""All roads of ``ecotable serve``: the page, pictures, PDFs on demand, the rules, and changing.

Comes in: the print room, the preview's desk, and who runs rules aside. Goes out: roads for the one
server. Changing cards is never open to the network.
"""

from __future__ import annotations

from dataclasses import replace

from cards_data import Problems, load_game
from generator.preview.preview_routes import Desk, preview_roads
from generator.workers import Crew
from scorer.web.api.request_json import read_body
from scorer.web.routes import game_slug, language, page_roads, short_roads
from scorer.web.routing import HTML, Answer, Asked, Refused, Road, as_json, go_on

from .game_pictures import fan_picture
from .print_queue import PrintRoom, choices, job_record, wished
from .rules_page import RulesPage, rules_page
from .rules_sandbox import Aside


def web_roads(room: PrintRoom, desk: Desk, aside: Aside) -> list[Road]:
    """Every road, the preview's under ``/change/`` and for this computer only."""
    changing = [
        replace(road, path=f"/change{road.path}", only_here=True) for road in preview_roads(desk)
    ]
    entrance = Road("/change", lambda _: go_on("/change/"), only_here=True)
    looking = _looking(desk.crew)
    return [*page_roads(aside), *_printing(room), entrance, *changing, *looking, *short_roads()]


def _looking(crew: Crew) -> list[Road]:
    def picture(asked: Asked) -> Answer:
        try:
            return Answer(fan_picture(game_slug(asked), language(asked), crew), "image/webp")
        except Problems:
            raise Refused(404, "this game cannot be drawn") from None

    def leaflet(asked: Asked) -> Answer:
        return Answer(_rules(asked, language(asked), crew).html.encode(), HTML)

    def leaflet_picture(asked: Asked) -> Answer:
        png = _rules(asked, asked.gaps["lang"], crew).picture(asked.gaps["key"])
        if png is None:
            raise Refused(404, "no such picture")
        return Answer(png, "image/png")

    return [
        Road("/picture/{slug}.webp", picture),
        Road("/leaflet/{slug}", leaflet),
        Road("/leaflet/{slug}/{lang}/{key}.png", leaflet_picture),
    ]


def _rules(asked: Asked, lang: str, crew: Crew) -> RulesPage:
    try:
        page = rules_page(load_game(game_slug(asked)), lang, crew)
    except Problems:
        page = None
    if page is None:
        raise Refused(404, "no rules leaflet")
    return page


def _printing(room: PrintRoom) -> list[Road]:
    def offered(asked: Asked) -> Answer:
        return as_json({"choices": choices(load_game(game_slug(asked)))})

    def wish(asked: Asked) -> Answer:
        slug = game_slug(asked)
        job = room.wish(slug, wished(load_game(slug), _body(asked)))
        return as_json({"job": job.id}, 202)

    def state(asked: Asked) -> Answer:
        job = room.job(asked.gaps["job"])
        return as_json(job_record(job, room.before(job)))

    def pdf(asked: Asked) -> Answer:
        job = room.job(asked.gaps["job"])
        if job.pdf is None or job.pdf.name != asked.gaps["name"]:
            raise Refused(404, "no such print")
        return Answer(job.pdf, "application/pdf")

    return [
        Road("/api/print/{slug}", offered),
        Road("/api/print/{slug}", wish, "POST"),
        Road("/api/print-job/{job}", state),
        Road("/pdf/{job}/{name}", pdf),
    ]


def _body(asked: Asked) -> object:
    try:
        return read_body(asked.body)
    except Problems as problems:
        raise Refused(400, str(problems)) from None
