"""Pickled values over a pipe, each preceded by its length.

Comes in: a value, or a pipe to read from. Goes out: the same value at the other end, or
``PipeClosed``. Both ends are processes of one run, so nothing from outside is ever unpickled.
"""

from __future__ import annotations

import pickle
import struct
from typing import IO, Any

# How many shared values a worker keeps.
KEPT_SHARED = 4
_LENGTH = struct.Struct("<Q")


def send(pipe: IO[bytes], value: Any) -> None:
    packed = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    pipe.write(_LENGTH.pack(len(packed)))
    pipe.write(packed)
    pipe.flush()


class PipeClosed(Exception):
    """The process at the other end is gone."""


def receive(pipe: IO[bytes]) -> Any:
    (length,) = _LENGTH.unpack(_exactly(pipe, _LENGTH.size))
    return pickle.loads(_exactly(pipe, length))


def _exactly(pipe: IO[bytes], length: int) -> bytes:
    content = pipe.read(length)
    if len(content) < length:
        raise PipeClosed
    return content
