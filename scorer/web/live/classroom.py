"""The class: its code, what its screen shows of each table, and the debriefing.

All access follows from one key. It is saved with the tables, so that a restarted server can be the
same class.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cards_data import Problems, load_game
from cards_data.leaflet import Listing
from cards_data.problems import Message

from ..api.records import form_record, score_record, what_if_record
from ..api.scorer_cache import while_unchanged
from ..routing import BEAT, BEAT_SECONDS, HttpError, Request, event_text
from .live_table import LiveTable, TableFacts, as_code, class_code, derive_key, is_same, new_key
from .live_tables import LiveTables

# A code shown for longer than a double lesson is known to the whole school.
CODE_SECONDS = 2 * 3600.0
MOST_SENT_OUT = 1000


@dataclass
class Classroom:
    """One class during its lesson."""

    name: str
    key: str = field(default_factory=new_key)
    turn: int = 0
    clock: Callable[[], float] = time.monotonic
    sent_out: dict[str, None] = field(default_factory=dict)
    # Called when something changes that must survive the server.
    on_change: Callable[[], None] = lambda: None
    _since: float = field(init=False)

    def __post_init__(self) -> None:
        self._since = self.clock()

    def code(self) -> str:
        """Return the current code; an expired one is replaced by the next."""
        if self.clock() - self._since > CODE_SECONDS:
            self.next_code()
        return class_code(self.key, self.turn)

    def next_code(self) -> None:
        self.turn, self._since = self.turn + 1, self.clock()
        self.on_change()

    def is_code(self, text: str) -> bool:
        return is_same(as_code(text), self.code())

    def pass_for(self, table: str) -> str:
        """Return what a phone shows to restore its table in the class."""
        return derive_key(f"pass {table}", self.key)

    def admits(self, table: str, shown_pass: str) -> bool:
        """Return whether a table was in this class and was not removed."""
        return table not in self.sent_out and is_same(shown_pass, self.pass_for(table))

    def send_out(self, table: str) -> None:
        self.sent_out[table] = None
        while len(self.sent_out) > MOST_SENT_OUT:
            del self.sent_out[next(iter(self.sent_out))]
        self.on_change()

    def take_back(self, table: str) -> None:
        self.sent_out.pop(table, None)
        self.on_change()

    def check_teacher(self, request: Request, secret: str) -> None:
        """Check that the teacher uses this computer, or has the link with the secret."""
        if not request.from_loopback and not is_same(secret, self.key):
            raise HttpError(403, Message("web.teacher"))


Record = dict[str, Any]
DEBRIEFING = "debriefing"
UNCOUNTED = ("name", "letters")
SIDE_KEYS = ("name", "total", "place")


@dataclass(frozen=True)
class TableNow:
    """A table at one moment: it may change while its rules run."""

    facts: TableFacts
    answers: Record
    entered: Record
    finished: bool
    taps: int
    phones: int


def table_now(table: LiveTable) -> TableNow:
    counts = len(table.texts), len(table.people())
    return TableNow(table.facts, table.answers, table.entered_answers, table.finished, *counts)


def tile_record(table: TableNow, form: Record) -> Record:
    """Return one table for the class screen, in the language of its form."""
    slug, answers, lang = table.facts.game, table.answers, form["lang"]
    scored = _score(slug, answers, lang)
    result, finished = scored["result"], _is_finished(table, scored)
    entered, questions = progress(form, table.entered)
    return {
        "id": table.facts.id,
        "name": table.facts.name,
        "game": slug,
        "title": form["title"],
        "accent": form["accent"],
        "players": _players(answers),
        "entered": entered,
        "questions": questions,
        "finished": finished,
        "problems": len(scored["problems"]),
        "outcome": result["outcome"] if result else "",
        "winners": result["winners"] if finished else [],
        "sides": [{key: side[key] for key in SIDE_KEYS} for side in result["sides"]]
        if result
        else [],
        "taps": table.taps,
        "phones": table.phones,
    }


def debrief_record(tables: Iterable[TableNow], lang: str) -> Record:
    """Return every table with its result and what would change it, and each game's questions."""
    tables_out = [_debrief_table(table, lang) for table in tables]
    games = {one["game"] for one in tables_out}
    return {
        "tables": tables_out,
        "games": {slug: _game_record(slug, lang) for slug in sorted(games)},
    }


def _debrief_table(table: TableNow, lang: str) -> Record:
    slug, answers = table.facts.game, table.answers
    scored = _score(slug, answers, lang)
    turns = what_if_record(slug, {"answers": answers}, lang)["turns"] if answers else []
    return {
        "id": table.facts.id,
        "name": table.facts.name,
        "game": slug,
        "players": _players(answers),
        "answers": answers,
        "result": scored["result"],
        "state": scored["state"],
        "open": scored["open"],
        "problems": scored["problems"],
        "entered": progress(class_form(slug, lang), table.entered)[0],
        "finished": _is_finished(table, scored),
        "turns": turns,
    }


def _game_record(slug: str, lang: str) -> Record:
    form = class_form(slug, lang)
    return {
        **{key: form[key] for key in ("slug", "title", "accent", "fields", "rules")},
        "numbers": _plain_numbers(load_game(slug, leaflets=False).scoring),
        "questions": list(_debriefing(slug, lang)),
    }


class_form = while_unchanged(form_record)


@while_unchanged
def _debriefing(slug: str, lang: str) -> tuple[str, ...]:
    """Return the leaflet's questions for the debriefing, in the wanted language if available."""
    try:
        leaflet = load_game(slug).leaflet(lang)
    except Problems:
        return ()
    sections = leaflet.sections if leaflet else ()
    blocks = [block for part in sections if part.id == DEBRIEFING for block in part.blocks]
    return tuple(str(item) for one in blocks if isinstance(one, Listing) for item in one.items)


def _score(slug: str, answers: Record, lang: str) -> Record:
    return score_record(slug, {"answers": answers}, lang)


def _players(answers: Record) -> list[str]:
    return [str(one["name"]) for one in answers.get("players", []) if one.get("name")]


def _is_finished(table: TableNow, scored: Record) -> bool:
    """Return whether a table is finished: a person opened the result and nobody tapped later."""
    result = scored["result"]
    return bool(table.finished and result and result["outcome"] != "ongoing" and not scored["open"])


def progress(form: Record, entered: Record) -> tuple[int, int]:
    """Return how many questions of the form a person has answered, and how many it asks.

    Names, variants and the letters of a board say nothing about how far a table is.
    """
    questions = [
        (field, item.get(field["key"]))
        for field in form["fields"]
        if not field["optional"] and field["part"] != "variant" and field["kind"] not in UNCOUNTED
        for item in (entered.get(field["group"]["key"], []) if field["group"] else [entered])
    ]
    return sum(_is_answered(field, value) for field, value in questions), len(questions)


def _is_answered(field: Record, value: Any) -> bool:
    if field["kind"] == "board":
        return any(cell != field["default"] for row in value or () for cell in row.split())
    return value not in (None, "", [], {})


def _plain_numbers(value: Any) -> Any:
    """Return the numbers of a game as JSON, without the reasons for readers of the file."""
    if isinstance(value, Mapping) and "value" in value:
        return _plain_numbers(value["value"])
    if isinstance(value, Mapping):
        return {key: _plain_numbers(one) for key, one in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain_numbers(one) for one in value]
    return value


# How often the class screen checks for changed tables: it is viewed from afar, not tapped.
LOOK_SECONDS = 0.5
QUIET_SECONDS = 300.0


@dataclass
class ClassScreens:
    """The open class screens, and the time of each table's last change."""

    tables: LiveTables
    ended: bool = False

    def visible_tables(self) -> list[LiveTable]:
        tables = self.tables.tables.values()
        return [one for one in tables if one.facts.class_name and one.facts.shown]

    async def lines(self, classroom: Classroom, address: str, lang: str) -> AsyncIterator[str]:
        """Yield what changes on the class screen, starting from an empty one."""
        seen, about, clients = dict[str, tuple[Any, ...]](), "", event_text([], "clients")
        quiet = 0.0
        while not self.ended:
            record = {"name": classroom.name, "code": classroom.code(), "address": address}
            now = event_text(record, "class")
            clients_now = event_text(self._greedy_clients(), "clients")
            text = (now if now != about else "") + (clients_now if clients_now != clients else "")
            about, clients = now, clients_now
            text += await self._changes(seen, lang)
            quiet = 0.0 if text else quiet + LOOK_SECONDS
            if text or quiet >= BEAT_SECONDS:
                yield text or BEAT
                quiet = 0.0
            await asyncio.sleep(LOOK_SECONDS)

    def _greedy_clients(self) -> list[Record]:
        """Return clients that take far more than others, their table, and whether they are out."""
        limiter = self.tables.limiter
        addresses = dict.fromkeys([*limiter.blocked, *limiter.greedy()])
        return [
            {"address": one, "table": self._table_of(one), "blocked": one in limiter.blocked}
            for one in addresses
        ]

    def _table_of(self, address: str) -> str:
        """Return the class table of a client, if it is at only one."""
        names = [
            table.facts.name
            for table in self.visible_tables()
            if address in table.holds
            or any(phone.address == address for phone in table.streams.values())
        ]
        return names[0] if len(names) == 1 else ""

    async def _changes(self, seen: dict[str, tuple[Any, ...]], lang: str) -> str:
        """Return events for tables that changed since they were sent, then the list of tables.

        A page that reconnects, even to another server, drops every table that is not in the list.
        """
        visible = {table.facts.id: table for table in self.visible_tables()}
        for table_id in [one for one in seen if one and one not in visible]:
            del seen[table_id]
        events = []
        forms: dict[str, Any] = {}  # looked up once for all tables
        for table_id, table in visible.items():
            state = (len(table.texts), table.facts, len(table.people()), self._quiet(table))
            if seen.get(table_id) != state:
                seen[table_id] = state
                slug = table.facts.game
                if slug not in forms:
                    forms[slug] = class_form(slug, lang)
                with self.tables.limiter.charge_time(table.tapped_by):
                    tile = {**tile_record(table_now(table), forms[slug]), "quiet": state[-1]}
                events.append(event_text(tile, "tile"))
                await asyncio.sleep(0)  # taps have priority
        if seen.get("") != tuple(visible):
            seen[""] = tuple(visible)
            events.append(event_text(list(visible), "tables"))
        return "".join(events)

    def _quiet(self, table: LiveTable) -> str:
        """Return why a table may be silent: no phone, or no taps for a while."""
        if not table.streams:
            return "no_phone"
        return "no_taps" if self.tables.clock() - table.touched > QUIET_SECONDS else ""
