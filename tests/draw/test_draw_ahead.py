"""Faces are drawn where they are composed, from the drawing that was read there."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from workshop import WorkLog, Workshop, print_options

from cards_data import Findings
from generator import pipeline
from generator.check.check_game import check_games
from generator.compose import artwork
from generator.options import Edition
from generator.store.cache import Cache
from generator.svg import parser
from generator.svg.parser import Reading, read_svg
from generator.workers import WorkerPool

pytestmark = pytest.mark.usefixtures("cold_cache")


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each artwork is read."""
    counted: Counter[str] = Counter()

    def counting(svg: str, sources: object = None) -> Reading:
        counted[svg] += 1
        return read_svg(svg, sources)  # type: ignore[arg-type]

    monkeypatch.setattr(parser, "read_svg", counting)
    artwork.reading_of.cache_clear()
    return counted


@pytest.mark.slow
@pytest.mark.parametrize("render", ["raster", "vector"])
def test_a_print_reads_every_face_once(
    pond: Workshop, work_log: WorkLog, readings: Counter[str], render: str
) -> None:
    pond.print(render=render)
    assert len(readings) == 7
    assert set(readings.values()) == {1}


@pytest.mark.slow
def test_check_reads_every_face_once(
    pond: Workshop, work_log: WorkLog, readings: Counter[str]
) -> None:
    with WorkerPool(1) as pool:
        check_games([pond.load()], pool, Findings(), Edition(""))
    assert readings
    assert set(readings.values()) == {1}


def test_single_pieces_draw_nothing_else(pond: Workshop, work_log: WorkLog) -> None:
    pond.print(only=("pike",), decks=("fish",))
    assert {where.partition(" ")[0] for where in work_log.drawn} <= {"fish/pike,", "howto"}


@pytest.mark.slow
def test_a_cache_that_takes_nothing_in_costs_time_alone(
    pond: Workshop, work_log: WorkLog, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    expected = pond.print().pdf.read_bytes()
    monkeypatch.setenv("ECOTABLE_CACHE", str(tmp_path / "another"))
    monkeypatch.setattr(Cache, "put", lambda *_: None)
    assert pond.print(out=tmp_path / "out").pdf.read_bytes() == expected


@pytest.mark.slow
def test_progress_only_ever_grows(pond: Workshop, work_log: WorkLog) -> None:
    shares: list[float] = []
    with WorkerPool(1) as pool:
        pipeline.print_game(
            pond.load(),
            print_options(out=pond.out),
            pool,
            lambda done, total: shares.append(done / total),
        )
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert any(share < 0.5 for share in shares)
