"""The contract of a game that can be played: five functions, and some that help.

A module ``play`` of a game gives ``setup``, ``legal``, ``apply``, ``outcome`` and ``hide``. States
and moves are plain values that are never changed once they are handed out; a state has a
``turn``, the player who decides next, counted from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from cards_data import Findings, Game, did_you_mean, quoted
from cards_data.problems import Message

from .stream import Stream

State = Any
Move = Any


class Outcome(NamedTuple):
    """The end of a game: each player's share of the victory, and how it came about."""

    shares: tuple[float, ...]
    how: str = ""


class Event(NamedTuple):
    """Something worth counting: a card bought, a tile placed."""

    what: str
    item: str


@dataclass(frozen=True)
class Playable:
    """A game's functions. What a game does not bring is None, and bots and reports do without."""

    slug: str
    setup: Callable[[Game, Mapping[str, object], Stream], State]
    legal: Callable[[State], Sequence[Move]]
    apply: Callable[[State, Move, Stream], State]
    outcome: Callable[[State], Outcome | None]
    hide: Callable[[State, int, Stream], State]
    # What may be chosen before a game, beside the number of players.
    options: Callable[[Game], Sequence[Option]] | None = None
    # What a sensible first-timer would do; how well a player stands, higher is better.
    advise: Callable[[State], Move] | None = None
    value: Callable[[State, int], float] | None = None
    # Moves that a bot need not think about, for being no better than others.
    prune: Callable[[State, Sequence[Move]], Sequence[Move]] | None = None
    # What a move brought about, to be counted; a move in words, and what then happened.
    events: Callable[[State, Move, State], Sequence[Event]] | None = None
    tell: Callable[[Game, State, Move, str], str] | None = None
    follow: Callable[[Game, State, State, str], Sequence[str]] | None = None
    # A state as plain data, and back; all problems at once.
    shown: Callable[[State], Mapping[str, object]] | None = None
    position: Callable[..., State] | None = None
    # A move as plain data, for look-ups.
    shown_move: Callable[[State, Move], Mapping[str, object]] | None = None


# Known to every game: how many sit there, and cards that are left out.
COMMON = ("players", "without")
_TRUTH = {"yes": True, "no": False, "true": True, "false": False}


class Option(NamedTuple):
    """A choice by name; the first value is the usual one."""

    name: str
    values: tuple[object, ...]


def chosen(options: Sequence[Option], wanted: Mapping[str, object]) -> dict[str, object]:
    """A value for each option; unknown names and values are problems, all at once."""
    findings = Findings()
    known = {option.name: option for option in options}
    for name in wanted:
        if name not in known and name not in COMMON:
            allowed = ", ".join(known) or Message("play.no_options")
            hint = did_you_mean(name, known)
            findings.add(f"--set {name}", Message("play.no_option"), allowed, hint)
    values = {
        option.name: _value(option, wanted[option.name], findings)
        if option.name in wanted
        else option.values[0]
        for option in options
    }
    findings.raise_any()
    return values


def _value(option: Option, wanted: object, findings: Findings) -> object:
    """The allowed value that is written like the wanted one."""
    meant = _TRUTH.get(str(wanted).lower(), wanted)
    for value in option.values:
        if str(value) == str(meant):
            return value
    allowed = ", ".join(shown(value) for value in option.values)
    findings.add(f"--set {option.name}", Message("value.found", value=quoted(wanted)), allowed)
    return option.values[0]


def shown(value: object) -> str:
    """A value as it is typed."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
