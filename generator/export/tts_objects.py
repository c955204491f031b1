"""Build Tabletop Simulator's saved objects as plain records for JSON.

A card's id is its deck's number times 100 plus its position on the sheet.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

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
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "Hands": kind in ("Card", "DeckCustom"),
        **more,
    }


def card(summary: Tooltip, sheet: CardSheet, place: int, height_mm: float) -> Record:
    return _object(
        "Card",
        summary,
        height_mm / CARD_HEIGHT_MM,
        CardID=sheet.card_id(place),
        SidewaysCard=sheet.sideways,
        CustomDeck={str(sheet.number): sheet.record},
    )


def deck(summary: Tooltip, cards: Sequence[Record]) -> Record:
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
