"""Games in chunks: played by the workers, kept in the cache, the same on every machine.

Comes in: a trial, one side of it, and seeds. Goes out: records in the order of the seeds. A chunk
that was finished before is never played again, so a run that was broken off goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from cards_data import Problem, Problems
from generator.store.cache import Cache
from generator.store.fingerprint import digest
from generator.workers.process import Failure
from scorer.play.match import CountedEvent, PlayedGame, play_game

from .trial import CHUNK, Trial

KIND = "games"
WORK = "generator.lab.chunks:played"


class Chunk(NamedTuple):
    """Games of one bot on one side, by their seeds."""

    side: str
    players: int
    bot: str
    first: int
    number: int


class Workers(Protocol):
    """Where chunks are played: a pool of processes here, or a cluster."""

    def map(self, work: str, shared: Any, items: Sequence[Any]) -> Iterable[Any]: ...


def played(trial: Trial, chunk: Chunk) -> bytes:
    """The games of a chunk; what a worker does."""
    table = trial.table(chunk.side, chunk.players)
    seeds = range(chunk.first, chunk.first + chunk.number)
    records = [play_game(table, chunk.bot, seed, trial.thinking) for seed in seeds]
    return json.dumps(records, separators=(",", ":")).encode()


def chunks(trial: Trial, side: str, players: int, bot: str, games: range) -> list[Chunk]:
    """The games from one number to another, in chunks that begin at the same seeds in every run."""
    size = CHUNK[bot]
    return [
        Chunk(side, players, bot, trial.seed + first, min(size, games.stop - first))
        for first in range(games.start, games.stop, size)
    ]


class Lab:
    """Plays chunks that are not kept yet."""

    def __init__(
        self, cache: Cache, workers: Workers, progress: Callable[[int], None] | None = None
    ) -> None:
        self._cache, self._workers, self._progress = cache, workers, progress

    def records(self, trial: Trial, wanted: Sequence[Chunk]) -> Iterator[PlayedGame]:
        """The games of all chunks, in order."""
        keys = chunk_keys(trial, wanted)
        kept = {key: self._cache.get(KIND, key) for key in keys}
        missing = [
            (key, chunk) for key, chunk in zip(keys, wanted, strict=True) if kept[key] is None
        ]
        fresh = self._workers.map(WORK, trial, [chunk for _, chunk in missing])
        for (key, chunk), content in zip(missing, fresh, strict=True):
            if isinstance(content, Failure):
                seeds = f"{chunk.bot}, seeds {chunk.first} to {chunk.first + chunk.number - 1}"
                raise Problems([Problem(f"play ({seeds})", content.words)])
            kept[key] = content
            self._cache.put(KIND, key, content)
            self._told(chunk)
        for key in keys:
            content = kept[key]
            assert content is not None
            yield from _read(content)

    def _told(self, chunk: Chunk) -> None:
        if self._progress:
            self._progress(chunk.number)


def chunk_keys(trial: Trial, wanted: Sequence[Chunk]) -> list[str]:
    """What the games of each chunk depend on: data, code, bot, options and seeds."""
    groups = {chunk[:3]: trial.key(*chunk[:3]) for chunk in wanted}
    return [digest(groups[chunk[:3]], chunk.first, chunk.number) for chunk in wanted]


def _read(content: bytes) -> Iterator[PlayedGame]:
    for seed, shares, how, turns, moves, events in json.loads(content):
        counted = tuple(CountedEvent(*event) for event in events)
        yield PlayedGame(seed, tuple(shares), how, turns, moves, counted)
