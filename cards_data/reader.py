"""Read files as bytes, text, or YAML with line numbers. All files of the user are opened here."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from .documents import Document, parse_file
from .problems import AnyText, Message, Place, Problem, Problems

FILE_LIMIT = 8_000_000
# Artists save at a higher resolution than paper shows.
PICTURE_LIMIT = 24_000_000
# No file that people write is nearly as long.
DOCUMENT_LIMIT = 1_000_000
# Of a table. Spreadsheets had 256 columns for decades; every row has a cell in each.
ROWS_LIMIT = 10_000
COLUMNS_LIMIT = 256
# The hashes of all files that are read inside ``record_hashes()``.
_HASHES: ContextVar[dict[Path, str] | None] = ContextVar("hashes", default=None)
# Git's conflict markers.
_CONFLICT = re.compile(r"^<{7} .*\n(?s:.*?)^>{7} ", re.MULTILINE)
# Characters that neither XML nor paper can hold.
UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")


@contextmanager
def record_hashes() -> Iterator[dict[Path, str]]:
    """Record every file that is read inside the block, with the hash of its content."""
    hashes: dict[Path, str] = {}
    before = _HASHES.set(hashes)
    try:
        yield hashes
    finally:
        _HASHES.reset(before)


def shown_path(path: Path) -> str:
    """Return a path as the user would type it, relative to the current folder or the data."""
    return _relative_path(path, Path.cwd())


@lru_cache(maxsize=256)
def _relative_path(path: Path, here: Path) -> str:
    """Return a path as the user would type it, cached: it is called often, and links are slow."""
    try:
        return path.resolve().relative_to(here).as_posix()
    except ValueError:
        parts = path.parts
        first = parts.index("cards_data") if "cards_data" in parts else -3
        return Path(*parts[first:]).as_posix()


def read_text(path: Path, limit: int = FILE_LIMIT) -> str:
    """Return the text of a regular file, or raise a problem that explains what is wrong."""
    hint = Message("file.save_csv_utf8") if path.suffix == ".csv" else Message("file.save_utf8")
    return decode(read_bytes(path, limit), shown_path(path), hint)


def read_bytes(path: Path, limit: int = FILE_LIMIT) -> bytes:
    """Return the content of a regular file; one that is too long is not even opened."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise _file_problem(path, Message("file.no_file"), Message("file.with_text"))
        if status.st_size > limit:
            raise Problems([too_long(shown_path(path), limit, status.st_size)])
        with path.open("rb") as file:
            raw = file.read(limit + 1)
    except FileNotFoundError:
        raise _file_problem(path, Message("file.missing")) from None
    except OSError as error:
        raise _file_problem(path, Message("value.cannot_be_read", reason=error.strerror)) from None
    except ValueError as error:
        raise _file_problem(path, Message("value.cannot_be_read", reason=error)) from None
    if len(raw) > limit:
        raise Problems([too_long(shown_path(path), limit, len(raw))])
    hashes = _HASHES.get()
    if hashes is not None:
        hashes[path] = sha256(raw).hexdigest()
    return raw


def _file_problem(path: Path, fault: Message, allowed: AnyText = "") -> Problems:
    """Return what is wrong with a file; only then are its links resolved, which is slow."""
    return Problems.of(Place(shown_path(path)), fault, allowed)


def too_long(place: str, limit: int, size: int) -> Problem:
    return Problem(Place(place), Message("file.size", n=size), Message("allowed.up_to", n=limit))


def decode(raw: bytes, place: str, hint: AnyText = "") -> str:
    """Decode bytes as text, with or without a byte order mark."""
    try:
        return printable(raw.decode("utf-8-sig"), place)
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        fault = Message("file.byte", code=f"{error.object[error.start]:#04x}")
        raise Problems.of(Place(place, line), fault, Message("allowed.utf8"), hint) from None


def printable(text: str, place: str) -> str:
    """Return the text; a character that no card can show is a problem with its line."""
    if conflict := _CONFLICT.search(text):
        line = text.count("\n", 0, conflict.start()) + 1
        hint = Message("file.keep_one")
        raise Problems.of(Place(place, line), Message("file.conflict"), "", hint)
    match = UNPRINTABLE.search(text)
    if match:
        line = text.count("\n", 0, match.start()) + 1
        code = Message("file.control", code=f"{ord(match[0]):#04x}")
        raise Problems.of(Place(place, line), code, Message("allowed.text_only"))
    return text


def examples(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in (folder / "examples").glob("*.yaml")))


def leaflet_files(folder: Path) -> tuple[Path, ...]:
    """Return the rules of a game, one file per language; many games have none."""
    return tuple(sorted((folder / "rules").glob("*.yaml")))


def read_yaml(path: Path) -> Document:
    """Read a YAML file with the line of every key and item; a duplicate key is a problem."""
    return parse_file(read_text(path, DOCUMENT_LIMIT), shown_path(path))
