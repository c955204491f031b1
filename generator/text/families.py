"""The font families that are installed along, and the folders of their files.

Imports nothing heavy: commands that set no text ask it too.
"""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

# Family -> package, file prefix, and how the italic is spelt in file names.
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
    """Where the fonts lie that this computer has."""
    places = (package_folder(package) for package, _, _ in FAMILIES.values())
    return tuple(place for place in places if place and place.is_dir())


def package_folder(package: str) -> Path | None:
    spec = find_spec(package)
    folders = spec.submodule_search_locations if spec else None
    return Path(folders[0]) / "files" if folders else None
