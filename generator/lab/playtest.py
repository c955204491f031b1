"""Define a playtest: versions of a game, bots, players and games; and look up positions."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cards_data import Game, Problems
from cards_data.documents import Document, parse_yaml
from cards_data.problems import Message, Place
from generator.store.fingerprint import code_digest, digest
from scorer.play.bots import Thinking
from scorer.play.contract import State, own_code, playable, played_by
from scorer.play.match import PlayTable, move_data, parse_move
from scorer.play.stream import Stream

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
