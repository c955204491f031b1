"""A git revision of the data and templates. The only caller of git.

Comes in: a revision and a folder to fill. Goes out: whether it is known, and its files; the
checkout itself stays untouched. Objects are read as they are stored: whatever a repository says
in its own configuration, nothing of it is run.
"""

from __future__ import annotations

import io
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from cards_data.problems import Problem, Problems, Text
from generator.workers.programs import program

from .archives import check_bounds, write_below

PARTS = ("cards_data", "templates")
# Neither a watcher, nor a hook, nor a fetch of what is not there.
_QUIETLY = ("-c", "core.fsmonitor=", "-c", "core.hooksPath=", "-c", "protocol.allow=never")
_ALONE = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}
_PLAIN_FILES = (b"100644", b"100755")


def commit_of(ref: str) -> str:
    """The commit that a word names in the repository of the current folder, or nothing."""
    # What begins with a dash would be an option to git, never a revision.
    if ref.startswith("-"):
        return ""
    return _git("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}").decode().strip()


def is_shallow() -> bool:
    """Whether the repository was fetched without its earlier commits."""
    return _git("rev-parse", "--is-shallow-repository").strip() == b"true"


def unpack(commit: str, ref: str, into: Path) -> None:
    """The data and templates of a commit: of the current folder, else of the whole repository."""
    for folder in (".", _git("rev-parse", "--show-toplevel").decode().strip()):
        files = list(_listed(commit, folder))
        if any(name.startswith("cards_data/") for _, _, name in files):
            check_bounds(f"git {ref}", (size for _, size, _ in files))
            for name, content in _contents(files):
                write_below(into, name, content)
            return
    raise Problems([Problem(f"git {ref}", Text("print.no_data"), Text("print.revision"))])


def _listed(commit: str, folder: str) -> Iterator[tuple[str, int, str]]:
    """The plain files of a commit below a folder: object, size and name."""
    listing = _git("-C", folder, "ls-tree", "-r", "-l", "-z", commit, "--", *PARTS)
    for line in listing.split(b"\0")[:-1]:
        head, _, name = line.partition(b"\t")
        mode, _, key, size = head.split()
        if mode in _PLAIN_FILES and size.isdigit():
            yield key.decode(), int(size), name.decode(errors="replace")


def _contents(files: list[tuple[str, int, str]]) -> Iterator[tuple[str, bytes]]:
    """Every name with what its object holds; git tells of it in a line before, and ends it."""
    asked = "".join(f"{key}\n" for key, _, _ in files)
    answer = io.BytesIO(_git("cat-file", "--batch", given=asked.encode()))
    for _, size, name in files:
        answer.readline()
        yield name, answer.read(size)
        answer.readline()


def _git(*words: str, given: bytes = b"") -> bytes:
    """What git answers; nothing when it refuses or is not there."""
    try:
        call = [program("git") or "", *_QUIETLY, *words]
        alone = {**os.environ, **_ALONE}
        return subprocess.run(call, input=given, capture_output=True, check=True, env=alone).stdout
    except (OSError, ValueError, subprocess.CalledProcessError):
        return b""
