"""Sheets, pictures and the saved object of a game for Tabletop Simulator.

Picture names change with their content, because the simulator never loads an address twice. A
card's id is its deck's number times 100 plus its position on the sheet.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from cards_data.models import Deck, Piece
from generator.compose.artwork import Artwork, artwork
from generator.compose.composed_game import Pieces
from generator.export import image_files
from generator.export.image_files import MOST_PX, ImageFormat, SheetShape, grid
from generator.export.job import ExportJob, ExportResult, form
from generator.geometry.units import MM_PER_INCH

DPI = 300
USES = frozenset({"dpi", "url"})


def export(job: ExportJob) -> ExportResult:
    table = _Table(job)
    objects = [table.lay_deck(deck, pieces) for deck, pieces in job.composed.decks if pieces]
    title = job.game.title(job.lang)
    record = save_file(in_rows(objects), title)
    saved, url = job.write_json(f"{job.title}.json", record), job.options.url
    where = job.say("cmd_export_at", url=url) if url else job.say("cmd_export_here")
    summary = job.say("cmd_export_tts", n=len(objects), pictures=len(table.files), where=where)
    return job.result((saved, *table.files), summary, saved)


@dataclass
class _Table:
    """The pictures written and the decks numbered so far."""

    job: ExportJob
    files: list[Path] = field(default_factory=list)
    sheets: int = 0

    def lay_deck(self, deck: Deck, pieces: Pieces) -> Record:
        summary = Tooltip(deck.title(self.job.lang))
        if form(deck) == "card":
            parts = image_files.in_sheets(pieces)
            return pile(summary, [card for part in parts for card in self._cards(deck, part)])
        return bag(summary, self._pieces(deck, pieces))

    def _tooltip(self, piece: Piece) -> Tooltip:
        return Tooltip(self.job.name_of(piece), self.job.texts[piece.place][0])

    def _cards(self, deck: Deck, pieces: Pieces) -> Iterator[Record]:
        """Yield the cards of one sheet, with all their copies."""
        sheet = self._sheet(deck, pieces)
        for place, (piece, _) in enumerate(pieces):
            summary = self._tooltip(piece)
            for _ in range(piece.copies):
                yield card_object(summary, sheet, place, deck.size.height_mm)

    def _sheet(self, deck: Deck, pieces: Pieces) -> CardSheet:
        self.sheets += 1
        unique = not image_files.shares_back(pieces) and len(pieces) > 1
        form = image_files.shape(deck.size, len(pieces), self.job.options.dpi)
        fronts = [faces.front for _, faces in pieces]
        backs = [faces.back for _, faces in pieces if faces.back]
        # The last cell of every sheet is what others see of a card in a hand.
        hidden = hidden_face(deck, self.job) if unique else backs[0]
        sideways = deck.size.width_mm > deck.size.height_mm
        name = f"{deck.name}-{self.sheets}"
        faces = self._write(f"{name}-faces", grid(self.job, deck.size, fronts, form, hidden))
        if unique:
            drawn = grid(self.job, deck.size, backs, form, hidden)
        else:
            drawn = grid(self.job, deck.size, [hidden], SheetShape(1, 1, form.dpi))
        behind = self._write(f"{name}-{'backs' if unique else 'back'}", drawn)
        return CardSheet(self.sheets, faces, behind, form.columns, form.rows, unique, sideways)

    def _pieces(self, deck: Deck, pieces: Pieces) -> Iterator[Record]:
        """Yield boards, tiles and tokens, with all their copies."""
        by_key = {
            art.key: (f"{deck.name}-{piece.id}-{side}", (art, deck.size.seen_from(side)))
            for piece, faces in reversed(pieces)
            for side, art in reversed(faces.sides)
        }
        arts = {key: art for key, (_, art) in by_key.items()}
        longest_mm = max(deck.size.width_mm, deck.size.height_mm)
        dpi = min(self.job.options.dpi, int((MOST_PX - 1) * MM_PER_INCH / longest_mm))
        encoded = image_files.pictures(self.job, arts, ImageFormat(dpi))
        urls = {key: self._write(by_key[key][0], content) for key, content in encoded}
        for piece, faces in pieces:
            back = urls[faces.back.key] if faces.back else urls[faces.front.key]
            summary = self._tooltip(piece)
            record = self._piece(deck, summary, urls[faces.front.key], back)
            yield from (record for _ in range(piece.copies))

    def _piece(self, deck: Deck, summary: Tooltip, front: str, back: str) -> Record:
        size = deck.size
        if form(deck) == "board":
            return board(summary, front, size.height_mm)
        if form(deck) == "token":
            return token(summary, front, size.height_mm)
        return tile(summary, front, back, size.shape, size.height_mm)

    def _write(self, name: str, content: bytes) -> str:
        version = hashlib.sha256(content).hexdigest()[:6]
        path = self.job.write(f"{name}-{version}.png", content)
        self.files += [path] if path not in self.files else []
        base = self.job.options.url.rstrip("/")
        return f"{base}/{path.name}" if base else path.resolve().as_uri()


def hidden_face(deck: Deck, job: ExportJob) -> Artwork:
    """Return what other players see of a card in a hand if its back would identify it."""
    size, colours = deck.size, job.game.colours
    colour = colours.get("accent", "#1d4f6b")
    body = (
        f'<rect x="-3" y="-3" width="{size.width_mm + 6}" height="{size.height_mm + 6}" '
        f'fill="{colour}"/><rect x="5" y="5" width="{size.width_mm - 10}" '
        f'height="{size.height_mm - 10}" rx="3" fill="none" stroke="#ffffff" stroke-width="1"/>'
    )
    return artwork(body, size)


# ---- the simulator's saved objects, as plain records for JSON ----------------------------------

Record = dict[str, Any]

# A poker card in the simulator is 63 mm wide at scale 1; a tile at scale 1 is two units wide.
CARD_HEIGHT_MM = 88.0
TILE_MM = 57.0
# The number of objects side by side, and their distance.
COLUMNS, STEP = 6, 5.0
# The simulator's hexagons are flat-topped. Pointy ones and custom outlines are shown as printed, in
# a rectangle.
TILE_TYPES = {"rect": 3, "hex": 1, "hex_pointy": 3, "circle": 2, "drop": 2, "path": 3}


@dataclass(frozen=True)
class Tooltip:
    name: str
    text: str = ""


@dataclass(frozen=True)
class CardSheet:
    """The images of a deck's faces and backs, and their columns and rows."""

    number: int
    faces: str
    backs: str
    columns: int
    rows: int
    unique_backs: bool
    sideways: bool = False

    @property
    def record(self) -> Record:
        return {
            "FaceURL": self.faces,
            "BackURL": self.backs,
            "NumWidth": self.columns,
            "NumHeight": self.rows,
            # A unique back would identify the card: then the last cell is shown instead.
            "BackIsHidden": not self.unique_backs,
            "UniqueBack": self.unique_backs,
            "Type": 0,
        }

    def card_id(self, place: int) -> int:
        return self.number * 100 + place


def save_file(objects: Sequence[Record], title: str) -> Record:
    """Return the whole file: objects side by side, each with a unique number."""
    numbered = [_with_guid(one, str(place)) for place, one in enumerate(objects)]
    empty = dict.fromkeys(
        ("Date", "VersionNumber", "GameMode", "Table", "Sky", "Note", "Rules", "LuaScript"), ""
    )
    return {"SaveName": title, **empty, "LuaScriptState": "", "XmlUI": "", "ObjectStates": numbered}


def _with_guid(record: Record, path: str) -> Record:
    """Assign a number to a record; the same position gets the same one in every export."""
    inside = [
        _with_guid(one, f"{path}/{place}")
        for place, one in enumerate(record.get("ContainedObjects", ()))
    ]
    number = {"GUID": hashlib.sha256(path.encode()).hexdigest()[:6]}
    return {**number, **record, **({"ContainedObjects": inside} if inside else {})}


def _object(kind: str, summary: Tooltip, scale: float, **more: Any) -> Record:
    return {
        "Name": kind,
        "Transform": {
            **dict.fromkeys(("posX", "posY", "posZ", "rotX", "rotZ"), 0.0),
            "rotY": 180.0,
            **dict.fromkeys(("scaleX", "scaleY", "scaleZ"), round(scale, 4)),
        },
        "Nickname": summary.name,
        "Description": summary.text,
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False,
        **dict.fromkeys(("Grid", "Snap", "Autoraise", "Sticky", "Tooltip"), True),
        "Hands": kind in ("Card", "DeckCustom"),
        **more,
    }


def card_object(summary: Tooltip, sheet: CardSheet, place: int, height_mm: float) -> Record:
    return _object(
        "Card",
        summary,
        height_mm / CARD_HEIGHT_MM,
        CardID=sheet.card_id(place),
        SidewaysCard=sheet.sideways,
        CustomDeck={str(sheet.number): sheet.record},
    )


def pile(summary: Tooltip, cards: Sequence[Record]) -> Record:
    """Return a pile of cards, or a single card."""
    if len(cards) == 1:
        return cards[0]
    sheets = {number: sheet for one in cards for number, sheet in one["CustomDeck"].items()}
    return _object(
        "DeckCustom",
        summary,
        cards[0]["Transform"]["scaleX"],
        DeckIDs=[one["CardID"] for one in cards],
        SidewaysCard=cards[0]["SidewaysCard"],
        CustomDeck=sheets,
        ContainedObjects=list(cards),
    )


def tile(summary: Tooltip, front: str, back: str, shape: str, height_mm: float) -> Record:
    form = {"Type": TILE_TYPES[shape], "Thickness": 0.1, "Stackable": False, "Stretch": True}
    return _picture_object(
        "Custom_Tile", summary, height_mm / TILE_MM, (front, back), CustomTile=form
    )


def token(summary: Tooltip, front: str, height_mm: float) -> Record:
    """Return a token, whose outline is that of the picture."""
    form = {"Thickness": 0.1, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": False}
    return _picture_object(
        "Custom_Token", summary, height_mm / TILE_MM, (front, front), CustomToken=form
    )


def board(summary: Tooltip, front: str, height_mm: float) -> Record:
    return _picture_object("Custom_Board", summary, height_mm / (5 * TILE_MM), (front, ""))


def _picture_object(
    kind: Literal["Custom_Tile", "Custom_Token", "Custom_Board"],
    summary: Tooltip,
    scale: float,
    urls: tuple[str, str],
    **form: Record,
) -> Record:
    image = {
        "ImageURL": urls[0],
        "ImageSecondaryURL": urls[1],
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        **form,
    }
    return _object(kind, summary, scale, CustomImage=image)


def bag(summary: Tooltip, inside: Iterable[Record]) -> Record:
    """Return tokens in a bag; a single token has no bag."""
    objects = list(inside)
    return (
        objects[0] if len(objects) == 1 else _object("Bag", summary, 1.0, ContainedObjects=objects)
    )


def in_rows(objects: Sequence[Record]) -> list[Record]:
    """Arrange objects side by side, a little above the table."""
    rows = []
    for place, one in enumerate(objects):
        row, column = divmod(place, COLUMNS)
        at = {"posX": STEP * (column - (COLUMNS - 1) / 2), "posY": 1.5, "posZ": -STEP * row}
        rows.append({**one, "Transform": {**one["Transform"], **at}})
    return rows
