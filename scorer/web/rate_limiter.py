"""What each client uses of the server, and the share that it may use.

A client is a network address. Several phones may share one address; one phone gets half of what its
address gets. Everything that a client could take from others goes through the server's rate
limiter: what is spent per second, and what is held until it is released.

Clients that entered with the code of the class have a share that strangers cannot take. The teacher
and the owner, who uses this computer, have priority over both.
"""

from __future__ import annotations

import time
from asyncio import Semaphore
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from threading import RLock
from typing import NamedTuple
from weakref import WeakValueDictionary

from cards_data.problems import Message

from .routing import Client, HttpError


class Rank(IntEnum):
    """The order of priority."""

    STRANGER = 0
    CLASS = 1
    TEACHER = 2
    OWNER = 3


class Rate(NamedTuple):
    """The amount available at once, and per second after that, for one address."""

    at_once: float
    a_second: float


class ClientShare(NamedTuple):
    """How much may be held: in total, by one address with the code, and at one table.

    The last limit is for one address at one table.
    """

    total: float
    address: float
    table: float = float("inf")
    address_at_table: float = float("inf")


MB = 1 << 20
TAP_BYTES = 400
RATES = {
    # Processor time: a tap of a class takes one or two milliseconds, including the class screen.
    "seconds": Rate(6.0, 0.3),
    # After a restart a phone may restore a whole table.
    "taps": Rate(8000, 20),
    "prints": Rate(4, 1 / 60),
}
SHARES = {
    "connections": ClientShare(1000, 128),
    "streams": ClientShare(700, 64, 16, 8),
    "tables": ClientShare(250, 60),
    # The memory of taps, with a minimum for each: 4,000 of them at a table.
    "bytes": ClientShare(64 * MB, 16 * MB, 4000 * TAP_BYTES),
    "prints": ClientShare(20, 1),
    "class screens": ClientShare(8, 4),
}
# How much of everything a rank may hold together with those below it.
TOGETHER = {Rank.STRANGER: 0.5, Rank.CLASS: 0.9, Rank.TEACHER: 0.95, Rank.OWNER: 1.0}
# A stranger's share of what an address of the class may hold.
STRANGER = 1 / 4
# One phone's share of what its address may take.
PHONE = 1 / 2
# A blocked client may still ask why it gets no answer.
BLOCKED_CONNECTIONS = 4
# The minimum cost of any request: reading it and sending the response.
REQUEST_SECONDS = 0.002
MOST_REMEMBERED = 4096
# Requests of one address that are processed at the same time; the others wait.
MOST_THREADS = 4
# The teacher sees a client that is refused more than once a second, after this many refusals.
REFUSED = "refused"
GREEDY = Rate(30, 1.0)
# Open files that are not connections: pipes of workers, files of games, the database.
OTHER_FILES = 100


class OverShare(HttpError):
    """An error: the client exceeds its share; asking again at once would only take more."""

    delay = 1.0

    def __init__(self, status: int = 429, key: str = "web.own_share") -> None:
        super().__init__(status, Message(key))


Error = Callable[[], HttpError]


# Messages other than the default: for a client at its limit, at a table, in total.
OWN = {
    "streams": partial(OverShare, 503, "web.own_streams"),
    "connections": partial(OverShare, 503, "web.own_streams"),
    "tables": partial(OverShare, 429, "web.tables_of_phone"),
    "prints": partial(OverShare, 429, "web.own_prints"),
}
AT_TABLE = {
    "streams": partial(HttpError, 503, Message("web.phones", n=int(SHARES["streams"].table))),
    "bytes": partial(HttpError, 413, Message("web.full")),
}
IN_ALL = {
    "tables": partial(HttpError, 503, Message("web.too_many_tables")),
    "class screens": partial(
        HttpError, 503, Message("web.walls", n=int(SHARES["class screens"].total))
    ),
}
ALL_TAKEN = partial(HttpError, 503, Message("web.all_taken"))
Bucket = tuple[str | int, ...]


class _Limit(NamedTuple):
    """A bucket, its maximum, and the error if that is not enough."""

    bucket: Bucket
    most: float
    error: Error


@dataclass
class Hold:
    """What a client holds of one resource until ``end``."""

    limiter: RateLimiter
    what: str
    client: Client
    rank: Rank
    table: str = ""
    amount: float = 0

    def take(self, amount: float = 1, force: bool = False) -> None:
        """Hold more, or raise if that exceeds what is available."""
        self.limiter.take(self, amount, force)

    def end(self) -> None:
        self.limiter.take(self, -self.amount, force=True)


@dataclass
class RateLimiter:
    """The accounts of all clients of one server."""

    clock: Callable[[], float] = time.monotonic
    blocked: dict[str, None] = field(default_factory=dict)
    _shares: dict[str, ClientShare] = field(default_factory=lambda: dict(SHARES))
    _held: dict[Bucket, float] = field(default_factory=dict)
    # What was spent and is not forgotten yet, and when that was so.
    _spent: dict[Bucket, tuple[float, float]] = field(default_factory=dict)
    _ranks: dict[str, Rank] = field(default_factory=dict)
    _threads: WeakValueDictionary[str, Semaphore] = field(default_factory=WeakValueDictionary)
    # Prints end in a separate thread.
    _lock: RLock = field(default_factory=RLock)

    def fit(self, files: int) -> None:
        """Share out only as many connections as this process may open files."""
        total = SHARES["connections"].total
        part = min(1.0, max(total / 100, files - OTHER_FILES) / total)
        for what in ("connections", "streams"):
            share = SHARES[what]
            self._shares[what] = share._replace(
                total=share.total * part, address=max(8.0, share.address * part)
            )

    # ---- clients ---------------------------------------------------------------------------

    def admit(self, client: Client, rank: Rank) -> None:
        """Record that a client showed the code or the secret of the class."""
        before = self._ranks.pop(client.address, rank)
        self._ranks[client.address] = max(rank, before)
        while len(self._ranks) > MOST_REMEMBERED:
            del self._ranks[next(iter(self._ranks))]

    def rank(self, client: Client) -> Rank:
        if client.owner:
            return Rank.OWNER
        return self._ranks.get(client.address, Rank.STRANGER)

    def block(self, address: str, blocked: bool) -> None:
        """Block a client or unblock it; the teacher's is never blocked."""
        if blocked and self._ranks.get(address, Rank.STRANGER) < Rank.TEACHER:
            self.blocked[address] = None
        else:
            self.blocked.pop(address, None)

    def greedy(self) -> list[str]:
        """Return the addresses that were refused far too often recently."""
        now = self.clock()
        refused = [one for one in self._spent if one[0] == REFUSED]
        return [str(one[1]) for one in refused if self._level(one, GREEDY, now) >= GREEDY.at_once]

    # ---- spending --------------------------------------------------------------------------

    def begin(self, client: Client) -> None:
        """Let a request begin, unless its client is blocked or has used up its time."""
        if client.address in self.blocked and not client.owner:
            raise OverShare(403, "web.blocked")
        self.spend(client, "seconds", REQUEST_SECONDS)

    def spend(self, client: Client, what: str, amount: float = 1) -> None:
        """Spend from a client's rate, or raise if not enough is left."""
        with self._lock:
            now, rates = self.clock(), self._rates(client, what)
            if any(self._level(one, rate, now) + amount > rate.at_once for one, rate in rates):
                raise self._count_refusal(OverShare(), client)
            self._add(rates, amount, now)

    @contextmanager
    def charge_time(self, client: Client) -> Iterator[None]:
        """Charge the processor time of the block, no matter what is left."""
        began = time.thread_time()
        try:
            yield
        finally:
            with self._lock:
                took = time.thread_time() - began
                self._add(self._rates(client, "seconds"), took, self.clock())

    @asynccontextmanager
    async def thread(self, client: Client) -> AsyncIterator[None]:
        """Wait until a client has a thread for its request; the owner always has one."""
        threads = self._threads.setdefault(client.address, Semaphore(MOST_THREADS))
        async with nullcontext() if client.owner else threads:
            yield

    def _rates(self, client: Client, what: str) -> list[tuple[Bucket, Rate]]:
        """Return the rates of a client; the owner has none."""
        whole = RATES[what]
        part = Rate(whole.at_once * PHONE, whole.a_second * PHONE)
        of_phone: list[tuple[Bucket, Rate]] = [((what, client.address, client.phone), part)]
        of_address: list[tuple[Bucket, Rate]] = [((what, client.address), whole)]
        return [] if client.owner else of_address + (of_phone if client.phone else [])

    def _level(self, bucket: Bucket, rate: Rate, now: float) -> float:
        spent, since = self._spent.get(bucket, (0.0, now))
        return max(0.0, spent - (now - since) * rate.a_second)

    def _add(self, rates: list[tuple[Bucket, Rate]], amount: float, now: float) -> None:
        for bucket, rate in rates:
            level = self._level(bucket, rate, now)
            self._spent.pop(bucket, None)  # the last one is forgotten last
            self._spent[bucket] = (level + amount, now)
        while len(self._spent) > MOST_REMEMBERED:
            del self._spent[next(iter(self._spent))]

    def _count_refusal(self, error: HttpError, client: Client) -> HttpError:
        bucket, now = (REFUSED, client.address), self.clock()
        if isinstance(error, OverShare) and self._level(bucket, GREEDY, now) < 2 * GREEDY.at_once:
            self._add([(bucket, GREEDY)], 1, now)
        return error

    # ---- holding ---------------------------------------------------------------------------

    def hold(self, client: Client, what: str, amount: float = 1, table: str = "") -> Hold:
        """Hold an amount of a resource until the hold ends, or raise."""
        hold = Hold(self, what, client, self.rank(client), table)
        hold.take(amount)
        return hold

    def check(self, client: Client, what: str) -> None:
        hold = Hold(self, what, client, self.rank(client))
        self._check(hold, 1, self._limits(hold))

    def _check(self, hold: Hold, amount: float, limits: Iterable[_Limit]) -> None:
        for bucket, most, error in limits:
            if self._held.get(bucket, 0) + amount > most:
                raise self._count_refusal(error(), hold.client)

    def take(self, hold: Hold, amount: float, force: bool = False) -> None:
        with self._lock:
            limits = list(self._limits(hold))
            if not force:
                self._check(hold, amount, limits)
            for bucket, _, _ in limits:
                self._held[bucket] = self._held.get(bucket, 0) + amount
                if self._held[bucket] <= 0:
                    del self._held[bucket]
            hold.amount += amount

    def _limits(self, hold: Hold) -> Iterator[_Limit]:
        what, address, phone = hold.what, hold.client.address, hold.client.phone
        share, own, error = self._shares[what], self._own(hold), OWN.get(what, OverShare)
        if hold.table:
            yield _Limit((what, "table", hold.table), share.table, AT_TABLE[what])
        if hold.rank < Rank.OWNER:
            yield _Limit((what, "address", address), own, error)
            if phone:
                yield _Limit((what, "phone", address, phone), max(1, own * PHONE), error)
            if hold.table:
                bucket = (what, "at table", hold.table, address)
                yield _Limit(bucket, share.address_at_table, error)
        for rank in range(hold.rank, Rank.OWNER + 1):
            most = share.total * TOGETHER[Rank(rank)]
            yield _Limit((what, "rank", rank), most, IN_ALL.get(what, ALL_TAKEN))

    def _own(self, hold: Hold) -> float:
        """Return how much the client of a hold may hold."""
        if hold.what == "connections" and hold.client.address in self.blocked:
            return BLOCKED_CONNECTIONS
        most = self._shares[hold.what].address
        return most if hold.rank > Rank.STRANGER else max(1, most * STRANGER)
