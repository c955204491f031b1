"""A git revision of the data and templates. The only caller of git.

Comes in: a revision and a folder to fill. Goes out: whether it is known, and its files; the
checkout itself stays untouched.
"""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path

from cards_data.problems import Problem, Problems

PARTS = ("cards_data", "templates")


def commit_of(ref: str) -> str:
    """The commit that a word names in the repository of the current folder, or nothing."""
    # What begins with a dash would be an option to git, never a revision.
    if ref.startswith("-"):
        return ""
    return _git("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}").decode().strip()


def unpack(commit: str, ref: str, into: Path) -> None:
    """The data and templates of a commit: of the current folder, else of the whole repository."""
    for folder in (".", _git("rev-parse", "--show-toplevel").decode().strip()):
        listed = _git("-C", folder, "ls-tree", "--name-only", commit, "--", *PARTS)
        names = listed.decode().split()
        if "cards_data" in names:
            packed = _git("-C", folder, "archive", commit, *names)
            with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
                archive.extractall(into, filter="data")
            return
    raise Problems([Problem(f"git {ref}", "has no cards_data", "a revision that holds the game")])


def _git(*words: str) -> bytes:
    """What git answers; nothing when it refuses or is not there."""
    try:
        return subprocess.run(["git", *words], capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return b""
