"""A face in PDF form: a form XObject with everything it needs, not yet in any file.

Forms are cached between runs, so they do not refer to the file they will be in. Other parts and
fonts are named in angle marks and numbered when the file is written.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cards_data.models import Font

if TYPE_CHECKING:
    from generator.svg.drawing import Tag

# The side of the square that a page to read fills. In the unit square, PDFium (Chrome) takes short
# words for empty ones, and they can be neither found nor copied.
PAGE_UNITS = 1000
# In a dictionary: another part of the same form, or a font.
PART, FONT = "‹part {}›", "‹font {}›"
_HEAD = struct.Struct("<I")


@dataclass(frozen=True)
class PdfStream:
    """A stream with its PDF dictionary; a compressed one is marked as such."""

    dictionary: str
    stream: bytes


@dataclass(frozen=True)
class TagNode:
    """A tagged part of a page: the numbers of its marked content, or the parts inside it.

    ``box`` is that of a picture, in shares of the page: left, bottom, right and top.
    """

    tag: Tag
    contents: tuple[int, ...] = ()
    inside: tuple[TagNode, ...] = ()
    box: tuple[float, ...] = ()

    def as_data(self) -> list[object]:
        return [list(self.tag), self.contents, [one.as_data() for one in self.inside], self.box]

    @classmethod
    def from_json(cls, data: list[Any]) -> TagNode:
        from generator.svg.drawing import Tag

        tag, contents, inside, box = data
        return cls(Tag(*tag), tuple(contents), tuple(map(cls.from_json, inside)), tuple(box))


@dataclass(frozen=True)
class Form:
    """The parts of a face, the face itself last, and the glyphs it uses of each font.

    ``glyphs`` holds for every glyph the letters it represents, so that text can be searched.
    ``tags`` are its structure for screen readers.
    """

    parts: tuple[PdfStream, ...]
    glyphs: Mapping[Font, Mapping[int, str]]
    tags: tuple[TagNode, ...] = ()


def font_name(font: Font) -> str:
    """Return a name for a font that ``font_of`` can read."""
    return f"{font.family}/{font.weight}/{'italic' if font.italic else 'upright'}"


def font_of(name: str) -> Font:
    family, weight, slant = name.rsplit("/", 2)
    return Font(family, int(weight), slant == "italic")


def text_string(text: str) -> str:
    """Encode a text for PDF, in any script."""
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"


def encode_form(form: Form) -> bytes:
    """Encode a form for the cache: its description, then the streams."""
    head = {
        "parts": [(part.dictionary, len(part.stream)) for part in form.parts],
        "glyphs": {font_name(font): list(used.items()) for font, used in form.glyphs.items()},
        "tags": [node.as_data() for node in form.tags],
    }
    text = json.dumps(head, ensure_ascii=False).encode()
    return b"".join((_HEAD.pack(len(text)), text, *(part.stream for part in form.parts)))


def decode_form(data: bytes) -> Form:
    """Decode a form from the cache."""
    start = _HEAD.size + _HEAD.unpack_from(data)[0]
    head = json.loads(data[_HEAD.size : start])
    parts = []
    for dictionary, length in head["parts"]:
        parts.append(PdfStream(dictionary, data[start : start + length]))
        start += length
    glyphs = {font_of(name): dict(used) for name, used in head["glyphs"].items()}
    return Form(tuple(parts), glyphs, tuple(map(TagNode.from_json, head["tags"])))
