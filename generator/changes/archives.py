"""Unpacks an earlier state of a game from an archive, within bounds.

Comes in: a zip file, or names and contents. Goes out: plain files below a folder, and nowhere
else. What is too much, or cannot be read, is one problem.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from cards_data.problems import Problem, Problems, Text

BYTES_LIMIT = 200_000_000
FILES_LIMIT = 20_000


def check_bounds(place: str, sizes: Iterable[int]) -> None:
    """An archive much larger than any game is refused before it fills the disk."""
    listed = list(sizes)
    if len(listed) > FILES_LIMIT:
        found, allowed = Text("print.files", n=len(listed)), Text("allowed.up_to", n=FILES_LIMIT)
    elif sum(listed) > BYTES_LIMIT:
        found, allowed = Text("print.unpacks", n=sum(listed)), Text("allowed.up_to", n=BYTES_LIMIT)
    else:
        return
    raise Problems([Problem(place, found, allowed)])


def write_below(folder: Path, name: str, content: bytes) -> None:
    """Writes a file below the folder; a name that leads out of it is left out."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or any(part in ("..", "/") or ":" in part for part in parts):
        return
    path = folder.joinpath(*parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def unzipped(path: Path, into: Path) -> Path:
    """The files of a zip file below a folder."""
    try:
        with zipfile.ZipFile(path) as archive:
            files = [one for one in archive.infolist() if not one.is_dir()]
            check_bounds(str(path), (one.file_size for one in files))
            for one in files:
                write_below(into, one.filename, archive.read(one))
    except Problems:
        raise
    # Damaged files raise whatever the place they are damaged at brings with it.
    except Exception as error:
        found = Text("print.no_zip", reason=error)
        raise Problems([Problem(str(path), found)]) from None
    return into
