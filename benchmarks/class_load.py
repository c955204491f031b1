"""Simulate a class: tables of several phones, one tap a second each, with ``serve --class``.

    python benchmarks/class_load.py                 40 tables of 4 phones, 300 s
    python benchmarks/class_load.py 40 4 60         tables, phones at each, seconds
    python benchmarks/class_load.py 40 4 60 3600    and taps per table at the restart

Every phone has a separate stream and address, and records when every tap of its table arrived. The
class screen records when it showed it. At the end the server is killed and restarted, and the
tables are restored from the phones. As in the page, every phone sends what the server lacks.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from scorer.web.api.records import form_record  # noqa: E402

TABLE_AIM_MS, WALL_AIM_MS, BACK_AIM_S = 250, 1000, 5
READY_SECONDS = 30
SETTLE_SECONDS = 60
TICK_SECONDS = 0.02
# As many as the page sends in one message.
PART_TAPS = 100
SERVE = [sys.executable, "-m", "generator", "serve", "--no-open", "--class", "Load"]


@dataclass(repr=False)
class Seen:
    """What phones and class screen saw: when each tap was made, and when it arrived."""

    made: dict[str, float] = field(default_factory=dict)
    makers: dict[str, str] = field(default_factory=dict)
    came: list[tuple[str, str, float]] = field(default_factory=list)
    numbers: dict[tuple[str, int], str] = field(default_factory=dict)
    wall: dict[str, float] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    # How late a plain clock ticked on this computer.
    late: list[float] = field(default_factory=list)

    def delays_ms(self) -> list[float]:
        """Return the delays from the tap to each other phone of its table."""
        return [
            1000 * (at - self.made[mark])
            for phone, mark, at in self.came
            if mark in self.made and self.makers[mark] != phone
        ]

    def late_ms(self) -> list[float]:
        return [1000 * one for one in self.late]

    def wall_ms(self) -> list[float]:
        return [1000 * (at - self.made[mark]) for mark, at in self.wall.items()]


@dataclass
class Place:
    """The server and the client address: phones are not all one device."""

    host: str
    source: str
    # A stream that nobody references is closed.
    open: list[asyncio.StreamWriter] = field(default_factory=list)

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        name, port = self.host.split(":")
        source = (self.source, 0) if sys.platform == "linux" else None
        return await asyncio.open_connection(name, int(port), local_addr=source, limit=2**22)

    def post(self, path: str, body: Any) -> bytes:
        content = json.dumps(body).encode()
        head = (
            f"POST /api/{path} HTTP/1.1\r\nhost: {self.host}\r\norigin: http://{self.host}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(content)}\r\n\r\n"
        )
        return head.encode() + content

    async def post_json(self, path: str, body: Any) -> Any:
        """Send one request over a separate connection."""
        reader, writer = await self.connect()
        writer.write(self.post(path, body))
        status, content = await answered(reader)
        writer.close()
        await writer.wait_closed()
        if status != 200:
            raise RuntimeError(f"{path}: {status} {content.decode()}")
        return json.loads(content)

    async def events(self, path: str) -> asyncio.StreamReader:
        reader, writer = await self.connect()
        self.open.append(writer)
        writer.write(f"GET /api/{path} HTTP/1.1\r\nhost: {self.host}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.partition(b"\r\n")[0]:
            raise RuntimeError(head.decode())
        return reader


async def answered(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = int(head.split("content-length:")[1].split("\r\n")[0])
    return int(head.split()[1]), await reader.readexactly(length)


async def each_event(reader: asyncio.StreamReader) -> Any:
    """Yield events of a chunked stream as (name, data); ends with the connection."""
    while True:
        try:
            text = (await reader.readuntil(b"\n\n")).decode()
        except (asyncio.IncompleteReadError, OSError):
            return
        lines = [line.partition(": ") for line in text.splitlines() if ": " in line]
        part = {name: value for name, _, value in lines}
        if "event" in part and "data" in part:
            yield part["event"], json.loads(part["data"])


@dataclass(repr=False)
class BenchPhone:
    """A phone that taps once a second, follows its table and stores the whole log."""

    place: Place
    key: str
    by: str
    seen: Seen
    log: dict[str, Any] = field(default_factory=dict)
    highest: int = 1

    def take(self, tap: dict[str, Any]) -> None:
        self.log[tap["mark"]] = tap
        self.highest = max(self.highest, tap["n"])

    async def follow(self, ready: asyncio.Event) -> None:
        reader = await self.place.events(f"live/events?key={self.key}&by={self.by}&name={self.by}")
        async for name, data in each_event(reader):
            if name == "ready":
                ready.set()
            for tap in data if name == "taps" else ():
                self.take(tap)
                self.seen.came.append((self.by, tap["mark"], time.perf_counter()))

    def next_tap(self, chance: random.Random) -> dict[str, Any]:
        path = ["players", chance.randrange(2), chance.choice(["profits", "enviros"])]
        sets = [[path, chance.randrange(20)]]
        common = {"mark": secrets.token_urlsafe(9), "by": self.by, "n": self.highest + 1}
        return {**common, "at": int(1000 * time.time()), "do": "set", "sets": sets}

    async def play(self, seconds: int, chance: random.Random) -> None:
        await asyncio.sleep(chance.random())
        reader, writer = await self.place.connect()
        begin = time.perf_counter()
        for turn in range(seconds):
            await asyncio.sleep(max(0.0, begin + turn - time.perf_counter()))
            tap = self.next_tap(chance)
            self.take(tap)
            self.seen.makers[tap["mark"]] = self.by
            self.seen.made[tap["mark"]] = time.perf_counter()
            body = {"key": self.key, "by": self.by, "taps": [tap]}
            writer.write(self.place.post("live/taps", body))
            status, content = await answered(reader)
            if status == 200:
                number = json.loads(content)["number"]
                self.seen.numbers[self.key, number] = tap["mark"]
            else:
                self.seen.errors.append(f"{status} {content.decode()}")
        writer.close()
        await writer.wait_closed()

    async def come_back(self, stored: dict[str, Any]) -> None:
        """Restore the table like the page: first the table, then what the server lacks."""
        await self.place.post_json("live/restore", stored)
        before: set[str] = set()
        ready = asyncio.Event()
        hearing = asyncio.create_task(self._hear(before, ready))
        await ready.wait()
        waiting = sorted(self.log.values(), key=lambda tap: (tap["n"], tap["mark"]))
        tries = 0
        while waiting := [tap for tap in waiting if tap["mark"] not in before]:
            part = waiting[:PART_TAPS]
            body = {"key": self.key, "by": self.by, "taps": part}
            added = (await self.place.post_json("live/taps", body))["added"]
            before.update(tap["mark"] for tap in part)
            tries = 0 if added or len(part) == 1 else tries + 1
            lines = -1
            while tries and lines < len(before):  # another phone sends them: wait for it
                lines = len(before)
                await asyncio.sleep(min(2.5, 0.125 * 2**tries) * (0.5 + random.random()))
                tries += 1
        hearing.cancel()

    async def _hear(self, before: set[str], ready: asyncio.Event) -> None:
        reader = await self.place.events(f"live/events?key={self.key}&by={self.by}&name={self.by}")
        async for name, data in each_event(reader):
            if name == "ready":
                ready.set()
            if name == "taps":
                before.update(tap["mark"] for tap in data)


@dataclass(repr=False)
class BenchClass:
    """All phones of a class, and its screen."""

    host: str
    teacher: Place
    seen: Seen = field(default_factory=Seen)
    tables: list[list[BenchPhone]] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    passes: dict[str, Any] = field(default_factory=dict)
    shown: dict[str, int] = field(default_factory=dict)
    cpu_seconds: float = 0.0
    # The share of the time in which the host gave this machine no core: times mean nothing then.
    stolen: float = 0.0

    async def enter(self, tables: int, phones: int) -> None:
        code = (await self.teacher.post_json("class/code", {}))["code"]
        answers = form_record("ecologic", "en")["examples"][0]["answers"]
        for number in range(tables):
            places = [Place(self.host, f"127.0.{number + 1}.{one + 1}") for one in range(phones)]
            # Two classes may use one server, and a table with an existing name is joined.
            self.names.append(f"Table {number} {secrets.token_hex(2)}")
            body = {"code": code, "game": "ecologic", "name": self.names[-1]}
            keys = await places[0].post_json("live/open", body)
            self.passes[keys["key"]] = {**keys, "shown": True}
            start = {"mark": secrets.token_urlsafe(9), "by": "phone-start", "n": 1, "at": 0}
            taps = [{**start, "do": "start", "answers": answers}]
            await places[0].post_json(
                "live/taps", {"key": keys["key"], "by": "start", "taps": taps}
            )
            self.tables.append(
                [
                    BenchPhone(place, keys["key"], f"phone-{number:03}-{one}", self.seen)
                    for one, place in enumerate(places)
                ]
            )

    async def watch(self) -> None:
        """Record which number of taps the class screen shows of each table, and when."""
        async for name, data in each_event(await self.teacher.events("class/events")):
            now = time.perf_counter()
            if name == "tile" and data["name"] in self.names:
                before = self.shown.get(data["name"], 0)
                self.shown[data["name"]] = data["taps"]
                key = self.tables[self.names.index(data["name"])][0].key
                await asyncio.sleep(0)  # the answer with the number may come with the same packet
                for number in range(before + 1, data["taps"] + 1):
                    self.seen.wall.setdefault(f"{key} {number}", now)

    async def tick(self) -> None:
        """Tick regularly; ticks that are due while nothing runs count as late, as taps do."""
        due = time.perf_counter()
        while True:
            due += TICK_SECONDS
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self.seen.late.append(time.perf_counter() - due)

    async def run(self, seconds: int) -> None:
        watching = asyncio.create_task(self.watch())
        every = [phone for phones in self.tables for phone in phones]
        ready = [asyncio.Event() for _ in every]
        follows = [
            asyncio.create_task(phone.follow(one)) for phone, one in zip(every, ready, strict=True)
        ]
        async with asyncio.timeout(READY_SECONDS):
            await asyncio.gather(*(one.wait() for one in ready))
        ticking = asyncio.create_task(self.tick())
        chances = [random.Random(number) for number in range(len(every))]
        await asyncio.gather(
            *(phone.play(seconds, chance) for phone, chance in zip(every, chances, strict=True))
        )
        await self._settle()
        for task in (watching, ticking, *follows):
            task.cancel()
        await hung_up(self.teacher, *(phone.place for phone in every))
        self.seen.wall = self._wall_by_mark()

    async def _settle(self) -> None:
        """Wait for what is still on its way: on a busy machine it is late, not lost."""
        until = time.perf_counter() + SETTLE_SECONDS
        while not self.agree() and time.perf_counter() < until:
            await asyncio.sleep(0.2)
        await asyncio.sleep(2)

    def _wall_by_mark(self) -> dict[str, float]:
        numbers = {f"{key} {number}": mark for (key, number), mark in self.seen.numbers.items()}
        return {numbers[name]: at for name, at in self.seen.wall.items() if name in numbers}

    def hold(self, taps: int = 0) -> None:
        """Fill each phone with taps, as after a longer game."""
        chance = random.Random(taps)
        for phones in self.tables:
            for number in range(taps - len(phones[0].log)):
                tap = phones[number % len(phones)].next_tap(chance)
                for phone in phones:
                    phone.take(tap)

    async def bring_back(self) -> float:
        """Return how long until a new server's class screen shows every tap of the phones."""
        begin = time.perf_counter()
        await until_there(self.teacher)
        every = [phone for phones in self.tables for phone in phones]
        coming = [asyncio.create_task(phone.come_back(self.passes[phone.key])) for phone in every]
        expected = {
            name: len(phones[0].log) for name, phones in zip(self.names, self.tables, strict=True)
        }
        text: dict[str, int] = {}
        async for name, data in each_event(await self.teacher.events("class/events")):
            if name == "tile":
                text[data["name"]] = data["taps"]
            if text == expected:
                break
        took = time.perf_counter() - begin
        await asyncio.gather(*coming)
        await hung_up(self.teacher, *(phone.place for phone in every))
        return took if text == expected else float("inf")

    # ---- results ---------------------------------------------------------------------------

    def lost_and_doubled(self) -> tuple[int, int]:
        """Count taps that a phone of the table never saw, and those seen more than once."""
        counts = Counter((phone, mark) for phone, mark, _ in self.seen.came)
        expected = [
            (phone.by, mark)
            for phones in self.tables
            for phone in phones
            for other in phones
            for mark, tap in other.log.items()
            if tap["by"] == other.by
        ]
        return sum(not counts[one] for one in expected), sum(count > 1 for count in counts.values())

    def agree(self) -> bool:
        return all(
            set(phone.log) == set(phones[0].log) for phones in self.tables for phone in phones
        )


async def hung_up(*places: Place) -> None:
    for place in places:
        while place.open:
            writer = place.open.pop()
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()


async def until_there(place: Place) -> None:
    while True:
        try:
            await place.post_json("class/hello", {})
            return
        except OSError:
            await asyncio.sleep(0.05)


def within(values: list[float], share: float) -> float:
    ranked = sorted(values)
    return ranked[int(share * (len(ranked) - 1))] if ranked else float("inf")


def started(port: int = 0) -> tuple[subprocess.Popen[str], str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    fixed = ["--port", str(port)] if port else []
    server = subprocess.Popen([*SERVE, *fixed], stdout=subprocess.PIPE, text=True, env=environment)
    assert server.stdout is not None
    host = urlsplit(server.stdout.readline().split()[0]).netloc
    return server, host


def closed(server: subprocess.Popen[str]) -> None:
    if server.stdout:
        server.stdout.close()


def stolen_seconds() -> float:
    """Count the seconds in which the host of a virtual machine withheld a core."""
    return float(getattr(psutil.cpu_times(), "steal", 0.0))


async def memory_each(server: psutil.Process, seconds: int) -> list[float]:
    """Measure megabytes every second."""
    matches = []
    for _ in range(seconds):
        matches.append(server.memory_info().rss / 2**20)
        await asyncio.sleep(1)
    return matches


async def measured(
    server: psutil.Process, host: str, size: tuple[int, int], seconds: int
) -> tuple[BenchClass, list[float]]:
    group = BenchClass(host, Place(host, "127.0.0.1"))
    await until_there(group.teacher)
    await group.enter(*size)
    memory = asyncio.create_task(memory_each(server, seconds))
    begin, before, stolen = time.perf_counter(), sum(server.cpu_times()[:2]), stolen_seconds()
    await group.run(seconds)
    group.cpu_seconds = sum(server.cpu_times()[:2]) - before
    group.stolen = (stolen_seconds() - stolen) / (time.perf_counter() - begin)
    return group, await memory


def print_report(group: BenchClass, memory: list[float]) -> None:
    seen = group.seen
    lost, doubled = group.lost_and_doubled()
    print(f"{len(seen.made)} taps, {lost} lost, {doubled} doubled, {len(seen.errors)} refused")
    print(f"all phones of a table hold the same list: {'yes' if group.agree() else 'no'}")
    for name, values, aim in (
        ("on the other phones", seen.delays_ms(), TABLE_AIM_MS),
        ("on the wall", seen.wall_ms(), WALL_AIM_MS),
    ):
        print(
            f"{name}: half within {within(values, 0.5):.0f} ms, 95 % within "
            f"{within(values, 0.95):.0f} ms (aim {aim}), the slowest {within(values, 1):.0f} ms"
        )
    minute = min(60, len(memory) // 2)
    print(
        f"memory: {memory[0]:.0f} MB at the start, {memory[minute]:.0f} MB after {minute} s, "
        f"{memory[-1]:.0f} MB at the end"
    )
    cpu_ms = 1000 * group.cpu_seconds / len(seen.made)
    print(f"CPU time of the server: {cpu_ms:.2f} ms a tap, the wall included")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; a clock")
    print(f"beside the phones was late by up to {within(seen.late_ms(), 0.95):.0f} ms (95 %);")
    print(f"the host withheld a core for {group.stolen:.0%} of the time")
    for error in sorted(set(seen.errors)):
        print(f"  {seen.errors.count(error)} times: {error}")


def main() -> None:
    typed = [int(word) for word in sys.argv[1:]]
    tables, phones, seconds = typed[:3] or (40, 4, 300)
    server, host = started()
    try:
        process = psutil.Process(server.pid)
        group, memory = asyncio.run(measured(process, host, (tables, phones), seconds))
        print(f"{tables} tables of {phones} phones, a tap a second each, for {seconds} s")
        print_report(group, memory)
        server.kill()
        server.wait()
        closed(server)
        server, _ = started(int(host.split(":")[1]))
        group.hold(*typed[3:])
        begun = time.process_time()
        back = asyncio.run(group.bring_back())
        print(
            f"killed and started again: every table is back after {back:.1f} s (aim {BACK_AIM_S}), "
            f"with {max(len(phones[0].log) for phones in group.tables)} taps each; CPU time of the "
            f"server {sum(psutil.Process(server.pid).cpu_times()[:2]):.1f} s, "
            f"of the phones {time.process_time() - begun:.1f} s"
        )
    finally:
        server.terminate()
        server.wait()
        closed(server)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as data:
        os.environ["ECOTABLE_DATA"] = data  # a separate class, which still exists after the restart
        main()
