"""Find the games: first those in the current folder, then the built-in ones."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from .checks import SIZES, Unfinished, read_without_leaflets, with_leaflets
from .models import Game
from .problems import Findings, Message, Place, Problems, WrongArgument, did_you_mean, quoted
from .tables import data_files

PACKAGE = Path(__file__).parent


def shelves() -> tuple[Path, ...]:
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
    slugs = {path.parent.name for shelf in shelves() for path in shelf.glob("*/game.yaml")}
    return tuple(sorted(slugs))


def find_game(name: str) -> Path:
    """Return the folder of a game; ``-`` may be written for ``_``."""
    known = list_games()
    same = [slug for slug in known if _folded(slug) == _folded(name)]
    # Two folders may differ only in that: then only the exact name counts.
    for slug in [name] if name in same else same:
        for shelf in shelves():
            if (shelf / slug / "game.yaml").is_file():
                return shelf / slug
    hint = did_you_mean(name, known)
    raise Problems(
        [
            WrongArgument(
                Message("problem.game"),
                Message("value.unknown", value=quoted(name, len(name))),
                ", ".join(known),
                hint,
            )
        ]
    )


def _folded(name: str) -> str:
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
    state = _state(folder)
    if leaflets:
        return _whole(folder, state, counted)
    game, findings = _box(folder, state)
    findings.raise_any()
    return game


State = tuple[tuple[str, int, int], ...]


@lru_cache(maxsize=16)
def _whole(folder: Path, state: State, counted: bool) -> Game:
    return with_leaflets(_box(folder, state), counted)


@lru_cache(maxsize=16)
def _box(folder: Path, state: State) -> Unfinished:
    return read_without_leaflets(folder)


def _state(folder: Path) -> State:
    """Return names, sizes and times of all files of a game: the key of the cache."""
    try:
        own = list(data_files(folder))
    except OSError as error:
        raise Problems.of(
            Place(str(folder)), Message("value.cannot_be_read", reason=error.strerror)
        ) from None
    files = sorted((*own, *folder.glob("rules/*.yaml"), *folder.glob("examples/*.yaml")))
    return tuple(_known_by(path) for path in (*files, SIZES))


def _known_by(path: Path) -> tuple[str, int, int]:
    """Return name, size and time; a dangling link, such as an editor's lock, has neither."""
    try:
        status = path.stat()
    except OSError:
        return path.as_posix(), -1, -1
    return path.as_posix(), status.st_size, status.st_mtime_ns
