"""Pages of the kit that are no pieces: the how-to page in front, the score sheet behind.

Comes in: a game, the options and what the pages shall list. Goes out: artwork the size of a page.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cards_data.models import Game, Size
from cards_data.problems import Findings
from generator.compose.functions import Subject
from generator.compose.piece import Artwork, Composer, compose_page
from generator.compose.reads import Known, Reads
from generator.compose.scored import rules_key
from generator.geometry.colours import INK
from generator.options import PrintOptions
from generator.resources import rules_files
from generator.sheets.papers import Paper
from generator.store.cache import open_cache
from generator.store.fingerprint import digest, made_by
from generator.words import own_words, say_in

from .score_sheet import blocks

# Fits on A4 and on Letter with its margins.
PAGE = Size("page", 186, 258)
SWAPS_ON_HOWTO = 14
SWAPS_ON_PAGE = 35
KIND = "pages"


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


def accent(game: Game) -> str:
    """The colour of the kit's own pages."""
    return game.colours.get("accent") or game.colours.get("ink", INK)


class Kit:
    """The pages of one print that are no pieces; pages that did not change are kept."""

    def __init__(self, composer: Composer, options: PrintOptions, paper: Paper) -> None:
        self.game = composer.game
        self.options = options
        self.paper = paper
        self._composer = composer
        self._known = Known(composer.game, composer.edition, composer.sources)

    def opening(self, parts: Sequence[DeckLine], swaps: Sequence[Swap] = ()) -> list[Artwork]:
        """The how-to page; a swap list that is longer than it goes on over further pages."""
        first = swaps[:SWAPS_ON_HOWTO]
        rest = swaps[SWAPS_ON_HOWTO:]
        pages = [self._howto(parts, first, more=bool(rest))]
        for start in range(0, len(rest), SWAPS_ON_PAGE):
            pages.append(self._page("swaps", {"swaps": rest[start : start + SWAPS_ON_PAGE]}))
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
        return self._page("howto", extra)

    def score_sheet(self) -> Artwork | None:
        """The blank sheet for the table, with exactly the fields that the scorer asks for."""
        if not rules_files(self.game.slug):
            return None
        base = self.options.scorer_url.rstrip("/")
        url = f"{base}/{self.game.slug}" if base else ""
        t = say_in(self.options.lang)

        def shown() -> dict[str, object]:
            return {"url": url, "blocks": blocks(self.game, self.options.lang, t)}

        given = [url, rules_key(self.game, self._composer.sources)]
        return self._kept("score_sheet", given, shown)

    def _page(self, name: str, shown: Mapping[str, object]) -> Artwork:
        return self._kept(name, shown, lambda: shown)

    def _kept(self, name: str, given: object, shown: Callable[[], Mapping[str, object]]) -> Artwork:
        """A page, from the cache when it was made from the same; ``given`` tells what it shows."""
        cache = open_cache()
        edition = vars(self._composer.edition)
        place = str(self.game.folder)
        key = digest(made_by(__name__), own_words(), place, name, edition, given)
        entry = json.loads(cache.get(KIND, key) or "{}")
        if entry and self._known.holds(entry["trace"]):
            return Artwork(**entry["page"])
        page, reads = self._composed(name, shown())
        entry = {"page": vars(page), "trace": self._known.trace(reads)}
        cache.put(KIND, key, json.dumps(entry).encode())
        return page

    def _composed(self, name: str, shown: Mapping[str, object]) -> tuple[Artwork, Reads]:
        findings, reads = Findings(), Reads()
        composer = self._composer
        subject = Subject(
            game=self.game,
            edition=composer.edition,
            sources=composer.sources,
            size=PAGE,
            side="front",
            place=name,
            label=name,
        )
        own = {"t": say_in(self.options.lang), "accent": accent(self.game)}
        reads.note("colour", "*")
        page = compose_page(subject, f"{name}.svg.j2", {**shown, **own}, findings, reads)
        findings.raise_any()
        assert page
        return page, reads
