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

from .cache import open_cache

KIND = "libraries"
_NAME = re.compile(r"[\w.-]+")


@cache
def _installed() -> dict[str, str]:
    """Versions by the names of the installed folders: asking for metadata costs ten times that."""
    found: dict[str, str] = {}
    for folder in reversed(sys.path):
        with suppress(OSError):
            for entry in os.listdir(folder or "."):  # noqa: PTH208
                if entry.endswith(".dist-info"):
                    name, _, number = entry.removesuffix(".dist-info").rpartition("-")
                    found[_plain(name)] = number
    return found


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def versions(modules: Iterable[str]) -> dict[str, str]:
    """Name and version of everything that brings these modules or is needed for them."""
    bring, need = _known()
    todo = [name for module in modules for name in bring.get(module, ())]
    found: dict[str, str] = {}
    while todo:
        name = todo.pop()
        if name not in found:
            found[name] = _version(name)
            todo += need.get(name, ())
    return dict(sorted(found.items()))


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
    from importlib.metadata import distributions, packages_distributions

    bring = {
        module: sorted({_plain(name) for name in names})
        for module, names in packages_distributions().items()
    }
    need = {
        _plain(one.name): [
            _plain(found[0])
            for wanted in one.requires or ()
            if "extra ==" not in wanted and (found := _NAME.match(wanted))
        ]
        for one in distributions()
        if one.name
    }
    return bring, need
