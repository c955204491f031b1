"""One HTML file with every card of the game, to search and to turn over, without a network."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from cards_data.models import Deck, Piece
from generator.compose.composed_game import Pieces
from generator.compose.environment import render_text
from generator.compose.piece import Faces
from generator.export.image_files import ImageFormat, pictures
from generator.export.job import ExportJob, ExportResult
from generator.geometry.colours import INK, ink_on
from generator.geometry.units import pixels
from generator.pdf.manifest import game_version
from generator.store.atomic_files import write_text_whole

DPI = 150
USES = frozenset({"dpi"})


# What the template shows of a card or a deck.
Record = dict[str, Any]


def export(job: ExportJob) -> ExportResult:
    faces = _pictures(job)
    text = page(job, faces)
    path = job.options.out / f"{job.title}.html"
    write_text_whole(path, text)
    size = job.say.decimal(f"{max(len(text.encode()) / 1e6, 0.1):.1f}")
    return ExportResult(path, (path,), job.say("cmd_export_gallery", n=len(faces), size=size))


def page(job: ExportJob, faces: Mapping[str, str]) -> str:
    game, lang = job.game, job.lang
    accent = game.colours.get("accent", INK)
    decks = [_section(job, deck, pieces, faces) for deck, pieces in job.composed.decks]
    backs = {each.back.key for _, _, each in job.composed.pieces() if each.back}
    names = {
        "lang": lang,
        "title": game.title(lang),
        "version": game_version(game, job.composed.sources),
        "total": sum(deck["total"] for deck in decks),
        "different": sum(len(deck["cards"]) for deck in decks),
        "decks": decks,
        "backs": {_id(key): faces[key] for key in sorted(backs)},
        "accent": accent,
        "on_accent": ink_on(accent),
        "t": job.say,
    }
    return render_text(job.composed.sources, "_shared/gallery.html.j2", names, "gallery")


def _pictures(job: ExportJob) -> dict[str, str]:
    """Return every different face as a data URL."""
    arts = {
        art.key: (art, deck.size.seen_from(side))
        for deck, _, faces in job.composed.pieces()
        for side, art in faces.sides
    }
    encoded = pictures(job, arts, ImageFormat(job.options.dpi, format="WEBP"))
    return {
        key: f"data:image/webp;base64,{base64.b64encode(content).decode()}"
        for key, content in encoded
    }


def _section(job: ExportJob, deck: Deck, pieces: Pieces, faces: Mapping[str, str]) -> Record:
    return {
        "name": deck.name,
        "title": deck.title(job.lang),
        "total": deck.total,
        "width_mm": deck.size.width_mm,
        "cards": [_card(job, deck, piece, each, faces) for piece, each in pieces],
    }


def _card(
    job: ExportJob, deck: Deck, piece: Piece, sides: Faces, faces: Mapping[str, str]
) -> Record:
    name = job.name_of(piece)
    front, back = job.texts[piece.place]
    return {
        "name": name,
        "copies": piece.copies,
        "front": faces[sides.front.key],
        "back": _id(sides.back.key) if sides.back else "",
        "alt": front,
        "back_alt": back,
        "search": " ".join((name, front, piece.id, deck.title(job.lang))),
        "width": pixels(deck.size.width_mm, job.options.dpi),
        "height": pixels(deck.size.height_mm, job.options.dpi),
    }


def _id(key: str) -> str:
    return f"back-{key[:12]}"
