"""Pages of the kit that are no pieces: the how-to page in front, the score sheet behind.

Comes in: a game, the options and what the pages shall list. Goes out: artwork the size of a page.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from cards_data.models import Game, Size
from cards_data.problems import Findings
from cards_data.words import Words, read_words

from .cache import open_cache
from .fingerprint import deck_digest, digest, files_digest, game_base
from .options import PrintOptions
from .render.colours import INK
from .render.compose import Artwork
from .render.drawing import Subject
from .render.variables import filled
from .resources import rules_files
from .sheets.papers import Paper

# Fits on A4 and on Letter with its margins.
PAGE = Size("page", 186, 258)
LANGUAGES = ("en", "sv")
_WORDS = Path(__file__).parent / "words.csv"
# What the pages depend on beside the game: their words and the code that fills them.
_OWN = (_WORDS, Path(__file__), Path(__file__).parent / "score_sheet.py")
SWAPS_ON_HOWTO = 14
SWAPS_ON_PAGE = 35


@dataclass(frozen=True)
class DeckLine:
    """A row of the parts list."""

    title: str
    pieces: int
    size: str
    sheets: int
    letters: str


@dataclass(frozen=True)
class Swap:
    """A line of the swap list: what to take out, what to put in."""

    deck: str
    piece: str
    out: int
    into: int
    before: str
    after: str


@cache
def kit_words() -> Words:
    findings = Findings()
    words = read_words(_WORDS, LANGUAGES, findings)
    findings.raise_any()
    return words


def word(lang: str) -> Callable[..., str]:
    """A look-up of the kit's own words; a language it lacks falls back to English."""

    def t(key: str, **gaps: object) -> str:
        texts = kit_words()[key]
        return filled(texts.get(lang) or texts["en"], gaps)

    return t


def accent(game: Game) -> str:
    """The colour of the kit's own pages."""
    return game.colours.get("accent") or game.colours.get("ink", INK)


class Kit:
    """The pages of one print that are no pieces; pages that did not change are kept."""

    def __init__(self, game: Game, options: PrintOptions, paper: Paper) -> None:
        self.game = game
        self.options = options
        self.paper = paper

    @cached_property
    def _base(self) -> str:
        """What every page depends on: the game, the kit's words and the code that fills them."""
        return digest(game_base(self.game), files_digest((path.name, path) for path in _OWN))

    def opening(self, parts: Sequence[DeckLine], swaps: Sequence[Swap] = ()) -> list[Artwork]:
        """The how-to page; a swap list that is longer than it goes on over further pages."""
        first = swaps[:SWAPS_ON_HOWTO]
        rest = swaps[SWAPS_ON_HOWTO:]
        pages = [self._howto(parts, first, more=bool(rest))]
        for start in range(0, len(rest), SWAPS_ON_PAGE):
            extra: dict[str, object] = {"swaps": rest[start : start + SWAPS_ON_PAGE]}
            pages.append(self._page("swaps", extra, lambda extra=extra: extra))  # type: ignore[misc]
        return pages

    def _howto(self, parts: Sequence[DeckLine], swaps: Sequence[Swap], more: bool) -> Artwork:
        """What to print, how to turn the paper, a ruler, the parts or what to swap.

        The version of the data is not drawn here: it would make a new picture of every change.
        """
        game, options = self.game, self.options
        extra: dict[str, object] = {
            "parts": parts,
            "swaps": swaps,
            "more": more,
            "flip": options.flip if options.duplex else "fronts",
            "paper": self.paper,
            "bring": game.bring.get(options.lang, game.bring.get("en", ())),
            "makers": game.makers.get(options.lang, game.makers["en"]),
        }
        return self._page("howto", extra, lambda: extra)

    def score_sheet(self) -> Artwork | None:
        """The blank sheet for the table, with exactly the fields that the scorer asks for."""
        from .score_sheet import blocks

        if not rules_files(self.game.slug):
            return None
        base = self.options.scorer_url.rstrip("/")
        url = f"{base}/{self.game.slug}" if base else ""
        t = word(self.options.lang)

        def extra() -> dict[str, object]:
            return {"url": url, "blocks": blocks(self.game, self.options.lang, t)}

        # The scorer's choices are pieces of the decks: their names stand on the sheet.
        decks = [deck_digest(deck) for deck in self.game.decks.values()]
        return self._page("score_sheet", {"url": url, "decks": decks}, extra)

    def _page(self, name: str, inputs: object, extra: Callable[[], dict[str, object]]) -> Artwork:
        """A page, from the cache when what it shows is the same."""
        cache = open_cache()
        key = digest(self._base, name, self.options.lang, inputs)
        kept = cache.get("pages", key)
        if kept:
            return Artwork(**json.loads(kept))
        page = self._composed(name, extra())
        cache.put("pages", key, json.dumps(vars(page)).encode())
        return page

    def _composed(self, name: str, extra: dict[str, object]) -> Artwork:
        from .render.compose import compose_page

        findings = Findings()
        subject = Subject(self.game, self.options.lang, PAGE, "front", name, name)
        shown = {**extra, "t": word(self.options.lang), "accent": accent(self.game)}
        page = compose_page(subject, f"{name}.svg.j2", shown, findings)
        findings.raise_any()
        assert page
        return page
