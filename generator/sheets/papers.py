"""Papers, from their data file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cards_data.fields import Fields
from cards_data.problems import Findings
from cards_data.reader import read_yaml


@dataclass(frozen=True)
class Paper:
    name: str
    width_mm: float
    height_mm: float


@cache
def papers() -> dict[str, Paper]:
    findings = Findings()
    fields = Fields.of(read_yaml(Path(__file__).parent / "papers.yaml"), findings)
    found = {
        name: Paper(name, inner.number("width_mm"), inner.number("height_mm"))
        for name, inner in fields.each()
    }
    findings.raise_any()
    return found
