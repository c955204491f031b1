"""Papers, from their data file."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from cards_data.declarations import Words, read_document
from cards_data.models import Size
from cards_data.problems import Findings
from cards_data.reader import read_yaml
from cards_data.schema import Frozen
from generator.geometry.units import EDGE_MM


class Paper(NamedTuple):
    name: str
    width_mm: float
    height_mm: float


def page_scale(page: Size, paper: Paper) -> float:
    """How much smaller a page of the kit is drawn to fit on a small paper; 1 on all others."""
    room = paper.width_mm - 2 * EDGE_MM, paper.height_mm - 2 * EDGE_MM
    return min(1.0, room[0] / page.width_mm, room[1] / page.height_mm)


class _Measures(Frozen):
    width_mm: float
    height_mm: float


@cache
def papers() -> dict[str, Paper]:
    findings, document = Findings(), read_yaml(Path(__file__).parent / "papers.yaml")
    declared = read_document(dict[Words, _Measures], document, findings)
    findings.raise_any()
    return {name: Paper(name, one.width_mm, one.height_mm) for name, one in declared.items()}
