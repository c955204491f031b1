"""Cached scorers: many phones ask for the same few games many times a second.

The files are checked for every request, but read only when one of them has changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TypeVar, TypeVarTuple

from cards_data import Problems, load_game
from cards_data.checks import SIZES
from cards_data.files import states_in
from cards_data.registry import PACKAGE as DATA

from ...engine import Scorer, scorer_for
from ...registry import PACKAGE as RULES
from ...registry import is_scored, is_trusted, module_of

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
# The data and rules in the current folder.
OWN_DATA, OWN_RULES = Path("cards_data"), Path("scorer", "games")
# What may be part of a path; no file system allows names longer than 255 letters.
SLUG = re.compile(r"[a-z0-9_]{1,100}")


def while_unchanged(function: Callable[[str, *Ts], T]) -> Callable[[str, *Ts], T]:
    """Cache the result of a function for a game until a file of its scorer changes."""

    @lru_cache(maxsize=32)
    def call(_: object, slug: str, *more: *Ts) -> T:
        return function(slug, *more)

    return lambda slug, *more: call(_scorer_states(slug), slug, *more)


def _scorer_states(slug: str) -> tuple[object, ...]:
    """Return the states of all files of a scorer, and whether code of the folder may run."""
    here = Path.cwd()
    may_run = OWN_RULES.is_dir() and is_trusted(here)
    return here, may_run, *map(states_in, (*_places(slug), _referred_rules(slug)))


@while_unchanged
def cached_scorer(slug: str, lang: str) -> Scorer:
    return scorer_for(slug, lang)


def has_game(slug: str) -> bool:
    """Return whether a game with this name exists, without reading anything else."""
    if not SLUG.fullmatch(slug):
        return False
    return any((folder / slug / "game.yaml").is_file() for folder in (OWN_DATA, DATA))


def has_rules(slug: str) -> bool:
    return has_own_rules(slug) or _holds(RULES, slug) or _rules_of(slug)[1]


def has_own_rules(slug: str) -> bool:
    """Return whether the rules of a game are in the current folder."""
    if not OWN_RULES.is_dir() or OWN_RULES.resolve() == RULES:
        return False
    return _holds(OWN_RULES, slug) or _holds(OWN_RULES, _referred_rules(slug).name)


def _referred_rules(slug: str) -> Path:
    """Return where the referenced rules would be in the current folder."""
    return OWN_RULES / _rules_of(slug)[0]


def _rules_of(slug: str) -> tuple[str, bool]:
    """Return the name of a game's rules, and whether they exist."""
    return _read_rules(slug, *map(states_in, _data(slug)))


@lru_cache(maxsize=32)
def _read_rules(slug: str, *states: object) -> tuple[str, bool]:
    try:
        game = load_game(slug, leaflets=False) if has_game(slug) else None
    except Problems:
        game = None
    return (game.rules_name, is_scored(game)) if game else (slug, False)


def _holds(folder: Path, slug: str) -> bool:
    return SLUG.fullmatch(slug) is not None and module_of(folder, slug) is not None


@lru_cache(maxsize=32)
def _places(slug: str) -> tuple[Path, ...]:
    """Return everything that a scorer is made from."""
    data = [folder / part for folder in _data(slug) for part in ("", "rules", "examples")]
    return (*data, OWN_RULES, OWN_RULES / slug, SIZES)


def _data(slug: str) -> tuple[Path, Path]:
    return OWN_DATA / slug, DATA / slug
