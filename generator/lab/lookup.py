"""Looks up the rules: what may be done in a position, and what then holds, as plain data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cards_data import Problem, Problems
from cards_data.documents import Document, parse_yaml
from cards_data.problems import (
    Message,
    Place,
)
from scorer.play.contract import State
from scorer.play.match import PlayTable, meant, move_data
from scorer.play.stream import Stream

Data = dict[str, Any]


def read_position(path: Path) -> Document:
    """A YAML or JSON file; JSON is YAML, so lines are known for both."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        found = getattr(error, "strerror", None) or Message("lab.no_text")
        raise Problems(
            [Problem(Place(str(path)), Message("value.cannot_be_read", reason=found))]
        ) from None
    return parse_yaml(text, str(path))


def looked_up(table: PlayTable, seed: int, typed: Sequence[str], lang: str) -> Data:
    """The position after the moves that were typed: what happened, what may be done."""
    stream = Stream(seed)
    state = table.dealt(stream) if table.start is None else table.position(stream)
    told: list[Data] = []
    for text in typed:
        move = meant(table, state, _parsed(text), lang)
        after = table.playable.apply(state, move, stream)
        data = move_data(table, state, move, lang)
        told.append({**data, "then": _then(table, state, after, lang)})
        state = after
    return {**_position(table, state, lang), "done": told}


def _parsed(text: str) -> object:
    """A move as words, or as JSON with some of its parts."""
    if not text.lstrip().startswith("{"):
        return text
    try:
        return json.loads(text)
    except ValueError as error:
        raise Problems([Problem("--do", Message("document.broken_json", reason=error))]) from None


def _then(table: PlayTable, before: State, after: State, lang: str) -> list[str]:
    follow = table.playable.follow
    return list(follow(table.game, before, after, lang)) if follow else []


def _position(table: PlayTable, state: State, lang: str) -> Data:
    playable = table.playable
    outcome = playable.outcome(state)
    shown = playable.shown(state) if playable.shown else str(state)
    return {
        "game": playable.slug,
        "state": shown,
        "outcome": outcome._asdict() if outcome else None,
        "moves": [move_data(table, state, move, lang) for move in playable.legal(state)],
    }
