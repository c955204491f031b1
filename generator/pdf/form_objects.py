"""Write vector faces and their fonts as objects of a PDF file.

A part is written once no matter how many faces show it. A font is written once, as a subset of its
glyphs with the text that each represents.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from functools import partial

from cards_data.models import Font
from generator.store.compression import WELL, pack
from generator.store.sources import Sources
from generator.text.fonts import FontSubset, typeface
from generator.vector.form_xobject import PAGE_UNITS, Form, font_of

from .document import IMAGE

# Symbolic, and italic if it is.
_SYMBOLIC, _ITALIC = 4, 64
_LETTERS_AT_ONCE = 100
_PACKED = "/Filter /FlateDecode"


def _font_descriptor(name: str, cut: FontSubset) -> str:
    flags = _SYMBOLIC | (_ITALIC if cut.slant else 0)
    top, low = round(cut.ascent * 1000), round(cut.descent * 1000)
    return (
        f"/Type /FontDescriptor /FontName /{name} /Flags {flags} "
        f"/FontBBox [-500 {low} 1500 {top}] /ItalicAngle {cut.slant:g} /Ascent {top} "
        f"/Descent {low} /CapHeight {round(cut.cap_height * 1000)} /StemV 80"
    )


def _to_unicode(glyphs: Mapping[int, str]) -> str:
    """Return the text of each glyph, so that text can be searched and copied."""
    lines = [
        f"<{glyph:04X}> <{text.encode('utf-16-be').hex().upper()}>"
        for glyph, text in sorted(glyphs.items())
        if text
    ]
    blocks = [
        lines[start : start + _LETTERS_AT_ONCE] for start in range(0, len(lines), _LETTERS_AT_ONCE)
    ]
    mapped = "\n".join(
        "\n".join((f"{len(block)} beginbfchar", *block, "endbfchar")) for block in blocks
    )
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Letters def /CMapType 2 def\n"
        "1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
        f"{mapped}\nendcmap CMapName currentdict /CMap defineresource pop end end\n"
    )


# Add an object to the file under a name and return a reference to it, "12 0 R".
Add = Callable[[str, Callable[[], bytes]], str]
_REFERENCE = re.compile(r"‹(part|font) ([^›]*)›")


class Forms:
    """The vector faces of one file."""

    def __init__(self, add: Add, sources: Sources) -> None:
        self._add = add
        self._sources = sources
        self._glyphs: dict[Font, dict[int, str]] = {}

    def write(self, form: Form, more: str = "") -> bytes:
        """Write a face as an object, with ``more`` in its dictionary; add all that it uses."""
        for font, used in form.glyphs.items():
            glyphs = self._glyphs.setdefault(font, {})
            for glyph, text in used.items():
                glyphs.setdefault(glyph, text)
        parts: list[str] = []
        for part in form.parts[:-1]:
            whole = _stream(self._resolve(part.dictionary, parts), part.stream)
            key = hashlib.sha256(whole).hexdigest()[:32]
            parts.append(self._add(f"part {key}", partial(bytes, whole)))
        face_itself = form.parts[-1]
        return _stream(self._resolve(face_itself.dictionary, parts) + more, face_itself.stream)

    def _resolve(self, dictionary: str, parts: list[str]) -> str:
        """Replace names in a dictionary by the object numbers of this file."""

        def number(match: re.Match[str]) -> str:
            if match[1] == "part":
                return parts[int(match[2])]
            # Written after all faces, when all its glyphs are known.
            write = partial(self._font, font_of(match[2]))
            return self._add(f"font {match[2]}", write)

        return _REFERENCE.sub(number, dictionary)

    def _font(self, font: Font) -> bytes:
        """Write the font's own object; the others it uses are added to the file."""
        face, glyphs = typeface(font, self._sources), self._glyphs[font]
        cut = face.subset(glyphs)
        # Six letters for this set of glyphs are the PDF prefix of font subsets.
        digest = hashlib.sha256(repr(sorted(glyphs)).encode()).digest()
        tag = "".join(chr(ord("A") + byte % 26) for byte in digest[:6])
        name = f"{tag}+{cut.name}"
        widths = (f"{glyph} [{face.own_advance(glyph) * 1000:.5g}]" for glyph in sorted(glyphs))
        kind = "CIDFontType0" if cut.outlines else "CIDFontType2"
        key = "FontFile3" if cut.outlines else "FontFile2"
        data = "/Subtype /CIDFontType0C" if cut.outlines else f"/Length1 {len(cut.data)}"
        identity = "" if cut.outlines else "/CIDToGIDMap /Identity "

        def add(part: str, whole: bytes) -> str:
            return self._add(f"{part} of {font}", partial(bytes, whole))

        file = add("file", _stream(f"{data} {_PACKED}", pack(cut.data, WELL)))
        descriptor = add("descriptor", _dictionary(f"{_font_descriptor(name, cut)} /{key} {file}"))
        cid = (
            f"/Type /Font /Subtype /{kind} /BaseFont /{name} {identity}"
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
            f"/FontDescriptor {descriptor} /DW 0 /W [{' '.join(widths)}]"
        )
        descendant = add("cid", _dictionary(cid))
        letters = add("letters", _stream(_PACKED, pack(_to_unicode(glyphs).encode(), WELL)))
        return _dictionary(
            f"/Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /Identity-H "
            f"/DescendantFonts [{descendant}] /ToUnicode {letters}"
        )


def picture_with(objects: Mapping[str, str]) -> bytes:
    """Return a form that paints objects on top of each other, each as large as the form."""
    return _picture_form(1, objects, "\n".join(f"{name} Do" for name in objects))


def page_with(picture: str) -> bytes:
    """Return the form of a page to read that could only be drawn as a picture: decoration."""
    content = f"/Artifact BMC {PAGE_UNITS} 0 0 {PAGE_UNITS} 0 0 cm {IMAGE} Do EMC"
    return _picture_form(PAGE_UNITS, {IMAGE: picture}, content)


def _picture_form(side: int, objects: Mapping[str, str], content: str) -> bytes:
    resources = " ".join(f"{name} {reference}" for name, reference in objects.items())
    dictionary = (
        f"/Type /XObject /Subtype /Form /BBox [0 0 {side} {side}] "
        f"/Resources << /XObject << {resources} >> >>"
    )
    return _stream(dictionary, content.encode())


def _dictionary(dictionary: str) -> bytes:
    return f"<< {dictionary} >>\n".encode()


def _stream(dictionary: str, content: bytes) -> bytes:
    head = f"<< {dictionary} /Length {len(content)} >>\nstream\n".encode()
    return b"".join((head, content, b"\nendstream\n"))
