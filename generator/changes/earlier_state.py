"""Resolve "since": an earlier manifest or PDF, a folder, a zip file or a git revision."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from cards_data import load_game
from cards_data.checks import read_game
from cards_data.formats.archives import DAMAGED, check_sizes, unpack
from cards_data.models import Deck, Game, Piece, Value
from cards_data.problems import NOWHERE, Message, Place, Problems, quote
from cards_data.reader import read_bytes
from generator import resources
from generator.options import Edition
from generator.store.sources import Sources
from generator.workers.process import program

from .diff import PieceState
from .print_history import Print, PrintedBox, box_of, check_edition, prints_in, read_print

BYTES_LIMIT = 200_000_000
FILES_LIMIT = 20_000


def write_below(folder: Path, name: str, content: bytes) -> None:
    """Write a file inside the folder; skip a name that leads out of it."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or any(part in ("..", "/") or ":" in part for part in parts):
        return
    path = folder.joinpath(*parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def unzip(path: Path, into: Path) -> Path:
    try:
        files = unpack(read_bytes(path, BYTES_LIMIT), str(path), FILES_LIMIT, BYTES_LIMIT)
    except DAMAGED as error:
        fault = Message("archive.damaged", reason=error)
        raise Problems.of(Place(str(path)), fault) from None
    for name, content in files.items():
        write_below(into, name, content)
    return into


PARTS = ("cards_data", "templates")
# No file watcher, no hooks and no fetching of missing objects.
_QUIETLY = ("-c", "core.fsmonitor=", "-c", "core.hooksPath=", "-c", "protocol.allow=never")
_ALONE = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}
_PLAIN_FILES = (b"100644", b"100755")


def commit_of(ref: str) -> str:
    """Return the commit that a reference names in the current repository, or an empty string."""
    # Git would read a leading dash as an option.
    if ref.startswith("-"):
        return ""
    return _git("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}").decode().strip()


def is_shallow() -> bool:
    return _git("rev-parse", "--is-shallow-repository").strip() == b"true"


def checkout(commit: str, ref: str, into: Path) -> None:
    """Extract a commit's data and templates from the current folder or the whole repository."""
    for folder in (".", _git("rev-parse", "--show-toplevel").decode().strip()):
        files = list(_files_of(commit, folder))
        if any(name.startswith("cards_data/") for _, _, name in files):
            sizes = [size for _, size, _ in files]
            check_sizes(sizes, FILES_LIMIT, BYTES_LIMIT, f"git {ref}")
            for name, content in _contents(files):
                write_below(into, name, content)
            return
    raise Problems.of(f"git {ref}", Message("print.no_data"), Message("print.revision"))


def _files_of(commit: str, folder: str) -> Iterator[tuple[str, int, str]]:
    """Yield the object, size and name of each regular file of a commit in a folder."""
    listing = _git("-C", folder, "ls-tree", "-r", "-l", "-z", commit, "--", *PARTS)
    for line in listing.split(b"\0")[:-1]:
        head, _, name = line.partition(b"\t")
        mode, _, key, size = head.split()
        if mode in _PLAIN_FILES and size.isdigit():
            yield key.decode(), int(size), name.decode(errors="replace")


def _contents(files: list[tuple[str, int, str]]) -> Iterator[tuple[str, bytes]]:
    """Yield each name with the content of its object; git writes a line before and after it."""
    request = "".join(f"{key}\n" for key, _, _ in files)
    answer = io.BytesIO(_git("cat-file", "--batch", stdin=request.encode()))
    for _, size, name in files:
        answer.readline()
        yield name, answer.read(size)
        answer.readline()


def _git(*words: str, stdin: bytes = b"") -> bytes:
    """Return the output of git, empty if it fails or is not installed."""
    try:
        call = [program("git") or "", *_QUIETLY, *words]
        alone = {**os.environ, **_ALONE}
        return subprocess.run(call, input=stdin, capture_output=True, check=True, env=alone).stdout
    except (OSError, ValueError, subprocess.CalledProcessError):
        return b""


LAST = "last"
# Columns of a row that are not values of the piece.
_OWN = ("copies", "source", "reason")
ALLOWED = Message("print.compare_with")


def earlier_prints(
    slug: str, edition: Edition, ref: str, out: Path, origin: str = ""
) -> tuple[Print, ...]:
    """Return the prints that a reference names, oldest first.

    Without a reference, or for "last", these are all prints in the folder. A copy of another game
    that was never printed is compared with its origin.
    """
    if ref not in ("", LAST):
        print_file = print_named(ref)
        if print_file:
            check_edition(print_file, slug, edition)
        return (print_file,) if print_file else ()
    prints = prints_in(out, slug, edition)
    if not prints and origin and ref == "":
        return ()
    if not prints:
        hint = Message("print.print_once", game=slug)
        what = Message("print.no_earlier", game=slug, lang=edition.lang, folder=out)
        raise Problems.of("--since", what, ALLOWED, hint)
    return prints


def print_named(ref: str) -> Print | None:
    """Read the print in a file; a manifest or PDF without a print is a problem."""
    path = Path(ref)
    if path.suffix not in (".json", ".pdf") or not _test(path.is_file):
        return None
    earlier = read_print(path)
    if earlier is None:
        raise Problems.of(ref, Message("print.no_manifest"), ALLOWED)
    return earlier


def _test(question: Callable[[], bool]) -> bool:
    """Ask the file system about a path; return False for a path that it cannot hold."""
    try:
        return question()
    except (OSError, ValueError):
        return False


@dataclass(frozen=True)
class EarlierGame:
    """An earlier game, and the files that its faces were made from."""

    game: Game
    sources: Sources


@contextmanager
def old_game(game: Game, ref: str) -> Iterator[EarlierGame]:
    """Yield the earlier game with its templates; temporary files are deleted afterwards."""
    path, slug = Path(ref), game.slug
    if game.origin and ref in ("", game.origin):
        yield EarlierGame(load_game(game.origin, counted=False), Sources())
        return
    with tempfile.TemporaryDirectory(prefix="ecotable-since-") as temporary:
        then = ""
        if _test(path.is_dir):
            root = path
        elif path.suffix == ".zip" and _test(path.is_file):
            root, then = unzip(path, Path(temporary)), ref
        elif _test(path.is_file):
            raise Problems.of(ref, Message("print.not_whole"), ALLOWED)
        else:
            root, then = _checked_out(ref, Path(temporary)), f"git {ref}"
        try:
            earlier = _read_game(slug, root)
        except Problems as problems:
            if not then:
                raise
            # Name missing files by where they come from.
            raise Problems(
                replace(one, where=Message("problem.inside", outer=then, found=one.where))
                for one in problems.problems
            ) from None
        yield earlier


def _read_game(slug: str, root: Path) -> EarlierGame:
    """Find a game in a folder, in its ``cards_data/<slug>``, or one level deeper."""
    deeper = root.glob(f"*/cards_data/{slug}")
    for folder in (root, root / slug, root / "cards_data" / slug, *deeper):
        if (folder / "game.yaml").is_file():
            break
    else:
        where = f"{root.name}/cards_data/{slug}/game.yaml"
        raise Problems.of("--since", Message("print.none_in", game=slug, folder=root), where)
    # A game folder with a different name, such as a copy next to the original, uses the slug.
    templates = folder.parent.parent / "templates"
    # Data without templates uses the current templates.
    has_own = (templates / slug).is_dir()
    then = Sources(resources.templates_over(templates)) if has_own else Sources()
    return EarlierGame(read_game(folder, slug, counted=False), then)


def _checked_out(ref: str, into: Path) -> Path:
    commit = commit_of(ref)
    if not commit:
        hint = Message("print.shallow") if not ref.startswith("-") and is_shallow() else ""
        if not shutil.which("git"):
            hint = Message("print.no_git")
        raise Problems.of("--since", Message("value.unknown", value=quote(ref)), ALLOWED, hint)
    checkout(commit, ref, into)
    return into


@contextmanager
def earlier_game(
    game: Game, edition: Edition, ref: str, out: Path, playable: bool = False
) -> Iterator[Game]:
    """Yield the game from the named prints, or from its earlier files.

    If ``playable``, decks that were not printed are filled in from the current game.
    """
    if printed := printed_game(game, edition, ref, out):
        decks, scoring = {**game.decks, **printed.decks}, printed.scoring or game.scoring
        yield replace(printed, decks=decks, scoring=scoring) if playable else printed
        return
    with old_game(game, ref) as earlier:
        yield earlier.game


def printed_game(game: Game, edition: Edition, ref: str, out: Path) -> Game | None:
    """Return the game from the named prints, or nothing if the reference does not name any."""
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
    names = {name for piece in pieces for name in piece.row}
    columns = {name: column for name, column in deck.columns.items() if name in names}
    copies = sum(piece.copies for piece in pieces)
    pieces_out = tuple(_piece(deck, piece) for piece in pieces)
    return replace(deck, pieces=pieces_out, columns=columns, expected=copies)


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
