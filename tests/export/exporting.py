"""The made-up game with a hexagon and a drop among its pieces, and its exports read back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from workshop import Workshop

from cards_data import Game
from generator.export.job import ExportJob, ExportOptions, ExportResult, start_export
from generator.export.kinds import export_kind
from generator.options import Edition
from generator.workers import WorkerPool

SHAPES = """\
  islands:
    title: {en: Islands, sv: Öar}
    size: hex_30
    front: plant.svg.j2
    pieces: 9
    columns: {name: {help: its name}}
  drops:
    title: {en: Drops, sv: Droppar}
    size: drop_15
    front: plant.svg.j2
    pieces: 9
    columns: {name: {help: its name}}
"""


def with_shapes(pond: Workshop) -> Workshop:
    text = (pond.data / "game.yaml").read_text(encoding="utf-8")
    pond.write("game.yaml", text + SHAPES)
    for deck in ("islands", "drops"):
        pond.write(f"{deck}.csv", f"id,copies,name,name:sv\n{deck}_one,9,One,Ett\n")
    return pond


@contextmanager
def job(game: Game, name: str, lang: str = "en", **chosen: Any) -> Iterator[ExportJob]:
    """A job with the faces composed, nothing drawn."""
    with WorkerPool(2) as pool:
        yield start_export(game, name, ExportOptions(edition=Edition(lang), **chosen), pool)


def export(pond: Workshop, name: str, **chosen: Any) -> ExportResult:
    with job(pond.load(), name, out=pond.out, **{"dpi": 100, **chosen}) as one:
        return export_kind(name).export(one)
