"""Play the games of a test in chunks, in workers and cached, until there are enough.

Both sides use the same shuffles. Whether there are enough games is checked only after fixed numbers
of them, so the answer does not depend on the number of workers. A finished chunk is never played
again, so an interrupted run can continue.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from cards_data import Problems
from generator.store.cache import Cache
from generator.store.fingerprint import digest
from generator.workers.pool import Progress
from generator.workers.process import Failure
from scorer.play.match import CountedEvent, PlayedGame, play_game

from .intervals import ConfidenceSequence, Interval, is_within
from .playtest import AFTER, CHUNK, Playtest

KIND = "games"
WORK = "generator.lab.runs:play_chunk"


class Chunk(NamedTuple):
    """Games of one bot on one side, by their seeds."""

    side: str
    players: int
    bot: str
    first: int
    number: int


class Workers(Protocol):
    """Where chunks are played: a pool of local processes, or a cluster."""

    def map(self, work: str, shared: Any, items: Sequence[Any]) -> Iterable[Any]: ...


def play_chunk(playtest: Playtest, chunk: Chunk) -> bytes:
    """Play the games of a chunk in a worker."""
    table = playtest.table(chunk.side, chunk.players)
    seeds = range(chunk.first, chunk.first + chunk.number)
    records = [play_game(table, chunk.bot, seed, playtest.thinking) for seed in seeds]
    return json.dumps(records, separators=(",", ":")).encode()


def chunks(playtest: Playtest, side: str, players: int, bot: str, games: range) -> list[Chunk]:
    """Return games from one number to another in chunks that begin at fixed seeds."""
    size = CHUNK[bot]
    return [
        Chunk(side, players, bot, playtest.seed + first, min(size, games.stop - first))
        for first in range(games.start, games.stop, size)
    ]


class Lab:
    """A player of chunks that are not yet in the cache."""

    def __init__(self, cache: Cache, workers: Workers, progress: Progress | None = None) -> None:
        self._cache, self._workers, self._progress = cache, workers, progress
        self._played = 0

    def records(self, playtest: Playtest, chunks: Sequence[Chunk]) -> Iterator[PlayedGame]:
        """Yield the games of all chunks, in order."""
        keys = chunk_keys(playtest, chunks)
        stored = {key: self._cache.get(KIND, key) for key in keys}
        missing = [
            (key, chunk) for key, chunk in zip(keys, chunks, strict=True) if stored[key] is None
        ]
        fresh = self._workers.map(WORK, playtest, [chunk for _, chunk in missing])
        for (key, chunk), content in zip(missing, fresh, strict=True):
            if isinstance(content, Failure):
                seeds = f"{chunk.bot}, seeds {chunk.first} to {chunk.first + chunk.number - 1}"
                raise Problems.of(f"play ({seeds})", content.words)
            stored[key] = content
            self._cache.put(KIND, key, content)
            self._played += chunk.number
            if self._progress:
                self._progress(self._played, playtest.all_games)
        for key in keys:
            content = stored[key]
            assert content is not None
            yield from _read(content)


def chunk_keys(playtest: Playtest, chunks: Sequence[Chunk]) -> list[str]:
    """Return keys of what each chunk depends on: data, code, bot, options and seeds."""
    groups = {chunk[:3]: playtest.key(*chunk[:3]) for chunk in chunks}
    return [digest(groups[chunk[:3]], chunk.first, chunk.number) for chunk in chunks]


def _read(content: bytes) -> Iterator[PlayedGame]:
    for seed, shares, how, turns, moves, events in json.loads(content):
        counted = tuple(CountedEvent(*event) for event in events)
        yield PlayedGame(seed, tuple(shares), how, turns, moves, counted)


# With a margin, the games grow by this many chunks at a time.
CHUNKS_A_ROUND = 10


@dataclass(frozen=True)
class BotRun:
    """All games of one bot with one number of players."""

    players: int
    bot: str
    after: tuple[PlayedGame, ...]
    before: tuple[PlayedGame, ...] = ()

    def records(self, side: str) -> tuple[PlayedGame, ...]:
        return self.after if side == AFTER else self.before


def wins(record: PlayedGame) -> float:
    """Return the first player's share of the victory; a team's members have the same."""
    return record.shares[0]


def difference(run: BotRun) -> Interval:
    """Return the chance to win after minus before, on the same shuffles."""
    pairs = zip(run.after, run.before, strict=True)
    return ConfidenceSequence(-1.0, 1.0).add(wins(new) - wins(old) for new, old in pairs).interval()


def chance(records: Sequence[PlayedGame]) -> Interval:
    """Return the chance to win, with an interval that is valid at any time."""
    return ConfidenceSequence(0.0, 1.0).add(map(wins, records)).interval()


def play_runs(playtest: Playtest, lab: Lab) -> tuple[BotRun, ...]:
    """Play every number of players with every bot."""
    numbers, bots = playtest.players, playtest.bots
    return tuple(_run(playtest, lab, players, bot) for players in numbers for bot in bots)


def _run(playtest: Playtest, lab: Lab, players: int, bot: str) -> BotRun:
    most = playtest.most_games(bot)
    step = CHUNK[bot] * CHUNKS_A_ROUND if playtest.margin else most
    run = BotRun(players, bot, ())
    while len(run.after) < most:
        games = range(len(run.after), min(most, len(run.after) + step))
        sides = [chunks(playtest, side, players, bot, games) for side in playtest.sides]
        todo = [chunk for side in sides for chunk in side]
        records = tuple(lab.records(playtest, todo))
        before, after = records[: -len(games)], records[-len(games) :]
        run = BotRun(players, bot, run.after + after, run.before + before)
        if playtest.margin and _is_sure(playtest, run):
            break
    return run


def _is_sure(playtest: Playtest, run: BotRun) -> bool:
    if playtest.before is None:
        return chance(run.after).half <= playtest.margin
    moved = difference(run)
    return moved.certain > 0 or is_within(moved, playtest.margin)
