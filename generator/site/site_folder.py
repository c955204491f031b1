"""The folder of a site: only files that we wrote are ever replaced or removed.

A list in the folder names what we wrote, so other files (a history, a domain's name) stay.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

from cards_data import Problem, Problems
from cards_data.problems import Message, Place
from generator.store.atomic_files import is_link, write_whole

MARK = "ecotable-site.json"
# Pages and service worker are written last: until then a browser loads the complete old site.
LAST = (".html", "service.js")


@dataclass(frozen=True)
class FolderChanges:
    written: int
    unchanged: int
    removed: int


@contextmanager
def site_folder(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder to build in; raise a problem if the target has foreign files."""
    try:
        _check(folder)
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as beside:
            yield Path(beside)
    except OSError as error:
        raise _write_problem(folder, error) from error
    except Problems as problems:
        # Prints explain write errors for the print command, which has different options.
        if isinstance(problems.__cause__, OSError):
            raise _write_problem(folder, problems.__cause__) from problems
        raise


def _write_problem(folder: Path, error: OSError) -> Problems:
    where, what = str(error.filename or folder), error.strerror or str(error)
    hint = Message("site.room")
    return Problems.of(where, Message("site.not_made", reason=what), hint=hint)


def _check(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise Problems.of(Place(str(folder)), Message("is.file"), Message("site.folder"))
    # A fresh clone with only its history counts as empty.
    names = [path.name for path in folder.iterdir()] if folder.is_dir() else []
    if MARK not in names and any(not name.startswith(".") for name in names):
        hint = Message("site.new_folder")
        raise Problems.of(Place(str(folder)), Message("site.not_empty"), hint=hint)


def digests(staged: Path) -> dict[str, str]:
    """Return every file in a folder with the hash of its content, in order."""
    files = sorted(path for path in staged.rglob("*") if path.is_file())
    return {path.relative_to(staged).as_posix(): _digest(path) for path in files}


def put_site(staged: Path, folder: Path) -> FolderChanges:
    """Move a finished site into its folder, and remove what an earlier one left."""
    new, old = digests(staged), _ours(folder)
    _check_links(folder, new)
    _check_foreign(folder, new, old)
    folder.mkdir(parents=True, exist_ok=True)
    changed = [name for name in new if _digest(folder / name) != new[name]]
    _write_mark(folder, {**old, **new})
    for name in sorted(changed, key=lambda name: (name.endswith(LAST), name)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (staged / name).replace(folder / name)
    # A file changed since we wrote it is somebody's work.
    gone = [name for name in old if name not in new and _digest(folder / name) == old[name]]
    gone = [name for name in gone if not _link_on_the_way(folder, name)]
    for name in gone:
        _remove(folder, name)
    _write_mark(folder, new)
    return FolderChanges(len(changed), len(new) - len(changed), len(gone))


def _check_links(folder: Path, new: dict[str, str]) -> None:
    """Refuse links, which would lead our files to another place."""
    links = dict.fromkeys(link for name in new if (link := _link_on_the_way(folder, name)))
    words = Message("is.link"), Message("site.files"), Message("site.remove_link")
    if links:
        raise Problems(Problem(Place(str(link)), *words) for link in links)


def _link_on_the_way(folder: Path, name: str) -> Path | None:
    """Return the first link between the site's folder and a file in it, including the file."""
    path = PurePosixPath(name)
    steps = [folder / step for step in (*reversed(path.parents), path)][1:]
    return next(filter(is_link, steps), None)


def _check_foreign(folder: Path, new: dict[str, str], old: dict[str, str]) -> None:
    """Refuse to overwrite files that are not ours."""
    foreign = [name for name in new if name not in old and (folder / name).exists()]
    if foreign:
        words = Message("is.not_ours"), "", Message("site.move")
        raise Problems(Problem(Place(str(folder / name)), *words) for name in foreign)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def _ours(folder: Path) -> dict[str, str]:
    """Return what an earlier site wrote; empty if the list cannot be read."""
    try:
        files: Any = json.loads((folder / MARK).read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    items = files.items() if isinstance(files, dict) else ()
    return {name: str(digest) for name, digest in items if _inside(name)}


# Settings that web hosts read.
OF_THE_HOST = ("CNAME", "_headers", "_redirects")


def _inside(name: str) -> bool:
    """Return whether a name can be one of ours: in the folder, not hidden, not the host's."""
    path = PurePosixPath(name)
    hidden = any(part.startswith(".") for part in path.parts)
    plain = not set(name) & {"\\", ":", "\0"} and path.as_posix() == name != MARK
    return plain and name not in OF_THE_HOST and not path.is_absolute() and not hidden


def _remove(folder: Path, name: str) -> None:
    with suppress(OSError):
        (folder / name).unlink()
    for parent in list((folder / name).relative_to(folder).parents)[:-1]:
        with suppress(OSError):
            (folder / parent).rmdir()


def _write_mark(folder: Path, files: dict[str, str]) -> None:
    mark = {"made by": "ecotable site", "files": files}
    write_whole(folder / MARK, (json.dumps(mark, indent=1) + "\n").encode())
