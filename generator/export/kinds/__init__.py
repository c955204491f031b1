"""The exports: a module here is an export, its name the value of ``--to``.

Each has the same shape: ``DPI`` says how finely it draws by default, ``USES`` which further options
mean something to it, and ``export(job)`` makes it.
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


def named(name: str) -> Export:
    return cast(Export, import_module(f"{__name__}.{name}"))
