"""A sample of benchmarks/class_load.py: no tap is lost or doubled."""

from __future__ import annotations

import asyncio
import sys
from math import isfinite
from pathlib import Path

import psutil
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import class_load

pytestmark = pytest.mark.slow


def test_a_small_class_loses_nothing_and_comes_back() -> None:
    server, host = class_load.started()
    try:
        group, _ = asyncio.run(class_load.measured(psutil.Process(server.pid), host, (6, 3), 4))
        assert len(group.seen.made) == 6 * 3 * 4
        assert group.lost_and_doubled() == (0, 0) and group.agree() and group.seen.errors == []
        assert len(group.seen.wall) == len(group.seen.made)
        server.kill()
        server.wait()
        class_load.closed(server)
        server, _ = class_load.started(int(host.split(":")[1]))
        assert isfinite(asyncio.run(asyncio.wait_for(group.bring_back(), 120)))
    finally:
        server.terminate()
        server.wait()
        class_load.closed(server)
