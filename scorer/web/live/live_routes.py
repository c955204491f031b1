"""What phones ask of the tables that they share.

Comes in: keys, codes and taps, as JSON. Goes out: keys, numbers of events, and a stream of what the
other phones did. Whatever is no such request is refused in one line; a phone reaches the table of
its key and no other.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from itertools import chain, count
from pathlib import Path
from typing import Any

from cards_data import Problems
from cards_data.problems import Message

from ..api.records import WORDS
from ..api.request_json import read_body
from ..routes import language
from ..routing import (
    EVENT_STREAM,
    EventStream,
    HttpError,
    Request,
    Response,
    Route,
    Timeout,
    json_response,
    json_text,
    redirect,
)
from ..static_files import folder_routes, pages, word_records
from .classroom import Classroom
from .live_table import LiveTable, Phone, TableFacts, new_key
from .live_tables import LONGEST_NAME, LiveTables
from .rate_limits import RateLimit, WrongCodes
from .tap_check import MARK

PAGE = Path(__file__).parent / "page"
LIVE_WORDS = Path(__file__).parent / "words.csv"


def live_page_routes() -> list[Route]:
    join = Route("/join", lambda _: redirect("/join.html"))
    watch = Route("/class", lambda _: redirect("/class.html"))
    return [join, watch, *folder_routes(pages(PAGE), _records)]


def _records(_page: Path, request: Request) -> dict[str, str]:
    return {
        **word_records(WORDS, LIVE_WORDS),
        "shared_address": json_text(request.shared_address),
    }


# A message holds many taps, and a tap says its moment in milliseconds.
MOST_VALUES = 6000
LONGEST_NUMBER = 14
MOST_TAPS_AT_ONCE = 200
WRONG = Message("web.code")


@dataclass
class LiveSession:
    """Everything that phones and the class share while the server runs."""

    tables: LiveTables
    classroom: Classroom | None = None
    wrong_codes: WrongCodes = field(default_factory=WrongCodes)
    opened: RateLimit = field(default_factory=lambda: RateLimit(60, 0.2))

    def close_streams(self) -> None:
        self.tables.end_streams()


def live_routes(session: LiveSession) -> list[Route]:
    def post(name: str, handler: Callable[[LiveSession, Request, dict[str, Any]], Any]) -> Route:
        def answered(request: Request) -> Response:
            return json_response(handler(session, request, body_of(request)))

        return Route(f"/api/live/{name}", answered, "POST", timeout=on_the_loop)

    async def by_code(request: Request) -> Response:
        return json_response(await _opened(session, request, body_of(request)))

    return [
        post("new", _new),
        post("restore", _restore),
        post("taps", _taps),
        post("code", _code),
        post("shown", _shown),
        post("rename", _rename),
        Route("/api/live/open", by_code, "POST", timeout=on_the_loop),
        Route("/api/live/events", _events(session), timeout=on_the_loop),
    ]


def on_the_loop(_: Request) -> Timeout:
    """Tables are changed on the event loop only, one after the other."""
    return Timeout(inline=True)


# ---- what comes in -------------------------------------------------------------------------


def body_of(request: Request) -> dict[str, Any]:
    try:
        body = read_body(request.body, values=MOST_VALUES, digits=LONGEST_NUMBER)
    except Problems as problems:
        raise HttpError(400, problems.problems[0].text_in(language(request))) from None
    if not isinstance(body, dict):
        raise HttpError(400, Message("web.no_object"))
    return body


def text_of(body: dict[str, Any], key: str, most: int = LONGEST_NAME) -> str:
    """A short text; whatever it says, it is shown as text."""
    value = body.get(key, "")
    if not isinstance(value, str) or len(value) > most:
        raise HttpError(400, Message("web.text_limit", key=key, n=most))
    return " ".join("".join(sign if sign.isprintable() else " " for sign in value).split())


def _key_of(body: dict[str, Any]) -> str:
    key = text_of(body, "key")
    if not MARK.fullmatch(key):
        raise HttpError(400, Message("web.no_key"))
    return key


# ---- opening -------------------------------------------------------------------------------


def _new(session: LiveSession, request: Request, body: dict[str, Any]) -> Any:
    """A table of this phone's own that others can join."""
    return _keys(_open(session, request, _facts(body, new_key())))


def _restore(session: LiveSession, request: Request, body: dict[str, Any]) -> Any:
    """A table comes back from a phone: this server was started again."""
    facts = _facts(body, _key_of(body))
    known = session.tables.tables.get(facts.id)
    table = known or _open(session, request, facts)
    classroom, shown_pass = session.classroom, text_of(body, "pass")
    if classroom and not table.facts.class_name and classroom.admits(facts.id, shown_pass):
        shown = body.get("shown") is True
        session.tables.change(table, class_name=classroom.name, class_pass=shown_pass, shown=shown)
    return {**_keys(table), "class": table.facts.class_name}


def _facts(body: dict[str, Any], key: str) -> TableFacts:
    return TableFacts(key, text_of(body, "game", 100), text_of(body, "name"))


def _open(session: LiveSession, request: Request, facts: TableFacts) -> LiveTable:
    if not session.opened.allows(request.client, session.tables.clock()):
        raise HttpError(429, Message("web.tables_of_phone"))
    return session.tables.open(facts)


def _keys(table: LiveTable) -> dict[str, str]:
    facts = table.facts
    return {"key": facts.edit, "watch": facts.watch, "game": facts.game, "name": facts.name}


async def _opened(session: LiveSession, request: Request, body: dict[str, Any]) -> Any:
    """What a code leads to; a wrong one is answered later and later."""
    wrong, now = session.wrong_codes, session.tables.clock()
    if not wrong.may_try(request.client, now):
        raise HttpError(429, Message("web.wrong_codes"))
    found = _behind_code(session, request, body)
    if found is not None:
        return found
    wrong.begin(request.client)
    try:
        await asyncio.sleep(wrong.wrong(request.client, now))
    finally:
        wrong.end(request.client)
    raise HttpError(404, WRONG)


def _behind_code(session: LiveSession, request: Request, body: dict[str, Any]) -> Any:
    code = text_of(body, "code")
    if session.classroom and session.classroom.is_code(code):
        if "game" in body:
            return _entered(session, session.classroom, request, body)
        return {"class": session.classroom.name}
    table = session.tables.by_code(code)
    return _keys(table) if table else None


def _entered(
    session: LiveSession, classroom: Classroom, request: Request, body: dict[str, Any]
) -> Any:
    """A new table of the class."""
    if not text_of(body, "name"):
        raise HttpError(400, Message("web.table_name"))
    facts = _facts(body, new_key())
    held = classroom.pass_for(facts.id)
    facts = replace(facts, class_name=classroom.name, class_pass=held, shown=True)
    facts = replace(facts, name=_free_name(session, facts.name))
    return {**_keys(_open(session, request, facts)), "class": classroom.name, "pass": held}


def _free_name(session: LiveSession, wanted: str) -> str:
    """The name, or with a number where a table of the class has it: the wall tells them apart."""
    taken = {
        table.facts.name.casefold()
        for table in session.tables.tables.values()
        if table.facts.class_name
    }
    numbered = (f"{wanted[: LONGEST_NAME - 4]} {n}" for n in count(2))
    return next(name for name in chain((wanted,), numbered) if name.casefold() not in taken)


# ---- at the table --------------------------------------------------------------------------


def _taps(session: LiveSession, request: Request, body: dict[str, Any]) -> Any:
    table, taps = session.tables.editable(_key_of(body)), body.get("taps")
    if not isinstance(taps, list) or len(taps) > MOST_TAPS_AT_ONCE:
        raise HttpError(400, Message("web.taps", n=MOST_TAPS_AT_ONCE))
    before = len(table.texts)
    try:
        number = session.tables.add(table, text_of(body, "by"), taps)
    except Problems as problems:
        raise HttpError(400, problems.problems[0].text_in(language(request))) from None
    return {"number": number, "epoch": table.epoch, "added": number - before}


def _code(session: LiveSession, request: Request, body: dict[str, Any]) -> Any:
    return {"code": session.tables.code_for(session.tables.editable(_key_of(body)))}


def _shown(session: LiveSession, request: Request, body: dict[str, Any]) -> Any:
    """Whether the class sees the table."""
    table = session.tables.editable(_key_of(body))
    session.tables.change(table, shown=body.get("shown") is True and bool(table.facts.class_name))
    return {"shown": table.facts.shown}


def _rename(session: LiveSession, request: Request, body: dict[str, Any]) -> Any:
    """What a phone is called from now on."""
    table, _ = session.tables.found(_key_of(body))
    by, name = text_of(body, "by"), text_of(body, "name")
    for stream, phone in table.streams.items():
        if phone.by == by:
            table.streams[stream] = Phone(by, name, phone.may)
    table.tell_who()
    return {}


def _events(session: LiveSession) -> Callable[[Request], Response]:
    def handler(request: Request) -> Response:
        asked = dict(request.query)
        table, may = session.tables.found(_key_of(asked))
        session.tables.check_streams(table)
        if not MARK.fullmatch(asked.get("by", "")):
            raise HttpError(400, Message("web.no_phone"))
        phone = Phone(asked["by"], text_of(asked, "name"), may)
        return Response(_lines(table, phone, request.last_event), EVENT_STREAM)

    return handler


async def _lines(table: LiveTable, phone: Phone, last_event: str) -> AsyncIterator[str]:
    stream = EventStream()
    table.join(stream, phone, last_event)
    try:
        async for line in stream.lines():
            yield line
    finally:
        table.leave(stream)
