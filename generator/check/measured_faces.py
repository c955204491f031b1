"""Measures of faces, kept by their keys: a second check draws nothing.

Comes in: a face and its measures. Goes out: the same when they are asked for again; and a step for
the composer, which measures a face in the process that composed it, while its drawing is there.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cards_data.models import Game, Size
from cards_data.problems import Message
from generator.compose.art import symbol, symbol_names
from generator.compose.artwork import Artwork
from generator.raster.cairo_library import known_cairo_version
from generator.store.cache import open_cache
from generator.store.fingerprint import code_digest, digest
from generator.store.sources import Sources

from .face_measures import Gauge, MeasuredFace, Symbol, measure

KIND = "measured"


def gauge_of(game: Game, sources: Sources) -> Gauge:
    names = symbol_names(game, sources)
    return Gauge(sources, tuple(Symbol.of(name, symbol(game, sources, name)) for name in names))


@dataclass(frozen=True)
class MeasureAhead:
    """Measures the faces of a game; pages are not measured."""

    game: Game
    sources: Sources

    @cached_property
    def _gauge(self) -> Gauge:
        return gauge_of(self.game, self.sources)

    def __call__(self, art: Artwork, size: Size, sources: Sources) -> None:
        if not art.page and kept_measures(art, size) is None:
            keep_measures(art, size, measure(self._gauge, (art, size)))


def keep_measures(art: Artwork, size: Size, made: MeasuredFace) -> None:
    faults = [[_data(found), _data(allowed)] for found, allowed in made.faults]
    open_cache().put(KIND, _key(art, size), json.dumps([faults, made.edges]).encode())


def kept_measures(art: Artwork, size: Size) -> MeasuredFace | None:
    stored = open_cache().get(KIND, _key(art, size))
    if stored is None:
        return None
    faults, edges = json.loads(stored)
    return MeasuredFace(
        tuple((_text(found), _text(allowed)) for found, allowed in faults),
        tuple(map(tuple, edges)),
    )


def _data(words: Message) -> list[Any]:
    """Words as JSON: their key, and their gaps."""
    gaps = {
        name: _data(value) if isinstance(value, Message) else value for name, value in words.params
    }
    return [words.key, gaps]


def _text(data: list[Any]) -> Message:
    key, gaps = data
    return Message(
        key,
        **{name: _text(one) if isinstance(one, list) else one for name, one in gaps.items()},
    )


def _key(art: Artwork, size: Size) -> str:
    return digest(code_digest(), known_cairo_version(), art.key, vars(size))
