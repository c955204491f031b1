"""What a command would say again: asked before anything is loaded that does its work.

Comes in: the words that were typed. Goes out: a look at every file that such a command may read;
while that is what an earlier run with the same words saw, its answer still holds.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from cards_data.problems import Problems
from generator.resources import input_folders
from generator.store.untouched import Look, look

# Words with which a command reads elsewhere, or does more than write its sheets.
_NEVER = {"--changed-since", "--trust", "--help", "-h"}
_SETTINGS = ("ECOTABLE_", "SOURCE_DATE_EPOCH")


def seen_by(words: Sequence[str]) -> Look | None:
    """All that these words may lead to, as it stands before anything is read."""
    if not _NEVER.isdisjoint(word.partition("=")[0] for word in words):
        return None
    settings = sorted(item for item in os.environ.items() if item[0].startswith(_SETTINGS))
    if words[0] == "games":
        return look(input_folders(), words, settings)
    return _seen_by_print(words, settings)


def _seen_by_print(words: Sequence[str], settings: list[tuple[str, str]]) -> Look | None:
    from generator.raster.cairo_library import cairo_version
    from generator.store.printer_profiles import printers_file
    from generator.text.families import font_folders
    from scorer.trust import data_folder

    try:
        version = cairo_version()
    except Problems:
        # No cairo: whoever draws will say so.
        return None
    places = (*input_folders(), *font_folders(), data_folder() / "trusted", printers_file())
    return look(places, words, settings, version)
