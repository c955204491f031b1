"""Which libraries are installed, by version.

Comes in: names of modules that code imports. Goes out: the distributions that provide them, with
those they require themselves, and their versions.
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
_REQUIRES = "Requires-Dist:"
# Name and version of an installed distribution, in the name of the folder that describes it.
_INFO = re.compile(r"([^-]+)-(.+?)(?:-py[\d.]+)?\.(?:dist|egg)-info")


@cache
def _installed() -> dict[str, tuple[str, Path]]:
    """The version of every distribution, and the folder that describes it.

    Read from the names of those folders: ``importlib.metadata`` takes ten times as long.
    """
    installed: dict[str, tuple[str, Path]] = {}
    for place in reversed(sys.path):
        with suppress(OSError):
            for entry in os.listdir(place or "."):  # noqa: PTH208
                if info := _INFO.fullmatch(entry):
                    installed[_plain(info[1])] = info[2], Path(place, entry)
    return installed


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def versions(modules: Iterable[str]) -> dict[str, str]:
    """Name and version of the distributions of these modules, and of all that they require."""
    providers, requirements = _metadata()
    wanted = [module for module in modules if module not in sys.stdlib_module_names]
    todo = [name for module in wanted for name in providers.get(module) or _providers(module)]
    by_name: dict[str, str] = {}
    while todo:
        name = todo.pop()
        if name not in by_name:
            # What is required on another system only is not installed on this one.
            by_name[name] = _installed()[name][0] if name in _installed() else ""
            todo += requirements.get(name, ())
    return dict(sorted(by_name.items()))


def _providers(module: str) -> list[str]:
    """The distributions of a module that no list of installed files names: slow, and rare."""
    from importlib.metadata import packages_distributions

    return sorted({_plain(name) for name in packages_distributions().get(module, ())})


@cache
def _metadata() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Distributions by module, and what each requires; cached until anything is installed."""
    listed = sorted((name, version) for name, (version, _) in _installed().items())
    key = sha256(json.dumps([listed, sys.version]).encode()).hexdigest()[:32]
    if cached := open_cache().get(KIND, key):
        providers, requirements = json.loads(cached)
        return providers, requirements
    metadata = _read_metadata()
    open_cache().put(KIND, key, json.dumps(metadata).encode())
    return metadata


def _read_metadata() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Read from the installed files: ``importlib.metadata`` takes six times as long."""
    providers: dict[str, list[str]] = {}
    requirements: dict[str, list[str]] = {}
    for name, (_, folder) in _installed().items():
        for module in _modules(folder):
            providers.setdefault(module, []).append(name)
        head = _text(folder / "METADATA").partition("\n\n")[0]
        requirements[name] = [
            _plain(required[0])
            for line in head.splitlines()
            if line.startswith(_REQUIRES) and "extra ==" not in line
            if (required := _NAME.match(line.removeprefix(_REQUIRES).strip()))
        ]
    return providers, requirements


def _modules(folder: Path) -> set[str]:
    """The modules of a distribution: the first step in the path of every installed file."""
    lines = _text(folder / "RECORD").splitlines()
    return {line.split(",")[0].split("/")[0].split(".")[0] for line in lines} - {""}


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return ""
