"""Finds templates, symbols and pictures: the current folder's own first, then the package's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

_PACKAGED = Path(__file__).parent / "templates"
_CHECKOUT = Path(__file__).parent.parent / "templates"


def template_folders() -> tuple[Path, ...]:
    """The folders that hold templates, nearest first."""
    # PTH109: asked for every symbol, and a Path costs more.
    return _before_all or _folders(os.getcwd())  # noqa: PTH109


@lru_cache(maxsize=8)
def _folders(current: str) -> tuple[Path, ...]:
    shipped = _PACKAGED if _PACKAGED.is_dir() else _CHECKOUT
    here = Path(current) / "templates"
    if here.is_dir() and here.resolve() != shipped.resolve():
        return (here, shipped)
    return (shipped,)


@lru_cache(maxsize=2_000)
def _path(text: str) -> Path:
    return Path(text)


@contextmanager
def using(folder: Path | None) -> Iterator[None]:
    """Templates from another folder before all others: those of an earlier time."""
    global _before_all  # noqa: PLW0603 - one look into the past at a time
    _before_all = (folder,) if folder else ()
    try:
        yield
    finally:
        _before_all = ()


_before_all: tuple[Path, ...] = ()


def find(*names: str) -> Path | None:
    """The nearest file of that name under the template folders."""
    for folder in template_folders():
        path = os.path.join(folder, *names)  # noqa: PTH118
        if os.path.isfile(path):  # noqa: PTH113
            return _path(path)
    return None


def names_in(*names: str, suffix: str = ".svg") -> tuple[str, ...]:
    """The stems of all files of a kind in a folder of the templates."""
    found = {
        path.stem
        for folder in template_folders()
        for path in folder.joinpath(*names).glob(f"*{suffix}")
    }
    return tuple(sorted(found))


def rules_files(slug: str) -> tuple[Path, ...]:
    """The scorer's files for a game, found by looking: none is loaded."""
    places = (Path(__file__).parent.parent / "scorer" / "games", Path.cwd() / "scorer" / "games")
    found = {
        path
        for place in places
        for path in (place / f"{slug}.py", *(place / slug).glob("*.py"))
        if path.is_file()
    }
    return tuple(sorted(found))
