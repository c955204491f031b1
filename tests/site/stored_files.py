"""What a site stores in a browser: read, written and damaged by a worker of the test."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import quote

from browsers import Tab
from publishing import PATH

SECONDS = 120
# What the site has stored is in a folder named after its address.
OWN = (quote(f"/{PATH}", safe=""),)
CALL = """(base, module, name, values) => new Promise((done, fail) => {
  const worker = new Worker(`${base}test_worker.js`);
  const end = (settle) => (worker.terminate(), settle());
  worker.onmessage = ({ data }) =>
    end(() => ("fault" in data ? fail(new Error(data.fault)) : done(data.value)));
  worker.onerror = ({ message }) => end(() => fail(new Error(message)));
  worker.postMessage({ module: `${base}${module}`, name, values });
})"""
# Ways in which a stored file can be wrong.
DAMAGES: Mapping[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "one byte": lambda content: content[:1],
    "half": lambda content: content[: len(content) // 2],
    "all but one": lambda content: content[:-1],
    "flipped": lambda content: content[:-1] + bytes([content[-1] ^ 1]),
}


def in_worker(tab: Tab, module: str, name: str, *values: Any) -> Any:
    """Return what a function of a module makes of the values in a worker."""
    base = f"/{PATH}"
    return tab.run(CALL, base, f"{module}.js", name, values, seconds=SECONDS)


def file_sizes(tab: Tab) -> dict[str, int]:
    """Return the size of every file that the site has stored, by path."""
    return dict(in_worker(tab, "stored_files", "sizes", OWN))


def read_files(tab: Tab, root: Iterable[str] = OWN) -> dict[str, bytes]:
    """Return every stored file, by path, without the one that shows how files can be written."""
    files = in_worker(tab, "stored_files", "read", tuple(root))
    return {path: base64.b64decode(text) for path, text in files.items() if path != "probe"}


def write_files(tab: Tab, files: Mapping[str, bytes], root: Iterable[str] = OWN) -> None:
    """Store these files and no others."""
    texts = {path: base64.b64encode(content).decode() for path, content in files.items()}
    in_worker(tab, "stored_files", "write", tuple(root), texts)
