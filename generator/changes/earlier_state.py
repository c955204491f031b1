"""What "since" means: an earlier manifest or PDF, a folder, a zip file or a git revision."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from cards_data import load_game
from cards_data.checks import read_game
from cards_data.models import Deck, Game, Piece, Value
from cards_data.problems import NOWHERE, Message, Place, Problems, quoted
from generator import resources
from generator.options import Edition
from generator.store.sources import Sources
from generator.workers.process import program

from .diff import PieceState
from .print_history import Print, PrintedBox, box_of, check_edition, prints_in, read_print

BYTES_LIMIT = 200_000_000
FILES_LIMIT = 20_000


def check_bounds(place: str, sizes: Iterable[int]) -> None:
    """An archive much larger than any game is refused before it fills the disk."""
    listed = list(sizes)
    if len(listed) > FILES_LIMIT:
        found = Message("print.files", n=len(listed))
        allowed = Message("allowed.up_to", n=FILES_LIMIT)
    elif sum(listed) > BYTES_LIMIT:
        found = Message("print.unpacks", n=sum(listed))
        allowed = Message("allowed.up_to", n=BYTES_LIMIT)
    else:
        return
    raise Problems.of(place, found, allowed)


def write_below(folder: Path, name: str, content: bytes) -> None:
    """Writes a file below the folder; a name that leads out of it is left out."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or any(part in ("..", "/") or ":" in part for part in parts):
        return
    path = folder.joinpath(*parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def unzipped(path: Path, into: Path) -> Path:
    """The files of a zip file below a folder."""
    try:
        with zipfile.ZipFile(path) as archive:
            files = [one for one in archive.infolist() if not one.is_dir()]
            check_bounds(str(path), (one.file_size for one in files))
            for one in files:
                write_below(into, one.filename, archive.read(one))
    except Problems:
        raise
    # Damaged files raise whatever the place they are damaged at brings with it.
    except Exception as error:
        found = Message("print.no_zip", reason=error)
        raise Problems.of(Place(str(path)), found) from None
    return into


PARTS = ("cards_data", "templates")
# Neither a watcher, nor a hook, nor a fetch of what is not there.
_QUIETLY = ("-c", "core.fsmonitor=", "-c", "core.hooksPath=", "-c", "protocol.allow=never")
_ALONE = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}
_PLAIN_FILES = (b"100644", b"100755")


def commit_of(ref: str) -> str:
    """The commit that a word names in the repository of the current folder, or nothing."""
    # What begins with a dash would be an option to git, never a revision.
    if ref.startswith("-"):
        return ""
    return _git("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}").decode().strip()


def is_shallow() -> bool:
    """Whether the repository was fetched without its earlier commits."""
    return _git("rev-parse", "--is-shallow-repository").strip() == b"true"


def unpack(commit: str, ref: str, into: Path) -> None:
    """The data and templates of a commit: of the current folder, else of the whole repository."""
    for folder in (".", _git("rev-parse", "--show-toplevel").decode().strip()):
        files = list(_listed(commit, folder))
        if any(name.startswith("cards_data/") for _, _, name in files):
            check_bounds(f"git {ref}", (size for _, size, _ in files))
            for name, content in _contents(files):
                write_below(into, name, content)
            return
    raise Problems.of(f"git {ref}", Message("print.no_data"), Message("print.revision"))


def _listed(commit: str, folder: str) -> Iterator[tuple[str, int, str]]:
    """The plain files of a commit below a folder: object, size and name."""
    listing = _git("-C", folder, "ls-tree", "-r", "-l", "-z", commit, "--", *PARTS)
    for line in listing.split(b"\0")[:-1]:
        head, _, name = line.partition(b"\t")
        mode, _, key, size = head.split()
        if mode in _PLAIN_FILES and size.isdigit():
            yield key.decode(), int(size), name.decode(errors="replace")


def _contents(files: list[tuple[str, int, str]]) -> Iterator[tuple[str, bytes]]:
    """Every name with what its object holds; git writes a line before it and one after."""
    asked = "".join(f"{key}\n" for key, _, _ in files)
    answer = io.BytesIO(_git("cat-file", "--batch", given=asked.encode()))
    for _, size, name in files:
        answer.readline()
        yield name, answer.read(size)
        answer.readline()


def _git(*words: str, given: bytes = b"") -> bytes:
    """What git answers; nothing when it refuses or is not there."""
    try:
        call = [program("git") or "", *_QUIETLY, *words]
        alone = {**os.environ, **_ALONE}
        return subprocess.run(call, input=given, capture_output=True, check=True, env=alone).stdout
    except (OSError, ValueError, subprocess.CalledProcessError):
        return b""


LAST = "last"
# Columns of a row that are not values of the piece.
_OWN = ("copies", "source", "reason")
ALLOWED = Message("print.compare_with")


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
        hint = Message("print.print_once", game=slug)
        what = Message("print.no_earlier", game=slug, lang=edition.lang, folder=out)
        raise Problems.of("--since", what, ALLOWED, hint)
    return prints


def print_named(ref: str) -> Print | None:
    """The print that a file is; a manifest or PDF that holds none is a problem."""
    path = Path(ref)
    if path.suffix not in (".json", ".pdf") or not _test(path.is_file):
        return None
    earlier = read_print(path)
    if earlier is None:
        raise Problems.of(ref, Message("print.no_manifest"), ALLOWED)
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
            raise Problems.of(ref, Message("print.not_whole"), ALLOWED)
        else:
            root, then = _checked_out(ref, Path(temporary)), f"git {ref}"
        try:
            earlier = _read_game(slug, root)
        except Problems as problems:
            if not then:
                raise
            # Files that are not here are named with where they come from.
            raise Problems(
                replace(one, where=Message("problem.inside", outer=then, found=one.where))
                for one in problems.problems
            ) from None
        yield earlier


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
        raise Problems.of("--since", Message("print.none_in", game=slug, folder=root), where)
    # A game folder that is called otherwise (a copy beside the real one) keeps the slug.
    templates = folder.parent.parent / "templates"
    # Data without its templates is shown with those of today.
    known = (templates / slug).is_dir()
    then = Sources(resources.templates_over(templates)) if known else Sources()
    return EarlierGame(read_game(folder, slug, counted=False), then)


def _checked_out(ref: str, into: Path) -> Path:
    commit = commit_of(ref)
    if not commit:
        hint = Message("print.shallow") if not ref.startswith("-") and is_shallow() else ""
        if not shutil.which("git"):
            hint = Message("print.no_git")
        raise Problems.of("--since", Message("value.unknown", value=quoted(ref)), ALLOWED, hint)
    unpack(commit, ref, into)
    return into


@contextmanager
def earlier_game(
    game: Game, edition: Edition, ref: str, out: Path, playable: bool = False
) -> Iterator[Game]:
    """The game as the named prints have it, else as its files were then.

    A ``playable`` one has the decks of now in place of those that were not printed.
    """
    if printed := printed_game(game, edition, ref, out):
        decks, scoring = {**game.decks, **printed.decks}, printed.scoring or game.scoring
        yield replace(printed, decks=decks, scoring=scoring) if playable else printed
        return
    with old_game(game, ref) as earlier:
        yield earlier.game


def printed_game(game: Game, edition: Edition, ref: str, out: Path) -> Game | None:
    """The game as the named prints have it; nothing when the reference names none."""
    prints = earlier_prints(game.slug, edition, ref, out, game.origin)
    return _game(game, box_of(prints)) if prints else None


def _game(game: Game, box: PrintedBox) -> Game:
    printed = {piece.deck for piece in box.snapshot.pieces}
    decks = {
        name: _deck(deck, [piece for piece in box.snapshot.pieces if piece.deck == name])
        for name, deck in game.decks.items()
        if name in printed or box.decks is None
    }
    return replace(game, decks=decks, scoring=box.snapshot.scoring)


def _deck(deck: Deck, pieces: Sequence[PieceState]) -> Deck:
    known = {name for piece in pieces for name in piece.row}
    columns = {name: column for name, column in deck.columns.items() if name in known}
    made = tuple(_piece(deck, piece) for piece in pieces)
    return replace(deck, pieces=made, columns=columns, expected=sum(one.copies for one in made))


def _piece(deck: Deck, piece: PieceState) -> Piece:
    cells: dict[str, Value] = {
        name: tuple(cell) if isinstance(cell, list) else cell
        for name, cell in piece.row.items()
        if name not in _OWN
    }
    translations = {
        (column, lang): str(cell)
        for name, cell in cells.items()
        for column, colon, lang in [name.partition(":")]
        if colon
    }
    values = {name: cell for name, cell in cells.items() if ":" not in name}
    return Piece(piece.id, deck.name, piece.copies, values, translations, place=NOWHERE, number=0)
