"""One table that several phones fill in: its keys, its log, and who is there.

Everything happens on the server's one event loop, so no change is ever half done.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from ..rate_limiter import Hold
from ..routing import Client, EventStream, event_text
from .taps import Answers, CheckedTap, TapCheck, TapReplay, follow_tap, order_key, without_defaults

# Consonants only, without those that are easily confused when read aloud or from afar.
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
CODE_LENGTH = 4


def new_key() -> str:
    return secrets.token_urlsafe(16)


def watch_key(edit: str) -> str:
    return derive_key("watch", edit)


def table_id(watch: str) -> str:
    return derive_key("table", watch)


def class_code(class_key: str, turn: int) -> str:
    """Return the code of a class; every turn gives another one."""
    digest = hashlib.sha256(f"code {turn} {class_key}".encode()).digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:CODE_LENGTH])


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def as_code(text: str) -> str:
    """Normalise a typed code."""
    return "".join(sign for sign in text.upper() if sign.isalnum())


def is_same(one: str, other: str) -> bool:
    """Compare in constant time, so that timing reveals nothing."""
    return hmac.compare_digest(one.encode(), other.encode())


def derive_key(what: str, key: str) -> str:
    return hashlib.sha256(f"{what} {key}".encode()).hexdigest()[:24]


LONGEST_NUMBER = 10
# Events with many taps are split: a phone shows the first while the next are on their way.
TAPS_AN_EVENT = 200


@dataclass(frozen=True)
class TableFacts:
    """The facts of a table: its key, game, name and class, and its pass to the class."""

    edit: str
    game: str
    name: str = ""
    class_name: str = ""
    class_pass: str = ""
    shown: bool = False
    # The class whose teacher removed the table, and may take it back.
    removed_from: str = ""

    @property
    def watch(self) -> str:
        return watch_key(self.edit)

    @property
    def id(self) -> str:
        return table_id(self.watch)


@dataclass(frozen=True)
class Phone:
    """A phone at a table; one that ``may`` only watch makes no taps."""

    by: str
    name: str
    may: str
    address: str = ""


@dataclass
class LiveTable:
    """A table whose log is JSON texts in order of arrival; answers follow as taps arrive."""

    facts: TableFacts
    epoch: str
    check: TapCheck
    touched: float
    # The space that it takes, and by address what its taps take.
    hold: Hold
    holds: dict[str, Hold] = field(default_factory=dict)
    tapped_by: Client = field(default=Client(""))
    texts: list[str] = field(default_factory=list)
    streams: dict[EventStream, Phone] = field(default_factory=dict)
    _marks: set[str] = field(default_factory=set)
    _last: tuple[int, str] = (0, "")
    # Whether the last tap is that a person opened the result.
    finished: bool = False
    _answers: Answers = field(default_factory=dict)
    _entered: Answers = field(default_factory=dict)
    _stale: bool = False
    _replay: TapReplay = field(init=False)

    def __post_init__(self) -> None:
        self._replay = TapReplay(lambda index: json.loads(self.texts[index]))

    # ---- taps ------------------------------------------------------------------------------

    def new_taps(self, raw: list[Any]) -> list[CheckedTap]:
        """Return those taps that are not here yet, checked one after the other.

        After a restart every phone of a table sends the same taps: known ones are only looked up.
        """
        taps: dict[str, CheckedTap] = {}
        answers = self._answers
        for one in raw:
            mark = one.get("mark") if isinstance(one, dict) else None
            if isinstance(mark, str) and mark in self._marks:
                continue
            checked = self.check.check(one, answers, len(self.texts) + len(taps))
            if checked.tap["mark"] not in taps:
                taps[checked.tap["mark"]] = checked
                answers = checked.answers
        return list(taps.values())

    def add(self, taps: list[CheckedTap], now: float) -> list[str]:
        """Add checked taps and inform every stream; return the added texts."""
        added = [one.text for one in taps]
        for index, one in enumerate(taps, len(self.texts)):
            self._add_tap(one, index)
        self.texts += added
        self.touched = now
        if added:
            self.tell(self._taps_event(added, len(self.texts)))
        return added

    def _add_tap(self, checked: CheckedTap, index: int) -> None:
        tap = checked.tap
        self._marks.add(tap["mark"])
        self._replay.add(tap, index)
        is_last = order_key(tap) > self._last
        in_order = is_last and tap["do"] != "undo" and tap["do"] != "redo"
        self._stale = self._stale or not in_order
        self._answers = checked.answers
        self._entered = follow_tap(self._entered, without_defaults(tap))
        if is_last:
            self._last, self.finished = order_key(tap), tap["do"] == "finish"

    @property
    def answers(self) -> Answers:
        self._fold_again()
        return self._answers

    @property
    def entered_answers(self) -> Answers:
        """The answers that a person gave, without the defaults of a new table."""
        self._fold_again()
        return self._entered

    def _fold_again(self) -> None:
        if self._stale:
            self._answers, self._entered = self._replay.state()
            self._stale = False

    # ---- streams ---------------------------------------------------------------------------

    def tell(self, text: str) -> None:
        for stream in self.streams:
            stream.send(text)

    def join(self, stream: EventStream, phone: Phone, last_event: str) -> None:
        """Add or reconnect a phone, and send it what came after its last event."""
        epoch, _, number = last_event.rpartition(".")
        # Digits of any script are decimal, and there may be thousands of them.
        plain = number.isascii() and number.isdecimal() and len(number) < LONGEST_NUMBER
        is_current = epoch == self.epoch and plain and int(number) <= len(self.texts)
        after = int(number) if is_current else 0
        class_pass = {"pass": self.facts.class_pass} if phone.may == "edit" else {}
        hello = {"epoch": self.epoch, "may": phone.may, "after": after}
        stream.send(event_text({**self.facts_record(), **class_pass, **hello}, "hello"))
        for start in range(after, len(self.texts), TAPS_AN_EVENT):
            part = self.texts[start : start + TAPS_AN_EVENT]
            stream.send(self._taps_event(part, start + len(part)))
        stream.send(event_text({}, "ready"))
        self.streams[stream] = phone
        self.tell_who()

    def leave(self, stream: EventStream) -> None:
        if self.streams.pop(stream, None):
            self.tell_who()

    def tell_who(self) -> None:
        self.tell(event_text(self.people(), "who"))

    def people(self) -> list[dict[str, str]]:
        """Return everybody who is there, once."""
        here = {phone.by: phone for phone in self.streams.values()}
        return [{"by": one.by, "name": one.name, "may": one.may} for one in here.values()]

    def end(self, address: str = "") -> None:
        """End the streams of one client, or all."""
        for stream, phone in self.streams.items():
            if not address or phone.address == address:
                stream.end()

    def facts_record(self) -> dict[str, Any]:
        facts = self.facts
        return {
            "game": facts.game,
            "name": facts.name,
            "watch": facts.watch,
            "class": facts.class_name,
            "shown": facts.shown,
            "removed": facts.removed_from,
        }

    def _taps_event(self, texts: list[str], number: int) -> str:
        """Return an event of taps, whose texts are JSON already."""
        return f"id: {self.epoch}.{number}\nevent: taps\ndata: [{','.join(texts)}]\n\n"
