"""A sample of benchmarks/class_load.py: no tap is lost or doubled, and all are there in time."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import psutil
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import class_load

pytestmark = pytest.mark.slow

# Taps a second of 40 tables with four phones each.
LARGE_CLASS = 160
# Seconds of a core until rules are read and the first tiles are made.
FIRST_LOOKS_S = 0.5
# Times are judged where the host of the machine withheld its cores for less than this share.
STOLEN = 0.1


def test_a_small_class_loses_nothing_and_comes_back() -> None:
    server, host = class_load.started()
    try:
        process = psutil.Process(server.pid)
        group, _ = asyncio.run(class_load.measured(process, host, (6, 3), 4))
        assert len(group.seen.made) == 6 * 3 * 4
        assert group.lost_and_doubled() == (0, 0) and group.agree() and group.seen.errors == []
        assert len(group.seen.wall) == len(group.seen.made)
        if free := group.stolen < STOLEN:
            # Other tests take their turns: a tap wakes a phone, the server and the other phones.
            busy = 3 * class_load.within(group.seen.late_ms(), 0.95)
            assert class_load.within(group.seen.delays_ms(), 0.95) < class_load.TABLE_AIM_MS + busy
            assert class_load.within(group.seen.wall_ms(), 0.95) < class_load.WALL_AIM_MS + busy
            # Whatever runs beside it: the taps of a large class leave the server half a core.
            assert group.cpu_seconds < FIRST_LOOKS_S + 0.5 * len(group.seen.made) / LARGE_CLASS
        server.kill()
        server.wait()
        class_load.closed(server)
        server, _ = class_load.started(int(host.split(":")[1]))
        longest = class_load.BACK_AIM_S if free else class_load.SETTLE_SECONDS
        assert asyncio.run(asyncio.wait_for(group.bring_back(), 120)) < longest
    finally:
        server.terminate()
        server.wait()
        class_load.closed(server)
