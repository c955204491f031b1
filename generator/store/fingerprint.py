"""Keys: short hashes of values, of our code and of the installed libraries."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

from cards_data.files import states_below
from generator.resources import ROOT

from .cache import open_cache

KIND = "code"
# The code of each package. The tables of ``cards_data`` are values: cards, sizes, texts.
_HASHED = {"cards_data": (".py",), "scorer": (".py", ".csv"), "generator": (".py", ".csv", ".dic")}
_INSTALLED = (".dist-info", ".egg-info")
# A published app has a hash of everything that it ships: there modules are compiled.
SHIPPED = Path(__file__).with_name("shipped.txt")


def digest(*parts: object) -> str:
    """Return a short hash of anything that JSON can write."""
    text = json.dumps(parts, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@cache
def code_digest() -> str:
    """Return a hash of our code, its tables, and the versions of installed libraries.

    Any change of them invalidates every result. That costs developers time, but never gives a wrong
    card.
    """
    return SHIPPED.read_text() if SHIPPED.is_file() else digest(_code(), _libraries())


def _code() -> str:
    """Hash the content of our files, read again only if their size or time has changed."""
    packages = ((str(ROOT / name), endings) for name, endings in _HASHED.items())
    states = sorted(state for package in packages for state in states_below(*package))
    cache, key = open_cache(), digest(states)
    if before := cache.get(KIND, key):
        return before.decode()
    code = digest([_name_and_content(Path(state.path)) for state in states])
    cache.put(KIND, key, code.encode())
    return code


def _name_and_content(path: Path) -> tuple[str, str]:
    return path.relative_to(ROOT).as_posix(), hashlib.sha256(path.read_bytes()).hexdigest()


def _libraries() -> list[str]:
    """Return the folders that describe installed distributions; their names have the versions."""
    names: set[str] = set()
    for place in sys.path:
        with suppress(OSError):
            names.update(name for name in os.listdir(place or ".") if name.endswith(_INSTALLED))  # noqa: PTH208
    return sorted(names)
