"""Code that lies beside data runs only where the user said yes, once for each folder.

Comes in: a folder. Goes out: whether its code may run. What is kept is a digest of the folder's
path, in the user's own data folder.
"""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

from cards_data import Problem, Problems
from cards_data.problems import Text


def data_folder() -> Path:
    """Where the user's own things are kept; ``ECOTABLE_DATA`` names another place."""
    if named := os.environ.get("ECOTABLE_DATA"):
        return Path(named)
    from platformdirs import user_data_dir

    return Path(user_data_dir("ecotable", appauthor=False))


def _mark(folder: Path) -> Path:
    digest = sha256(str(folder.resolve()).encode("utf-8", "surrogateescape")).hexdigest()
    return data_folder() / "trusted" / digest[:32]


def is_trusted(folder: Path) -> bool:
    return _mark(folder).is_file()


def trust_here(yes: bool = True) -> None:
    """Remembers the yes for the current folder; what every command does with ``--trust``."""
    if not yes:
        return
    mark = _mark(Path.cwd())
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError as error:
        found = Text("file.cannot_be_written", reason=error.strerror)
        raise Problems([Problem(str(mark.parent), found)]) from None
