"""Vector faces as objects of a PDF file.

Comes in: forms, one after the other. Goes out: their bytes; further parts and fonts are handed to
the file, the same part once however many faces show it, and each font once with the glyphs of all
faces.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from functools import partial

from cards_data.models import Font
from generator.store.sources import Sources
from generator.text.fonts import typeface
from generator.vector.form_xobject import Form, font_of

from .font_embedding import Object, font_objects

# Adds an object to the file under a name and gives the reference to it, "12 0 R".
Add = Callable[[str, Callable[[], bytes]], str]
_NAMED = re.compile(r"‹(part|font) ([^›]*)›")


class Forms:
    """The vector faces of one file."""

    def __init__(self, add: Add, sources: Sources) -> None:
        self._add = add
        self._sources = sources
        self._glyphs: dict[Font, dict[int, str]] = {}

    def written(self, form: Form, more: str = "") -> bytes:
        """A face as an object; all that belongs to it joins the file.

        ``more`` is what its dictionary says besides.
        """
        for font, used in form.glyphs.items():
            known = self._glyphs.setdefault(font, {})
            for glyph, text in used.items():
                known.setdefault(glyph, text)
        named: list[str] = []
        for part in form.parts[:-1]:
            whole = _stream(self._resolved(part.dictionary, named), part.stream)
            key = hashlib.sha256(whole).hexdigest()[:32]
            named.append(self._add(f"part {key}", partial(bytes, whole)))
        face_itself = form.parts[-1]
        return _stream(self._resolved(face_itself.dictionary, named) + more, face_itself.stream)

    def _resolved(self, dictionary: str, named: list[str]) -> str:
        """A dictionary with the numbers of this file."""

        def number(match: re.Match[str]) -> str:
            if match[1] == "part":
                return named[int(match[2])]
            # Written after all faces, when all its glyphs are known.
            write = partial(self._font, font_of(match[2]))
            return self._add(f"font {match[2]}", write)

        return _NAMED.sub(number, dictionary)

    def _font(self, font: Font) -> bytes:
        """The font's own object; the others that it is made of join the file."""
        objects: Mapping[str, Object] = font_objects(
            typeface(font, self._sources), self._glyphs[font]
        )
        referred: dict[str, str] = {}
        for name, item in objects.items():
            text = item.dictionary.format(**referred)
            whole = _stream(text, item.stream) if item.stream is not None else _plain(text)
            if name == "font":
                return whole
            referred[name] = self._add(f"{name} of {font}", partial(bytes, whole))
        raise AssertionError("a font without an object of its own")


def picture_with(named: Mapping[str, str]) -> bytes:
    """A form that paints one object above the other, each of them as large as the form."""
    resources = " ".join(f"{name} {reference}" for name, reference in named.items())
    dictionary = (
        f"/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << {resources} >> >>"
    )
    return _stream(dictionary, "\n".join(f"{name} Do" for name in named).encode())


def _plain(dictionary: str) -> bytes:
    return f"<< {dictionary} >>\n".encode()


def _stream(dictionary: str, content: bytes) -> bytes:
    head = f"<< {dictionary} /Length {len(content)} >>\nstream\n".encode()
    return b"".join((head, content, b"\nendstream\n"))
