"""Create a game as a copy of another, with data and templates in the current folder.

Rules that are a Python module are referenced, not copied. No copied code has to be trusted, and
corrections to the rules reach the copy.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePath

from cards_data import Problem, Problems, find_game, list_games
from cards_data.checks import SLUG
from cards_data.problems import Message, WrongArgument, quote
from cards_data.reader import FILE_LIMIT, read_bytes
from generator import resources
from scorer.registry import folders as rules_folders
from scorer.registry import module_of

# Other files in a game's folder: those of editors, Python and the operating system.
_FOREIGN = re.compile(r"\..*|__pycache__|__MACOSX|.*~|Thumbs\.db|desktop\.ini")
_KEYS = re.compile(r"^(?:from|rules):[^\n]*\n?", re.MULTILINE)
_RULES = re.compile(r"^rules:\s*[\"']?([a-z0-9_]+)", re.MULTILINE)
_BOM = "\ufeff"


def checked_name(word: str) -> str:
    """Check the name of a new game: nothing in the current folder may use it."""
    name = word.replace("-", "_").lower()
    if not SLUG.fullmatch(name):
        fault = Message("copy.no_name", value=quote(word))
        raise Problems([WrongArgument("new", fault, Message("copy.name"))])
    if existing := [place for place in places(name) if place.exists()]:
        hint = Message("copy.other_name")
        raise Problems(
            Problem(place.as_posix(), Message("is.there"), "", hint) for place in existing
        )
    return name


def free_name(word: str) -> str:
    """Check the name of a new game that must not replace a built-in one."""
    name = checked_name(word)
    if name in list_games():
        raise Problems([WrongArgument("new", Message("copy.exists", value=quote(word)))])
    return name


def places(name: str) -> tuple[Path, Path]:
    return Path("cards_data", name), Path("templates", name)


@dataclass(frozen=True)
class GameFiles:
    """The contents of a game's files, by their paths in its data and in its templates."""

    data: Mapping[str, bytes]
    templates: Mapping[str, bytes]

    @classmethod
    def by_path(cls, files: Mapping[str, bytes]) -> GameFiles:
        """Sort the files of one game by their folders ``cards_data`` and ``templates``."""
        homes: dict[str, dict[str, bytes]] = {"cards_data": {}, "templates": {}}
        for path, raw in files.items():
            home, _, inside = path.split("/", 2)
            homes[home][inside] = raw
        return cls(homes["cards_data"], homes["templates"])

    def rename(self, old: str, new: str) -> GameFiles:
        """Return the files of the same game under another name."""
        # Worked examples name the game; templates name its folder when they refer to each other.
        state = rf"^(\s*game:\s*)([\"']?){old.replace('_', '[-_]')}\2(?=\s|$)"
        reference = rf"""(\{{%-?\s*(?:import|include|extends|from)\s+["']){old}(?=/)"""
        data = {
            path: _replace(raw, state, new) if path.startswith("examples/") else raw
            for path, raw in self.data.items()
        }
        templates = {
            path: _replace(raw, reference, new) if path.endswith(".j2") else raw
            for path, raw in self.templates.items()
        }
        return GameFiles(data, templates)

    def as_copy(self, origin: str) -> GameFiles:
        """Return the files of a copy, which names its origin and whose rules score it."""
        game_file = _with_origin(self.data["game.yaml"], origin)
        return GameFiles({**self.data, "game.yaml": game_file}, self.templates)


def game_files(folder: Path) -> GameFiles:
    """Read the files of a game; of templates with the same name the nearest counts."""
    templates: dict[str, bytes] = {}
    for root in reversed(resources.template_folders()):
        templates |= _read(root / folder.name)
    return GameFiles(_read(folder), templates)


def copy_game(source: str, word: str) -> tuple[Path, Path]:
    """Copy a game; return the folders of its data and its templates."""
    name, folder = free_name(word), find_game(source)
    files = game_files(folder).rename(folder.name, name).as_copy(folder.name)
    return write_game(name, files)


def write_game(name: str, files: GameFiles) -> tuple[Path, Path]:
    """Write a new game; it is complete as soon as its data appears."""
    data, templates = places(name)
    with _temporary_folder(data) as cells, _temporary_folder(templates) as beside:
        for folder, contents in ((cells, files.data), (beside, files.templates)):
            for path, raw in contents.items():
                place = folder / path
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(raw)
    return data, templates


@contextmanager
def _temporary_folder(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder that is moved into place at the end, or removed on failure."""
    beside = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(beside, ignore_errors=True)
    try:
        beside.mkdir(parents=True)
        yield beside
        beside.replace(folder)
    except OSError as error:
        fault = Message("file.cannot_be_written", reason=error.strerror or error)
        raise Problems.of(folder.as_posix(), fault) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def is_foreign(path: PurePath) -> bool:
    """Return whether a file in a game's folder belongs to another program."""
    return any(_FOREIGN.fullmatch(part) for part in path.parts)


def _read(source: Path) -> dict[str, bytes]:
    paths = {path.relative_to(source): path for path in sorted(source.rglob("*"))}
    return {
        inside.as_posix(): read_bytes(path, max(FILE_LIMIT, path.stat().st_size))
        for inside, path in paths.items()
        if not is_foreign(inside) and not path.is_symlink() and path.is_file()
    }


def _replace(raw: bytes, pattern: str, new: str) -> bytes:
    """Replace what follows the first group of a pattern."""
    text = raw.decode("utf-8", "surrogateescape")
    new_text = re.sub(pattern, rf"\g<1>{new}", text, flags=re.MULTILINE)
    return new_text.encode("utf-8", "surrogateescape")


def _with_origin(raw: bytes, origin: str) -> bytes:
    """Record in game.yaml where the copy comes from, and whose rules score it."""
    text = raw.decode("utf-8", "surrogateescape")
    mark = _BOM if text.startswith(_BOM) else ""
    module = any(module_of(folder, origin) for folder in rules_folders())
    referred = _RULES.search(text)
    rules = referred[1] if referred else origin if module else ""
    end = "\r\n" if "\r\n" in text else "\n"
    keys = [f"from: {origin}", *([f"rules: {rules}"] if rules else [])]
    rest = _KEYS.sub("", text.removeprefix(_BOM))
    return (mark + "".join(f"{key}{end}" for key in keys) + rest).encode("utf-8", "surrogateescape")
