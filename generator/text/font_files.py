"""Read font files in any common format as plain fonts.

The only importer of fontTools and of brotli, by which fontTools unpacks WOFF2.
"""

from __future__ import annotations

import io
import re
import struct
import zlib
from importlib.util import find_spec
from pathlib import Path

from cards_data.problems import Message

# Family -> package, file prefix, and the spelling of italic in file names.
FAMILIES = {
    "Source Sans Pro": ("font_source_sans_pro", "SourceSansPro", "It"),
    "Source Serif Pro": ("font_source_serif_pro", "SourceSerifPro", "It"),
    "Manrope": ("font_manrope", "Manrope", "Italic"),
    "Hanken Grotesk": ("font_hanken_grotesk", "HankenGrotesk", "Italic"),
    "Caladea": ("font_caladea", "Caladea", "Italic"),
    "Amatic SC": ("font_amatic_sc", "AmaticSC", "Italic"),
}


# A font file in the ``fonts`` folder of a game.
OWN = re.compile(r"[\w-]+/fonts/\w[\w .-]*\.(?:[ot]tf|woff2?)")


def is_family(name: str) -> bool:
    return name in FAMILIES or OWN.fullmatch(name) is not None


def font_folders() -> tuple[Path, ...]:
    """Return the folders of the fonts on this computer."""
    places = (package_folder(package) for package, _, _ in FAMILIES.values())
    return tuple(place for place in places if place and place.is_dir())


def package_folder(package: str) -> Path | None:
    spec = find_spec(package)
    folders = spec.submodule_search_locations if spec else None
    return Path(folders[0]) / "files" if folders else None


PACKED = (b"wOFF", b"wOF2")
# The largest size of a decompressed font, as given in its header.
MOST_BYTES = 24_000_000


def plain_font(content: bytes) -> bytes:
    """Return the font in plain format; a ``ValueError`` says what is wrong with it."""
    if content[:4] not in PACKED:
        return content
    if int.from_bytes(content[16:20], "big") > MOST_BYTES:
        raise ValueError(Message("font.unfolds", n=MOST_BYTES))
    import brotli
    from fontTools.ttLib import TTLibError
    from fontTools.ttLib.sfnt import SFNTReader, SFNTWriter

    damage = (TTLibError, brotli.error, zlib.error, struct.error, AssertionError, ValueError)
    file = io.BytesIO()
    try:
        font = SFNTReader(io.BytesIO(content))
        tags = list(font.keys())
        writer = SFNTWriter(file, len(tags), font.sfntVersion)
        for tag in tags:
            writer[tag] = font[tag]
        writer.close()
    except (*damage, ArithmeticError, AttributeError, LookupError, TypeError):
        raise ValueError(Message("font.damaged")) from None
    return file.getvalue()


def woff2(content: bytes) -> bytes:
    """Pack a plain font for pages."""
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(content), recalcTimestamp=False, recalcBBoxes=False)
    font.flavor = "woff2"
    file = io.BytesIO()
    font.save(file, reorderTables=None)
    return file.getvalue()
