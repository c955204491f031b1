"""Load the module that plays a game: ``play.py``, or a folder ``play``, beside its rules.

A module of the current folder comes first, and runs only where the user trusts the folder.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from cards_data import Game, Problems
from cards_data.problems import Message, Place
from cards_data.reader import shown_path
from scorer.registry import PACKAGE, content_of, error_text, folders, own_module, place_of_error

from .contract import Playable

REQUIRED = ("setup", "legal", "apply", "outcome", "hide")
OPTIONAL = tuple("options advise value prune events tell follow shown position shown_move".split())
BUILT_IN = "scorer.games.{slug}.play"


def playable(game: Game) -> Playable:
    """A game's functions; a game that nobody taught to play is a problem."""
    name = played_by(game)
    place = place_of(name)
    if place is None:
        known = ", ".join(slugs())
        hint = Message("play.write_module", game=game.slug)
        found = Message("play.not_playable", game=game.slug)
        raise Problems.of("play", found, known, hint)
    built_in = place.is_relative_to(PACKAGE)
    module = import_module(BUILT_IN.format(slug=name)) if built_in else own_module(place, name)
    functions = _playable(module, game.slug, place)
    return functions if built_in else _with_error_places(functions, place)


def played_by(game: Game) -> str:
    """Whose play it is played by: its own, else that of the game whose rules it refers to."""
    return game.slug if place_of(game.slug) else game.rules_name


def _playable(module: ModuleType, slug: str, place: Path) -> Playable:
    missing = [name for name in REQUIRED if not callable(getattr(module, name, None))]
    if missing:
        where, found = (
            Place(shown_path(place)),
            Message("play.no_function", names=", ".join(missing)),
        )
        raise Problems.of(where, found, ", ".join(REQUIRED))
    functions: dict[str, Any] = {
        name: getattr(module, name, None) for name in (*REQUIRED, *OPTIONAL)
    }
    return Playable(slug, **functions)


def _with_error_places(found: Playable, place: Path) -> Playable:
    """Report errors of a user's module with the line they come from."""
    guarded: dict[str, Any] = {
        name: _guarded(function, place)
        for name in (*REQUIRED, *OPTIONAL)
        if (function := getattr(found, name)) is not None
    }
    return replace(found, **guarded)


def _guarded(function: Callable[..., Any], place: Path) -> Callable[..., Any]:
    def called(*values: Any) -> Any:
        try:
            return function(*values)
        except Problems:
            raise
        except Exception as error:
            where = place_of_error(error, place)
            raise Problems.of(where, error_text(error)) from None

    return called


def place_of(slug: str) -> Path | None:
    """The file that holds a game's play, or begins the folder that does."""
    for folder in folders():
        for place in (folder / slug / "play.py", folder / slug / "play" / "__init__.py"):
            if place.is_file():
                return place
    return None


def slugs() -> tuple[str, ...]:
    """Every game that can be played out."""
    found = {
        path.relative_to(folder).parts[0]
        for folder in folders()
        for pattern in ("*/play.py", "*/play/__init__.py")
        for path in folder.glob(pattern)
    }
    return tuple(sorted(found))


def own_code(slug: str) -> str:
    """A hash of a module of the current folder; nothing for one that came along."""
    place = place_of(slug)
    return "" if place is None or place.is_relative_to(PACKAGE) else content_of(place)
