"""Embeds a font in a PDF: a subset of its glyphs, and the text that each means.

Comes in: a typeface, its glyphs and their letters. Goes out: the five objects a PDF wants for
it, each naming those before it in braces.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from generator.store.compression import WELL, pack
from generator.text.fonts import Embedded, Typeface

# Symbolic, and slanted where it is.
_SYMBOLIC, _ITALIC = 4, 64
_LETTERS_AT_ONCE = 100
_PACKED = "/Filter /FlateDecode"


@dataclass(frozen=True)
class Object:
    """A dictionary, and a stream where there is one."""

    dictionary: str
    stream: bytes | None = None


def font_objects(face: Typeface, glyphs: Mapping[int, str]) -> dict[str, Object]:
    """The objects of a font by name, the font itself last."""
    cut = face.embedded(glyphs)
    name = f"{_tag(glyphs)}+{cut.name}"
    kind = "CIDFontType0" if cut.outlines else "CIDFontType2"
    file = "/Subtype /CIDFontType0C" if cut.outlines else f"/Length1 {len(cut.data)}"
    key = "FontFile3" if cut.outlines else "FontFile2"
    identity = "" if cut.outlines else "/CIDToGIDMap /Identity "
    return {
        "file": Object(f"{file} {_PACKED}", pack(cut.data, WELL)),
        "descriptor": Object(f"{_described(name, cut)} /{key} {{file}}"),
        "cid": Object(
            f"/Type /Font /Subtype /{kind} /BaseFont /{name} {identity}"
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
            f"/FontDescriptor {{descriptor}} /DW 0 /W [{_widths(face, glyphs)}]"
        ),
        "letters": Object(_PACKED, pack(_to_unicode(glyphs).encode(), WELL)),
        "font": Object(
            f"/Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /Identity-H "
            "/DescendantFonts [{cid}] /ToUnicode {letters}"
        ),
    }


def _tag(glyphs: Mapping[int, str]) -> str:
    """Six letters for these very glyphs, as PDF marks fonts that are not whole."""
    digest = hashlib.sha256(repr(sorted(glyphs)).encode()).digest()
    return "".join(chr(ord("A") + byte % 26) for byte in digest[:6])


def _described(name: str, cut: Embedded) -> str:
    flags = _SYMBOLIC | (_ITALIC if cut.slant else 0)
    top, low = round(cut.ascent * 1000), round(cut.descent * 1000)
    return (
        f"/Type /FontDescriptor /FontName /{name} /Flags {flags} "
        f"/FontBBox [-500 {low} 1500 {top}] /ItalicAngle {cut.slant:g} /Ascent {top} "
        f"/Descent {low} /CapHeight {round(cut.cap_height * 1000)} /StemV 80"
    )


def _widths(face: Typeface, glyphs: Mapping[int, str]) -> str:
    return " ".join(f"{glyph} [{face.own_advance(glyph) * 1000:.5g}]" for glyph in sorted(glyphs))


def _to_unicode(glyphs: Mapping[int, str]) -> str:
    """The text of each glyph, so that text can be searched and copied."""
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
