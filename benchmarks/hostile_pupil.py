"""Let one phone flood ``serve --class`` while a class plays, and measure the class's delays.

    python benchmarks/hostile_pupil.py          20 tables of 2 phones, 120 s under the flood
    python benchmarks/hostile_pupil.py 20 30    tables, seconds of the flood

The flood comes from one address and knows the code of the class. At the same time it opens tables,
sends the largest taps, undoes at the beginning of long tables, holds event streams and silent
connections, prints, and sends odd bodies. It runs in a separate process.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import class_load
import psutil
from class_load import BenchClass, Place, within

CALM_SECONDS = 10
FLOOD_SECONDS = 120
SOURCE = "127.0.0.66"
# Each kind of request: the number at the same time, with a pause after each.
AT_ONCE = 4
PAUSE_SECONDS = 0.02
STREAMS = 300
SILENT = 200
LONG_TEXT = "x" * 190
ODD: list[Any] = [
    *({"taps": [{"do": do}]} for do in ([], {}, None, 7)),
    {"taps": [{"do": "set", "sets": [[[[1]], 1]]}]},
    *([], 7, None, {"key": []}, {"key": {"a": 1}}, {"code": 9}, {"by": {}}, "x" * 60_000),
]
PATHS = ("new", "restore", "taps", "code", "shown", "rename", "open")


@dataclass
class Flood:
    """One phone that sends as much as it can."""

    place: Place
    code: str
    answered: Counter[str] = field(default_factory=Counter)
    keys: list[str] = field(default_factory=list)

    async def run(self, seconds: float) -> None:
        kinds = (self.tables, self.big_taps, self.early_undos, self.odd, self.prints, self.what_if)
        each = [self._again(kind) for kind in kinds for _ in range(AT_ONCE)]
        holds = [self._hold(number) for number in range(STREAMS + SILENT)]
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*each, *holds)

    async def _again(self, kind: Callable[[], Awaitable[None]]) -> None:
        while True:
            with suppress(OSError, RuntimeError, asyncio.IncompleteReadError, IndexError):
                await kind()
            await asyncio.sleep(PAUSE_SECONDS)

    async def _post(self, kind: str, path: str, body: Any) -> Any:
        try:
            answer = await self.place.post_json(path, body)
        except RuntimeError as refused:
            self.answered[f"{kind} {str(refused).split()[1]}"] += 1
            raise
        except (OSError, asyncio.IncompleteReadError):
            self.answered[f"{kind} closed"] += 1
            raise
        self.answered[f"{kind} 200"] += 1
        return answer

    async def tables(self) -> None:
        request = {"code": self.code, "game": "ecologic", "name": secrets.token_hex(4)}
        path = random.choice(["live/new", "live/open"])
        self.keys.append((await self._post("table", path, request))["key"])

    async def big_taps(self) -> None:
        names = {f"r{number}": LONG_TEXT for number in range(36)}
        taps = [self._tap(1, do="all", answers={"people": names}) for _ in range(7)]
        await self._tapped("big tap", taps)

    async def early_undos(self) -> None:
        await self._tapped("undo", [self._tap(1, do="undo")])

    async def _tapped(self, kind: str, taps: list[Any]) -> None:
        body = {"key": random.choice(self.keys), "by": secrets.token_hex(5), "taps": taps}
        await self._post(kind, "live/taps", body)

    def _tap(self, n: int, **what: Any) -> dict[str, Any]:
        return {"mark": secrets.token_hex(6), "by": secrets.token_hex(5), "n": n, "at": 0, **what}

    async def odd(self) -> None:
        body = random.choice(ODD)
        if isinstance(body, dict) and self.keys:
            body = {"key": random.choice(self.keys), **body}
        await self._post("odd", f"live/{random.choice(PATHS)}", body)

    async def prints(self) -> None:
        expected = {"copies": random.randint(1, 20), "ink": random.choice(["full", "low"])}
        await self._post("print", "print/ecologic", expected)
        await asyncio.sleep(1)

    async def what_if(self) -> None:
        players = [{"name": f"P{n}", "profits": n, "enviros": n} for n in range(4)]
        await self._post("what-if", "what-if/ecologic", {"players": players})

    async def _hold(self, number: int) -> None:
        """Hold an event stream or a silent connection; reopen it when it is closed."""
        while True:
            with suppress(OSError, RuntimeError, asyncio.IncompleteReadError, IndexError):
                if number < STREAMS:
                    query = f"key={random.choice(self.keys)}&by={secrets.token_hex(5)}&name=x"
                    reader = await self.place.events(f"live/events?{query}")
                else:
                    reader, _ = await self.place.connect()
                while await reader.read(2**16):
                    pass
            await asyncio.sleep(0.5)


def spent(server: psutil.Process) -> tuple[float, float]:
    """Return the seconds that a server worked, and that its event loop waited for a core."""
    waited = Path(f"/proc/{server.pid}/schedstat").read_text(encoding="utf-8").split()[1]
    return sum(server.cpu_times()[:2]), int(waited) / 1e9 + class_load.stolen_seconds()


async def played(host: str, tables: int, seconds: int) -> BenchClass:
    group = BenchClass(host, Place(host, "127.0.0.1"))
    await class_load.until_there(group.teacher)
    await group.enter(tables, 2)
    await group.run(seconds)
    return group


async def flooded(host: str, tables: int, seconds: int) -> tuple[BenchClass, dict[str, int], bool]:
    """Run a class under the flood; return its answers and whether a late table could enter."""
    group = BenchClass(host, Place(host, "127.0.0.1"))
    await group.enter(tables, 2)
    code = (await group.teacher.post_json("class/code", {}))["code"]
    # A phone has its own processor.
    command = ["nice", sys.executable, __file__, "--flood", host, code, str(seconds + 4)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as flood:
        await asyncio.sleep(2)
        with suppress(OSError, asyncio.IncompleteReadError):
            await group.run(seconds)
        late = Place(host, "127.0.0.77").post_json(
            "live/open", {"code": code, "game": "ecologic", "name": "Late"}
        )
        try:
            came = bool(await asyncio.wait_for(late, 10))
        except (RuntimeError, OSError, TimeoutError, asyncio.IncompleteReadError):
            came = False
        text, _ = await asyncio.to_thread(flood.communicate)
    return group, json.loads(text or "{}"), came


def flood_alone(host: str, code: str, seconds: str) -> None:
    """Run the process of the flood; write the answers that it got."""
    flood = Flood(Place(host, SOURCE), code)
    with suppress(BrokenPipeError):
        asyncio.run(flood.run(float(seconds)))
        print(json.dumps(flood.answered))


def print_report(name: str, group: BenchClass) -> None:
    seen, (lost, _) = group.seen, group.lost_and_doubled()
    print(
        f"{name}: {len(seen.made)} taps, {lost} lost, {len(seen.errors)} refused; seen by the "
        f"other phone: half within {within(seen.delays_ms(), 0.5):.0f} ms, 95 % within "
        f"{within(seen.delays_ms(), 0.95):.0f} ms, the slowest {within(seen.delays_ms(), 1):.0f} "
        f"ms; a clock beside the phones was late by {within(seen.late_ms(), 0.95):.0f} ms (95 %)"
    )
    for error in sorted(set(seen.errors)):
        print(f"  {seen.errors.count(error)} times: {error}")


def main() -> None:
    tables, seconds = [int(word) for word in sys.argv[1:]] or (20, FLOOD_SECONDS)
    server, host = class_load.started()
    try:
        print_report("in peace", asyncio.run(played(host, tables, CALM_SECONDS)))
        process = psutil.Process(server.pid)
        before = spent(process)
        group, answered, came = asyncio.run(flooded(host, tables, seconds))
        worked, waited = (now - then for now, then in zip(spent(process), before, strict=True))
        print_report("under the flood", group)
        print(f"the server worked for {worked:.1f} s and waited {waited:.1f} s for a core")
        print(f"a table that comes late: {'enters' if came else 'is refused'}")
        print(f"the flood: {answered}")
        print(f"memory: {process.memory_info().rss / 2**20:.0f} MB")
    finally:
        server.terminate()
        server.wait()
        class_load.closed(server)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--flood"]:
        flood_alone(*sys.argv[2:5])
    else:
        main()
