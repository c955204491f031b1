"""The routes for whole games: new, open, download, their text files, remove."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from typing import Any

from cards_data import Problems, find_game, list_games
from cards_data.problems import Message
from cards_data.reader import DOCUMENT_LIMIT
from cards_data.words import in_language
from generator.edit.copy_game import GameFiles, free_name, places, write_game
from generator.edit.game_archive import ARCHIVE_LIMIT, packed_game, read_archive
from generator.edit.game_editor import GameEditor
from generator.layout.presets import checked_title, new_files, ready, ready_names
from generator.resources import docs_folder
from scorer.web.routing import HttpError, Request, Response, Route, cached_for, json_response

from ..bench import Workbench
from ..bench_routes import Body, bench_request, gallery_key, page_language
from ..edits import decoded_file
from .game_texts import files_record, own_folder, write_text

Record = dict[str, Any]
ZIP = "application/zip"
# A file as text, and what is sent with it.
OPEN_LIMIT = ARCHIVE_LIMIT * 4 // 3 + 4096
# A quotation mark or a line break becomes two characters.
TEXT_LIMIT = 2 * DOCUMENT_LIMIT
MOST_LAYOUTS = 12


def game_routes(bench: Workbench) -> list[Route]:
    def changing(path: str, change: Callable[[Request, Body], Record], limit: int) -> Route:
        def handler(request: Request) -> Response:
            record = change(request, bench_request(bench, request, limit)[1])
            bench.gallery.galleries.reload()
            return json_response(record, 409 if record.keys() & {"conflict", "taken"} else 200)

        return Route(path, handler, "POST", body_limit=limit)

    def download(request: Request) -> Response:
        return Response(packed_game(find_game(gallery_key(request)[0])), ZIP)

    def files(request: Request) -> Response:
        file, page = request.query_param("file"), page_language(request)
        record = files_record(gallery_key(request)[0], file, page)
        return json_response({**record, "removable": bench.removable})

    def write(request: Request, body: Body) -> Record:
        return write_text(gallery_key(request)[0], body, page_language(request))

    def remove(request: Request, body: Body) -> Record:
        if not bench.removable:
            raise HttpError(404, Message("bench.no_way"))
        return remove_game(gallery_key(request)[0], str(body.get("name") or ""))

    return [
        Route("/game.zip", download),
        Route("/new.json", lambda request: json_response(start_choices(page_language(request)))),
        Route("/layout/{name}.png", _picture),
        Route("/files.json", files),
        changing("/new", lambda _, body: make_game(body), 100_000),
        changing("/open", lambda _, body: open_game(body), OPEN_LIMIT),
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
        return {"taken": archive.slug, "suggested": _other_name(archive.slug)}
    return {"game": archive.write(free_name(str(name or archive.slug)))}


def _is_taken(name: str) -> bool:
    try:
        free_name(name)
    except Problems:
        return True
    return False


def _other_name(slug: str) -> str:
    """Return the first free name with a number."""
    names = (f"{slug[:36]}_{n}" for n in range(2, 1000))
    return next((name for name in names if not _is_taken(name)), "")


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
