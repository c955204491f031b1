"""Have the templates of a print compiled before its pieces need them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

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


def compile_ahead(sources: Sources, templates: Collection[str], pool: WorkerPool) -> None:
    """Start compiling the templates that are not in the cache, the largest first.

    Workers that compose at once would each compile what all pieces share.
    """
    cache = open_cache()
    missing = {
        name: len(source.content)
        for name, source in with_used(sources, templates)
        if not cache.has(KIND, compiled_key(source, name))
    }
    if cache.is_private:
        pool.map(_COMPILE, sources, sorted(missing, key=missing.__getitem__, reverse=True))


def with_used(sources: Sources, templates: Collection[str]) -> Iterator[tuple[str, Source]]:
    """Yield templates and all that they use."""
    seen, todo = set(templates), list(templates)
    while todo:
        name = todo.pop()
        source = sources.template(name)
        if source and name.endswith(".j2"):
            yield name, source
            used = set(_NAMES.findall(source.content.decode(errors="replace"))) - seen
            seen |= used
            todo += used
