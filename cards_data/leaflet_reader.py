"""``rules/<lang>.yaml`` into a checked leaflet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from .decks import ID
from .fields import Fields, Step
from .leaflet import (
    SECTIONS,
    Example,
    Faq,
    Leaflet,
    LeafletBlock,
    LeafletTable,
    Listing,
    Picture,
    Pieces,
    Prose,
    Questions,
    Section,
    ShownPiece,
    SourceText,
)
from .models import Deck
from .problems import Findings, Message, Problems, did_you_mean, quoted
from .reader import examples, leaflet_files, read_yaml

COLUMN_MM, WIDE_MM = 82.0, 172.0
HIGHEST_MM = 220.0
PICTURE_MM = 60.0


class LeafletContext(NamedTuple):
    """What leaflets speak of: the decks and the worked examples of their game."""

    folder: Path
    languages: tuple[str, ...]
    decks: Mapping[str, Deck]


def read_leaflets(context: LeafletContext, findings: Findings) -> dict[str, Leaflet]:
    """The leaflets by language; a game without a ``rules`` folder has none."""
    leaflets = {}
    for path in leaflet_files(context.folder):
        try:
            fields = Fields.of(read_yaml(path), findings)
        except Problems as problems:
            findings.extend(problems.problems)
            continue
        if path.stem not in context.languages:
            allowed = ", ".join(context.languages)
            findings.add(
                fields.at(), Message("leaflet.no_language", value=quoted(path.stem)), allowed
            )
        leaflets[path.stem] = _leaflet(path.stem, fields, context)
    return leaflets


def _leaflet(lang: str, fields: Fields, context: LeafletContext) -> Leaflet:
    fields.known("title", "lead", "plain", "sections")
    sections = tuple(_section(inner, context) for inner in _inners(fields, "sections"))
    _check_order(fields, [section.id for section in sections])
    title, lead = _text(fields, "title"), _text(fields, "lead")
    plain = tuple(str(item) for item in fields.items("plain", required=False))
    return Leaflet(lang, fields.at(), title, lead, sections, plain)


def _check_order(fields: Fields, ids: list[str]) -> None:
    """Each section once, those that every leaflet has in their order."""
    fixed = [name for name in ids if name in SECTIONS]
    if fixed != sorted(fixed, key=SECTIONS.index):
        found = Message("leaflet.order", names=", ".join(fixed))
        fields.findings.add(fields.at("sections"), found, ", ".join(SECTIONS))
    for index, name in enumerate(ids):
        where = fields.at("sections", index, "id")
        if name in ids[:index]:
            fields.findings.add(
                where,
                Message("leaflet.section_twice", name=quoted(name)),
                Message("leaflet.each_section"),
            )
        if not ID.fullmatch(name):
            fields.findings.add(
                where, Message("value.no_id", value=quoted(name)), Message("allowed.slug")
            )


def _section(fields: Fields, context: LeafletContext) -> Section:
    fields.known("id", "title", "blocks")
    read = [_block(inner, context) for inner in _inners(fields, "blocks")]
    blocks = tuple(block for block in read if block)
    return Section(fields.text("id"), fields.at(), _text(fields, "title"), blocks)


def _block(fields: Fields, context: LeafletContext) -> LeafletBlock | None:
    """A block is named by its first key that is a kind of block."""
    kind = next((key for key in fields.data if key in _KINDS), None)
    if kind is None:
        first = next(iter(fields.data), "")
        found = Message("leaflet.no_block", name=quoted(first))
        fields.findings.add(fields.at(), found, ", ".join(_KINDS), did_you_mean(str(first), _KINDS))
        return None
    if kind != "picture":
        fields.known(kind)
    return _KINDS[kind](fields, context)


def _prose(fields: Fields, context: LeafletContext) -> Prose:
    (key,) = {"text", "note", "reading"} & set(fields.data)
    return Prose(fields.at(), key, _text(fields, key))  # type: ignore[arg-type]


def _listing(fields: Fields, context: LeafletContext) -> Listing:
    key = "steps" if "steps" in fields.data else "list"
    return Listing(fields.at(), key == "steps", _texts(fields, key))


def _table(fields: Fields, context: LeafletContext) -> LeafletTable:
    inner = fields.inner("table")
    inner.known("head", "rows")
    head = _texts(inner, "head") if "head" in inner.data else ()
    rows = tuple(_row(inner, ("rows", index), row) for index, row in enumerate(inner.items("rows")))
    width = len(head) or len(rows[0] if rows else ())
    for index, row in enumerate(rows):
        if len(row) != width:
            found = Message("leaflet.cells", n=len(row))
            fields.findings.add(
                inner.at("rows", index), found, Message("leaflet.as_first", n=width)
            )
    return LeafletTable(fields.at(), head, rows)


def _row(fields: Fields, path: tuple[Step, ...], row: Any) -> tuple[SourceText, ...]:
    if not isinstance(row, list):
        fields.findings.add(
            fields.at(*path), Message("value.found", value=quoted(row)), Message("leaflet.texts")
        )
        return ()
    return tuple(_one(fields, (*path, index), cell) for index, cell in enumerate(row))


def _pieces(fields: Fields, context: LeafletContext) -> Pieces:
    return Pieces(fields.at(), tuple(_shown(item, context) for item in _inners(fields, "pieces")))


def _shown(fields: Fields, context: LeafletContext) -> ShownPiece:
    fields.known("deck", "id", "caption", "side")
    deck = fields.chosen("deck", context.decks)
    side = fields.chosen("side", ("front", "back"), "front")
    piece = fields.text("id")
    if deck in context.decks:
        known = [one.id for one in context.decks[deck].pieces]
        if piece not in known:
            hint = did_you_mean(piece, known)
            found = Message("value.no_piece_of", value=quoted(piece), deck=deck)
            fields.findings.add(fields.at("id"), found, ", ".join(known), hint)
        if side == "back" and not context.decks[deck].back:
            fields.findings.add(fields.at("side"), Message("leaflet.no_back", deck=deck), "front")
    return ShownPiece(deck, piece, side, _text(fields, "caption", ""))


def _picture(fields: Fields, context: LeafletContext) -> Picture:
    fields.known("picture", "players", "caption", "height_mm", "wide")
    name = fields.text("picture")
    height = fields.length("height_mm", PICTURE_MM, (1, 400))
    if height > HIGHEST_MM:
        fields.findings.add(
            fields.at("height_mm"),
            Message("value.found", value=height),
            Message("allowed.up_to", n=HIGHEST_MM),
        )
    if not ID.fullmatch(name):
        found = Message("leaflet.no_picture", name=quoted(name))
        fields.findings.add(fields.at("picture"), found, Message("allowed.slug"))
    players = fields.items("players", required=False)
    for index, number in enumerate(players):
        if not isinstance(number, int) or isinstance(number, bool):
            where = fields.at("players", index)
            fields.findings.add(
                where, Message("value.found", value=quoted(number)), Message("allowed.whole_number")
            )
    caption = _text(fields, "caption", "")
    return Picture(fields.at(), name, height, fields.flag("wide"), tuple(players), caption)


def _example(fields: Fields, context: LeafletContext) -> Example:
    return Example(fields.at(), fields.chosen("example", examples(context.folder) or ("",)))


def _questions(fields: Fields, context: LeafletContext) -> Questions:
    return Questions(fields.at(), tuple(map(_question, _inners(fields, "questions"))))


def _question(fields: Fields) -> Faq:
    fields.known("q", "a", "reading")
    return Faq(_text(fields, "q"), _text(fields, "a"), fields.flag("reading"))


_KINDS: Mapping[str, Callable[[Fields, LeafletContext], LeafletBlock]] = {
    "text": _prose,
    "note": _prose,
    "reading": _prose,
    "list": _listing,
    "steps": _listing,
    "table": _table,
    "pieces": _pieces,
    "picture": _picture,
    "example": _example,
    "questions": _questions,
}


def _inners(fields: Fields, key: str) -> list[Fields]:
    """A list of mappings; anything else in it is a finding."""
    mappings = []
    for index, item in enumerate(fields.items(key)):
        inner = Fields(fields.document, fields.findings, (*fields.path, key, index), item)
        if isinstance(item, dict):
            mappings.append(inner)
        else:
            fields.findings.add(
                inner.at(), Message("value.found", value=quoted(item)), Message("allowed.mapping")
            )
    return mappings


def _text(fields: Fields, key: str, default: str | None = None) -> SourceText:
    return SourceText(fields.text(key, default).strip(), fields.at(key))


def _texts(fields: Fields, key: str) -> tuple[SourceText, ...]:
    return tuple(_one(fields, (key, index), item) for index, item in enumerate(fields.items(key)))


def _one(fields: Fields, path: tuple[Step, ...], item: Any) -> SourceText:
    if isinstance(item, bool) or not isinstance(item, str | int | float):
        fields.findings.add(
            fields.at(*path), Message("value.found", value=quoted(item)), Message("allowed.text")
        )
    return SourceText(str(item).strip(), fields.at(*path))
