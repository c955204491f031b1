"""What a print run is asked to do, as one frozen value."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class PrintOptions:
    """The options of ``ecotable print``; docs/printing.md explains them."""

    paper: str = "a4"
    decks: tuple[str, ...] = ()
    lang: str = "en"
    layout: str = "duplex"
    flip: str = "long"
    marks: str = "crop"
    render: str = "raster"
    dpi: int = 300
    copies: int = 1
    scorer_url: str = ""
    out: Path = Path("output")
    jobs: int = os.cpu_count() or 1

    @property
    def duplex(self) -> bool:
        return self.layout == "duplex"
