"""Values over a pipe, each whole: its length, then its bytes.

Comes in: a value, or a pipe to read from. Goes out: the same value at the other end, or nothing
once that end is closed. Both ends are processes of one run; nothing from outside is ever read.
"""

from __future__ import annotations

import pickle
import struct
from typing import IO, Any

# So many shared values a worker keeps at hand.
KEPT_SHARED = 4
_LENGTH = struct.Struct("<Q")


def send(pipe: IO[bytes], value: Any) -> None:
    packed = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    pipe.write(_LENGTH.pack(len(packed)))
    pipe.write(packed)
    pipe.flush()


class Closed(Exception):
    """The other end is gone."""


def receive(pipe: IO[bytes]) -> Any:
    (length,) = _LENGTH.unpack(_exactly(pipe, _LENGTH.size))
    return pickle.loads(_exactly(pipe, length))


def _exactly(pipe: IO[bytes], length: int) -> bytes:
    found = pipe.read(length)
    if len(found) < length:
        raise Closed
    return found
