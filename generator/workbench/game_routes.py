"""The routes for whole games: new, open, download, remove, and the page *Files* for their texts.

Texts are shown of a game that cannot be read, too: in a browser it can only be corrected here.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any

from cards_data import Problems, find_game, list_games, load_game
from cards_data.problems import Message, Place, Problem
from cards_data.reader import DOCUMENT_LIMIT, decode
from cards_data.registry import PACKAGE, is_own
from cards_data.words import in_language
from generator.compose.layouts.declared_face import layout_in
from generator.edit.copy_game import GameFiles, free_name, game_files, places, write_game
from generator.edit.game_archive import ARCHIVE_LIMIT, packed_game, read_archive
from generator.edit.game_editor import TEMPLATES, GameEditor
from generator.layout.presets import checked_title, new_files, ready, ready_names
from generator.resources import docs_folder
from generator.store.sources import Sources
from scorer.registry import check_rules
from scorer.web.api.scorer_cache import has_own_rules
from scorer.web.routing import HttpError, Request, Response, Route, cached_for, json_response

from .bench import Workbench
from .bench_routes import Body, Change, changing_route, gallery_key, page_language
from .card_boxes import SIDES, layout_of
from .edits import decoded_file

Record = dict[str, Any]
ZIP = "application/zip"
# A file as text, and what is sent with it.
OPEN_LIMIT = ARCHIVE_LIMIT * 4 // 3 + 4096
# A quotation mark or a line break becomes two characters.
TEXT_LIMIT = 2 * DOCUMENT_LIMIT
MOST_LAYOUTS = 12
FIRST = "game.yaml"
TEXTS = (".yaml", ".csv", ".tsv", ".j2", ".md", ".txt")


def game_routes(bench: Workbench) -> list[Route]:
    def changing(path: str, change: Change, limit: int) -> Route:
        def change_and_reload(request: Request, slug: str, body: Body) -> Any:
            record = change(request, slug, body)
            bench.gallery.galleries.reload()
            return record

        return changing_route(bench, path, change_and_reload, limit)

    def download(request: Request) -> Response:
        return Response(packed_game(find_game(gallery_key(request)[0])), ZIP)

    def files(request: Request) -> Response:
        file, page = request.query_param("file"), page_language(request)
        record = files_record(gallery_key(request)[0], file, page)
        return json_response({**record, "removable": bench.removable})

    def write(request: Request, slug: str, body: Body) -> Record:
        return write_text(slug, body, page_language(request))

    def remove(_: Request, slug: str, body: Body) -> Record:
        if not bench.removable:
            raise HttpError(404, Message("bench.no_way"))
        return remove_game(slug, str(body.get("name") or ""))

    return [
        Route("/game.zip", download),
        Route("/new.json", lambda request: json_response(start_choices(page_language(request)))),
        Route("/layout/{name}.png", _picture),
        Route("/files.json", files),
        changing("/new", lambda *request: make_game(request[-1]), 100_000),
        changing("/open", lambda *request: open_game(request[-1]), OPEN_LIMIT),
        changing("/file", write, TEXT_LIMIT),
        changing("/remove", remove, 10_000),
    ]


def start_choices(lang: str) -> Record:
    """Return what a new game can start with, and the names that are taken."""
    layouts = [[name, in_language(ready(name).about, lang)] for name in ready_names()]
    return {"layouts": layouts, "taken": list(list_games())}


def _picture(request: Request) -> Response:
    """Return the picture of a ready layout in the documentation."""
    name = request.path_params["name"]
    path = docs_folder() / "images" / "layouts" / f"{name}.png"
    if name not in ready_names() or not path.is_file():
        raise HttpError(404, Message("page.no_picture"))
    return Response(path, "image/png", headers=cached_for(3600))


def make_game(body: Body) -> Record:
    """Create a game from the starter or from ready layouts."""
    title = checked_title(str(body.get("title") or ""))
    layouts = body.get("layouts") or []
    if not isinstance(layouts, list) or len(layouts) > MOST_LAYOUTS:
        raise HttpError(400, Message("bench.no_change"))
    name = free_name(str(body.get("name") or ""))
    texts = new_files(name, title, [str(one) for one in layouts])
    write_game(name, GameFiles.by_path({path: text.encode() for path, text in texts.items()}))
    return {"game": name}


def open_game(body: Body) -> Record:
    """Add the game in a ``.zip``; if its name is taken, suggest another."""
    file = re.sub(r"[^\w .()-]", "", str(body.get("file") or ""))[:80] or "game.zip"
    archive = read_archive(decoded_file(body.get("data"), ARCHIVE_LIMIT), file)
    name = body.get("name")
    if not name and _is_taken(archive.slug):
        others = (f"{archive.slug[:36]}_{n}" for n in range(2, 1000))
        free = (other for other in others if not _is_taken(other))
        return {"taken": archive.slug, "suggested": next(free, "")}
    return {"game": archive.write(free_name(str(name or archive.slug)))}


def _is_taken(name: str) -> bool:
    try:
        free_name(name)
    except Problems:
        return True
    return False


def remove_game(slug: str, name: str) -> Record:
    """Remove a game and its history, if its name was typed."""
    folder = own_folder(slug)
    if name != slug:
        raise HttpError(400, Message("bench.type_name", name=slug))
    editor = GameEditor(folder)
    with editor.hold_lock():
        for place in places(slug):
            shutil.rmtree(place, ignore_errors=True)
    shutil.rmtree(editor.journal.folder, ignore_errors=True)
    return {"removed": slug}


# ---- the page Files ------------------------------------------------------------------------


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
