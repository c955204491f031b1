"""The pages of a print that are not pieces: how-to, rules and score sheet.

They are read from the cache if nothing changed, or else composed in a worker.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any

from cards_data.leaflet import Leaflet
from cards_data.problems import Message, Problems
from generator.compose.artwork import Artwork
from generator.compose.dependencies import CurrentHashes, rules_key
from generator.compose.piece import Composer
from generator.options import PrintOptions
from generator.resources import has_rules
from generator.sheets.papers import Paper
from generator.store.cache import open_cache
from generator.store.fingerprint import code_digest, digest
from generator.words import say_in
from generator.workers import Failure, WorkerPool

from .kit_worker import WORK, Contents, DeckLine, PageRequest, Swap
from .parts import BY_HAND, RINGS_MM, needed_supplies, star_mm

SWAPS_ON_HOWTO = 14
# Joining and folding replace some of the steps.
SWAPS_BELOW_MORE_STEPS = 9
SWAPS_ON_PAGE = 35
# A long list of prints is cut off: the swap list matters more.
SINCE_SHOWN = 60
KIND = "pages"
# Pages that workers may still be composing; the call waits for them.
Pages = Callable[[], list[Artwork]]


@dataclass(frozen=True)
class Kit:
    """A maker of these pages for one print."""

    composer: Composer
    options: PrintOptions
    paper: Paper
    pool: WorkerPool
    # How many percent less ink the print uses than in full.
    ink_saved: int = 0

    def opening(
        self,
        parts: Sequence[DeckLine],
        contents: Contents,
        swaps: Sequence[Swap] = (),
        since: str = "",
    ) -> list[Artwork]:
        """Compose the how-to page; a long swap list continues on further pages.

        ``since`` is what a reprint is compared with.
        """
        more_steps = contents.board_parts or contents.tents
        room = SWAPS_BELOW_MORE_STEPS if more_steps else SWAPS_ON_HOWTO
        first, rest = swaps[:room], swaps[room:]
        game, lang = self.composer.game, self.options.lang
        howto = {
            "bring": needed_supplies(game, contents, self.options),
            "makers": game.maker(lang),
            "parts": tuple(parts),
            "swaps": tuple(first),
            "since": since if len(since) <= SINCE_SHOWN else f"{since[:SINCE_SHOWN]}…",
            "more": bool(rest),
            "contents": contents,
            "ink_saved": self.ink_saved,
            "reconstructed": self._reconstructed_note(),
            # A note if no native speaker has read the translation.
            "unread": say_in(lang)("howto_unread") if lang in game.unread else "",
        }
        pages = self._start("howto", howto)()
        for start in range(0, len(rest), SWAPS_ON_PAGE):
            pages += self._start("swaps", {"swaps": tuple(rest[start : start + SWAPS_ON_PAGE])})()
        return pages

    def by_hand(self, pages: Mapping[str, str]) -> list[Artwork]:
        """Compose how to put the paper back, and both sides of the test sheet."""
        values = {**pages, "star_at": star_mm(self.options.flip), "rings": RINGS_MM}
        return [page for name in BY_HAND for page in self._start(name, values)()]

    def start_rules(self) -> Pages:
        """Start composing the rules leaflet, if the game has one."""
        leaflet = self.composer.game.leaflet(self.options.lang)
        return self._start("rules", {}, *self._made_from(leaflet)) if leaflet else list

    def cached_rules(self) -> list[Artwork] | None:
        """Return the rules leaflet from the cache; nothing if it would have to be typeset."""
        leaflet = self.composer.game.leaflet(self.options.lang)
        if not leaflet:
            return []
        request = PageRequest("rules", self.options, self.paper)
        return self._cached_pages(self._key(request, self._made_from(leaflet)))

    def start_score_sheet(self) -> Pages:
        """Start composing the score sheet: the game's own, or the fields that the scorer asks for.

        There is nothing to compose if the game is not scored.
        """
        game = self.composer.game
        if not has_rules(game):
            return list
        base = self.options.scorer_url.rstrip("/")
        url = base and f"{base}/{game.slug}"
        return self._start("score_sheet", {"url": url}, game.sheet_example, self._scoring_inputs())

    def _made_from(self, leaflet: Leaflet) -> tuple[object, ...]:
        """Return what the leaflet depends on, besides what is read while typesetting it."""
        return leaflet, self.composer.game.words, self._scoring_inputs(), self._reconstructed_note()

    def _reconstructed_note(self) -> str:
        """Return which decks are not documented by any source, and where to correct them."""
        lang = self.options.lang
        from generator.leaflet.resolved import reconstructed_text

        return reconstructed_text(self.composer.game, lang, say_in(lang))

    def _scoring_inputs(self) -> list[str]:
        """Return what the scorer's sentences and worked examples depend on."""
        game, sources = self.composer.game, self.composer.sources
        examples = sources.tree(game.folder, "examples/*.yaml")
        words = sources.tree(game.folder, "scoring_words.*")
        files = [file.digest for _, file in (*examples, *words)]
        return [rules_key(game, sources), *files]

    def _start(self, name: str, values: dict[str, Any], *inputs: object) -> Pages:
        """Return cached pages, or start new ones; ``inputs`` is what else they depend on."""
        request = PageRequest(name, self.options, self.paper, values)
        key = self._key(request, inputs)
        cached = self._cached_pages(key)
        if cached is not None:
            return lambda: cached
        # Composed in a worker, like everything that runs a template; it starts at once.
        coming = self.pool.map(WORK, self.composer, [request], 1, attrgetter("name"))
        return partial(self._store_pages, request, key, coming)

    def _key(self, request: PageRequest, inputs: tuple[object, ...]) -> str:
        return digest(code_digest(), request.key_parts, self.composer.game.slug, inputs)

    def _cached_pages(self, key: str) -> list[Artwork] | None:
        """Return cached pages if everything they were made from is unchanged."""
        composer = self.composer
        current = CurrentHashes(composer.game, composer.edition, composer.sources)
        entry = json.loads(open_cache().get(KIND, key) or "{}")
        if not entry or not current.is_unchanged(entry["dependencies"]):
            return None
        return [Artwork(**page) for page in entry["pages"]]

    def _store_pages(self, request: PageRequest, key: str, coming: Iterator[Any]) -> list[Artwork]:
        answer = next(coming)
        if isinstance(answer, Failure):
            where = f"{self.composer.game.slug}, {request.name}"
            raise Problems.of(where, Message("is.not_composed", reason=answer.words))
        pages: list[Artwork]
        pages, hashes = answer
        entry = {"pages": [page.as_data() for page in pages], "dependencies": hashes}
        open_cache().put(KIND, key, json.dumps(entry).encode())
        return pages
