"""The class: its name, its code, and which tables are shown to it.

Comes in: a name, and tables that phones bring. Goes out: whom the code and the teacher's secret let
in. Everything follows from one key; the teacher's page keeps it, so that a server that was started
again can be the same class.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from cards_data.problems import Message

from ..routing import HttpError, Request
from .live_table import as_code, class_code, class_pass, is_same, new_key

# A code that stands on a wall for longer than a double lesson is known to the whole school.
CODE_SECONDS = 2 * 3600.0
MOST_SENT_OUT = 1000


@dataclass
class Classroom:
    """One class while its lesson lasts."""

    name: str
    key: str = field(default_factory=new_key)
    turn: int = 0
    clock: Callable[[], float] = time.monotonic
    sent_out: dict[str, None] = field(default_factory=dict)
    # Told when something is another than before that shall outlive the server.
    on_change: Callable[[], None] = lambda: None
    _since: float = field(init=False)

    def __post_init__(self) -> None:
        self._since = self.clock()

    def code(self) -> str:
        """The code as it holds now; an old one makes place for the next."""
        if self.clock() - self._since > CODE_SECONDS:
            self.next_code()
        return class_code(self.key, self.turn)

    def next_code(self) -> None:
        self.turn, self._since = self.turn + 1, self.clock()
        self.on_change()

    def is_code(self, text: str) -> bool:
        return is_same(as_code(text), self.code())

    def pass_for(self, table: str) -> str:
        return class_pass(self.key, table)

    def admits(self, table: str, shown_pass: str) -> bool:
        """Whether a table was in this class and was not sent out."""
        return table not in self.sent_out and is_same(shown_pass, self.pass_for(table))

    def send_out(self, table: str) -> None:
        self.sent_out[table] = None
        while len(self.sent_out) > MOST_SENT_OUT:
            del self.sent_out[next(iter(self.sent_out))]
        self.on_change()

    def adopt(self, key: str, turn: int) -> None:
        """Goes on as the class that the teacher's page remembers."""
        self.key, self.turn, self._since = key, turn, self.clock()
        self.on_change()

    def check_teacher(self, request: Request, secret: str) -> None:
        """The teacher sits at this computer, or has the link with the secret."""
        if not request.from_loopback and not is_same(secret, self.key):
            raise HttpError(403, Message("web.teacher"))
