"""The fonts of the pages: families of the kits, cut down to the letters of our languages."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version

from cards_data.models import Font
from generator.store.cache import open_cache
from generator.store.fingerprint import digest

from .fonts import FEATURES, NAME_IDS, font_file, with_letters, woff2

KIND = "page-fonts"
MEDIA_TYPE = "font/woff2"
# The folder that tokens.css names.
FOLDER = "fonts"
# A day: fonts change with the packages that bring them.
CACHE_SECONDS = 86_400
# By the name of the file that a page loads.
FONTS = {
    "sans-regular.woff2": Font("Source Sans Pro"),
    "sans-semibold.woff2": Font("Source Sans Pro", weight=600),
    "serif-bold.woff2": Font("Source Serif Pro", weight=700),
}
# Latin, letters of names around the Baltic Sea, and what our pages set beside letters.
LETTERS = (
    "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x100))))
    + "ĀāĄąČčĆćĒēĖėĘęĢģĪīĮįĶķŁłĻļŃńŅņŒœŚśŠšŪūŲųŹźŻżŽž–—‘’‚“”„†•…‰‹›€™−≈≤≥←↑→↓▲▼✓′″"
)
# Whatever changes a font that was made.
LIBRARIES = ("brotli", "fonttools", "uharfbuzz")


@cache
def page_font(name: str) -> bytes:
    """Return a font for the pages, from the cache after the first time."""
    content = font_file(FONTS[name]).read_bytes()
    made_by = [version(library) for library in LIBRARIES]
    key = digest(content.hex(), LETTERS, FEATURES, NAME_IDS, made_by)
    if entry := open_cache().get(KIND, key):
        return entry
    font = woff2(with_letters(content, LETTERS))
    open_cache().put(KIND, key, font)
    return font
