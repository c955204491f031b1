"""The text files of a game as the *Files* page edits them, with the line of each mistake.

Works on a game that cannot be read, too: in a browser it can only be corrected here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any

from cards_data import Game, Problems, find_game, load_game
from cards_data.problems import Message, Place, Problem
from cards_data.reader import DOCUMENT_LIMIT, decode
from cards_data.registry import PACKAGE, is_own
from generator.compose.layouts.declared_face import layout_in
from generator.edit.copy_game import game_files
from generator.edit.game_editor import TEMPLATES, GameEditor
from generator.store.sources import Sources
from scorer.registry import check_rules
from scorer.web.api.scorer_cache import has_own_rules
from scorer.web.routing import HttpError

from ..card_boxes import SIDES, layout_of

Record = dict[str, Any]
FIRST = "game.yaml"
TEXTS = (".yaml", ".csv", ".tsv", ".j2", ".md", ".txt")


def own_folder(slug: str) -> Path:
    """Return the folder of a game that may be changed, even if it cannot be read."""
    folder = find_game(slug)
    here = (Path.cwd() / "cards_data").resolve()
    own = folder.resolve().parent == here
    if own and here == PACKAGE.resolve():
        own = is_own(load_game(slug, counted=False))
    if not own:
        raise HttpError(409, Message("bench.never_written"))
    return folder


def files_record(slug: str, file: str, page: str) -> Record:
    """Return the text files of a game, one of them with its text, and all mistakes."""
    folder = own_folder(slug)
    files = game_files(folder)
    texts = {path: raw for path, raw in files.data.items() if _is_text(path)}
    texts |= {f"{TEMPLATES}/{path}": raw for path, raw in files.templates.items() if _is_text(path)}
    file = file if file in texts else FIRST
    raw = texts[file]
    return {
        "game": slug,
        "files": sorted(texts, key=lambda path: (path.count("/"), path != FIRST, path)),
        "file": file,
        "text": raw.decode("utf-8-sig", "replace"),
        "version": _version(raw),
        "problems": [_problem_record(problem, slug, page) for problem in _problems(slug)],
    }


def write_text(slug: str, body: Mapping[str, Any], page: str) -> Record:
    """Write a text file as a step that can be undone, unless another program changed it."""
    editor = GameEditor(own_folder(slug))
    file, text = str(body.get("file")), body.get("text")
    path = editor.place(file)
    if not isinstance(text, str) or not _is_text(file):
        raise HttpError(400, Message("edit.no_file"))
    raw = text.encode("utf-8", "replace")
    if len(raw) > DOCUMENT_LIMIT:
        raise HttpError(413, Message("bench.file_limit", n=DOCUMENT_LIMIT))
    decode(raw, file)  # reports characters that no card can show
    with editor.hold_lock():
        now = path.read_bytes() if path.is_file() else b""
        if body.get("version") != _version(now):
            return {"conflict": [], **files_record(slug, file, page)}
        if raw != now:
            editor.change({"key": "said_file", "name": file}, [editor.put(file, raw)])
    return files_record(slug, file, page)


def _is_text(path: str) -> bool:
    return PurePosixPath(path).suffix in TEXTS


def _version(raw: bytes) -> str:
    return sha256(raw).hexdigest()[:16] if raw else ""


def _problems(slug: str) -> Iterator[Problem]:
    """Yield what is wrong with the data, the scorer and the layouts; cards show their own."""
    try:
        game = load_game(slug, counted=False)
    except Problems as problems:
        yield from problems.problems
        return
    if not has_own_rules(slug):
        yield from check_rules(game)
    yield from _layout_problems(game)


def _layout_problems(game: Game) -> Iterator[Problem]:
    sources = Sources()
    for name, deck in game.decks.items():
        for template in dict.fromkeys(layout_of(deck, side) for side in SIDES):
            try:
                if template:
                    layout_in(game, name, sources, f"{game.slug}/{template}")
            except Problems as problems:
                yield from problems.problems


def _problem_record(problem: Problem, slug: str, page: str) -> Record:
    """Return a problem with the file as the page names it, and the line."""
    where = problem.where if isinstance(problem.where, Place) else Place("")
    home, _, path = where.file.partition(f"/{slug}/")
    file = f"{TEMPLATES}/{path}" if home == TEMPLATES else path
    return {"file": file, "line": where.line, "text": problem.text_in(page)}
