"""Have the templates of a kit compiled before its pieces need them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from cards_data.models import Game
from generator.store.cache import open_cache
from generator.store.fingerprint import code_digest, digest
from generator.store.sources import Source, Sources
from generator.workers import WorkerPool

KIND = "templates"
_COMPILE = "generator.compose.environment:compile_one"
# Names of other templates. One that is computed is not found here, and is compiled when used.
_NAMES = re.compile(r"""\{%-?\s*(?:extends|from|import|include)\s+["']([^"']+)""")


def compiled_key(source: Source, name: str) -> str:
    return digest(code_digest(), source.digest, name)


def compile_ahead(game: Game, sources: Sources, pool: WorkerPool, when_idle: bool = False) -> None:
    """Start compiling the templates of a kit that are not in the cache, the largest first.

    Workers that compose at once would each compile what all pieces share.
    """
    cache = open_cache()
    missing = {
        name: len(source.content)
        for name, source in with_used(sources, _template_names(game, sources))
        if not cache.has(KIND, compiled_key(source, name))
    }
    if missing and cache.is_private:
        names = sorted(missing, key=missing.__getitem__, reverse=True)
        pool.map(_COMPILE, sources, names, when_idle=when_idle)


def _template_names(game: Game, sources: Sources) -> list[str]:
    """Return the templates of the pieces and of the pictures in the leaflet."""
    sides = {side for deck in game.decks.values() for side in (deck.front, deck.back) if side}
    pictures = sources.names_in(game.slug, "leaflet", suffix=".j2")
    names = (*sides, *(f"leaflet/{picture}.j2" for picture in pictures))
    return [f"{game.slug}/{name}" for name in names]


def with_used(sources: Sources, templates: Collection[str]) -> Iterator[tuple[str, Source]]:
    """Yield templates and all that they use, without loading Jinja to parse them."""
    seen, todo = set(templates), list(templates)
    while todo:
        name = todo.pop()
        source = sources.template(name)
        if source and name.endswith(".j2"):
            yield name, source
            used = set(_NAMES.findall(source.content.decode(errors="replace"))) - seen
            seen |= used
            todo += used
