"""Keys: short hashes of values, and of the code and libraries that work on them.

Comes in: values, or the name of a module. Goes out: a key that changes whenever the values, the
code behind the module or a library it uses change. What that code is, is found by following its
imports, those inside functions too.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from generator.resources import PACKAGES, ROOT

from .libraries import versions

_MODULE = r"[\w.]+(?:[ \t]+as[ \t]+\w+)?"
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<base>[.\w]+)[ \t]+import[ \t]+(?P<names>\([^)]*\)|[^\n#]+)"
    # The end of the line tells a statement from a sentence that begins with the word.
    rf"|import[ \t]+(?P<plain>{_MODULE}(?:[ \t]*,[ \t]*{_MODULE})*)[ \t]*(?:#.*)?$)",
    re.MULTILINE,
)
_NAME = re.compile(r"\w+")


def digest(*parts: object) -> str:
    """A short hash of anything that JSON can write."""
    text = json.dumps(parts, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@cache
def made_by(module: str) -> str:
    """The code behind a module, the tables beside it, and the libraries all of it uses."""
    files: dict[str, Path] = {}
    outside: set[str] = set()
    todo = [module]
    while todo:
        name = todo.pop()
        path = _modules().get(name)
        if name in files or path is None:
            continue
        files[name] = path
        ours, others = _dependencies(name)
        todo += ours
        outside |= others
    code = sorted((name, _hash(path)) for name, path in (*files.items(), *_tables(files)))
    return digest(code, versions(outside))


@cache
def _modules() -> dict[str, Path]:
    """Where every module of ours stands."""
    modules = {}
    for package in PACKAGES:
        for folder, _, names in os.walk(ROOT / package):
            steps = Path(folder).relative_to(ROOT).parts
            for name in names:
                if name.endswith(".py"):
                    own = () if name == "__init__.py" else (name.removesuffix(".py"),)
                    modules[".".join((*steps, *own))] = Path(folder, name)
    return modules


@cache
def _dependencies(module: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """What a module imports: modules of ours, each with its packages, and libraries by name."""
    imported = set(_imports(module, _modules()[module]))
    ours = {name for name in imported if name.partition(".")[0] in PACKAGES}
    modules = {outer for name in ours for outer in _with_parents(name)} & _modules().keys()
    return tuple(modules), frozenset(name.partition(".")[0] for name in imported - ours)


def _with_parents(name: str) -> Iterator[str]:
    """A module and the packages around it: their ``__init__`` runs first."""
    parts = name.split(".")
    for length in range(1, len(parts) + 1):
        yield ".".join(parts[:length])


def _imports(module: str, path: Path) -> Iterator[str]:
    """Every module that a file names, wherever the import stands; names may be modules too."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for statement in _IMPORT.finditer(path.read_text(encoding="utf-8")):
        if statement["plain"]:
            yield from (name.split()[0] for name in statement["plain"].split(","))
            continue
        base = _absolute(statement["base"], package)
        yield base
        if base.partition(".")[0] in PACKAGES:
            yield from (f"{base}.{name}" for name in _NAME.findall(statement["names"]))


def _absolute(base: str, package: str) -> str:
    dots = len(base) - len(base.lstrip("."))
    if not dots:
        return base
    parts = package.split(".")
    return ".".join((*parts[: len(parts) - dots + 1], *filter(None, base[dots:].split("."))))


def _tables(files: dict[str, Path]) -> Iterator[tuple[str, Path]]:
    """Tables that stand beside the generator's own code belong to it.

    Sizes, papers and a game's data do not: they come in as values.
    """
    for folder in sorted({path.parent for path in files.values()}):
        if folder.name in PACKAGES or folder.parent.name != "generator":
            continue
        yield from ((f"{folder.name}/{path.name}", path) for path in folder.glob("*.csv"))


@cache
def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
