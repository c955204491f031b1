"""Picture sheets and templates for a Tabletop Playground package.

Cards, tiles, tokens and boards all have its type "Card". The keys follow the schema that its makers
publish (github.com/plasticity-studios/tabletop-playground-schemas, looked up on 2026-11-16). Check
them against the version you play.
"""

from __future__ import annotations

import hashlib
from typing import Any

from cards_data.models import Size
from generator.export.image_files import NO_BACK, ONE_BACK, OWN_BACKS, PictureSheet, picture_sheets
from generator.export.job import ExportJob, ExportResult, form

Record = dict[str, Any]
# Which picture the back uses: the front's, one for all, or one from a sheet.
BACK_INDEX = {NO_BACK: -1, ONE_BACK: -2, OWN_BACKS: -3}
# What others see of a card in a hand: its back, or a grey blur if the back would identify it.
HIDDEN_AS_BACK, HIDDEN_GREY = -3, -1
# Smaller corners are those of a tile.
ROUND_CORNER_MM = 2.0
CARD_CM, TILE_CM = 0.05, 0.2
MM_PER_CM = 10.0


def template(sheet: PictureSheet, title: str, names: list[str], is_card: bool) -> Record:
    size = sheet.deck.size
    return {
        "Type": "Card",
        "GUID": guid(sheet.fronts.stem),
        "Name": title,
        "Metadata": "",
        "CollisionType": "Regular",
        "SurfaceType": "Cardboard",
        "Models": [],
        "Tags": [],
        "Flippable": True,
        "ShouldSnap": True,
        "FrontTexture": sheet.fronts.name,
        "BackTexture": sheet.backs.name if sheet.backs else "",
        "HiddenTexture": "",
        "BackIndex": BACK_INDEX[sheet.back_kind],
        "HiddenIndex": HIDDEN_AS_BACK if sheet.back_kind == ONE_BACK else HIDDEN_GREY,
        "NumHorizontal": sheet.shape.columns,
        "NumVertical": sheet.shape.rows,
        "Width": round(size.width_mm / MM_PER_CM, 3),
        "Height": round(size.height_mm / MM_PER_CM, 3),
        "Thickness": CARD_CM if is_card else TILE_CM,
        "Model": model(size),
        "HiddenInHand": is_card,
        "UsedWithCardHolders": is_card,
        "CanStack": True,
        "Indices": [place for place, piece in enumerate(sheet.pieces) for _ in range(piece.copies)],
        "CardNames": {str(place): name for place, name in enumerate(names)},
        "CardMetadata": {str(place): piece.id for place, piece in enumerate(sheet.pieces)},
        "CardTags": {},
    }


def guid(name: str) -> str:
    """Return 32 hexadecimal digits that never change, so that a new export replaces the old one."""
    return hashlib.sha256(f"ecotable/{name}".encode()).hexdigest()[:32].upper()


def model(size: Size) -> str:
    """Return the shape on the table; hexagons become rectangles, as their direction is unknown."""
    if size.shape == "circle":
        return "Round"
    return "Rounded" if size.shape == "rect" and size.corner_mm >= ROUND_CORNER_MM else "Square"


DPI = 300
USES = frozenset({"dpi"})


def export(job: ExportJob) -> ExportResult:
    sheets = list(picture_sheets(job, "Textures/"))
    templates = []
    for sheet in sheets:
        name, deck = sheet.fronts.stem.removesuffix("-fronts"), sheet.deck
        names = [job.name_of(piece) for piece in sheet.pieces]
        record = template(sheet, deck.title(job.lang), names, form(deck) == "card")
        templates.append(job.write_json(f"Templates/{name}.json", record))
    paths = (*templates, *(path for sheet in sheets for path in sheet.files))
    textures = len(paths) - len(templates)
    return job.result(paths, job.say("cmd_export_ttp", n=len(templates), textures=textures))
