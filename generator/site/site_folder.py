"""The folder of a site: only files that we wrote are ever replaced or removed.

Comes in: a folder, and the files of a new site beside it. Goes out: the site in its place. A mark
lists what we wrote, so other files (a history, a domain's name) stay where they are.
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

MARK = "ecotable-site.json"
# Pages and service worker come last: until then a browser loads the old site whole.
LAST = (".html", "service.js")


@dataclass(frozen=True)
class Moved:
    """What became of the files."""

    written: int
    unchanged: int
    removed: int


@contextmanager
def site_folder(folder: Path) -> Iterator[Path]:
    """A folder beside it to build in; a problem where it holds files that are not ours."""
    _check(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as beside:
        yield Path(beside)


def _check(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise Problems([Problem(str(folder), "is a file", "a folder")])
    if (folder / MARK).is_file() or not _visible(folder):
        return
    hint = "choose a new folder; only sites made by this command are replaced"
    raise Problems([Problem(str(folder), "is not empty, and no site of ours", hint=hint)])


def _visible(folder: Path) -> bool:
    """Whether anything lies there; a fresh clone with nothing but its history is empty."""
    return folder.is_dir() and any(not path.name.startswith(".") for path in folder.iterdir())


def digests(staged: Path) -> dict[str, str]:
    """Every file below a folder with the hash of its content, in order."""
    files = sorted(path for path in staged.rglob("*") if path.is_file())
    return {
        path.relative_to(staged).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


def put_site(staged: Path, folder: Path) -> Moved:
    """Moves a finished site into its folder, and removes what an earlier one left."""
    new, old = digests(staged), _ours(folder)
    _check_foreign(folder, new, old)
    folder.mkdir(parents=True, exist_ok=True)
    changed = [name for name in new if _digest(folder / name) != new[name]]
    _write_mark(folder, {**old, **new})
    for name in sorted(changed, key=lambda name: (name.endswith(LAST), name)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (staged / name).replace(folder / name)
    gone = [name for name in old if name not in new]
    for name in gone:
        _remove(folder, name)
    _write_mark(folder, new)
    return Moved(len(changed), len(new) - len(changed), len(gone))


def _check_foreign(folder: Path, new: dict[str, str], old: dict[str, str]) -> None:
    """Files that are not ours where the new site has its own."""
    foreign = [name for name in new if name not in old and (folder / name).exists()]
    if foreign:
        hint = "move it away, or choose another folder"
        raise Problems(Problem(str(folder / name), "is not ours", hint=hint) for name in foreign)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def _ours(folder: Path) -> dict[str, str]:
    """What an earlier site wrote; a mark that cannot be read claims nothing."""
    try:
        files: Any = json.loads((folder / MARK).read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    items = files.items() if isinstance(files, dict) else ()
    return {name: str(digest) for name, digest in items if _inside(name)}


def _inside(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and "\\" not in name


def _remove(folder: Path, name: str) -> None:
    with suppress(OSError):
        (folder / name).unlink()
    for parent in list((folder / name).relative_to(folder).parents)[:-1]:
        with suppress(OSError):
            (folder / parent).rmdir()


def _write_mark(folder: Path, files: dict[str, str]) -> None:
    mark = {"made by": "ecotable site", "files": files}
    beside = folder / f".{MARK}"
    beside.write_text(json.dumps(mark, indent=1) + "\n", encoding="utf-8", newline="\n")
    beside.replace(folder / MARK)
