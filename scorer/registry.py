"""Finds the games' rules by looking into ``scorer/games/``: a module, or a folder of modules.

The current folder's own modules come first, then those that came along. Only the module of the
game that is asked for is loaded.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from hashlib import sha256
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
    modules = {path.stem for folder in folders() for path in folder.glob("[a-z]*.py")}
    packages = {path.parent.name for folder in folders() for path in folder.glob("*/__init__.py")}
    return tuple(sorted(modules | packages))


def rules(name: str) -> Rules[Any, Any]:
    """A game's rules; ``-`` may stand for ``_``."""
    slug = name.replace("-", "_").lower()
    known = slugs()
    for folder in folders():
        place = _place(folder, slug)
        if slug in known and place is not None:
            return _rules(place, slug)
    found = f'no rules for "{name}"'
    hint = did_you_mean(slug, known) or "a game's rules are one module in scorer/games/"
    raise Problems([Problem("game", found, ", ".join(known), hint)])


def _place(folder: Path, slug: str) -> Path | None:
    """The file that holds a game's rules, or begins the folder that does."""
    places = (folder / f"{slug}.py", folder / slug / "__init__.py")
    return next((place for place in places if place.is_file()), None)


def _rules(place: Path, slug: str) -> Rules[Any, Any]:
    came_along = place.is_relative_to(PACKAGE)
    module = import_module(f"scorer.games.{slug}") if came_along else _own(place, _content(place))
    found = getattr(module, "RULES", None)
    if not isinstance(found, Rules):
        where = f"scorer/games/{slug}.py"
        raise Problems([Problem(where, "registers no rules", "RULES = Rules(…)")])
    return found


def _content(place: Path) -> str:
    """What the rules are known by: somebody may change them while a preview shows their cards."""
    files = sorted(place.parent.glob("*.py")) if place.name == "__init__.py" else [place]
    return sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]


@lru_cache(maxsize=8)
def _own(place: Path, content: str) -> ModuleType:
    """A module or folder of the current folder, loaded as a neighbour of those that came along.

    So it may import what it needs in the same way as they do.
    """
    name = f"{__package__}.games.own_{abs(hash(place)):x}_{content}"
    inside = [str(place.parent)] if place.name == "__init__.py" else None
    spec = spec_from_file_location(name, place, submodule_search_locations=inside)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module
