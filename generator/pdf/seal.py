"""A seal on a finished PDF: whether any byte of it was altered since.

Comes in: a file. Goes out: the same file with a line before its end that holds a hash of all the
rest, and later the answer whether it still does.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

_END = b"startxref"
# The end of a PDF, from the word above on, is shorter than this.
_END_BYTES = 64
_BEGIN = b"% Ecotable seal "
_SEAL_BYTES = len(_BEGIN) + 64 + 1
_SEAL_AT_END = re.compile(_BEGIN + rb"([0-9a-f]{64})\n(?=startxref\s)")


def seal(path: Path) -> None:
    """Inserts the line before ``startxref``: no offset in the file refers to what is behind it."""
    with path.open("r+b") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest().encode()
        file.seek(-_END_BYTES, 2)
        tail = file.read()
        start = tail.rindex(_END)
        file.seek(start - len(tail), 2)
        file.write(_BEGIN + digest + b"\n" + tail[start:])


def is_untouched(path: Path) -> bool:
    """Whether a PDF is byte for byte what was sealed."""
    content = path.read_bytes()
    tail = content[-_END_BYTES - _SEAL_BYTES :]
    match = _SEAL_AT_END.search(tail)
    if not match:
        return False
    start = len(content) - len(tail) + match.start()
    rest = hashlib.sha256(content[:start])
    rest.update(tail[match.end() :])
    return rest.hexdigest().encode() == match[1]
