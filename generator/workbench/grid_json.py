"""The tables, numbers, texts and colours of a game for the grid.

Cells are texts as in the file, so that mistakes can be seen and corrected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from typing import Any

from cards_data import Deck, Game
from cards_data.decks import COPIES, SOURCES
from cards_data.files import PICTURE_SUFFIXES
from cards_data.models import Column, plain_language
from cards_data.reader import decode, read_bytes, shown_path
from cards_data.tables import TEXT_SUFFIXES, data_files, read_table, table_file
from generator.compose.art import symbol_names
from generator.edit.yaml_text import YamlText
from generator.store.sources import Sources

Record = dict[str, Any]
WORDS = "words"
# Values of game.yaml that have a separate form.
SHOWN_IN_GAME = ("title", "colours", "facts")


def grid_record(game: Game, table: str, lang: str) -> Record:
    """Return one table of a game, with what its cells may contain."""
    columns = columns_of(game, table)
    path = table_file(game.folder, table)
    ignored = game.decks[table].ignored if table in game.decks else ()
    read = read_table(path, ignored).with_columns(column.name for column in columns)
    columns_out = [
        column for column in columns if column.name in read.columns or column.name == "copies"
    ]
    return {
        "table": table,
        "place": shown_path(path),
        # Single cells are written only to text; a workbook is imported as a whole.
        "written": path.suffix in TEXT_SUFFIXES,
        "workbook": table in game.decks,
        "columns": [_column_record(column, game, lang) for column in columns_out],
        "rows": [[row.cells.get(column.name, "") for column in columns_out] for row in read.rows],
        "symbols": list(symbol_names(game, Sources())),
    }


def columns_of(game: Game, table: str) -> list[Column]:
    """Return every column that a table may have, copies first."""
    others = [lang for lang in game.languages if lang != plain_language(game.languages)]
    if table == WORDS:
        names = ["id", "text", *(f"text:{lang}" for lang in others)]
        return [Column(name, "text") for name in names]
    source = Column("source", "choice", required=False, choices=SOURCES)
    reason = Column("reason", "text", required=False)
    declared = _declared_columns(game.decks[table], others)
    return [Column("id", "text"), COPIES, *declared, source, reason]


def _declared_columns(deck: Deck, others: Sequence[str]) -> Iterator[Column]:
    """Yield what the deck declares, each text next to its translations."""
    for column in deck.columns.values():
        yield column
        needed = column.translated == "required" and column.required
        for lang in others if column.translated != "never" else ():
            yield Column(f"{column.name}:{lang}", "text", column.help, needed)


def _column_record(column: Column, game: Game, lang: str) -> Record:
    others = game.decks[column.ref].pieces if column.ref in game.decks else ()
    return {
        "name": column.name,
        "kind": column.kind,
        "help": column.help,
        "required": column.required,
        "choices": list(column.choices),
        "min": column.minimum,
        "max": column.maximum,
        "deck": column.ref,
        "pieces": [[piece.id, str(piece.values_in(lang).get("name") or "")] for piece in others],
    }


def values_record(game: Game, shows: Mapping[str, list[str]]) -> list[Record]:
    """Return numbers, facts, titles and colours of a game, with the pieces that show them."""
    return [*_values(game, "scoring.yaml", shows), *_values(game, "game.yaml", shows)]


def _values(game: Game, file: str, shows: Mapping[str, list[str]]) -> Iterator[Record]:
    path = game.folder / file
    if not path.is_file():
        return
    document = YamlText(decode(read_bytes(path), shown_path(path)), shown_path(path))
    # Pieces that show what the rules compute from the numbers: any number may be used.
    by_rules = shows.get("scoring.yaml:*", ()) if file == "scoring.yaml" else ()
    for keys, scalar in document.scalars.items():
        if keys[-1] in ("source", "reason") or not _is_shown(file, keys):
            continue
        name = "/".join(str(key) for key in keys if key != "value")
        kind = "int" if scalar.value.lstrip("-").isdecimal() else "text"
        yield {
            "file": file,
            "path": list(keys),
            "value": scalar.value,
            "group": str(keys[0]),
            "kind": "colour" if keys[0] == "colours" else kind,
            "line": document.document.lines.get(keys, 0),
            "shows": list(dict.fromkeys((*shows.get(f"{file}:{name}", ()), *by_rules))),
        }


def _is_shown(file: str, keys: tuple[str | int, ...]) -> bool:
    if file == "scoring.yaml":
        return True
    declared = len(keys) == 3 and keys[0] == "decks" and keys[2] == "pieces"
    return keys[0] in SHOWN_IN_GAME or declared


def pictures_of(game: Game) -> dict[str, str]:
    """Return the pictures in the game's folder by piece id: name, size and time.

    This text changes with every save, and people can recognise a picture by it.
    """
    pictures: dict[str, str] = {}
    with suppress(OSError):
        for path in sorted((game.folder / "art").iterdir()):
            if path.suffix in PICTURE_SUFFIXES:
                status = path.stat()
                saved = datetime.fromtimestamp(status.st_mtime).isoformat(" ")
                pictures[path.stem] = f"{path.name}, {status.st_size} B, {saved}"
    return pictures


def version_of(game: Game) -> str:
    """Return a version that changes with every file that the grid shows."""
    files = [path.read_bytes() for path in sorted(data_files(game.folder))]
    pictures = repr(pictures_of(game)).encode("utf-8")
    return sha256(b"\0".join([*files, pictures])).hexdigest()[:16]
