"""Unpack ``.zip`` files that anyone may have made, within limits."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from ..problems import Message, Problem, Problems

# How many of the problems of a file are reported.
MOST_PROBLEMS = 12
# What the reader of the format raises for damaged files.
DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError),
    *(NotImplementedError, RuntimeError, ValueError, OverflowError, LookupError),
)
_ENTRY = b"PK\x01\x02"
Check = Callable[[list[zipfile.ZipInfo]], Iterable[Problem]]


def unpack(
    raw: bytes, file: str, most_files: int, most_bytes: int, check: Check = lambda entries: ()
) -> dict[str, bytes]:
    """Return the files in an archive by name, or one of the ``DAMAGED`` errors.

    Sizes are compared with the limits, and entries checked, before anything is unpacked.
    """
    # The list of entries is as long as the archive says: they are counted before it is read.
    _check("archive.files", raw.count(_ENTRY), most_files, file)
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        entries = archive.infolist()
        if problems := tuple(islice(check(entries), MOST_PROBLEMS)):
            raise Problems(problems)
        check_sizes([entry.file_size for entry in entries], most_files, most_bytes, file)
        return {one.filename: _content(archive, one) for one in entries if not one.is_dir()}


def check_sizes(sizes: Sequence[int], most_files: int, most_bytes: int, file: str) -> None:
    """Refuse more files or bytes than allowed, before they fill memory or disk."""
    _check("archive.files", len(sizes), most_files, file)
    _check("archive.unpacked", sum(sizes), most_bytes, file)


def _check(key: str, n: int, most: int, file: str) -> None:
    if n > most:
        raise Problems.of(file, Message(key, n=n), Message("allowed.up_to", n=most))


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Unpack a file up to the size in its entry, which may be wrong."""
    with archive.open(entry) as packed:
        content = packed.read(entry.file_size)
    if len(content) != entry.file_size:
        raise zipfile.BadZipFile(f"{entry.filename} is not complete")
    return content
