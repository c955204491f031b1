"""Where our code, templates and rules lie: the current folder's own first, then the package's."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cards_data.models import Game

# Our packages, and the folder that holds them.
PACKAGES = ("cards_data", "scorer", "generator")
ROOT = Path(__file__).parent.parent
_PACKAGED = Path(__file__).parent / "templates"
_CHECKOUT = ROOT / "templates"


def docs_folder() -> Path:
    """Return the folder of the documentation: the built site, or its Markdown pages.

    A wheel has one of the two; a checkout has the site after ``make docs``.
    """
    built = (Path(__file__).parent / "docs", ROOT / "build" / "docs")
    return next((path for path in built if path.is_dir()), ROOT / "docs")


def template_folders() -> tuple[Path, ...]:
    """The folders that hold templates, nearest first."""
    return templates_over(Path.cwd() / "templates")


def templates_over(folder: Path) -> tuple[Path, ...]:
    """A project's templates, then ours, which every project uses: pages of the kit, macros."""
    shipped = _PACKAGED if _PACKAGED.is_dir() else _CHECKOUT
    if folder.is_dir() and folder.resolve() != shipped.resolve():
        return (folder, shipped)
    return (shipped,)


def rules_files(slug: str) -> tuple[Path, ...]:
    """The scorer's files for a game, found by looking: none is loaded."""
    places = (ROOT / "scorer" / "games", Path.cwd() / "scorer" / "games")
    files = {
        path
        for place in places
        for path in (place / f"{slug}.py", *(place / slug).glob("*.py"))
        if path.is_file()
    }
    return tuple(sorted(files))


def has_rules(game: Game) -> bool:
    """Whether a game can be scored, found by looking: no rules are loaded."""
    return bool(rules_files(game.rules_name)) or game.declares_rules
