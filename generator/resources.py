"""Find code, templates and rules, first in the current folder, then in the package."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cards_data.models import Game

# The packages, and the folder that contains them.
PACKAGES = ("cards_data", "scorer", "generator")
ROOT = Path(__file__).parent.parent
_PACKAGED = Path(__file__).parent / "templates"
_CHECKOUT = ROOT / "templates"


def docs_folder() -> Path:
    """Return the documentation: the site that ``make docs`` built, or the Markdown pages."""
    built = (Path(__file__).parent / "docs", ROOT / "build" / "docs")
    return next((path for path in built if path.is_dir()), ROOT / "docs")


def template_folders() -> tuple[Path, ...]:
    """Return the template folders, nearest first."""
    return templates_over(Path.cwd() / "templates")


def templates_over(folder: Path) -> tuple[Path, ...]:
    """Return a project's template folder, then the package's, which holds kit pages and macros."""
    shipped = _PACKAGED if _PACKAGED.is_dir() else _CHECKOUT
    if folder.is_dir() and folder.resolve() != shipped.resolve():
        return (folder, shipped)
    return (shipped,)


def rules_files(slug: str) -> tuple[Path, ...]:
    """List the scorer's files for a game without loading them."""
    places = (ROOT / "scorer" / "games", Path.cwd() / "scorer" / "games")
    files = {
        path
        for place in places
        for path in (place / f"{slug}.py", *(place / slug).glob("*.py"))
        if path.is_file()
    }
    return tuple(sorted(files))


def has_rules(game: Game) -> bool:
    """Return whether a game can be scored, without loading its rules."""
    return bool(rules_files(game.rules_name)) or game.declares_rules
