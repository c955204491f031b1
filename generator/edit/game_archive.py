"""A game as a ``.zip``: pack its files, and open a file that anyone may have made.

Nothing in a ``.zip`` is trusted: its names and sizes are checked before anything is unpacked, and
nothing is written unless everything is allowed. Python is never opened.
"""

from __future__ import annotations

import io
import re
import stat
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from cards_data import Problems
from cards_data.checks import SLUG
from cards_data.files import FONT_SUFFIXES, PICTURE_SUFFIXES
from cards_data.formats.archives import DAMAGED, MOST_PROBLEMS, unpack
from cards_data.problems import Message, Problem, all_of
from cards_data.reader import PICTURE_LIMIT, read_bytes, too_long
from cards_data.registry import PACKAGE
from cards_data.tables import DATA_SUFFIXES

from .copy_game import GameFiles, checked_name, game_files, is_foreign, write_game

SUFFIX = ".zip"
# Of the file itself, and of all it contains.
ARCHIVE_LIMIT = 48_000_000
UNPACKED_LIMIT = 120_000_000
MOST_FILES = 2_000
# Texts shrink to a tenth, and a file of zeros to a thousandth.
RATIO_LIMIT = 100
SMALL = 1_000_000
SUFFIXES = (*DATA_SUFFIXES, ".j2", *PICTURE_SUFFIXES, *FONT_SUFFIXES, ".md", ".txt")
PYTHON = (".py", ".pyc", ".pyi", ".pyd", ".so")
DATA, TEMPLATES = "cards_data", "templates"
# The name of a folder or file.
_PART = re.compile(r"[\w(][\w .,()+'&-]{0,98}[\w)+']|\w")
# Windows opens devices under these names.
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
MOST_DEEP = 8
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# The first date that the format can hold: equal games give equal files.
_DATE = (1980, 1, 1, 0, 0, 0)
_MODE = (stat.S_IFREG | 0o644) << 16


def packed_game(folder: Path) -> bytes:
    """Return the game in a folder as a ``.zip``, even if it has mistakes.

    The same files always give the same bytes.
    """
    files, written = game_files(folder), io.BytesIO()
    by_path = {
        f"{home}/{folder.name}/{path}": raw
        for home, contents in ((DATA, files.data), (TEMPLATES, files.templates))
        for path, raw in contents.items()
        if PurePosixPath(path).suffix.lower() in SUFFIXES
    }
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in sorted(by_path.items()):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.create_system, entry.external_attr = 3, _MODE
            archive.writestr(entry, raw, zipfile.ZIP_DEFLATED)
    return written.getvalue()


@dataclass(frozen=True)
class GameArchive:
    """The game in a ``.zip`` that was checked."""

    slug: str
    files: GameFiles

    def write(self, name: str) -> str:
        """Write the game in the current folder, completely or not at all; return its name."""
        name = checked_name(name)
        files = self.files.rename(self.slug, name) if name != self.slug else self.files
        if name != self.slug and (PACKAGE / self.slug / "game.yaml").is_file():
            files = files.as_copy(self.slug)
        write_game(name, files)
        return name


def read_archive(content: bytes, file: str) -> GameArchive:
    """Return the game in a ``.zip``, or report everything that is not allowed in it."""
    if len(content) > ARCHIVE_LIMIT:
        raise Problems([too_long(file, ARCHIVE_LIMIT, len(content))])

    def check(entries: list[zipfile.ZipInfo]) -> Iterator[Problem]:
        yield from _wrong_entries(entries, file)
        yield from _wrong_sizes(entries, file, len(content))

    try:
        files = unpack(content, file, MOST_FILES, UNPACKED_LIMIT, check)
    except DAMAGED as error:
        fault, hint = Message("archive.damaged", reason=error), Message("archive.again")
        raise Problems.of(file, fault, hint=hint) from None
    paths = {PurePosixPath(name): raw for name, raw in files.items()}
    return _sorted_out({path: raw for path, raw in paths.items() if not is_foreign(path)}, file)


def _wrong_entries(entries: list[zipfile.ZipInfo], file: str) -> Iterator[Problem]:
    """Yield which entries have names, kinds or methods that are not allowed."""
    seen: set[str] = set()
    for one in entries:
        where, path = f"{file}: {one.orig_filename}", PurePosixPath(one.filename)
        kind = stat.S_IFMT(one.external_attr >> 16)
        parts = one.filename.removesuffix("/").split("/")
        if one.flag_bits & 1:
            yield Problem(where, Message("archive.password"), Message("archive.open"))
        elif one.compress_type not in _METHODS:
            yield Problem(where, Message("archive.method"), Message("archive.usual"))
        elif kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            yield Problem(where, Message("is.link"), Message("edit.plain_file"))
        elif not _stays(one.orig_filename, parts):
            yield Problem(where, Message("archive.path"), Message("archive.path_allowed"))
        elif one.filename.casefold() in seen:
            yield Problem(where, Message("archive.twice"), Message("archive.once"))
        elif not one.is_dir() and not is_foreign(path):
            yield from _wrong_file(where, path)
        seen.add(one.filename.casefold())


def _stays(name: str, parts: list[str]) -> bool:
    """Return whether a path leads to a place inside the folder that it is unpacked to."""
    climbs = any(part in ("", ".", "..") for part in parts)
    return not climbs and not re.search(r"[\\:\x00-\x1f]", name) and len(parts) <= MOST_DEEP


def _wrong_file(where: str, path: PurePosixPath) -> Iterator[Problem]:
    if not all(_PART.fullmatch(part) and not _DEVICE.fullmatch(part) for part in path.parts):
        yield Problem(where, Message("archive.name"), Message("archive.name_allowed"))
    elif path.suffix.lower() in PYTHON:
        yield Problem(where, Message("archive.python"), "", Message("archive.declare"))
    elif path.suffix.lower() not in SUFFIXES:
        hint = Message("archive.leave_out")
        yield Problem(where, Message("archive.suffix"), ", ".join(SUFFIXES), hint)


def _wrong_sizes(entries: list[zipfile.ZipInfo], file: str, size: int) -> Iterator[Problem]:
    """Yield sizes that are not allowed, as the entries declare them."""
    for one in entries:
        if one.file_size > PICTURE_LIMIT:
            yield too_long(f"{file}: {one.filename}", PICTURE_LIMIT, one.file_size)
    total = sum(one.file_size for one in entries)
    if total > max(SMALL, RATIO_LIMIT * size):
        fault = Message("archive.ratio", n=total // max(size, 1))
        allowed = Message("allowed.up_to", n=RATIO_LIMIT)
        yield Problem(file, fault, allowed, Message("archive.again"))


def _sorted_out(contents: Mapping[PurePosixPath, bytes], file: str) -> GameArchive:
    """Return the one game among the files, which may be in an outer folder."""
    inside = _without_outer(contents)
    games = sorted({path.parts[1] for path in inside if _is_game(path)})
    fault, allowed = Message("archive.no_game"), Message("archive.folders")
    if len(games) > 1:
        fault, allowed = Message("archive.games", games=all_of(games)), Message("archive.one_game")
    if len(games) != 1:
        raise Problems.of(file, fault, allowed, Message("archive.pack"))
    slug = games[0]
    homes = ((DATA, slug), (TEMPLATES, slug))
    # A project has a description beside its folders.
    beside = [path for path in inside if path.parts[:2] not in homes and len(path.parts) > 1]
    if beside:
        fault, allowed = Message("archive.outside"), Message("archive.two_folders", game=slug)
        places = [f"{file}: {path}" for path in beside[:MOST_PROBLEMS]]
        raise Problems(Problem(place, fault, allowed) for place in places)
    own = {path.as_posix(): raw for path, raw in inside.items() if len(path.parts) > 2}
    return GameArchive(slug, GameFiles.by_path(own))


def _is_game(path: PurePosixPath) -> bool:
    """Return whether a path is the first file of a game."""
    in_folder = len(path.parts) == 3 and SLUG.fullmatch(path.parts[1]) is not None
    return path.parts[0] == DATA and in_folder and path.name == "game.yaml"


def _without_outer(contents: Mapping[PurePosixPath, bytes]) -> dict[PurePosixPath, bytes]:
    """Remove the one folder around everything, as programs add that pack a folder."""
    tops = {path.parts[0] for path in contents}
    deep = all(len(path.parts) > 1 for path in contents)
    if not deep or len(tops) != 1 or tops & {DATA, TEMPLATES}:
        return dict(contents)
    return {PurePosixPath(*path.parts[1:]): raw for path, raw in contents.items()}


def read_archive_file(path: Path) -> GameArchive:
    """Return the game in a ``.zip`` on this computer."""
    return read_archive(read_bytes(path, ARCHIVE_LIMIT), path.name)
