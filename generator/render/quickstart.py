"""cairo, started in a quarter of the time.

At every start cairocffi has cairo's C declarations read anew and looks for the library with the
help of a compiler, which together take longer than drawing ten cards. While it is imported, the
declarations come from the cache, and the library from where the system's loader finds it.
"""

from __future__ import annotations

import ctypes.util
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from pycparser.c_parser import CParser

from generator.cache import open_cache
from generator.fingerprint import digest, library

KIND = "declarations"


@contextmanager
def quick_start() -> Iterator[None]:
    """Inside, the C parser answers from the cache and nobody asks a compiler for libraries."""
    parse, find = CParser.parse, ctypes.util.find_library
    CParser.parse = _kept(parse)
    if _loader_knows("libcairo.so.2"):
        ctypes.util.find_library = _nowhere
    try:
        yield
    finally:
        CParser.parse, ctypes.util.find_library = parse, find


def _nowhere(name: str) -> str | None:
    """No place but the loader's own."""
    return None


def _loader_knows(name: str) -> bool:
    """Whether the system's own loader finds the library: cairocffi tries this name itself."""
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def _kept(parse: Callable[..., Any]) -> Callable[..., Any]:
    """The parser, with what it made of the same text before."""
    cache = open_cache()
    versions = (library("pycparser"), sys.version)

    def kept(parser: CParser, text: str, filename: str = "") -> Any:
        key = digest(versions, text, filename)
        stored = cache.get(KIND, key)
        if stored:
            return pickle.loads(stored)
        tree = parse(parser, text, filename)
        cache.put(KIND, key, pickle.dumps(tree))
        return tree

    return kept
