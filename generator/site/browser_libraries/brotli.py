"""The part of brotli that unpacks WOFF2, by a decoder in WebAssembly."""

from __future__ import annotations

import javascript_libraries  # registered by libraries.js
from pyodide.ffi import JsException

from cards_data.problems import Message, Problems

error = JsException


def decompress(content: bytes) -> bytes:
    unpacked = javascript_libraries.decompress(content)
    if unpacked is None:
        raise Problems.of("Brotli", Message("browser.no_library"), "", Message("browser.online"))
    return bytes(unpacked.to_bytes())
