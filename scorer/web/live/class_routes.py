"""What the teacher's page asks: the wall as it changes, the debriefing, who may stay.

Comes in: requests from this computer, or with the secret of the class. Goes out: a stream of tiles,
and records for the debriefing. No phone of a pupil reaches any of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

from cards_data.problems import Message, quoted

from ..routes import language
from ..routing import (
    BEAT,
    BEAT_SECONDS,
    EVENT_STREAM,
    HttpError,
    Request,
    Response,
    Route,
    event_text,
    json_response,
)
from .classroom import Classroom
from .live_routes import LiveSession, body_of, on_the_loop, text_of
from .live_table import CODE_LENGTH, LiveTable
from .tap_check import MARK
from .wall import class_form, debrief_record, table_now, tile_record

# How often the wall looks at tables that changed: it is seen from afar, not tapped.
LOOK_SECONDS = 0.5
MOST_WALLS = 8
SILENT_SECONDS = 120.0


@dataclass
class Walls:
    """The open walls, and since when each table is as it is."""

    session: LiveSession
    open: int = 0
    ended: bool = False

    def shown(self) -> list[LiveTable]:
        """The tables that the class may see."""
        tables = self.session.tables.tables.values()
        return [one for one in tables if one.facts.class_name and one.facts.shown]

    def end(self) -> None:
        self.ended = True

    async def lines(self, classroom: Classroom, request: Request) -> AsyncIterator[str]:
        """What changes on the wall, from an empty one on."""
        lang, seen, about = language(request), dict[str, tuple[Any, ...]](), ""
        self.open += 1
        quiet = 0.0
        try:
            while not self.ended:
                now = event_text(_about(classroom, request), "class")
                text = (now if now != about else "") + await self._changes(seen, lang)
                about, quiet = now, 0.0 if text else quiet + LOOK_SECONDS
                if text or quiet >= BEAT_SECONDS:
                    yield text or BEAT
                    quiet = 0.0
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            self.open -= 1

    async def _changes(self, seen: dict[str, tuple[Any, ...]], lang: str) -> str:
        """Events for tables that are other than what was sent, and for those that went."""
        shown = {table.facts.id: table for table in self.shown()}
        gone = [known for known in seen if known not in shown]
        for known in gone:
            del seen[known]
        events = [event_text({"id": known}, "gone") for known in gone]
        forms: dict[str, Any] = {}  # looked for once, whatever the number of tables
        for known, table in shown.items():
            state = (len(table.texts), table.facts, len(table.who()), self._is_silent(table))
            if seen.get(known) != state:
                seen[known] = state
                slug = table.facts.game
                if slug not in forms:
                    forms[slug] = class_form(slug, lang)
                tile = {**tile_record(table_now(table), forms[slug]), "silent": state[-1]}
                events.append(event_text(tile, "tile"))
                await asyncio.sleep(0)  # taps come first
        return "".join(events)

    def _is_silent(self, table: LiveTable) -> bool:
        quiet = self.session.tables.clock() - table.touched
        return not table.streams or quiet > SILENT_SECONDS


def class_routes(session: LiveSession, walls: Walls) -> list[Route]:
    """The routes of the teacher's page; where there is no class they say so."""

    def post(name: str, act: Callable[[LiveSession, Classroom, dict[str, Any]], Any]) -> Route:
        def handler(request: Request) -> Response:
            body = body_of(request)
            return json_response(
                act(session, _class(session, request, text_of(body, "secret")), body)
            )

        return Route(f"/api/class/{name}", handler, "POST", timeout=on_the_loop)

    def events(request: Request) -> Response:
        classroom = _class(session, request, request.query_param("secret"))
        if walls.open >= MOST_WALLS:
            raise HttpError(503, Message("web.walls", n=MOST_WALLS))
        return Response(walls.lines(classroom, request), EVENT_STREAM)

    async def debrief(request: Request) -> Response:
        classroom = _class(session, request, request.query_param("secret"))
        tables = [table_now(table) for table in walls.shown()]
        record = await asyncio.to_thread(debrief_record, tables, language(request))
        return json_response({"class": classroom.name, **record})

    return [
        Route("/api/class/events", events, timeout=on_the_loop),
        Route("/api/class/debrief", debrief, timeout=on_the_loop),
        post("hello", lambda *_: {}),
        post("code", _next_code),
        post("send-out", _send_out),
        post("adopt", _adopt),
    ]


def _class(session: LiveSession, request: Request, secret: str) -> Classroom:
    if session.classroom is None:
        raise HttpError(404, Message("web.no_class", name=quoted("7B")))
    session.classroom.check_teacher(request, secret)
    return session.classroom


def _about(classroom: Classroom, request: Request) -> dict[str, Any]:
    return {
        "name": classroom.name,
        "code": classroom.code(),
        "address": request.shared_address,
        "key": classroom.key,
        "turn": classroom.turn,
    }


def _next_code(session: LiveSession, classroom: Classroom, body: dict[str, Any]) -> Any:
    classroom.next_code()
    return {"code": classroom.code()}


def _send_out(session: LiveSession, classroom: Classroom, body: dict[str, Any]) -> Any:
    """A table leaves the class and does not come back; its phones go on among themselves."""
    table = session.tables.tables.get(text_of(body, "table"))
    if table is None:
        raise HttpError(404, Message("web.no_table"))
    classroom.send_out(table.facts.id)
    session.tables.change(table, class_name="", class_pass="", shown=False)
    return {}


def _adopt(session: LiveSession, classroom: Classroom, body: dict[str, Any]) -> Any:
    key, turn = text_of(body, "key"), body.get("turn")
    if not MARK.fullmatch(key) or type(turn) is not int or not 0 <= turn < 10**CODE_LENGTH:
        raise HttpError(400, Message("web.class_key"))
    classroom.adopt(key, turn)
    return {"code": classroom.code()}
