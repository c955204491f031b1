"""A deck's declaration and its CSV into a checked deck."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, cast, get_args

from .cells import read_cell
from .fields import Fields
from .languages.plurals import has_words
from .models import (
    HEXES,
    Column,
    Deck,
    Kind,
    Piece,
    ReadOnly,
    Shape,
    Size,
    Translated,
    frozen,
    plain_language,
)
from .problems import Findings, Message, Place, Problems, WrongCount, did_you_mean, quoted
from .tables import Row, Table, is_aside, made_ids, read_table, table_file
from .words import PLAIN

SOURCES = ("rulebook", "inferred", "reconstruction")
ID = re.compile(r"[a-z0-9][a-z0-9_]*")
DECK_KEYS = (
    "title size front back pieces gap_mm split sheet columns ignore options source reason"
).split()
COLUMN_KEYS = "type help required of min max deck translate".split()
# None at all is a piece that is benched: it stays in the table and is not printed.
COPIES = Column("copies", "int", "how many are printed", minimum=0, maximum=500)
HEX_TOLERANCE_MM = 0.01
# Smaller pieces cannot be picked up, larger ones do not fit on a table.
SIZES_MM = (5, 2000)
GAPS_MM = (0, 50)
MOST_PIECES = 5_000
_OWN = ("id", "copies", "source", "reason")


class DeckContext(NamedTuple):
    """What every deck of a game is read with."""

    folder: Path
    languages: tuple[str, ...]
    sizes: Mapping[str, Size]
    findings: Findings
    # What was understood although it was not written.
    notes: Findings
    # Languages that are being translated.
    unfinished: tuple[str, ...] = ()

    @property
    def translated(self) -> tuple[str, ...]:
        """The languages that stand in columns of their own."""
        plain = plain_language(self.languages)
        return tuple(lang for lang in (*self.languages, *self.unfinished) if lang != plain)


def read_deck(
    name: str, fields: Fields, context: DeckContext, path: Path | None = None
) -> Deck | None:
    """One deck, or nothing when its table cannot be read at all; the table may lie elsewhere."""
    fields.known(*DECK_KEYS)
    ignored = _ignored(fields)
    try:
        table = read_table(path or table_file(context.folder, name), ignored)
    except Problems as problems:
        context.findings.extend(problems.problems)
        return None
    columns = _columns(fields, table, ignored)
    table = _with_ids(table.named(_spelt(columns, context.translated)), context)
    _check_columns(table, columns, ignored, context)
    pieces = _pieces(name, table, columns, context)
    deck = _deck(name, fields, context, columns, pieces)
    if deck.split and deck.back:
        found = Message("deck.split_back")
        context.findings.add(fields.at("back"), found, hint=Message("deck.print_back_apart"))
    if deck.total > MOST_PIECES:
        context.findings.add(
            table.place, Message("deck.pieces", n=deck.total), Message("deck.up_to", n=MOST_PIECES)
        )
    if deck.expected is not None and deck.total != deck.expected:
        rows = Message("deck.rows_copies", rows=len(pieces), copies=deck.total)
        allowed = Message("deck.expected", n=deck.expected, key="pieces")
        context.findings.extend([WrongCount(table.place, rows, allowed)])
    return deck


def _deck(
    name: str,
    fields: Fields,
    context: DeckContext,
    columns: dict[str, Column],
    pieces: tuple[Piece, ...],
) -> Deck:
    size = _size_of(name, fields, context)
    options = fields.inner("options", False)
    return Deck(
        name=name,
        titles=frozen(_titles(name, fields, context.languages)),
        size=size,
        front=fields.text("front"),
        back=fields.text("back", "") or None,
        expected=fields.whole("pieces") if "pieces" in fields.data else None,
        columns=frozen(columns),
        pieces=pieces,
        gap_mm=fields.length("gap_mm", 0 if size.shape in ("rect", *HEXES) else 2, GAPS_MM),
        split=fields.flag("split"),
        sheet=fields.text("sheet", ""),
        options=frozen(options.data),
        source=fields.chosen("source", SOURCES, "rulebook"),
        reason=fields.text("reason", ""),
        ignored=_ignored(fields),
        places=ReadOnly({side: fields.at(side) for side in ("front", "back")}),
    )


def _columns(fields: Fields, table: Table, ignored: Collection[str]) -> dict[str, Column]:
    """What game.yaml says of the columns; where it says nothing, each is a text."""
    if "columns" in fields.data:
        return {key: _column(key, inner) for key, inner in fields.inner("columns").each()}
    names = (name.partition(":")[0] for name in table.columns)
    return {
        name: Column(name, "text", required=False, translated="optional")
        for name in names
        if name not in _OWN and not is_aside(name, ignored)
    }


def _ignored(fields: Fields) -> tuple[str, ...]:
    return tuple(str(column) for column in fields.items("ignore", required=False))


def _spelt(columns: Iterable[str], languages: tuple[str, ...]) -> Iterator[str]:
    """Every header that a table may have, as it is declared."""
    yield from columns
    yield from (f"{column}:{lang}" for column in columns for lang in languages)


def _with_ids(table: Table, context: DeckContext) -> Table:
    """The table with an id in every row; those that are made from the name are told."""
    if "name" not in table.columns or all(row.cells.get("id") for row in table.rows):
        return table
    ids = made_ids([(row.cells.get("id", ""), row.cells["name"]) for row in table.rows])
    for row, made in zip(table.rows, ids, strict=True):
        if made and not row.cells.get("id"):
            found = Message("deck.id_made", id=quoted(made))
            hint = Message("deck.write_id")
            context.notes.add(table.at(row.line, "id"), found, hint=hint)
    named = zip(table.rows, ids, strict=True)
    rows = tuple(Row(row.line, {**row.cells, "id": made}) for row, made in named)
    return table._replace(columns=tuple(dict.fromkeys(("id", *table.columns))), rows=rows)


def _titles(name: str, fields: Fields, languages: tuple[str, ...]) -> dict[str, str]:
    """The deck's title in each language; else its name as a title."""
    if "title" in fields.data:
        return checked_texts(fields, "title", languages)
    return {PLAIN: name.replace("_", " ").capitalize()}


def _size_of(deck: str, fields: Fields, context: DeckContext) -> Size:
    """A size by name, or one of the deck's own, written out in place."""
    if isinstance(fields.data.get("size"), dict):
        return read_size(deck, fields.inner("size"))
    return context.sizes[fields.chosen("size", context.sizes)]


def read_size(name: str, fields: Fields) -> Size:
    """A size as it is written in sizes.yaml and in game.yaml."""
    fields.known("width_mm", "height_mm", "shape", "corner_mm", "path")
    plain = "path" if "path" in fields.data else "rect"
    size = Size(
        name,
        fields.length("width_mm", bounds=SIZES_MM),
        fields.length("height_mm", bounds=SIZES_MM),
        cast(Shape, fields.chosen("shape", get_args(Shape), plain)),
        fields.length("corner_mm", 0),
    )
    _check_size(size, fields)
    return _with_outline(size, fields)


def _with_outline(size: Size, fields: Fields) -> Size:
    """A size with its path, where that is its shape; a path that cannot be cut is a finding."""
    if size.shape != "path":
        if "path" in fields.data:
            fields.findings.add(
                fields.at("shape"), Message("path.and_shape", shape=size.shape), "path"
            )
        return size
    # Few games have one, and its grammar takes a while to be read.
    from .outlines.own_outline import own_outline
    from .outlines.path_reader import PathError

    data = fields.text("path")
    if not data or not size.width_mm or not size.height_mm:
        return size
    try:
        return replace(size, outline=own_outline(data, size.width_mm, size.height_mm))
    except PathError as fault:
        where = "height_mm" if str(fault.allowed).startswith("height_mm") else "path"
        fields.findings.add(fields.at(where), fault.found, fault.allowed)
        return size


def _check_size(size: Size, fields: Fields) -> None:
    """Corners that fit, and hexes whose six sides are equal: else they would not tile."""
    half = min(size.width_mm, size.height_mm) / 2
    if half > 0 and size.corner_mm > half:
        fields.findings.add(
            fields.at("corner_mm"),
            Message("value.found", value=size.corner_mm),
            Message("allowed.up_to", n=half),
        )
    share = {"hex": math.cos(math.pi / 6), "hex_pointy": 1 / math.cos(math.pi / 6)}
    height = size.width_mm * share.get(size.shape, 1.0)
    if size.shape in share and abs(size.height_mm - height) > HEX_TOLERANCE_MM:
        found = Message(
            "deck.not_round", shape=size.shape, width=size.width_mm, height=size.height_mm
        )
        fields.findings.add(fields.at("height_mm"), found, f"{height:.3f}")


def checked_texts(fields: Fields, key: str, languages: tuple[str, ...]) -> dict[str, str]:
    """A text for all of the game's languages, or one in each; one that is missing is a finding."""
    if key in fields.data and not isinstance(fields.data[key], dict):
        return {PLAIN: fields.text(key)}
    texts = fields.texts(key)
    for lang in languages:
        if lang not in texts and key in fields.data:
            fields.findings.add(fields.at(key), Message("deck.no_text_in", lang=lang))
    return {PLAIN: next(iter(texts.values()), ""), **texts}


def _column(name: str, fields: Fields) -> Column:
    fields.known(*COLUMN_KEYS)
    kind = cast(Kind, fields.chosen("type", get_args(Kind), "text"))
    default = "required" if kind == "text" else "never"
    return Column(
        name=name,
        kind=kind,
        help=fields.text("help", ""),
        required=fields.flag("required", kind != "bool"),
        choices=tuple(str(item) for item in fields.items("of", required=False)),
        minimum=fields.whole("min") if "min" in fields.data else None,
        maximum=fields.whole("max") if "max" in fields.data else None,
        ref=_referred(fields) if kind == "ref" else "",
        translated=cast(Translated, fields.chosen("translate", get_args(Translated), default)),
    )


def _referred(fields: Fields) -> str:
    """The deck that a column of type ``ref`` points into."""
    decks = [str(name) for name in fields.document.data["decks"]]
    fields.chosen("deck", decks)
    named = fields.data.get("deck")
    return named if isinstance(named, str) and named in decks else ""


def _pieces(
    deck: str, table: Table, columns: dict[str, Column], context: DeckContext
) -> tuple[Piece, ...]:
    seen: dict[str, int] = {}
    pieces = []
    number = 1
    for row in table.rows:
        piece = _piece(deck, table, row, columns, number, context)
        if piece.id in seen:
            found = Message("deck.id_twice", id=quoted(piece.id), line=str(seen[piece.id]))
            context.findings.add(table.at(row.line, "id"), found, Message("allowed.each_id_once"))
        seen.setdefault(piece.id, row.line)
        pieces.append(piece)
        number += piece.copies
    return tuple(pieces)


def _check_columns(
    table: Table, columns: dict[str, Column], ignored: Collection[str], context: DeckContext
) -> None:
    known = [*_OWN, *columns]
    spoken = [name for name, column in columns.items() if column.translated != "never"]
    others = context.translated
    for name in table.columns:
        plain, _, lang = name.partition(":")
        told = name in known or (plain in spoken and lang in others)
        if told or is_aside(name, ignored):
            continue
        allowed = [*known, *(f"{column}:{code}" for column in spoken for code in others)]
        hint = did_you_mean(name, allowed) or Message("deck.call_it_note", name=name)
        where = table.at(table.head) if not table.letters else table.at(table.head, name)
        context.findings.add(
            where, Message("deck.unknown_column", name=quoted(name)), ", ".join(allowed), hint
        )
    for name in ("id", *(key for key, column in columns.items() if column.required)):
        if name not in table.columns:
            hint = did_you_mean(name, table.columns)
            found = Message("deck.column_missing", name=quoted(name))
            context.findings.add(table.at(table.head), found, hint=hint)


def _piece(
    deck: str, table: Table, row: Row, columns: dict[str, Column], number: int, context: DeckContext
) -> Piece:
    def at(column: str) -> Place:
        return table.at(row.line, column)

    present = {key: column for key, column in columns.items() if key in row.cells}
    values = {
        key: read_cell(column, row.cells[key], at(key), context.findings)
        for key, column in present.items()
    }
    absent = {
        key: read_cell(_optional(columns[key]), "", "", context.findings)
        for key in columns
        if key not in row.cells
    }
    copies = read_cell(COPIES, row.cells.get("copies") or "1", at("copies"), context.findings)
    source = row.cells.get("source") or "rulebook"
    reason = row.cells.get("reason", "")
    _check_own_cells(row, at, source, reason, context.findings)
    return Piece(
        id=row.cells.get("id", ""),
        deck=deck,
        copies=copies if isinstance(copies, int) else 1,
        values=frozen({**values, **absent}),
        translations=frozen(_translations(table, row, columns, context)),
        place=table.at(row.line),
        letters=table.letters,
        spoken=frozenset(key for key, one in columns.items() if one.translated != "never"),
        number=number,
        source=source,
        reason=reason,
    )


def _optional(column: Column) -> Column:
    return Column(column.name, column.kind, required=False)


def _check_own_cells(row: Row, at: object, source: str, reason: str, findings: Findings) -> None:
    assert callable(at)
    piece_id = row.cells.get("id", "")
    if not ID.fullmatch(piece_id):
        findings.add(
            at("id"), Message("value.no_id", value=quoted(piece_id)), Message("allowed.slug")
        )
    if source not in SOURCES:
        hint = did_you_mean(source, SOURCES)
        findings.add(
            at("source"), Message("value.unknown", value=quoted(source)), ", ".join(SOURCES), hint
        )
    if source == "reconstruction" and not reason:
        findings.add(at("reason"), Message("deck.no_reason"), Message("deck.why_chosen"))


def _translations(
    table: Table, row: Row, columns: dict[str, Column], context: DeckContext
) -> dict[tuple[str, str], str]:
    translations: dict[tuple[str, str], str] = {}
    for lang in context.translated:
        for name, column in columns.items():
            if column.translated == "never":
                continue
            cell = row.cells.get(f"{name}:{lang}", "")
            if cell:
                translations[name, lang] = cell
            elif lang in context.unfinished or column.translated != "required":
                continue
            elif has_words(row.cells.get(name, "")):
                where = table.at(row.line, f"{name}:{lang}")
                context.findings.add(where, Message("deck.untranslated"))
    return translations
