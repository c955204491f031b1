"""The contract of a playable game: five functions, and some optional ones.

A game's module ``play`` provides ``setup``, ``legal``, ``apply``, ``outcome`` and ``hide``. States
and moves are plain values that are never changed after they are returned. A state has a ``turn``:
the player who decides next, counted from 0. The module is ``play.py``, or a folder ``play``, next
to the rules. One in the current folder takes precedence, and runs only if the user trusts the
folder.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from cards_data import Findings, Game, Problems, did_you_mean, quote
from cards_data.problems import Message, Place
from cards_data.reader import shown_path
from scorer.registry import PACKAGE, content_of, error_text, folders, own_module, place_of_error

from .stream import Stream

State = Any
Move = Any


class Outcome(NamedTuple):
    """The end of a game: each player's share of the victory, and how it was reached."""

    shares: tuple[float, ...]
    how: str = ""


class Event(NamedTuple):
    """Something to count: a card bought, a tile placed."""

    what: str
    item: str


@dataclass(frozen=True)
class Playable:
    """A game's functions. What a game lacks is None, and bots and reports work without it."""

    slug: str
    setup: Callable[[Game, Mapping[str, object], Stream], State]
    legal: Callable[[State], Sequence[Move]]
    apply: Callable[[State, Move, Stream], State]
    outcome: Callable[[State], Outcome | None]
    hide: Callable[[State, int, Stream], State]
    # What can be chosen before a game, besides the number of players.
    options: Callable[[Game], Sequence[Option]] | None = None
    # What a sensible beginner would do; how well off a player is, higher is better.
    advise: Callable[[State], Move] | None = None
    value: Callable[[State, int], float] | None = None
    # Moves that a bot need not consider because others are as good.
    prune: Callable[[State, Sequence[Move]], Sequence[Move]] | None = None
    # The countable events of a move; a move as text, and what then happened.
    events: Callable[[State, Move, State], Sequence[Event]] | None = None
    tell: Callable[[Game, State, Move, str], str] | None = None
    follow: Callable[[Game, State, State, str], Sequence[str]] | None = None
    # A state as plain data, and back; all problems are reported together.
    shown: Callable[[State], Mapping[str, object]] | None = None
    position: Callable[..., State] | None = None
    # The cards whose text play follows with these options: a report names those that are ours.
    pieces: Callable[[Game, Mapping[str, object]], Collection[str]] | None = None
    # A move as plain data, for look-ups.
    shown_move: Callable[[State, Move], Mapping[str, object]] | None = None


# Options of every game: the number of players, and cards that are left out.
COMMON = ("players", "without")
_TRUTH = {"yes": True, "no": False, "true": True, "false": False}


class Option(NamedTuple):
    """A choice by name; the first value is the default."""

    name: str
    values: tuple[object, ...]


def settings(options: Sequence[Option], values_given: Mapping[str, object]) -> dict[str, object]:
    """Return a value for each option; unknown names and values are reported together."""
    findings = Findings()
    by_name = {option.name: option for option in options}
    for name in values_given:
        if name not in by_name and name not in COMMON:
            allowed = ", ".join(by_name) or Message("play.no_options")
            hint = did_you_mean(name, by_name)
            findings.add(f"--set {name}", Message("play.no_option"), allowed, hint)
    values = {
        option.name: _value(option, values_given[option.name], findings)
        if option.name in values_given
        else option.values[0]
        for option in options
    }
    findings.raise_any()
    return values


def _value(option: Option, value_given: object, findings: Findings) -> object:
    """Return the allowed value that is written like the wanted one."""
    truth = _TRUTH.get(str(value_given).lower(), value_given)
    for value in option.values:
        if str(value) == str(truth):
            return value
    allowed = ", ".join(option_text(value) for value in option.values)
    findings.add(f"--set {option.name}", Message("value.found", value=quote(value_given)), allowed)
    return option.values[0]


def option_text(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


REQUIRED = ("setup", "legal", "apply", "outcome", "hide")
BUILT_IN = "scorer.games.{slug}.play"


def playable(game: Game) -> Playable:
    """Return a game's functions; a game without them is a problem."""
    name = played_by(game)
    place = place_of(name)
    if place is None:
        slugs_text = ", ".join(slugs())
        hint = Message("play.write_module", game=game.slug)
        fault = Message("play.not_playable", game=game.slug)
        raise Problems.of("play", fault, slugs_text, hint)
    built_in = place.is_relative_to(PACKAGE)
    module = import_module(BUILT_IN.format(slug=name)) if built_in else own_module(place, name)
    missing = [name for name in REQUIRED if not callable(getattr(module, name, None))]
    if missing:
        fault = Message("play.no_function", names=", ".join(missing))
        raise Problems.of(Place(shown_path(place)), fault, ", ".join(REQUIRED))
    names = [one.name for one in fields(Playable) if one.name != "slug"]
    functions: dict[str, Any] = {name: getattr(module, name, None) for name in names}
    if not built_in:
        functions = {name: one and _guard(one, place) for name, one in functions.items()}
    return Playable(game.slug, **functions)


def played_by(game: Game) -> str:
    """Return whose play module is used: its own, or that of the game whose rules it uses."""
    return game.slug if place_of(game.slug) else game.rules_name


def _guard(function: Callable[..., Any], place: Path) -> Callable[..., Any]:
    """Report errors of a user's module with the line they come from."""

    def call(*values: Any) -> Any:
        try:
            return function(*values)
        except Problems:
            raise
        except Exception as error:
            where = place_of_error(error, place)
            raise Problems.of(where, error_text(error)) from None

    return call


def place_of(slug: str) -> Path | None:
    """Return the file of a game's play module, or the first file of its folder."""
    for folder in folders():
        for place in (folder / slug / "play.py", folder / slug / "play" / "__init__.py"):
            if place.is_file():
                return place
    return None


def slugs() -> tuple[str, ...]:
    slugs = {
        path.relative_to(folder).parts[0]
        for folder in folders()
        for pattern in ("*/play.py", "*/play/__init__.py")
        for path in folder.glob(pattern)
    }
    return tuple(sorted(slugs))


def own_code(slug: str) -> str:
    """Hash a module of the current folder; empty for a built-in one."""
    place = place_of(slug)
    return "" if place is None or place.is_relative_to(PACKAGE) else content_of(place)
