"""What "since" means: an earlier manifest or PDF, a folder, a zip file or a git revision.

Comes in: what the user typed. Goes out: a snapshot of then, or the whole game as it was then.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cards_data import load_game
from cards_data.checks import read_game
from cards_data.models import Game
from cards_data.problems import Problem, Problems, Text, quoted
from generator import resources
from generator.options import Edition
from generator.store.sources import Sources

from .archives import unzipped
from .git_revision import commit_of, is_shallow, unpack
from .print_history import Print, check_edition, prints_in, read_print

LAST = "last"
_SHALLOW = Text("print.shallow")
ALLOWED = Text("print.compare_with")


def earlier_prints(
    slug: str, edition: Edition, ref: str, out: Path, origin: str = ""
) -> tuple[Print, ...]:
    """The prints that a reference names, oldest first; nothing when it names none.

    Without a reference, or for the word "last", all prints in the folder; a copy of another game
    that was never printed is compared with its origin.
    """
    if ref not in ("", LAST):
        named = print_named(ref)
        if named:
            check_edition(named, slug, edition)
        return (named,) if named else ()
    prints = prints_in(out, slug, edition)
    if not prints and origin and ref == "":
        return ()
    if not prints:
        hint = Text("print.print_once", game=slug)
        what = Text("print.no_earlier", game=slug, lang=edition.lang, folder=out)
        raise Problems([Problem("--since", what, ALLOWED, hint)])
    return prints


def print_named(ref: str) -> Print | None:
    """The print that a file is; a manifest or PDF that holds none is a problem."""
    path = Path(ref)
    if path.suffix not in (".json", ".pdf") or not _test(path.is_file):
        return None
    earlier = read_print(path)
    if earlier is None:
        raise Problems([Problem(ref, Text("print.no_manifest"), ALLOWED)])
    return earlier


def _test(asked: Callable[[], bool]) -> bool:
    """A question about a path; no for a path that the file system cannot hold."""
    try:
        return asked()
    except (OSError, ValueError):
        return False


@dataclass(frozen=True)
class EarlierGame:
    """A game as it was, and the files that its faces were made from."""

    game: Game
    sources: Sources


@contextmanager
def old_game(game: Game, ref: str) -> Iterator[EarlierGame]:
    """The game as it was then, with its templates; everything of it is gone afterwards."""
    path, slug = Path(ref), game.slug
    if game.origin and ref in ("", game.origin):
        yield EarlierGame(load_game(game.origin, counted=False), Sources())
        return
    with tempfile.TemporaryDirectory(prefix="ecotable-since-") as temporary:
        then = ""
        if _test(path.is_dir):
            root = path
        elif path.suffix == ".zip" and _test(path.is_file):
            root, then = unzipped(path, Path(temporary)), ref
        elif _test(path.is_file):
            raise Problems([Problem(ref, Text("print.not_whole"), ALLOWED)])
        else:
            root, then = _checked_out(ref, Path(temporary)), f"git {ref}"
        with _told_of(then):
            earlier = _read_game(slug, root)
        yield earlier


@contextmanager
def _told_of(then: str) -> Iterator[None]:
    """What is wrong with files that are not here is told with where they are."""
    try:
        yield
    except Problems as problems:
        if not then:
            raise
        raise Problems(
            one._replace(where=f"{then}: {one.where}") for one in problems.problems
        ) from None


def _read_game(slug: str, root: Path) -> EarlierGame:
    """A game below a folder: the folder itself, ``cards_data/<slug>`` in it, or a level deeper."""
    for folder in (
        root,
        root / slug,
        root / "cards_data" / slug,
        *root.glob(f"*/cards_data/{slug}"),
    ):
        if (folder / "game.yaml").is_file():
            break
    else:
        where = f"{root.name}/cards_data/{slug}/game.yaml"
        raise Problems([Problem("--since", Text("print.none_in", game=slug, folder=root), where)])
    # A game folder that is called otherwise (a copy beside the real one) keeps the slug.
    templates = folder.parent.parent / "templates"
    # Data without its templates is shown with those of today.
    known = (templates / slug).is_dir()
    then = Sources(resources.templates_over(templates)) if known else Sources()
    return EarlierGame(read_game(folder, slug, counted=False), then)


def _checked_out(ref: str, into: Path) -> Path:
    commit = commit_of(ref)
    if not commit:
        hint = _SHALLOW if not ref.startswith("-") and is_shallow() else ""
        if not shutil.which("git"):
            hint = Text("print.no_git")
        raise Problems(
            [Problem("--since", Text("value.unknown", value=quoted(ref)), ALLOWED, hint)]
        )
    unpack(commit, ref, into)
    return into
