"""Pages of the kit that are no pieces: how-to and rules in front, the score sheet behind.

Comes in: a composer, the options and what the pages shall list. Goes out: artwork the size of a
page, from the cache where it was made from the same, else from the crew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from cards_data.problems import Problem, Problems
from generator.compose.piece import Artwork, Composer
from generator.compose.reads import Known
from generator.compose.scored import rules_key
from generator.crew import Crew, Failure
from generator.options import PrintOptions
from generator.resources import rules_files
from generator.sheets.papers import Paper
from generator.store.cache import open_cache
from generator.store.fingerprint import digest, made_by
from generator.words import own_words

from .making import WORK, Contents, DeckLine, Request, Swap

SWAPS_ON_HOWTO = 14
# Joining and folding take the place of some.
SWAPS_BELOW_MORE_STEPS = 9
SWAPS_ON_PAGE = 35
KIND = "pages"
# Pages that the crew may still be busy with: whoever calls waits for them.
Pages = Callable[[], list[Artwork]]


@dataclass(frozen=True)
class Kit:
    """The pages of one print that are no pieces; pages that did not change are kept."""

    composer: Composer
    options: PrintOptions
    paper: Paper
    crew: Crew

    def opening(
        self, parts: Sequence[DeckLine], contents: Contents, swaps: Sequence[Swap] = ()
    ) -> list[Artwork]:
        """The how-to page; a swap list that is longer than it goes on over further pages."""
        more_steps = contents.board_parts or contents.tents
        room = SWAPS_BELOW_MORE_STEPS if more_steps else SWAPS_ON_HOWTO
        first, rest = swaps[:room], swaps[room:]
        howto = {
            "parts": tuple(parts),
            "swaps": tuple(first),
            "more": bool(rest),
            "contents": contents,
        }
        pages = self._kept("howto", howto)
        for start in range(0, len(rest), SWAPS_ON_PAGE):
            pages += self._kept("swaps", {"swaps": tuple(rest[start : start + SWAPS_ON_PAGE])})
        return pages

    def rules(self) -> list[Artwork]:
        """The rules leaflet, as far as the game has one."""
        return self.begun_rules()()

    def begun_rules(self) -> Pages:
        """The same, begun at once and asked for later."""
        leaflet = self.composer.game.leaflet(self.options.lang)
        return self._begun("rules", {}, leaflet, self._scored()) if leaflet else list

    def score_sheet(self) -> Artwork | None:
        """The blank sheet for the table: the game's own, or the fields that the scorer asks for."""
        return next(iter(self.begun_score_sheet()()), None)

    def begun_score_sheet(self) -> Pages:
        """The same, begun at once and asked for later; no page where nothing is scored."""
        game = self.composer.game
        if not rules_files(game.slug):
            return list
        base = self.options.scorer_url.rstrip("/")
        url = f"{base}/{game.slug}" if base else ""
        return self._begun("score_sheet", {"url": url}, game.sheet_example, self._scored())

    def _scored(self) -> list[str]:
        """What the scorer's sentences and worked examples follow from."""
        game, sources = self.composer.game, self.composer.sources
        examples = sources.below(game.folder, "examples/*.yaml")
        words = sources.below(game.folder, "scoring_words.*")
        files = [file.digest for _, file in (*examples, *words)]
        return [rules_key(game, sources), *files]

    def _kept(self, name: str, shown: dict[str, Any], *given: object) -> list[Artwork]:
        return self._begun(name, shown, *given)()

    def _begun(self, name: str, shown: dict[str, Any], *given: object) -> Pages:
        """Pages that were made from the same; ``given`` is what they follow from besides."""
        composer = self.composer
        known = Known(composer.game, composer.edition, composer.sources)
        request = Request(name, self.options, self.paper, shown)
        key = digest(
            made_by(__name__), own_words(), request.asked, str(composer.game.folder), given
        )
        entry = json.loads(open_cache().get(KIND, key) or "{}")
        if entry and known.holds(entry["trace"]):
            pages = [Artwork(**page) for page in entry["pages"]]
            return lambda: pages
        # Composed by the crew, like everything that runs a template; it begins at once.
        return partial(self._made, request, key, self.crew.each(WORK, composer, [request]))

    def _made(self, request: Request, key: str, coming: Iterator[Any]) -> list[Artwork]:
        found = next(coming)
        if isinstance(found, Failure):
            where = f"{self.composer.game.slug}, {request.name}"
            raise Problems([Problem(where, f"cannot be composed: {found}")])
        pages: list[Artwork]
        pages, trace = found
        entry = {"pages": [page.as_data() for page in pages], "trace": trace}
        open_cache().put(KIND, key, json.dumps(entry).encode())
        return pages
