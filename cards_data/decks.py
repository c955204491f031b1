"""Read a deck's declaration and its CSV into a checked deck."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_args

from .cells import read_cell
from .declarations import ID, Text, Texts, Words, millimetres, text_or
from .documents import Document, ReadOnly, freeze
from .languages.plurals import has_words
from .languages.speech_parts import FACE, BrokenSpeech, speech_parts
from .models import HEXES, Column, Deck, Kind, Piece, Shape, Size, Translated, plain_language
from .problems import Findings, Message, Place, Problem, Problems, WrongCount, did_you_mean, quote
from .schema import Frozen, not_known
from .tables import Row, Table, is_aside, made_ids, read_table, table_file
from .words import PLAIN

Source = Literal["rulebook", "inferred", "reconstruction"]
SOURCES = get_args(Source)
# Where a part of a declaration is.
At = Callable[..., Place]
# Zero means that a piece is benched: it stays in the table and is not printed.
COPIES = Column("copies", "int", "how many are printed", minimum=0, maximum=500)
HEX_TOLERANCE_MM = 0.01
# Smaller pieces cannot be picked up, larger ones do not fit on a table.
SIZES_MM = (5, 2000)
GAPS_MM = (0, 50)
MOST_PIECES = 5_000
_OWN = ("id", "copies", "source", "reason")


class DeclaredSize(Frozen):
    """A size as written in sizes.yaml and in game.yaml."""

    width_mm: Annotated[float, millimetres(*SIZES_MM)]
    """at the cut; for a hex, corner to corner"""
    height_mm: Annotated[float, millimetres(*SIZES_MM)]
    """at the cut; for a pointy hex, corner to corner"""
    shape: Shape = "rect"
    """path if one is given"""
    corner_mm: Annotated[float, millimetres(0, 2000)] = 0
    """the radius of its corners"""
    path: Text = ""
    """an outline of your own, as SVG path data"""


class DeclaredColumn(Frozen):
    """The declaration of a column in game.yaml."""

    type: Kind = "text"
    """the type of its cells"""
    help: Text = ""
    """its purpose; shown where you edit the table"""
    required: bool = True
    """whether the column and all its cells are required; not for bool"""
    of: tuple[Words, ...] = ()
    """the allowed values of a choice or a list"""
    min: int = 0
    """the smallest number; no limit if left out"""
    max: int = 0
    """the largest number; no limit if left out"""
    deck: Text = ""
    """the deck that a ref refers to"""
    translate: Translated = "never"
    """whether it is translated: required for texts, never for others"""


class DeclaredDeck(Frozen):
    """The declaration of a deck in game.yaml."""

    title: Texts = ""
    """one text, or one for each language; by default its name"""
    size: Annotated[str | DeclaredSize, text_or(DeclaredSize)]
    """a name from sizes.yaml, or an inline size"""
    front: Text
    """a template or a layout file"""
    back: Text = ""
    """the same for the back; if left out, there are only fronts"""
    pieces: int = 0
    """the total number of copies; any other number is reported"""
    gap_mm: Annotated[float, millimetres(*GAPS_MM)] = 0
    """the gap between neighbours; 2 for all shapes except rect and hexes"""
    split: bool = False
    """whether it is larger than the paper and printed on several pages"""
    sheet: Text = ""
    """decks with the same value share sheets"""
    columns: dict[Words, DeclaredColumn] = ReadOnly({})
    """the columns of its table; by default, each is a text"""
    speech: Texts = ""
    """describes a piece to screen readers, with its columns in braces; by default, all columns"""
    ignore: tuple[Words, ...] = ()
    """your own columns, which Ecotable ignores"""
    options: dict[Any, Any] = ReadOnly({})
    """options for its template"""
    bots: bool = True
    """whether bots use it; if not, it can change without a new playtest"""
    source: Source = "rulebook"
    """where the deck comes from"""
    reason: Text = ""
    """why a reconstruction was chosen"""


class DeckContext(NamedTuple):
    """What every deck of a game is read with."""

    document: Document
    folder: Path
    languages: tuple[str, ...]
    sizes: Mapping[str, Size]
    findings: Findings
    # What was inferred although it was not written.
    notes: Findings
    # Languages that are being translated.
    unfinished: tuple[str, ...] = ()

    @property
    def other_languages(self) -> tuple[str, ...]:
        """The languages that have separate columns."""
        plain = plain_language(self.languages)
        return tuple(lang for lang in (*self.languages, *self.unfinished) if lang != plain)


def read_deck(
    name: str, declared: DeclaredDeck, context: DeckContext, path: Path | None = None
) -> Deck | None:
    """Return one deck, or nothing if its table is unreadable; the table may be elsewhere."""
    try:
        table = read_table(path or table_file(context.folder, name), declared.ignore)
    except Problems as problems:
        context.findings.extend(problems.problems)
        return None
    columns = _columns(name, declared, table, context)
    translations = (f"{column}:{lang}" for column in columns for lang in context.other_languages)
    table = _with_ids(table.with_columns((*columns, *translations)), context)
    rows = _Rows(name, table, columns, context)
    rows.check_columns(declared.ignore)
    pieces = tuple(rows.pieces())
    deck = _deck(name, declared, context, columns, pieces)
    if deck.split and deck.back:
        fault, hint = Message("deck.split_back"), Message("deck.print_back_apart")
        context.findings.add(deck.places["back"], fault, hint=hint)
    if deck.total > MOST_PIECES:
        context.findings.add(
            table.place, Message("deck.pieces", n=deck.total), Message("deck.up_to", n=MOST_PIECES)
        )
    if deck.expected is not None and deck.total != deck.expected:
        fault = Message("deck.rows_copies", rows=len(pieces), copies=deck.total)
        allowed = Message("deck.expected", n=deck.expected, key="pieces")
        context.findings.extend([WrongCount(table.place, fault, allowed)])
    return deck


def _deck(
    name: str,
    declared: DeclaredDeck,
    context: DeckContext,
    columns: dict[str, Column],
    pieces: tuple[Piece, ...],
) -> Deck:
    at = partial(context.document.at, "decks", name)
    size = _size_of(name, declared.size, context)
    gap_mm = 0 if size.shape in ("rect", *HEXES) else 2
    title = declared.title or name.replace("_", " ").capitalize()
    return Deck(
        name=name,
        titles=freeze(in_all(title, at("title"), context.languages, context.findings)),
        size=size,
        front=declared.front,
        back=declared.back or None,
        expected=vars(declared).get("pieces"),
        columns=freeze(columns),
        pieces=pieces,
        speech=freeze(_speech(declared.speech, columns, at, context)),
        gap_mm=vars(declared).get("gap_mm", gap_mm),
        split=declared.split,
        sheet=declared.sheet,
        options=declared.options,
        bots=declared.bots,
        source=declared.source,
        reason=declared.reason,
        ignored=declared.ignore,
        places=ReadOnly({side: at(side) for side in ("front", "back")}),
    )


def _speech(
    texts: str | Mapping[str, str], columns: Iterable[str], at: At, context: DeckContext
) -> dict[str, str]:
    """Return the texts that describe a piece, if they can be filled; none if not declared."""
    if not texts:
        return {}
    for lang, text in [("", texts)] if isinstance(texts, str) else texts.items():
        where = at("speech", lang) if lang else at("speech")
        _check_speech(text, [*columns, FACE], where, context.findings)
    return in_all(texts, at("speech"), context.languages, context.findings)


def _check_speech(text: str, names: list[str], where: Place, findings: Findings) -> None:
    try:
        parts = speech_parts(text)
    except BrokenSpeech as sign:
        fault = Message("deck.speech_sign", sign=quote(sign))
        findings.add(where, fault, Message("deck.speech_form"))
        return
    used = dict.fromkeys(name for part in parts for name in part.columns)
    findings.extend(not_known(where, name, names) for name in used if name not in names)


def _columns(
    deck: str, declared: DeclaredDeck, table: Table, context: DeckContext
) -> dict[str, Column]:
    """Return the columns declared in game.yaml; by default, each is a text."""
    if "columns" in vars(declared):
        return {key: _column(deck, key, one, context) for key, one in declared.columns.items()}
    names = (name.partition(":")[0] for name in table.columns)
    return {
        name: Column(name, "text", required=False, translated="optional")
        for name in names
        if name not in _OWN and not is_aside(name, declared.ignore)
    }


def _with_ids(table: Table, context: DeckContext) -> Table:
    """Return the table with an id in every row; report ids made from the name."""
    if "name" not in table.columns or all(row.cells.get("id") for row in table.rows):
        return table
    ids = made_ids([(row.cells.get("id", ""), row.cells["name"]) for row in table.rows])
    for row, row_id in zip(table.rows, ids, strict=True):
        if row_id and not row.cells.get("id"):
            fault = Message("deck.id_made", id=quote(row_id))
            hint = Message("deck.write_id")
            context.notes.add(table.at(row.line, "id"), fault, hint=hint)
    pairs = zip(table.rows, ids, strict=True)
    rows = tuple(Row(row.line, {**row.cells, "id": row_id}) for row, row_id in pairs)
    return table._replace(columns=tuple(dict.fromkeys(("id", *table.columns))), rows=rows)


def _size_of(deck: str, declared: str | DeclaredSize, context: DeckContext) -> Size:
    """Return a size by name, or the deck's own inline size."""
    at = partial(context.document.at, "decks", deck, "size")
    if isinstance(declared, DeclaredSize):
        return made_size(deck, declared, at, context.findings)
    if declared and declared not in context.sizes:
        context.findings.extend([not_known(at(), declared, context.sizes)])
    return context.sizes.get(declared) or next(iter(context.sizes.values()))


def made_size(name: str, declared: DeclaredSize, at: At, findings: Findings) -> Size:
    """Return a size, if its corners fit and its outline can be cut."""
    shape = vars(declared).get("shape", "path" if declared.path else "rect")
    size = Size(name, declared.width_mm, declared.height_mm, shape, declared.corner_mm)
    if size.width_mm and size.height_mm:
        _check_size(size, at, findings)
        return _with_outline(size, declared.path, at, findings)
    return size


def _with_outline(size: Size, path: str, at: At, findings: Findings) -> Size:
    """Return a size with its path, if it has one; a path that cannot be cut is a finding."""
    if size.shape != "path":
        if path:
            findings.add(at("shape"), Message("path.and_shape", shape=size.shape), "path")
        return size
    if not path:
        findings.add(at("path"), Message("wrong.missing"), Message("allowed.text"))
        return size
    # Few games have one, and its regular expressions take a while to compile.
    from .outlines.own_outline import own_outline
    from .outlines.path_reader import SvgError

    try:
        return replace(size, outline=own_outline(path, size.width_mm, size.height_mm))
    except SvgError as fault:
        where = "height_mm" if str(fault.allowed).startswith("height_mm") else "path"
        findings.add(at(where), fault.found, fault.allowed)
        return size


def _check_size(size: Size, at: At, findings: Findings) -> None:
    """Check that corners fit, and that hexagons have six equal sides, as else they do not tile."""
    half = min(size.width_mm, size.height_mm) / 2
    if size.corner_mm > half:
        fault = Message("value.found", value=size.corner_mm)
        findings.add(at("corner_mm"), fault, Message("allowed.up_to", n=half))
    share = {"hex": math.cos(math.pi / 6), "hex_pointy": 1 / math.cos(math.pi / 6)}
    height = size.width_mm * share.get(size.shape, 1.0)
    if size.shape in share and abs(size.height_mm - height) > HEX_TOLERANCE_MM:
        fault = Message(
            "deck.not_round", shape=size.shape, width=size.width_mm, height=size.height_mm
        )
        findings.add(at("height_mm"), fault, f"{height:.3f}")


def in_all(
    texts: str | Mapping[str, str], where: Place, languages: Iterable[str], findings: Findings
) -> dict[str, str]:
    """Return one text for all languages, or one for each; a missing one is a finding."""
    if isinstance(texts, str):
        return {PLAIN: texts}
    for lang in languages:
        if lang not in texts:
            findings.add(where, Message("deck.no_text_in", lang=lang))
    return {PLAIN: next(iter(texts.values()), ""), **texts}


def _column(deck: str, name: str, declared: DeclaredColumn, context: DeckContext) -> Column:
    values, kind = vars(declared), declared.type
    ref = declared.deck if kind == "ref" else ""
    decks = [str(key) for key in context.document.data["decks"]]
    if kind == "ref" and ref not in decks:
        where = context.document.at("decks", deck, "columns", name, "deck")
        context.findings.extend([not_known(where, ref, decks)])
        ref = ""
    return Column(
        name=name,
        kind=kind,
        help=declared.help,
        required=values.get("required", kind != "bool"),
        choices=declared.of,
        minimum=values.get("min"),
        maximum=values.get("max"),
        ref=ref,
        translated=values.get("translate", "required" if kind == "text" else "never"),
    )


@dataclass(frozen=True)
class _Rows:
    """The table of a deck and its columns; reads its pieces."""

    deck: str
    table: Table
    columns: Mapping[str, Column]
    context: DeckContext

    @cached_property
    def worded(self) -> dict[str, Column]:
        """The columns that are translated."""
        return {name: one for name, one in self.columns.items() if one.translated != "never"}

    def check_columns(self, ignored: Collection[str]) -> None:
        table, findings, others = self.table, self.context.findings, self.context.other_languages
        names = [*_OWN, *self.columns]
        for name in table.columns:
            plain, _, lang = name.partition(":")
            declared = name in names or (plain in self.worded and lang in others)
            if declared or is_aside(name, ignored):
                continue
            allowed = [*names, *(f"{column}:{code}" for column in self.worded for code in others)]
            hint = did_you_mean(name, allowed) or Message("deck.call_it_note", name=name)
            fault = Message("deck.unknown_column", name=quote(name))
            where = table.at(table.head, name if table.letters else "")
            findings.add(where, fault, ", ".join(allowed), hint)
        for name in ("id", *(key for key, column in self.columns.items() if column.required)):
            if name not in table.columns:
                fault = Message("deck.column_missing", name=quote(name))
                findings.add(table.at(table.head), fault, hint=did_you_mean(name, table.columns))

    def pieces(self) -> Iterator[Piece]:
        seen: dict[str, int] = {}
        number = 1
        for row in self.table.rows:
            piece = self._piece(row, number)
            if piece.id in seen:
                fault = Message("deck.id_twice", id=quote(piece.id), line=str(seen[piece.id]))
                where = self.table.at(row.line, "id")
                self.context.findings.add(where, fault, Message("allowed.each_id_once"))
            seen.setdefault(piece.id, row.line)
            yield piece
            number += piece.copies

    def _piece(self, row: Row, number: int) -> Piece:
        at, findings = partial(self.table.at, row.line), self.context.findings
        values = {
            key: read_cell(column, row.cells[key], at(key), findings)
            for key, column in self.columns.items()
            if key in row.cells
        }
        absent = {
            key: read_cell(Column(key, column.kind, required=False), "", "", findings)
            for key, column in self.columns.items()
            if key not in row.cells
        }
        copies = read_cell(COPIES, row.cells.get("copies") or "1", at("copies"), findings)
        source, reason = row.cells.get("source") or "rulebook", row.cells.get("reason", "")
        _check_own_cells(row.cells.get("id", ""), source, reason, at, findings)
        return Piece(
            id=row.cells.get("id", ""),
            deck=self.deck,
            copies=copies if isinstance(copies, int) else 1,
            values=freeze({**values, **absent}),
            translations=freeze(dict(self._translations(row))),
            place=at(),
            letters=self.table.letters,
            spoken=frozenset(self.worded),
            number=number,
            source=source,
            reason=reason,
        )

    def _translations(self, row: Row) -> Iterator[tuple[tuple[str, str], str]]:
        for lang in self.context.other_languages:
            for name, column in self.worded.items():
                cell = row.cells.get(f"{name}:{lang}", "")
                needed = lang not in self.context.unfinished and column.translated == "required"
                if cell:
                    yield (name, lang), cell
                elif needed and has_words(row.cells.get(name, "")):
                    where = self.table.at(row.line, f"{name}:{lang}")
                    self.context.findings.add(where, Message("deck.untranslated"))


def _check_own_cells(piece_id: str, source: str, reason: str, at: At, findings: Findings) -> None:
    if not ID.fullmatch(piece_id):
        fault = Message("value.no_id", value=quote(piece_id))
        findings.add(at("id"), fault, Message("allowed.slug"))
    if source not in SOURCES:
        fault = Message("value.unknown", value=quote(source))
        findings.extend([Problem.unknown(at("source"), fault, source, SOURCES)])
    if source == "reconstruction" and not reason:
        findings.add(at("reason"), Message("deck.no_reason"), Message("deck.why_chosen"))
