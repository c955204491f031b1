"""Create a game as a copy of another, with data and templates in the current folder.

Rules that are a Python module are referenced, not copied. No copied code has to be trusted, and
corrections to the rules reach the copy.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from cards_data import Problem, Problems, find_game, list_games
from cards_data.checks import SLUG
from cards_data.problems import Message, WrongArgument, quoted
from cards_data.reader import FILE_LIMIT, read_bytes
from generator import resources
from scorer.registry import folders as rules_folders
from scorer.registry import module_of

# Other files in a game's folder: those of editors, Python and the operating system.
_FOREIGN = re.compile(r"\..*|__pycache__|.*~|Thumbs\.db")
_KEYS = re.compile(r"^(?:from|rules):[^\n]*\n?", re.MULTILINE)
_RULES = re.compile(r"^rules:\s*[\"']?([a-z0-9_]+)", re.MULTILINE)
_BOM = "\ufeff"
Rewrite = Callable[[str], str]


def checked_name(word: str) -> str:
    """Check the name of a new game: nothing in the current folder may use it."""
    name = word.replace("-", "_").lower()
    if not SLUG.fullmatch(name):
        found = Message("copy.no_name", value=quoted(word))
        raise Problems([WrongArgument("new", found, Message("copy.name"))])
    if taken := [place for place in places(name) if place.exists()]:
        hint = Message("copy.other_name")
        raise Problems(Problem(place.as_posix(), Message("is.there"), "", hint) for place in taken)
    return name


def places(name: str) -> tuple[Path, Path]:
    return Path("cards_data", name), Path("templates", name)


def copy_game(source: str, word: str) -> tuple[Path, Path]:
    """Copy a game; return the folders of its data and its templates."""
    name, folder = checked_name(word), find_game(source)
    if name in list_games():
        raise Problems([WrongArgument("new", Message("copy.on_shelf", value=quoted(word)))])
    data, templates = places(name)
    with _whole(templates) as beside:
        for root in reversed(resources.template_folders()):
            _copy(root / folder.name, beside, _imports(folder.name, name))
        with _whole(data) as cells:
            _copy(folder, cells, _states(folder.name, name))
            _remember(cells / "game.yaml", folder.name)
    return data, templates


@contextmanager
def _whole(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder that is moved into place at the end, or removed on failure."""
    beside = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(beside, ignore_errors=True)
    try:
        beside.mkdir(parents=True)
        yield beside
        beside.replace(folder)
    except OSError as error:
        found = Message("file.cannot_be_written", reason=error.strerror or error)
        raise Problems.of(folder.as_posix(), found) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _copy(source: Path, target: Path, rewrite: Rewrite) -> None:
    for path in sorted(source.rglob("*")):
        inside = path.relative_to(source)
        foreign = any(_FOREIGN.fullmatch(part) for part in inside.parts)
        if foreign or path.is_symlink() or not path.is_file():
            continue
        place = target / inside
        place.parent.mkdir(parents=True, exist_ok=True)
        raw = read_bytes(path, max(FILE_LIMIT, path.stat().st_size))
        if path.suffix == ".j2" or inside.parts[0] == "examples":
            # The file contains the name of its game.
            text = rewrite(raw.decode("utf-8", "surrogateescape"))
            raw = text.encode("utf-8", "surrogateescape")
        place.write_bytes(raw)


def _imports(old: str, new: str) -> Rewrite:
    """Replace the folder in the names by which templates refer to each other."""
    named = re.compile(rf"""(\{{%-?\s*(?:import|include|extends|from)\s+["']){old}/""")
    return lambda text: named.sub(rf"\g<1>{new}/", text)


def _states(old: str, new: str) -> Rewrite:
    """Replace the name of the game in worked examples."""
    written = old.replace("_", "[-_]")
    named = re.compile(rf"^(\s*game:\s*)([\"']?){written}\2(?=\s|$)", re.MULTILINE)
    return lambda text: named.sub(rf"\g<1>{new}", text)


def _remember(path: Path, origin: str) -> None:
    """Record in game.yaml where the copy comes from, and whose rules score it."""
    text = path.read_bytes().decode("utf-8")
    mark = _BOM if text.startswith(_BOM) else ""
    module = any(module_of(folder, origin) for folder in rules_folders())
    referred = _RULES.search(text)
    rules = referred[1] if referred else origin if module else ""
    end = "\r\n" if "\r\n" in text else "\n"
    keys = [f"from: {origin}", *([f"rules: {rules}"] if rules else [])]
    rest = _KEYS.sub("", text.removeprefix(_BOM))
    path.write_bytes((mark + "".join(f"{key}{end}" for key in keys) + rest).encode())
