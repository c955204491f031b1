"""The exports: each module is an export, and its name is the value of ``--to``.

All have the same interface. ``DPI`` is the default resolution, ``USES`` names the further options
that the export uses, and ``export(job)`` runs it.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from generator.export.job import ExportJob, ExportResult


class Export(Protocol):
    DPI: int
    USES: frozenset[str]

    def export(self, job: ExportJob) -> ExportResult: ...


def names() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in iter_modules(__path__)))


def export_kind(name: str) -> Export:
    return cast(Export, import_module(f"{__name__}.{name}"))
