"""A game for Tabletop Playground: sheets of pictures, and a template for each.

Comes in: a composed game. Goes out: the folders Templates and Textures of a package.
"""

from __future__ import annotations

import json

from generator.export import ttp_objects
from generator.export.deck_sheets import PictureSheet, picture_sheets
from generator.export.job import ExportJob, ExportResult, remove_stale_files, write_bytes_whole
from generator.export.piece_text import form, name_of
from generator.words import say_in

SUMMARY = "templates and textures for a package of Tabletop Playground"
DPI = 300
USES = frozenset({"dpi"})


def export(job: ExportJob) -> ExportResult:
    sheets = list(picture_sheets(job, job.folder / "Textures"))
    templates = [
        write_bytes_whole(
            job.folder / "Templates" / f"{sheet.fronts.stem.removesuffix('-fronts')}.json",
            _template(job, sheet),
        )
        for sheet in sheets
    ]
    made = (*templates, *(path for sheet in sheets for path in sheet.files))
    textures = len(made) - len(templates)
    told = say_in(job.lang)("cmd_export_ttp", n=len(templates), textures=textures)
    return ExportResult(job.folder, remove_stale_files(job.folder, made), told)


def _template(job: ExportJob, sheet: PictureSheet) -> bytes:
    deck, lang = sheet.deck, job.lang
    names = [name_of(job.game, deck, piece, lang) for piece in sheet.pieces]
    record = ttp_objects.template(sheet, deck.title(lang), names, form(deck) == "card")
    return (json.dumps(record, ensure_ascii=False, indent=1) + "\n").encode()
