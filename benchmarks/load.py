"""Simulate a school's phones: taps a second on ``ecotable serve``, errors, delays, memory.

python benchmarks/load.py              160 phones, a tap a second each, for a minute
python benchmarks/load.py 40 10        as many phones and seconds as you like
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import psutil

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from scorer.registry import slugs  # noqa: E402
from scorer.web.api.records import form_record  # noqa: E402

AIM_MS = 50
SERVE = [sys.executable, "-m", "generator", "serve", "--no-open"]


@dataclass
class Tally:
    """What the phones saw."""

    took_ms: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def within(self, share: float) -> float:
        ranked = sorted(self.took_ms)
        return ranked[int(share * (len(ranked) - 1))] if ranked else 0.0


def bodies() -> list[tuple[str, bytes]]:
    """Return every worked example as its form sends it."""
    return [
        (slug, json.dumps({"answers": example["answers"]}).encode())
        for slug in slugs()
        for example in form_record(slug, "en")["examples"]
    ]


def http_request(slug: str, body: bytes, host: str) -> bytes:
    head = (
        f"POST /api/score/{slug}?lang=en HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n"
        f"content-type: application/json\r\naccept-encoding: gzip\r\n"
        f"content-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


async def tap(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> str:
    """Request one score over an open connection; return what went wrong, if anything."""
    writer.write(request)
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = int(head.split("content-length:")[1].split("\r\n")[0])
    await reader.readexactly(length)
    return "" if " 200 " in head.partition("\r\n")[0] else head.partition("\r\n")[0]


async def phone(host: str, requests: list[bytes], seconds: int, tally: Tally, seed: int) -> None:
    """Tap once a second, each phone at a different moment."""
    chance = random.Random(seed)
    await asyncio.sleep(chance.random())
    reader, writer = await asyncio.open_connection(*host.split(":"))
    begin = time.perf_counter()
    for turn in range(seconds):
        await asyncio.sleep(max(0.0, begin + turn - time.perf_counter()))
        start = time.perf_counter()
        try:
            wrong = await asyncio.wait_for(tap(reader, writer, chance.choice(requests)), 20)
        except (OSError, EOFError, TimeoutError) as error:
            wrong = type(error).__name__
        tally.took_ms.append((time.perf_counter() - start) * 1000)
        if wrong:
            tally.errors.append(wrong)
    writer.close()


async def school(host: str, phones: int, seconds: int) -> Tally:
    tally = Tally()
    requests = [http_request(slug, body, host) for slug, body in bodies()]
    await asyncio.gather(*(phone(host, requests, seconds, tally, one) for one in range(phones)))
    return tally


def measured(host: str, server: psutil.Process, phones: int, seconds: int) -> None:
    asyncio.run(school(host, 4, 3))  # read everything once before measuring
    memory, cpu = server.memory_info().rss, sum(server.cpu_times()[:2])
    tally = asyncio.run(school(host, phones, seconds))
    used = sum(server.cpu_times()[:2]) - cpu
    count = len(tally.took_ms)
    grown = (server.memory_info().rss - memory) / 2**20
    print(f"{count} taps of {phones} phones in {seconds} s, {len(tally.errors)} errors")
    print(
        f"half within {tally.within(0.5):.1f} ms, 95 % within {tally.within(0.95):.1f} ms "
        f"(aim {AIM_MS}), the slowest {tally.within(1):.0f} ms"
    )
    print(f"CPU time of the server: {1000 * used / count:.2f} ms a tap")
    print(f"memory: {memory / 2**20:.0f} MB at the start, {grown:+.1f} MB at the end")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for error in sorted(set(tally.errors)):
        print(f"  {tally.errors.count(error)} times: {error}")


def main() -> None:
    phones, seconds = (int(word) for word in (sys.argv[1:] or ("160", "60")))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(SERVE, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        host = urlsplit(server.stdout.readline().split()[0]).netloc
        try:
            time.sleep(2)
            measured(host, psutil.Process(server.pid), phones, seconds)
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
