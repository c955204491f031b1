"""What "since" means: an earlier manifest or PDF, a folder, a zip file or a git revision.

Comes in: what the user typed. Goes out: a snapshot of then, or the whole game as it was then.
"""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cards_data.checks import read_game
from cards_data.models import Game
from cards_data.problems import Problem, Problems
from generator.pdf.record import read_manifest
from generator.store.sources import Sources

from .revision import commit_of, unpack

LAST = "last"
ALLOWED = "a manifest (.json), a printed PDF, a folder, a .zip, a git revision or the word last"


def last_print(slug: str, lang: str, out: Path) -> Path:
    """The manifest of the newest print of a game: a whole one before one of some decks.

    A reprint counts as whole: it knows what is in the box once it is swapped in.
    """
    found = list(out.glob(f"{slug}-{lang}-*.json"))
    if not found:
        hint = f"print it once with 'ecotable print {slug}', or name what to compare with"
        raise Problems([Problem("--since", f"no earlier print of {slug} in {out}", ALLOWED, hint)])
    return max(found, key=lambda path: (_is_whole(path), path.stat().st_mtime_ns))


def _is_whole(path: Path) -> bool:
    record = read_manifest(path.read_text(encoding="utf-8", errors="replace"))
    return record is not None and "decks" not in record


def manifest_at(ref: str) -> dict[str, Any] | None:
    """The manifest that a reference names, if it names one."""
    path = Path(ref)
    if not path.is_file():
        return None
    if path.suffix == ".json":
        record = read_manifest(path.read_text(encoding="utf-8", errors="replace"))
    elif path.suffix == ".pdf":
        from generator.pdf.reader import enclosed_manifest

        record = enclosed_manifest(path)
    else:
        return None
    if record is None:
        raise Problems([Problem(ref, "holds no manifest of a print", ALLOWED)])
    return record


@dataclass(frozen=True)
class Earlier:
    """A game as it was, and the files that its faces were made from."""

    game: Game
    sources: Sources


@contextmanager
def old_game(slug: str, ref: str) -> Iterator[Earlier]:
    """The game as it was then, with its templates; everything of it is gone afterwards."""
    path = Path(ref)
    with tempfile.TemporaryDirectory(prefix="ecotable-since-") as temporary:
        if path.is_dir():
            root = path
        elif path.suffix == ".zip" and path.is_file():
            root = _unzipped(path, Path(temporary))
        elif path.is_file():
            hint = "a manifest holds rows and hashes, not the whole game"
            raise Problems(
                [Problem(ref, "is not a whole game", "a folder, .zip or git revision", hint)]
            )
        else:
            root = _checked_out(ref, Path(temporary))
        yield _opened(slug, root)


def _opened(slug: str, root: Path) -> Earlier:
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
        raise Problems([Problem("--since", f"no {slug} in {root}", where)])
    # A game folder that is called otherwise (a copy beside the real one) keeps the slug.
    templates = folder.parent.parent / "templates"
    # Data without its templates is shown with those of today.
    then = Sources((templates,)) if (templates / slug).is_dir() else Sources()
    return Earlier(read_game(folder, slug), then)


def _unzipped(path: Path, into: Path) -> Path:
    try:
        with zipfile.ZipFile(path) as archive:
            archive.extractall(into)
    # Locked, packed by a method of its own, or torn: every unpacker has errors of its own.
    except Exception as error:
        found = f"is no zip file that can be read: {error}"
        raise Problems([Problem(str(path), found, ALLOWED)]) from None
    return into


def _checked_out(ref: str, into: Path) -> Path:
    commit = commit_of(ref)
    if not commit:
        hint = "" if shutil.which("git") else "git is not installed: revisions cannot be read"
        raise Problems([Problem("--since", f'"{ref}" is not known', ALLOWED, hint)])
    unpack(commit, ref, into)
    return into
