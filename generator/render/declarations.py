"""cairo's C declarations, read once and kept.

cairocffi has them read anew at every start, which takes longer than drawing a card. While it is
imported, what the C parser made of the same text before is taken from the cache.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pycparser.c_parser import CParser

from generator.cache import open_cache
from generator.fingerprint import digest, library

KIND = "declarations"


@contextmanager
def kept_declarations() -> Iterator[None]:
    """Inside, the C parser answers from the cache where it can."""
    plain = CParser.parse
    CParser.parse = _kept(plain)
    try:
        yield
    finally:
        CParser.parse = plain


def _kept(plain: Any) -> Any:
    cache = open_cache()
    versions = (library("pycparser"), sys.version)

    def parse(parser: CParser, text: str, filename: str = "") -> Any:
        key = digest(versions, text, filename)
        kept = cache.get(KIND, key)
        if kept:
            return pickle.loads(kept)
        tree = plain(parser, text, filename)
        cache.put(KIND, key, pickle.dumps(tree))
        return tree

    return parse
