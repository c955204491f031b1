"""Read font files in any common format as plain fonts. The one importer of fontTools."""

from __future__ import annotations

import io
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

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
REGULAR = 400


def plain_font(content: bytes, weight: int) -> bytes:
    """Return the font in plain format; a ``ValueError`` says what is wrong with it."""
    packed = content[:4] in PACKED
    if not packed and b"fvar" not in content[:1_000]:
        if weight != REGULAR:
            raise ValueError(Message("font.one_weight", weight=str(weight)))
        return content
    if packed and int.from_bytes(content[16:20], "big") > MOST_BYTES:
        raise ValueError(Message("font.unfolds", n=MOST_BYTES))
    from fontTools.ttLib import TTFont

    try:
        font = TTFont(io.BytesIO(content), recalcTimestamp=False, recalcBBoxes=False)
        return _saved(_at_weight(font, weight))
    except ValueError:
        raise
    except Exception:  # a damaged table can raise any exception
        raise ValueError(Message("font.damaged")) from None


def _at_weight(font: Any, weight: int) -> Any:
    """Return a variable font at one weight, with the defaults of all other axes."""
    axes = {axis.axisTag: axis for axis in font["fvar"].axes} if "fvar" in font else {}
    axis = axes.get("wght")
    if weight != REGULAR and not (axis and axis.minValue <= weight <= axis.maxValue):
        if not axis:
            raise ValueError(Message("font.one_weight", weight=str(weight)))
        low, high = f"{axis.minValue:g}", f"{axis.maxValue:g}"
        raise ValueError(Message("font.weights", low=low, high=high, weight=str(weight)))
    if not axes:
        return font
    from fontTools.varLib.instancer import instantiateVariableFont

    wanted = {tag: one.defaultValue for tag, one in axes.items()}
    if axis:
        wanted["wght"] = min(max(weight, axis.minValue), axis.maxValue)
    return instantiateVariableFont(font, wanted, inplace=True)


def _saved(font: Any) -> bytes:
    font.flavor = None
    file = io.BytesIO()
    font.save(file, reorderTables=False)
    return file.getvalue()


def woff2(content: bytes) -> bytes:
    """Pack a plain font for pages."""
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(content), recalcTimestamp=False, recalcBBoxes=False)
    font.flavor = "woff2"
    file = io.BytesIO()
    font.save(file, reorderTables=None)
    return file.getvalue()
