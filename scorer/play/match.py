"""Play one game from start to end, as a plain record or move by move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from cards_data import Game, Problems, did_you_mean, quote
from cards_data.documents import Document
from cards_data.problems import Message

from .bots import Thinking, bot
from .contract import Move, Outcome, Playable, State
from .stream import Stream

# A game that is not over by then counts as unfinished, without a winner.
MOST_MOVES = 4_000
UNFINISHED = "unfinished"


@dataclass(frozen=True)
class PlayTable:
    """What is played: the game, its functions and options, and perhaps a starting position."""

    game: Game
    playable: Playable
    options: Mapping[str, object]
    start: Document | None = None

    def deal(self, stream: Stream) -> State:
        """Return the first state: a deal, or a given position with its hidden cards dealt."""
        if self.start is None:
            return self.playable.setup(self.game, self.options, stream)
        state = self.position(stream)
        return self.playable.hide(state, state.turn, stream.branch("position"))

    def position(self, stream: Stream) -> State:
        if self.playable.position is None or self.start is None:
            fault = Message("play.no_positions", game=self.playable.slug)
            raise Problems.of("--position", fault, Message("play.position_module"))
        return self.playable.position(self.game, self.start, stream)


class CountedEvent(NamedTuple):
    """Something that happened in a turn."""

    turn: int
    what: str
    item: str


class PlayedGame(NamedTuple):
    """A game that was played."""

    seed: int
    shares: tuple[float, ...]
    how: str
    turns: int
    moves: int
    events: tuple[CountedEvent, ...]


class PlayedMove(NamedTuple):
    """One move of a game."""

    before: State
    move: Move
    after: State
    turn: int


def steps(
    table: PlayTable, name: str, seed: int, thinking: Thinking | None = None
) -> Iterator[PlayedMove]:
    """Yield the moves of a game in order; turns count from 1."""
    stream = Stream(seed)
    playable = table.playable
    decide = bot(name, playable, thinking)
    state, turn = table.deal(stream), 1
    for number in range(MOST_MOVES):
        if playable.outcome(state) is not None:
            return
        move = decide(state, stream, number)
        after = playable.apply(state, move, stream)
        yield PlayedMove(state, move, after, turn)
        turn += _turns(state, after)
        state = after


def _turns(before: State, after: State) -> int:
    """Return how many turns passed; a state may count them, as some turns are skipped."""
    return int(after.turns - before.turns if hasattr(after, "turns") else before.turn != after.turn)


def play_game(
    table: PlayTable, name: str, seed: int, thinking: Thinking | None = None
) -> PlayedGame:
    playable = table.playable
    state, turn, moves = None, 1, 0
    events: list[CountedEvent] = []
    for step in steps(table, name, seed, thinking):
        if playable.events is not None:
            for what, item in playable.events(step.before, step.move, step.after):
                events.append(CountedEvent(step.turn, what, item))
        state, turn, moves = step.after, step.turn, moves + 1
    state = table.deal(Stream(seed)) if state is None else state
    outcome = playable.outcome(state) or Outcome((0.0,), UNFINISHED)
    return PlayedGame(seed, outcome.shares, outcome.how, turn, moves, tuple(events))


def game_in_words(
    table: PlayTable, name: str, seed: int, lang: str, thinking: Thinking | None = None
) -> list[str]:
    """Describe a game, with a line for each move and each event that followed."""
    playable, game = table.playable, table.game
    lines: list[str] = []
    if playable.follow is not None:
        lines += playable.follow(game, None, table.deal(Stream(seed)), lang)
    for step in steps(table, name, seed, thinking):
        lines.append("  " + words_of(table, step.before, step.move, lang))
        if playable.follow is not None:
            lines += playable.follow(game, step.before, step.after, lang)
        elif (outcome := playable.outcome(step.after)) is not None:
            lines.append(outcome.how)
    return lines


def words_of(table: PlayTable, state: State, move: Move, lang: str) -> str:
    """Describe a move; a game without texts shows the move as written."""
    tell = table.playable.tell
    return move_text(move) if tell is None else tell(table.game, state, move, lang)


def move_text(move: Move) -> str:
    return " ".join(map(str, move)) if isinstance(move, tuple) else str(move)


def move_data(table: PlayTable, state: State, move: Move, lang: str) -> dict[str, object]:
    """Return a move for look-ups: its ``--do`` value, its parts, and its description."""
    describe = table.playable.shown_move
    data = {"move": move_text(move)} if describe is None else dict(describe(state, move))
    return {**data, "words": words_of(table, state, move, lang)}


def parse_move(table: PlayTable, state: State, typed: object, lang: str) -> Move:
    """Return the legal move that somebody typed, or described by some of its parts."""
    moves = [(move, move_data(table, state, move, lang)) for move in table.playable.legal(state)]
    parts = typed if isinstance(typed, dict) else {"move": " ".join(str(typed).split())}
    fitting = [
        move
        for move, data in moves
        if all(_is_same(data.get(key), value) for key, value in parts.items())
    ]
    if len(fitting) == 1:
        return fitting[0]
    names = [str(data["move"]) for _, data in moves]
    fault = Message("play.several" if fitting else "play.not_now", move=quote(typed))
    hint = did_you_mean(str(parts.get("move", "")), names)
    raise Problems.of("--do", fault, "; ".join(names), hint)


def _is_same(one: object, other: object) -> bool:
    """Compare values; lists in any order, words in any case."""
    if isinstance(one, list) and isinstance(other, list):
        return sorted(map(str, one)) == sorted(map(str, other))
    return str(one).casefold() == str(other).casefold()
