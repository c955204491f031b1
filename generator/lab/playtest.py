"""Define a playtest, play its games in chunks until there are enough, and look up positions.

Both sides use the same shuffles. Whether there are enough games is checked only after fixed numbers
of them, so the answer does not depend on the number of workers. A finished chunk is cached and
never played again, so an interrupted run can continue.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from cards_data import Game, Problems
from cards_data.documents import Document, parse_yaml
from cards_data.problems import Message, Place
from generator.store.cache import Cache
from generator.store.fingerprint import code_digest, digest
from generator.workers.pool import Progress
from generator.workers.process import Failure
from scorer.play.bots import Thinking
from scorer.play.contract import State, own_code, playable, played_by
from scorer.play.match import CountedEvent, PlayedGame, PlayTable, move_data, parse_move, play_game
from scorer.play.stream import Stream

from .intervals import ConfidenceSequence, Interval, is_within

# Default number of games of each bot: about the same time for all.
USUAL_GAMES = {"random": 2_000, "greedy": 2_000, "search": 60}
# With a margin: the most games before it stops.
MOST_GAMES = {"random": 40_000, "greedy": 40_000, "search": 2_000}
# Games that one worker plays before it reports; an interrupted run loses no more.
CHUNK = {"random": 100, "greedy": 100, "search": 4}
BEFORE, AFTER = "before", "after"


@dataclass(frozen=True)
class Playtest:
    """Everything that a run depends on; ``before`` is set if two versions are compared."""

    after: Game
    before: Game | None = None
    # The name of the comparison: a reference, or the missing card.
    against: str = ""
    # The cards that are missing after.
    without: tuple[str, ...] = ()
    bots: tuple[str, ...] = ("greedy", "search")
    players: tuple[int, ...] = (2,)
    options: Mapping[str, object] = field(default_factory=dict)
    games: int = 0
    margin: float = 0.0
    seed: int = 1
    thinking: Thinking = field(default_factory=Thinking)
    start: Document | None = None

    def side(self, name: str) -> tuple[Game, tuple[str, ...]]:
        """Return the game of a side, and the cards missing from it."""
        if name == AFTER:
            return self.after, self.without
        assert self.before is not None
        return self.before, ()

    @property
    def games_compared(self) -> tuple[Game, ...]:
        """The current game, then the one it is compared with."""
        return (self.after,) if self.before is None else (self.after, self.before)

    @property
    def sides(self) -> tuple[str, ...]:
        return (BEFORE, AFTER) if self.before is not None else (AFTER,)

    @property
    def unused_decks(self) -> frozenset[str]:
        """The decks that no bot uses; the current game decides for both."""
        decks = {**(self.before.decks if self.before else {}), **self.after.decks}
        return frozenset(name for name, deck in decks.items() if not deck.bots)

    def most_games(self, bot: str) -> int:
        """Return the largest number of games of a bot."""
        if self.games:
            return self.games
        return (MOST_GAMES if self.margin else USUAL_GAMES)[bot]

    @property
    def all_games(self) -> int:
        """The largest number of games of all bots, on both sides."""
        return sum(map(self.most_games, self.bots)) * len(self.players) * len(self.sides)

    def table(self, side: str, players: int) -> PlayTable:
        game, without = self.side(side)
        options = {**self.options, "players": players}
        if without:
            options["without"] = without
        return PlayTable(game, playable(self.after), options, self.start)

    def key(self, side: str, players: int, bot: str) -> str:
        """Return a key of what the games of a side depend on, except their seeds."""
        game, without = self.side(side)
        thinking = self.thinking if bot == "search" else None
        start = self.start.data if self.start else None
        options = sorted((name, str(value)) for name, value in self.options.items())
        # The version of the code that plays it.
        code = digest(code_digest(), own_code(played_by(self.after)))
        return digest(
            data(game, self.unused_decks), code, bot, thinking, players, options, without, start
        )


def data(game: Game, unused_decks: Collection[str]) -> str:
    """Return the version of a game's data, as far as play uses it."""
    decks = {
        name: [
            [piece.id, piece.copies, sorted((k, str(v)) for k, v in piece.values.items())]
            for piece in deck.pieces
        ]
        for name, deck in game.decks.items()
        if name not in unused_decks
    }
    return digest(game.slug, decks, sorted(game.facts.items()), str(game.scoring))


def without(playtest: Playtest, cards: tuple[str, ...]) -> Playtest:
    """Compare the game with itself without these cards."""
    return replace(playtest, before=playtest.after, without=cards, against=", ".join(cards))


KIND = "games"
WORK = f"{__name__}:play_chunk"


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
        # What each chunk depends on: data, code, bot, options and seeds.
        groups = {chunk[:3]: playtest.key(*chunk[:3]) for chunk in chunks}
        keys = [digest(groups[chunk[:3]], chunk.first, chunk.number) for chunk in chunks]
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


Data = dict[str, Any]


def read_position(path: Path) -> Document:
    """Read a YAML or JSON file; JSON is YAML, so lines are known for both."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or Message("lab.no_text")
        raise Problems.of(
            Place(str(path)), Message("value.cannot_be_read", reason=reason)
        ) from None
    return parse_yaml(text, str(path))


def looked_up(table: PlayTable, seed: int, typed: Sequence[str], lang: str) -> Data:
    """Return the position after the typed moves: what happened and which moves are possible."""
    stream = Stream(seed)
    state = table.deal(stream) if table.start is None else table.position(stream)
    moves_out, follow = list[Data](), table.playable.follow
    for text in typed:
        move = parse_move(table, state, _parse_move(text), lang)
        after = table.playable.apply(state, move, stream)
        data = move_data(table, state, move, lang)
        then = list(follow(table.game, state, after, lang)) if follow else []
        moves_out.append({**data, "then": then})
        state = after
    return {**_position(table, state, lang), "done": moves_out}


def _parse_move(text: str) -> object:
    """Parse a move given as words, or as JSON with some of its parts."""
    if not text.lstrip().startswith("{"):
        return text
    try:
        return json.loads(text)
    except ValueError as error:
        raise Problems.of("--do", Message("document.broken_json", reason=error)) from None


def _position(table: PlayTable, state: State, lang: str) -> Data:
    playable = table.playable
    outcome = playable.outcome(state)
    view = playable.shown(state) if playable.shown else str(state)
    return {
        "game": playable.slug,
        "state": view,
        "outcome": outcome._asdict() if outcome else None,
        "moves": [move_data(table, state, move, lang) for move in playable.legal(state)],
    }
