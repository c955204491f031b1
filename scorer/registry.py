"""Finds the games' rules by looking into ``scorer/games/``.

The current folder's own modules come first, then those that came along. Only the module of the
game that is asked for is loaded.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from cards_data import Problem, Problems, did_you_mean

from .rules import Rules

PACKAGE = Path(__file__).parent / "games"


def folders() -> tuple[Path, ...]:
    """Where rules are looked for, nearest first."""
    here = Path.cwd() / "scorer" / "games"
    return (here, PACKAGE) if here.is_dir() and here.resolve() != PACKAGE.resolve() else (PACKAGE,)


def slugs() -> tuple[str, ...]:
    """Every game that can be scored, in order of the alphabet."""
    found = {path.stem for folder in folders() for path in folder.glob("[a-z]*.py")}
    return tuple(sorted(found))


def rules(name: str) -> Rules[Any, Any]:
    """A game's rules; ``-`` may stand for ``_``."""
    slug = name.replace("-", "_").lower()
    for folder in folders():
        if slug in slugs() and (folder / f"{slug}.py").is_file():
            return _rules(folder, slug)
    known = slugs()
    found = f'no rules for "{name}"'
    hint = did_you_mean(slug, known) or "a game's rules are one module in scorer/games/"
    raise Problems([Problem("game", found, ", ".join(known), hint)])


def _rules(folder: Path, slug: str) -> Rules[Any, Any]:
    module = import_module(f"scorer.games.{slug}") if folder == PACKAGE else _own(folder, slug)
    found = getattr(module, "RULES", None)
    if not isinstance(found, Rules):
        where = f"scorer/games/{slug}.py"
        raise Problems([Problem(where, "registers no rules", "RULES = Rules(…)")])
    return found


@cache
def _own(folder: Path, slug: str) -> ModuleType:
    """A module of the current folder."""
    spec = spec_from_file_location(f"own_rules_{slug}", folder / f"{slug}.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
