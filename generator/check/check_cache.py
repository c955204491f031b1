"""Kits in which nothing was found, and of which nothing has changed since.

Comes in: a kit that is to be checked. Goes out: how many faces it has, if it was checked before
from the same files by the same code. Only kits without a finding are kept: what was found is
found again, and told in the language that is asked for then.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from cards_data.problems import Problems
from cards_data.registry import PACKAGE, load_game
from generator.compose.printed_numbers import rules_key
from generator.kit.kit_pages import Kit
from generator.raster.cairo_library import known_cairo_version
from generator.resources import PACKAGES, ROOT
from generator.store.cache import open_cache
from generator.store.fingerprint import code_digest, digest
from generator.store.sources import Sources
from generator.text.fonts import font_digest

KIND = "passed"
# What a face, a page or a measure of them can be read from, beside code.
_TABLES = (".csv", ".yaml", ".dic")


def kit_key(kit: Kit, sources: Sources) -> str:
    """Everything that what is found in a kit follows from; nothing where a file is unreadable."""
    game, edition = kit.composer.game, kit.composer.edition
    with suppress(Problems):
        fonts = sorted(font_digest(font, sources) for font in game.fonts.values())
        code = code_digest(), known_cairo_version(), rules_key(game, sources)
        files = _below(game.folder, sources), _shared(sources)
        return digest(code, str(game.folder), vars(edition), fonts, files)
    return ""


def passed_faces(key: str) -> int | None:
    """The number of faces of a kit that was checked before; nothing where it must be checked."""
    kept = open_cache().get(KIND, key) if key else None
    return int(kept) if kept else None


def keep_passed(kit: Kit, key: str, faces: int) -> None:
    """Keeps that nothing was found, unless a file was saved since the game was read."""
    game = kit.composer.game
    with suppress(Problems):
        if key and load_game(game.slug) is game and key == kit_key(kit, Sources()):
            open_cache().put(KIND, key, str(faces).encode())


@lru_cache(maxsize=4)
def _shared(sources: Sources) -> str:
    """What all games are made with: templates, and the tables beside our code."""
    templates = [_below(folder, sources) for folder in sources.folders]
    tables = [(path.name, sources.read(path).digest) for path in _tables()]
    return digest(templates, tables)


def _tables() -> Iterator[Path]:
    games = {path.parent for path in PACKAGE.glob("*/game.yaml")}
    for package in PACKAGES:
        for folder, below, names in os.walk(ROOT / package):
            below[:] = sorted(name for name in below if Path(folder, name) not in games)
            yield from (Path(folder, name) for name in sorted(names) if name.endswith(_TABLES))


def _below(folder: Path, sources: Sources) -> list[tuple[str, str]]:
    return [(name, source.digest) for name, source in sources.below(folder, "**/*")]
