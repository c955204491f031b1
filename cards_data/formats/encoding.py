"""Decode a table that is not UTF-8, in the encoding that a spreadsheet program wrote.

Without a UTF-16 mark it is decoded as Windows-1252 or Mac Roman, if only one of the two gives
words.
"""

from __future__ import annotations

import codecs
import re

from ..problems import Message, Place, Problems, one_of, quote

ENCODINGS = {"cp1252": "Windows-1252", "mac_roman": "Mac Roman"}
_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LETTERS = "àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿœšžßð"
_SIGNS = "‘’“”„«»–—…•·°€£§©®™×½¼¾±¡¿ "
_WORD = re.compile(r"[^\W\d_]+")
_FOREIGN = re.compile(r"[^\x00-\x7f]")
# Letters that are words by themselves: à, è, y and so on.
_ALONE = frozenset("àáèéíóöøåæÀÁÈÉÍÓÖØÅÆ")
_HINT = Message("file.save_csv_utf8")


def other_text(raw: bytes, place: Place, at: int) -> str:
    """Return the text of a table that is not UTF-8; a problem if its encoding is not certain."""
    if not raw.startswith(_MARKS):
        return _guess_decoding(raw, place._replace(line=raw[:at].count(b"\n") + 1))
    try:
        return raw.decode("utf-16")
    except UnicodeDecodeError:
        fault = Message("file.utf16")
        raise Problems.of(place, fault, Message("allowed.utf8"), _HINT) from None


def _guess_decoding(raw: bytes, where: Place) -> str:
    """Return the only decoding that gives words."""
    readings = {name: text for name in ENCODINGS if (text := _decode(raw, name)) is not None}
    fitting = [name for name, text in readings.items() if _fits(text)]
    if len(fitting) == 1:
        return readings[fitting[0]]
    choices = [
        Message("file.encoding", name=ENCODINGS[name], sample=quote(_sample(readings[name])))
        for name in fitting
    ]
    fault = Message("file.not_utf8")
    if fitting:
        fault = Message("file.could_be", encodings=one_of(choices))
    raise Problems.of(where, fault, Message("allowed.utf8"), _HINT)


def _decode(raw: bytes, name: str) -> str | None:
    try:
        return raw.decode(name)
    except UnicodeDecodeError:
        return None


def _fits(text: str) -> bool:
    """Return whether all non-ASCII letters are inside words, and all else are signs."""
    signs = (char for char in _FOREIGN.findall(text) if not char.isalpha())
    words = (word for word in _WORD.findall(text) if not word.isascii())
    return all(sign in _SIGNS for sign in signs) and all(map(_is_word, words))


def _is_word(word: str) -> bool:
    if any(not char.isascii() and char.lower() not in _LETTERS for char in word):
        return False
    if len(word) == 1:
        return word in _ALONE
    return word.islower() or word.isupper() or word[1:].islower()


def _sample(text: str) -> str:
    """Return the first word or sign that the decodings differ in, with its context."""
    match = _FOREIGN.search(text)
    at = match.start() if match else 0
    line_start = text.rfind("\n", 0, at) + 1
    return text[max(line_start, at - 12) : at + 8].partition("\n")[0]
