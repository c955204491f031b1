"""A sample of benchmarks/hostile_pupil.py: one phone floods the server, and the class plays on."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import psutil
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import class_load
import hostile_pupil

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(
        sys.platform != "linux", reason="only Linux has more than one address of its own"
    ),
]
TABLES = 20
# Twenty tables of two phones take 0.15 cores, what the flood may take 0.3.
MOST_CORES = 0.9


def test_a_class_plays_on_while_one_phone_floods_the_server() -> None:
    """For two minutes: what fills up slowly would not be seen in a shorter time."""
    server, host = class_load.started()
    try:
        process = psutil.Process(server.pid)
        asyncio.run(hostile_pupil.played(host, TABLES, 1))
        before, _ = hostile_pupil.spent(process)
        flood = hostile_pupil.flooded(host, TABLES, hostile_pupil.FLOOD_SECONDS)
        group, answered, late_table_came = asyncio.run(flood)
        after, _ = hostile_pupil.spent(process)
    finally:
        server.terminate()
        server.wait()
        class_load.closed(server)
    assert len(group.seen.made) == TABLES * 2 * hostile_pupil.FLOOD_SECONDS
    assert group.lost_and_doubled() == (0, 0) and group.agree() and group.seen.errors == []
    assert late_table_came
    # The flood was one: refused far more often than not, and never answered by a bug of ours.
    refused = sum(n for kind, n in answered.items() if kind.split()[-1] in ("429", "503", "closed"))
    assert refused > 100 and not [kind for kind in answered if kind.endswith("500")]
    # Class and flood together leave a part of one core free.
    assert after - before < MOST_CORES * hostile_pupil.FLOOD_SECONDS
