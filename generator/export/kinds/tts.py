"""Sheets, pictures and the saved object of a game for Tabletop Simulator.

Picture names change with their content, because the simulator never loads an address twice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from cards_data.models import Deck, Piece
from generator.compose.artwork import Artwork, artwork
from generator.compose.composed_game import Pieces
from generator.export import tts_objects
from generator.export.image_files import (
    MOST_PX,
    ImageFormat,
    SheetShape,
    grid,
    in_sheets,
    pictures,
    shape,
    shares_back,
)
from generator.export.job import ExportJob, ExportResult
from generator.export.piece_form import form
from generator.export.tts_objects import CardSheet, Record, Tooltip
from generator.geometry.units import MM_PER_INCH

DPI = 300
USES = frozenset({"dpi", "url"})


def export(job: ExportJob) -> ExportResult:
    table = _Table(job)
    objects = [table.lay_deck(deck, pieces) for deck, pieces in job.composed.decks if pieces]
    title = job.game.title(job.lang)
    record = tts_objects.save_file(tts_objects.in_rows(objects), title)
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
            cards = [card for part in in_sheets(pieces) for card in self._cards(deck, part)]
            return tts_objects.deck(summary, cards)
        return tts_objects.bag(summary, self._pieces(deck, pieces))

    def _tooltip(self, piece: Piece) -> Tooltip:
        return Tooltip(self.job.name_of(piece), self.job.texts[piece.place][0])

    def _cards(self, deck: Deck, pieces: Pieces) -> Iterator[Record]:
        """Yield the cards of one sheet, with all their copies."""
        sheet = self._sheet(deck, pieces)
        for place, (piece, _) in enumerate(pieces):
            summary = self._tooltip(piece)
            for _ in range(piece.copies):
                yield tts_objects.card(summary, sheet, place, deck.size.height_mm)

    def _sheet(self, deck: Deck, pieces: Pieces) -> CardSheet:
        self.sheets += 1
        unique = not shares_back(pieces) and len(pieces) > 1
        form = shape(deck.size, len(pieces), self.job.options.dpi)
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
        encoded = pictures(self.job, arts, ImageFormat(dpi))
        urls = {key: self._write(by_key[key][0], content) for key, content in encoded}
        for piece, faces in pieces:
            back = urls[faces.back.key] if faces.back else urls[faces.front.key]
            summary = self._tooltip(piece)
            record = self._piece(deck, summary, urls[faces.front.key], back)
            yield from (record for _ in range(piece.copies))

    def _piece(self, deck: Deck, summary: Tooltip, front: str, back: str) -> Record:
        size = deck.size
        if form(deck) == "board":
            return tts_objects.board(summary, front, size.height_mm)
        if form(deck) == "token":
            return tts_objects.token(summary, front, size.height_mm)
        return tts_objects.tile(summary, front, back, size.shape, size.height_mm)

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
