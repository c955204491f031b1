"""Which libraries are installed, by version.

Comes in: names of modules that code imports. Goes out: the distributions that bring them, with
those they need themselves, and their versions.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from .cache import open_cache

KIND = "libraries"
_NAME = re.compile(r"[\w.-]+")
_NEEDS = "Requires-Dist:"


@cache
def _installed() -> dict[str, str]:
    """Versions by the names of the installed folders: asking for metadata costs ten times that."""
    return {name: folder.stem.rpartition("-")[2] for name, folder in _folders().items()}


@cache
def _folders() -> dict[str, Path]:
    """Where what was installed is described, by the name of the distribution."""
    found: dict[str, Path] = {}
    for place in reversed(sys.path):
        with suppress(OSError):
            for entry in os.listdir(place or "."):  # noqa: PTH208
                if entry.endswith(".dist-info"):
                    name = entry.removesuffix(".dist-info").rpartition("-")[0]
                    found[_plain(name)] = Path(place, entry)
    return found


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def versions(modules: Iterable[str]) -> dict[str, str]:
    """Name and version of everything that brings these modules or is needed for them."""
    bring, need = _known()
    wanted = [module for module in modules if module not in sys.stdlib_module_names]
    todo = [name for module in wanted for name in bring.get(module) or _bringers(module)]
    found: dict[str, str] = {}
    while todo:
        name = todo.pop()
        if name not in found:
            found[name] = _version(name)
            todo += need.get(name, ())
    return dict(sorted(found.items()))


def _bringers(module: str) -> list[str]:
    """Who brings a module that was installed in another way: slow to ask, and seldom asked."""
    from importlib.metadata import packages_distributions

    return sorted({_plain(name) for name in packages_distributions().get(module, ())})


def _version(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return _installed().get(name) or version(name)
    except PackageNotFoundError:
        return ""


@cache
def _known() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Which distributions bring a module and what each needs; kept while nothing is installed."""
    listed = json.dumps([sorted(_installed().items()), sys.version])
    cache, key = open_cache(), sha256(listed.encode()).hexdigest()[:32]
    if kept := cache.get(KIND, key):
        bring, need = json.loads(kept)
        return bring, need
    found = _asked()
    cache.put(KIND, key, json.dumps(found).encode())
    return found


def _asked() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Read from what lies in the installed folders: asking for metadata costs six times that."""
    bring: dict[str, list[str]] = {}
    need: dict[str, list[str]] = {}
    for name, folder in _folders().items():
        for module in _brought(folder):
            bring.setdefault(module, []).append(name)
        head = _text(folder / "METADATA").partition("\n\n")[0]
        need[name] = [
            _plain(found[0])
            for line in head.splitlines()
            if line.startswith(_NEEDS) and "extra ==" not in line
            if (found := _NAME.match(line.removeprefix(_NEEDS).strip()))
        ]
    return bring, need


def _brought(folder: Path) -> set[str]:
    """The modules of a distribution: the first step of every file it has installed."""
    lines = _text(folder / "RECORD").splitlines()
    return {line.split(",")[0].split("/")[0].split(".")[0] for line in lines} - {""}


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return ""
