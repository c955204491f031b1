"""Where each thing of a kit begins, for the bookmarks of its PDF.

Comes in: pages of the sheets or of the kit. Goes out: by the index of a page, what begins on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

from cards_data.models import Game
from generator.compose.artwork import Artwork
from generator.sheets.sheet_labels import SheetPage
from generator.words import say_in

Begin = dict[int, tuple[str, ...]]
# The template of a page of the kit, and the word for it.
TITLES = {
    "howto": "howto_title",
    "by_hand": "hand_title",
    "leaflet": "rules_leaflet",
    "score_sheet": "score_sheet",
}


def beginnings(game: Game, sheet_pages: Sequence[SheetPage], lang: str) -> Begin:
    """Every deck on the page of its first piece."""
    seen: set[str] = set()
    begins: Begin = {}
    for index, page in enumerate(sheet_pages):
        names = dict.fromkeys(cut.deck for cut in page.side.cuts if cut.deck not in seen)
        if names:
            begins[index] = tuple(game.decks[name].title(lang) for name in names)
            seen.update(names)
    return begins


def first_pages(arts: Sequence[Artwork | None], lang: str) -> Begin:
    """How-to, rules and score sheet, each where it begins first."""
    t = say_in(lang)
    seen: set[str] = set()
    begins: Begin = {}
    for index, art in enumerate(arts):
        name = PurePosixPath(art.where).name.partition(".")[0] if art else ""
        if name in TITLES and name not in seen:
            begins[index] = (t(TITLES[name]),)
            seen.add(name)
    return begins
