"""Find the games: first those in the current folder, then the built-in ones."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from .checks import SIZES, GameDraft, read_without_leaflets, with_leaflets
from .files import FileState, file_state
from .models import Game
from .problems import Findings, Message, Place, Problems, WrongArgument, quote
from .tables import data_files

PACKAGE = Path(__file__).parent


def game_folders() -> tuple[Path, ...]:
    """Return the folders that contain games, nearest first."""
    here = Path.cwd() / "cards_data"
    return (here, PACKAGE) if here.is_dir() and here.resolve() != PACKAGE.resolve() else (PACKAGE,)


def is_own(game: Game) -> bool:
    """Return whether a game is in the current folder and is not built in.

    In a checkout of this project both are in one folder: there only copies count as the user's.
    """
    here = (Path.cwd() / "cards_data").resolve()
    if game.folder.resolve().parent != here:
        return False
    return here != PACKAGE.resolve() or bool(game.origin)


def list_games() -> tuple[str, ...]:
    """Return every game's slug, in alphabetical order."""
    slugs = {path.parent.name for folder in game_folders() for path in folder.glob("*/game.yaml")}
    return tuple(sorted(slugs))


def find_game(name: str) -> Path:
    """Return the folder of a game; ``-`` may be written for ``_``."""
    slugs = list_games()
    same = [slug for slug in slugs if _normalise(slug) == _normalise(name)]
    # Two folders may differ only in that: then only the exact name counts.
    for slug in [name] if name in same else same:
        for folder in game_folders():
            if (folder / slug / "game.yaml").is_file():
                return folder / slug
    fault = Message("value.unknown", value=quote(name, len(name)))
    raise Problems([WrongArgument.unknown(Message("problem.game"), fault, name, slugs)])


def _normalise(name: str) -> str:
    return name.replace("-", "_").lower()


def load_games(names: Iterable[str], findings: Findings, leaflets: bool = True) -> list[Game]:
    """Return the valid games; the problems of the others are added to the findings."""
    games: list[Game] = []
    for name in names or list_games():
        try:
            games.append(load_game(name, leaflets))
        except Problems as problems:
            findings.extend(problems.problems)
    return games


def load_game(name: str, leaflets: bool = True, counted: bool = True) -> Game:
    """Return a game as checked values, read once for each state of its folder.

    Without its leaflets it is read faster, and their problems are not reported. If it is only
    shown, its pieces need not be ``counted``.
    """
    folder = find_game(name)
    states = _states(folder)
    if leaflets:
        return _load_whole(folder, states, counted)
    game, findings = _box(folder, states)
    findings.raise_any()
    return game


@lru_cache(maxsize=16)
def _load_whole(folder: Path, states: tuple[FileState, ...], counted: bool) -> Game:
    return with_leaflets(_box(folder, states), counted)


@lru_cache(maxsize=16)
def _box(folder: Path, states: tuple[FileState, ...]) -> GameDraft:
    return read_without_leaflets(folder)


def _states(folder: Path) -> tuple[FileState, ...]:
    """Return the states of all files of a game: the key of the cache."""
    try:
        own = list(data_files(folder))
    except OSError as error:
        raise Problems.of(
            Place(str(folder)), Message("value.cannot_be_read", reason=error.strerror)
        ) from None
    files = sorted((*own, *folder.glob("rules/*.yaml"), *folder.glob("examples/*.yaml")))
    return tuple(file_state(path) for path in (*files, SIZES))
