"""Ask the app for everything once: the modules then loaded are those to compile for browsers."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from generator.store.atomic_files import write_text_whole
from scorer.web.browser import content

from .browser_app import SECRET, BrowserApp, do_job
from .browser_pictures import NewPictures

DECK, CARD = "creature", "creature/owl"
EDIT = {"kind": "cells", "table": DECK, "cells": [["owl", "name", "Barn Owl", "Eagle Owl"]]}
ROUTES = (
    *("/api/games", "/api/print/pond", "/api/form/pond", "/leaflet/pond", "/leaflet/ecologic"),
    *("/change/gallery.json", f"/change/bench.json?table={DECK}", "/change/values.json"),
    *(f"/change/look.json?card={CARD}", f"/change/boxes.json?card={CARD}", "/change/tables.json"),
    *("/change/new.json", "/change/files.json", "/change/translate.json?lang=fr"),
    *("/change/column.json?column=name", "/picture/en/pond.webp"),
)
CHANGED: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("/change/own?game=ecologic", {"name": "petro"}),
    ("/api/print-plan/pond", {}),
    ("/api/score/pond", {"answers": {}}),
)
# With what artists' programs write: styles, and what only a bitmap can show.
ARTIST = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">
<style>rect { fill: red }</style><filter id="a"><feGaussianBlur stdDeviation="1"/></filter>
<rect width="9" height="9" filter="url(#a)"/></svg>"""
# A custom outline, and a packed font, which the builder of the site adds.
OUTLINE = 'size: {width_mm: 63, height_mm: 88, path: "M0 9 L63 0 V88 H0 Z"}'
PACKED_FONT = Path("/baked/exercise.woff2")
PRINTED: tuple[Mapping[str, str], ...] = ({}, {"layout": "gutterfold", "ink": "low"})


def exercise_all_routes(home: str = "/exercise") -> None:
    Path(home).mkdir(exist_ok=True)
    os.chdir(home)
    app = BrowserApp(do_job, lambda: None)
    _post(app, "/change/new?game=", {"title": "Pond", "name": "pond", "layouts": [DECK]})
    _outline_and_font()
    for address in ROUTES:
        _get(app, address)
        while app.step():
            pass
    for address, body in CHANGED:
        _post(app, address, body)
    _files(app)
    _picture()
    for options in PRINTED:
        _wait(app, _post(app, "/api/print/pond", options))
    _compare(app)


def _outline_and_font() -> None:
    game = Path("cards_data/pond/game.yaml")
    font = game.parent / "fonts" / "own.woff2"
    font.parent.mkdir()
    font.write_bytes(PACKED_FONT.read_bytes())
    text = game.read_text(encoding="utf-8")
    assert "size: poker" in text and "\nfonts:" not in text, text
    own = text.replace("size: poker", OUTLINE) + f"\nfonts: {{title: {{file: {font.name}}}}}\n"
    write_text_whole(game, own)


def _wait(app: BrowserApp, begun: Mapping[str, Any]) -> None:
    state = json.loads(_get(app, f"/api/print-job/{begun['job']}"))
    assert state["state"] == "ready", state


def _compare(app: BrowserApp) -> None:
    """Change a copy, and print only what changed."""
    _post(app, "/change/own?game=pond", {"name": "puddle"})
    history = _post(app, "/change/edit?game=puddle", EDIT)["history"]
    for direction in ("undo", "redo"):
        step = {"way": direction, "id": history[direction][0]["id"]}
        history = _post(app, "/change/step?game=puddle", step)["history"]
    assert json.loads(_get(app, "/change/changes.json?game=puddle&since=pond"))["pieces"]
    _wait(app, _post(app, "/change/reprint?game=puddle", {"since": "pond", "lang": "en"}))


def _files(app: BrowserApp) -> None:
    """Download every kind of file, and open it again."""
    game = _get(app, "/change/game.zip")
    _post(app, "/change/open?game=", {"file": "game.zip", "data": _text(game), "name": "lake"})
    deck = {
        "table": DECK,
        "name": "deck.xlsx",
        "data": _text(_get(app, f"/change/sheet.xlsx?table={DECK}")),
    }
    _post(app, "/change/sheet", deck)
    for name in ("translation.po", "translation.xlsx"):
        texts = _text(_get(app, f"/change/{name}?lang=fr"))
        _post(app, "/change/translation?lang=fr", {"name": name, "data": texts})


def _picture() -> None:
    path = Path("cards_data/pond/art/artist.svg")
    write_text_whole(path, ARTIST)
    pictures = NewPictures()
    assert not list(pictures.new_pictures()) and pictures.renderer
    path.unlink()


def _text(file: bytes) -> str:
    return base64.b64encode(file).decode()


def _get(app: BrowserApp, address: str) -> bytes:
    return _ask(app, "GET", address, b"")


def _post(app: BrowserApp, address: str, body: Mapping[str, Any]) -> Any:
    sent = {**body, "secret": SECRET} if address.startswith("/change/") else dict(body)
    return json.loads(_ask(app, "POST", address, json.dumps(sent).encode()) or b"null")


def _ask(app: BrowserApp, method: str, address: str, body: bytes) -> bytes:
    path, _, query = address.partition("?")
    full_query = query if "game=" in query else f"game=pond&{query}"
    response = app.answer(method, path, parse_qsl(full_query, keep_blank_values=True), body)
    assert response.status < 400, (address, response)
    return content(response) or b""
