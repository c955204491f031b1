"""The live part of a server: what phones and the class share, and their routes.

A phone can reach only the table of its key. The class answers only to this computer, or to the
secret of the class.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from cards_data import Problems
from cards_data.problems import Message, quote
from cards_data.words import PLAIN

from ..api.records import WORDS
from ..api.scorer_cache import cached_scorer, while_unchanged
from ..rate_limiter import Rank, RateLimiter
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
from .classroom import Classroom, ClassScreens, debrief_record, table_now
from .live_table import LiveTable, Phone, TableFacts, new_key
from .live_tables import LONGEST_NAME, LiveTables, TableDatabase, WrongCodes
from .taps import MARK, TapCheck

PAGE = Path(__file__).parent / "page"
LIVE_WORDS = Path(__file__).parent / "words.csv"


def _records(_page: Path, request: Request) -> dict[str, str]:
    return {**word_records(WORDS, LIVE_WORDS), "shared_address": json_text(request.shared_address)}


# A message holds many taps, and a tap has its time in milliseconds.
MOST_VALUES = 6000
LONGEST_NUMBER = 14
MOST_TAPS_AT_ONCE = 200
LONGEST_ADDRESS = 60
WRONG = Message("web.code")


def live_routes(live: LiveServer) -> list[Route]:
    """Return every route of the phones and of the class."""
    join = Route("/join", lambda _: redirect("/join.html"))
    watch = Route("/class", lambda _: redirect("/class.html"))
    files = folder_routes(pages(PAGE), _records)
    return [join, watch, *files, *_phone_routes(live), *_class_routes(live)]


def _phone_routes(live: LiveServer) -> list[Route]:
    def post(name: str, answer: Callable[[LiveServer, Request, dict[str, Any]], Any]) -> Route:
        def handler(request: Request) -> Response:
            return json_response(answer(live, request, _body(request)))

        return Route(f"/api/live/{name}", handler, "POST", timeout=_on_the_loop)

    async def by_code(request: Request) -> Response:
        return json_response(await _open_code(live, request, _body(request)))

    def class_here(_: Request) -> Response:
        """Return the name of the class for the home page; empty if there is none."""
        return json_response({"class": live.classroom.name if live.classroom else ""})

    def events(request: Request) -> Response:
        query = dict(request.query)
        table, may = live.find_table(request, _key_of(query))
        live.tables.check_open()
        if not MARK.fullmatch(query.get("by", "")):
            raise HttpError(400, Message("web.no_phone"))
        phone = Phone(query["by"], text_of(query, "name"), may, request.address)
        client = request.client._replace(phone=phone.by)
        hold = live.limiter.hold(client, "streams", table=table.facts.id)
        lines = _lines(table, phone, request.last_event)
        return Response(lines, EVENT_STREAM, on_close=hold.end)

    return [
        post("new", _new),
        post("restore", _restore),
        post("taps", _taps),
        post("code", _code),
        post("shown", _set_visible),
        post("rename", _rename),
        Route("/api/live/class", class_here),
        Route("/api/live/open", by_code, "POST", timeout=_on_the_loop),
        Route("/api/live/events", events, timeout=_on_the_loop),
    ]


def _on_the_loop(_: Request) -> Timeout:
    """Let routes run on the event loop, where tables are changed one after the other."""
    return Timeout(inline=True)


# ---- requests ------------------------------------------------------------------------------


def _body(request: Request) -> dict[str, Any]:
    body = request.json(values=MOST_VALUES, digits=LONGEST_NUMBER)
    if not isinstance(body, dict):
        raise HttpError(400, Message("web.no_object"))
    return body


def text_of(body: dict[str, Any], key: str, most: int = LONGEST_NAME) -> str:
    """Return a short text, which is always shown as plain text."""
    value = body.get(key, "")
    if not isinstance(value, str) or len(value) > most:
        raise HttpError(400, Message("web.text_limit", key=key, n=most))
    return " ".join("".join(sign if sign.isprintable() else " " for sign in value).split())


def _key_of(body: dict[str, Any]) -> str:
    key = text_of(body, "key")
    if not MARK.fullmatch(key):
        raise HttpError(400, Message("web.no_key"))
    return key


# ---- opening tables ------------------------------------------------------------------------


def _new(live: LiveServer, request: Request, body: dict[str, Any]) -> Any:
    """Open a new table that others can join."""
    return _keys(live.tables.open(_facts(body, new_key()), request.client))


def _restore(live: LiveServer, request: Request, body: dict[str, Any]) -> Any:
    """Restore a table from a phone after a restart of this server."""
    facts = _facts(body, _key_of(body))
    table_known = live.tables.tables.get(facts.id)
    classroom, shown_pass = live.classroom, text_of(body, "pass")
    if table_known is None and classroom and facts.id in classroom.sent_out:
        raise HttpError(410, Message("web.class_ended"))
    admitted = classroom is not None and classroom.admits(facts.id, shown_pass)
    if admitted:
        live.limiter.admit(request.client, Rank.CLASS)
    table = table_known or live.tables.open(facts, request.client)
    if admitted and classroom and not table.facts.class_name:
        visible = body.get("shown") is True
        live.tables.change(table, class_name=classroom.name, class_pass=shown_pass, shown=visible)
    return {**_keys(table), "class": table.facts.class_name}


def _facts(body: dict[str, Any], key: str) -> TableFacts:
    return TableFacts(key, text_of(body, "game", 100), text_of(body, "name"))


def _keys(table: LiveTable) -> dict[str, str]:
    facts = table.facts
    return {"key": facts.edit, "watch": facts.watch, "game": facts.game, "name": facts.name}


async def _open_code(live: LiveServer, request: Request, body: dict[str, Any]) -> Any:
    """Return what a code leads to; wrong codes are answered more and more slowly."""
    wrong, now = live.wrong_codes, live.tables.clock()
    if not wrong.may_try(request.address, now):
        raise HttpError(429, Message("web.wrong_codes"))
    target = _behind_code(live, request, body)
    if target is not None:
        return target
    wrong.begin(request.address)
    try:
        await asyncio.sleep(wrong.count_wrong(request.address, now))
    finally:
        wrong.end(request.address)
    raise HttpError(404, WRONG)


def _behind_code(live: LiveServer, request: Request, body: dict[str, Any]) -> Any:
    code = text_of(body, "code")
    if live.classroom and live.classroom.is_code(code):
        live.limiter.admit(request.client, Rank.CLASS)
        if "game" in body:
            return _enter(live, live.classroom, request, body)
        return {"class": live.classroom.name}
    table = live.tables.by_code(code)
    return _keys(table) if table else None


def _enter(live: LiveServer, classroom: Classroom, request: Request, body: dict[str, Any]) -> Any:
    """Return the keys of a new table, or of one that already plays under this name.

    A phone is asked before it joins an existing table.
    """
    if not text_of(body, "name"):
        raise HttpError(400, Message("web.table_name"))
    facts = _facts(body, new_key())
    table = _class_table(live, facts.name)
    if table:
        return _keys(table) if body.get("join") is True else {"taken": table.facts.name}
    class_pass = classroom.pass_for(facts.id)
    facts = replace(facts, class_name=classroom.name, class_pass=class_pass, shown=True)
    table = live.tables.open(facts, request.client)
    return {**_keys(table), "class": classroom.name, "pass": class_pass}


def _class_table(live: LiveServer, name: str) -> LiveTable | None:
    tables = [table for table in live.tables.tables.values() if table.facts.class_name]
    by_name = {table.facts.name.casefold(): table for table in tables}
    return by_name.get(name.casefold())


# ---- at the table --------------------------------------------------------------------------


def _taps(live: LiveServer, request: Request, body: dict[str, Any]) -> Any:
    table, taps = live.editable(request, body), body.get("taps")
    if not isinstance(taps, list) or len(taps) > MOST_TAPS_AT_ONCE:
        raise HttpError(400, Message("web.taps", n=MOST_TAPS_AT_ONCE))
    before = len(table.texts)
    try:
        client = request.client._replace(phone=text_of(body, "by"))
        number = live.tables.add(table, client, taps)
    except Problems as problems:
        raise HttpError(400, problems.problems[0]) from None
    return {"number": number, "epoch": table.epoch, "added": number - before}


def _code(live: LiveServer, request: Request, body: dict[str, Any]) -> Any:
    return {"code": live.tables.code_for(live.editable(request, body))}


def _set_visible(live: LiveServer, request: Request, body: dict[str, Any]) -> Any:
    """Set whether the class sees the table."""
    table = live.editable(request, body)
    live.tables.change(table, shown=body.get("shown") is True and bool(table.facts.class_name))
    return {"shown": table.facts.shown}


def _rename(live: LiveServer, request: Request, body: dict[str, Any]) -> Any:
    table = live.editable(request, body)
    by, name = text_of(body, "by"), text_of(body, "name")
    for stream, phone in table.streams.items():
        if phone.by == by:
            table.streams[stream] = replace(phone, name=name)
    table.tell_who()
    return {}


async def _lines(table: LiveTable, phone: Phone, last_event: str) -> AsyncIterator[str]:
    stream = EventStream()
    table.join(stream, phone, last_event)
    try:
        async for line in stream.lines():
            yield line
    finally:
        table.leave(stream)


def _class_routes(live: LiveServer) -> list[Route]:
    """Return the routes of the teacher's page; without a class they report so."""

    def post(name: str, act: Callable[[LiveServer, Classroom, dict[str, Any]], Any]) -> Route:
        def handler(request: Request) -> Response:
            body = _body(request)
            return json_response(act(live, _class(live, request, text_of(body, "secret")), body))

        return Route(f"/api/class/{name}", handler, "POST", timeout=_on_the_loop)

    def events(request: Request) -> Response:
        classroom = _class(live, request, request.query_param("secret"))
        hold = live.limiter.hold(request.client, "class screens")
        lines = live.screens.lines(classroom, request.shared_address, language(request))
        return Response(lines, EVENT_STREAM, on_close=hold.end)

    async def debrief(request: Request) -> Response:
        classroom = _class(live, request, request.query_param("secret"))
        tables = [table_now(table) for table in live.screens.visible_tables()]
        record = await asyncio.to_thread(debrief_record, tables, language(request))
        return json_response({"class": classroom.name, **record})

    return [
        Route("/api/class/events", events, timeout=_on_the_loop),
        Route("/api/class/debrief", debrief, timeout=_on_the_loop),
        post("hello", lambda *_: {}),
        post("code", _next_code),
        post("send-out", _send_out),
        post("take-back", _take_back),
        post("end", _end_class),
        post("block", _block),
    ]


def _class(live: LiveServer, request: Request, secret: str) -> Classroom:
    if live.classroom is None:
        raise HttpError(404, Message("web.no_class", name=quote("7B")))
    live.classroom.check_teacher(request, secret)
    live.limiter.admit(request.client, Rank.TEACHER)
    return live.classroom


def _next_code(live: LiveServer, classroom: Classroom, body: dict[str, Any]) -> Any:
    classroom.next_code()
    return {"code": classroom.code()}


def _send_out(live: LiveServer, classroom: Classroom, body: dict[str, Any]) -> Any:
    """Remove a table from the class; its phones continue among themselves."""
    table = _table_of(live, body)
    classroom.send_out(table.facts.id)
    live.tables.change(
        table, class_name="", class_pass="", shown=False, removed_from=classroom.name
    )
    return {}


def _take_back(live: LiveServer, classroom: Classroom, body: dict[str, Any]) -> Any:
    """Undo the removal of a table."""
    table = _table_of(live, body)
    if table.facts.removed_from:
        classroom.take_back(table.facts.id)
        class_pass = classroom.pass_for(table.facts.id)
        live.tables.change(
            table, class_name=classroom.name, class_pass=class_pass, shown=True, removed_from=""
        )
    return {}


def _table_of(live: LiveServer, body: dict[str, Any]) -> LiveTable:
    table = live.tables.tables.get(text_of(body, "table"))
    if table is None:
        raise HttpError(404, Message("web.no_table"))
    return table


def _end_class(live: LiveServer, classroom: Classroom, body: dict[str, Any]) -> Any:
    """Delete every table of the class, also from the disk; phones do not restore them."""
    for table in list(live.tables.tables.values()):
        if table.facts.class_name or table.facts.removed_from:
            classroom.send_out(table.facts.id)
            live.tables.remove(table)
    classroom.next_code()
    return {}


def _block(live: LiveServer, classroom: Classroom, body: dict[str, Any]) -> Any:
    """Block a client that takes too much, or unblock it."""
    address = text_of(body, "address", LONGEST_ADDRESS)
    live.limiter.block(address, body.get("blocked") is True)
    if address in live.limiter.blocked:
        live.tables.drop(address)
    return {"blocked": address in live.limiter.blocked}


class LiveServer:
    """Everything that phones and the class share while a server runs.

    ``class_name`` is its class, and ``keep`` the file that survives a restart.
    """

    def __init__(self, class_name: str = "", keep: Path | None = None) -> None:
        self._file = TableDatabase(keep) if keep else None
        self.limiter = RateLimiter()
        self.tables = LiveTables(_tap_check, self.limiter, self._file)
        self.classroom = Classroom(class_name) if class_name else None
        self.screens = ClassScreens(self.tables)
        self.wrong_codes = WrongCodes()
        if self._file:
            self._bring_back(self._file)

    def find_table(self, request: Request, key: str) -> tuple[LiveTable, str]:
        """Return the table of a key, and what the key allows; a class table admits its phones."""
        table, may = self.tables.find_table(key)
        if table.facts.class_name:
            self.limiter.admit(request.client, Rank.CLASS)
        return table, may

    def editable(self, request: Request, body: dict[str, Any]) -> LiveTable:
        table, may = self.find_table(request, _key_of(body))
        if may != "edit":
            raise HttpError(403, Message("web.watching"))
        return table

    def start(self) -> None:
        if self._file:
            self._file.start()

    def stop(self) -> None:
        if self._file:
            self._file.stop()

    def close_streams(self) -> None:
        self.screens.ended = True
        self.tables.end_streams()

    def _bring_back(self, file: TableDatabase) -> None:
        """Restore the saved tables and the class."""
        damaged = 0
        for facts, taps in file.tables():
            try:
                damaged += self.tables.bring_back(TableFacts(**json.loads(facts)), taps)
            except (ValueError, TypeError, HttpError):
                damaged += 1
        if damaged:
            file.tell_damage(damaged)
        classroom = self.classroom
        if classroom is None:
            return
        if (key := file.about("class")) and (turn := file.about("turn")).isdecimal():
            classroom.key, classroom.turn = key, int(turn)
            classroom.sent_out.update(dict.fromkeys(file.about("sent_out").split()))
        classroom.on_change = lambda: _write_class(file, classroom)
        _write_class(file, classroom)


def _write_class(file: TableDatabase, classroom: Classroom) -> None:
    file.set_about("class", classroom.key)
    file.set_about("turn", str(classroom.turn))
    file.set_about("sent_out", " ".join(classroom.sent_out))


@while_unchanged
def _tap_check(slug: str) -> TapCheck:
    """Return the check of taps; the shape of answers is the same in every language."""
    return TapCheck(cached_scorer(slug, PLAIN).form())
