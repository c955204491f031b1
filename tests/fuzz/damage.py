"""Good bytes made into bad ones, the same at every run.

Comes in: seeds of one kind and a source of chance. Goes out: bytes that are a damaged seed, two
seeds spliced, or a heap of the signs that the format gives a meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

# What has ended, misled or held up some reader before.
HOSTILE = (
    *(
        part.encode("utf-8", "surrogatepass")
        for part in (
            *"{}[]()<>\"'\\,;:|&*!%@`#~?^$=+-_/ \n\r\t\0",
            *("\ufeff", "\u202e", "\ud800", "\u2028", "é", "漢", "\U0001f469\u200d\U0001f467"),
            *("\x1b[2J", "\x9b", "-1", "1e999", "NaN", "08", "0x1f", "9" * 40, "1_0"),
            *("true", "null", "yes", "~", "<<: ", "&a ", "*a", "!!python/object:x", "---\n"),
            *("- - - ", "{{", "}}", "{%", "%}", "../", "/etc/passwd", "file:///", "a" * 300),
            *("javascript:", "C:\\", "con", "<!DOCTYPE x [", "<![CDATA[", "&lt;", "&#0;"),
            *("url(#a)", "<use href='#a'/>", "<g id='a'>", '""', '","', "\\u0000", "\\ud800"),
            *("%00", "%2e%2e", "\r\n\r\n", "chunked"),
        )
    ),
    *(b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf5", b"PK\x03\x04"),
)


def damaged(seeds: Sequence[bytes], chance: Random, most: int = 20_000) -> bytes:
    """One input. Some are left as they are: what is good must stay good."""
    text = bytearray(chance.choice(seeds))
    for _ in range(chance.choice((0, 1, 1, 1, 2, 2, 3, 5, 8, 13))):
        chance.choice(WAYS)(text, seeds, chance)
    return bytes(text[:most])


def _place(text: bytearray, chance: Random) -> tuple[int, int]:
    begin = chance.randrange(len(text) + 1)
    return begin, min(len(text), begin + chance.choice((1, 1, 2, 4, 9, 30, 200)))


def _flip(text: bytearray, _: Sequence[bytes], chance: Random) -> None:
    if text:
        text[chance.randrange(len(text))] ^= 1 << chance.randrange(8)


def _cut(text: bytearray, _: Sequence[bytes], chance: Random) -> None:
    begin, end = _place(text, chance)
    del text[begin:end]


def _insert(text: bytearray, _: Sequence[bytes], chance: Random) -> None:
    begin, _end = _place(text, chance)
    text[begin:begin] = chance.choice(HOSTILE)


def _replace(text: bytearray, _: Sequence[bytes], chance: Random) -> None:
    begin, end = _place(text, chance)
    text[begin:end] = chance.choice(HOSTILE)


def _repeat(text: bytearray, _: Sequence[bytes], chance: Random) -> None:
    begin, end = _place(text, chance)
    text[begin:begin] = text[begin:end] * chance.choice((1, 2, 7, 40))


def _splice(text: bytearray, seeds: Sequence[bytes], chance: Random) -> None:
    other = chance.choice(seeds)
    begin, end = _place(text, chance)
    start = chance.randrange(len(other) + 1)
    text[begin:end] = other[start : start + chance.choice((1, 5, 20, 100))]


def _shorten(text: bytearray, _: Sequence[bytes], chance: Random) -> None:
    del text[chance.randrange(len(text) + 1) :]


def _digit(text: bytearray, _: Sequence[bytes], chance: Random) -> None:
    """Another number where one stands: still well-formed, but perhaps no longer right."""
    places = [place for place, sign in enumerate(text) if 48 <= sign <= 57]
    if places:
        text[chance.choice(places)] = chance.choice(b"0123456789-.")


WAYS: tuple[Callable[[bytearray, Sequence[bytes], Random], None], ...] = (
    _flip,
    _cut,
    _insert,
    _replace,
    _repeat,
    _splice,
    _shorten,
    _digit,
    _digit,
)
