"""The made-up game in two project folders, and what tests of changes ask of them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pond import SLUG, Pond, Row
from workshop import composed_by, composer, print_options

from cards_data import Findings, Game
from cards_data.checks import read_game
from generator.changes.diff import ABSENT, Changes, PieceChange, PieceState, diff, snapshot_of
from generator.compose.artwork import Artwork
from generator.compose.dependencies import Dependencies
from generator.compose.piece import Composer, Faces
from generator.options import PrintOptions
from generator.store.sources import Sources
from generator.svg.drawing import Drawing

Command = Callable[..., Any]
Key = tuple[str, str]
Rows = dict[str, list[tuple[str, dict[str, Any]]]]

# The game that tests change at random: with the card that shows what stands on the others.
POND = Pond(summary=True)
RUFFE: Row = {**POND.fish[1], "id": "ruffe", "name": "Ruffe", "name:sv": "Gärs"}


def read(root: Path) -> Game:
    """Always from the files: two edits within one tick of the clock are two edits."""
    return read_game(root / "cards_data" / SLUG)


def in_english_alone(root: Path) -> None:
    """The game of a project folder without its other language."""
    folder = root / "cards_data" / SLUG
    game = folder / "game.yaml"
    text = game.read_text(encoding="utf-8").replace("[en, sv]", "[en]")
    game.write_text(text.replace(", sv: [en tärning]", ""), encoding="utf-8")
    for name in ("fish.csv", "plants.csv", "words.csv"):
        path = folder / name
        path.write_text(_without_swedish(path.read_text(encoding="utf-8")), encoding="utf-8")


def _without_swedish(text: str) -> str:
    rows = list(csv.reader(io.StringIO(text)))
    keep = [index for index, name in enumerate(rows[0]) if not name.endswith(":sv")]
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows([row[i] for i in keep] for row in rows)
    return buffer.getvalue()


def changes(old: Path, new: Path, lang: str = "en") -> Changes:
    """What is different between two project folders."""
    return diff(*(snapshot_of(composed_by(composing(root, lang))) for root in (old, new)))


def composing(root: Path, lang: str = "en") -> Composer:
    """Composes with the templates of that folder, whatever the current one is."""
    return composer(read(root), lang, Sources((root / "templates",)))


def faces(root: Path, lang: str = "en") -> dict[Key, Faces]:
    """Every piece composed anew, without the cache."""
    one = composing(root, lang)
    faces_by_key: dict[Key, Faces] = {}
    for deck in one.game.decks.values():
        for piece in deck.pieces:
            problems = Findings()
            piece_faces = one.faces(deck, piece, problems, Dependencies())
            problems.raise_any()
            assert piece_faces
            faces_by_key[deck.name, piece.id] = piece_faces
    return faces_by_key


def drawings(piece_faces: Faces) -> tuple[Drawing | None, ...]:
    """What a piece really looks like on both sides: every shape, read from the SVG anew."""
    return look(piece_faces.front), look(piece_faces.back) if piece_faces.back else None


@cache
def look(art: Artwork) -> Drawing:
    return art.drawing(Sources())


def options(out: Path, **chosen: Any) -> PrintOptions:
    return print_options(**{"dpi": 72, "jobs": 1, "out": out, **chosen})


def manifest(path: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return record


def copies_on(path: Path) -> dict[Key, int]:
    """How often each piece lies on the fronts of a print, counted on the sheets themselves."""
    return {
        (piece["deck"], piece["id"]): sum(place["side"] == "front" for place in piece["places"])
        for piece in manifest(path)["pieces"]
    }


def applied(pieces: Iterable[PieceState], changes: Changes) -> dict[str, list[tuple[str, Any]]]:
    """The old rows with the report applied: by deck, in order, each an id and its row."""
    gone = {piece.key for piece in changes.removed}
    changed = {change.after.key: change for change in changes.changed}
    decks: dict[str, list[tuple[str, Any]]] = {}
    for piece in pieces:
        if piece.key not in gone:
            row = _edited(piece.row, changed.get(piece.key))
            decks.setdefault(piece.deck, []).append((piece.id, row))
    for piece in changes.added:
        decks.setdefault(piece.deck, []).append((piece.id, dict(piece.row)))
    for deck, ids in changes.order.items():
        rank = {piece: number for number, piece in enumerate(ids)}
        decks[deck].sort(key=lambda item, rank=rank: rank[item[0]])  # type: ignore[misc]
    return decks


def _edited(row: Mapping[str, Any], change: PieceChange | None) -> dict[str, Any]:
    edited = dict(row)
    for field in change.fields if change else ():
        if field.after is ABSENT:
            edited.pop(field.name, None)
        else:
            edited[field.name] = field.after
    return edited


def applied_from_json(old: Rows, report: dict[str, Any]) -> Rows:
    """What another program makes of the report: nothing but the old rows and the JSON."""
    items_by_deck = {deck: dict(items) for deck, items in old.items()}
    for piece in report["removed"]:
        del items_by_deck[piece["deck"]][piece["id"]]
    for piece in report["added"]:
        items_by_deck.setdefault(piece["deck"], {})[piece["id"]] = piece["row"]
    for change in report["changed"]:
        row = dict(items_by_deck[change["deck"]][change["id"]])
        for field in change["fields"]:
            row.pop(field["field"], None)
            if "after" in field:
                row[field["field"]] = field["after"]
        items_by_deck[change["deck"]][change["id"]] = row
    for deck, order in report["order"].items():
        items_by_deck[deck] = {name: items_by_deck[deck][name] for name in order}
    return {deck: list(pieces.items()) for deck, pieces in items_by_deck.items() if pieces}
