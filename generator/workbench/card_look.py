"""Inspect one card: where its cells are drawn, how full its boxes are, its measurements.

Runs in a worker, as templates do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, NamedTuple

from cards_data import Findings, Piece
from cards_data.problems import Message, Problem
from generator.check.face_measures import Gauge, Mark, gauge_of, letters_on, measure, symbols_on
from generator.compose.composed_game import Name, WorkerContext
from generator.compose.dependencies import Dependencies
from generator.compose.piece import Composer, Faces
from generator.text.typesetter import FITS, TextFit

Record = dict[str, Any]
# A run of letters or a symbol, and the side it is on.
SideMark = tuple[str, Mark]
NOTHING: Record = {"spots": [], "fits": [], "measured": []}
_MARKUP = re.compile(r"\*\*|\{[^{}]*\}")
_SPACES = re.compile(r"\s+")


class CardLook(NamedTuple):
    """The faces of a piece, what is on them, how its texts fit, its problems and its words."""

    faces: Faces | None
    marks: tuple[SideMark, ...]
    fits: tuple[TextFit, ...]
    problems: tuple[Problem, ...]
    words: frozenset[str]


def inspect(composer: Composer, name: Name, gauge: Gauge) -> CardLook:
    """Compose one piece by its name."""
    deck = composer.game.decks[name[0]]
    fits, findings, dependencies = list[TextFit](), Findings(), Dependencies()
    token = FITS.set(fits)
    try:
        faces = composer.faces(deck, deck.piece(name[1]), findings, dependencies)
    finally:
        FITS.reset(token)
    marks = tuple(_marks_on(faces, gauge)) if faces else ()
    words = frozenset(key for kind, key in dependencies if kind == "word")
    return CardLook(faces, marks, tuple(fits), tuple(findings), words)


def look_at(context: WorkerContext, name: Name) -> Record:
    """Inspect one piece by its name; runs in a worker."""
    composer = context.composer
    deck = composer.game.decks[name[0]]
    gauge = gauge_of(composer.game, composer.sources)
    seen = inspect(composer, name, gauge)
    if seen.faces is None:
        return NOTHING
    cells = _cells(deck.piece(name[1]), composer.edition.lang)
    measures = (
        (side, measure(gauge, (art, deck.size.seen_from(side)))) for side, art in seen.faces.sides
    )
    return {
        # The marks that show cells, each with its possible columns, most likely first.
        "spots": [
            {"side": side, "columns": columns, "box": mark_box(mark)}
            for side, mark in seen.marks
            if (columns := columns_of_mark(mark, cells))
        ],
        "fits": [
            {**asdict(fit), "column": column, "text": "", "text_length": len(fit.text)}
            for fit in seen.fits
            if (column := next((key for key in cells if cells[key] == plain_text(fit.text)), ""))
        ],
        "measured": [
            (side, Message("limit.says", found=fault, allowed=allowed))
            for side, measured in measures
            for fault, allowed in measured.faults
        ],
    }


WORK = f"{__name__}:{look_at.__name__}"


def _cells(piece: Piece, lang: str) -> dict[str, str]:
    words = {
        name: " ".join(value) if isinstance(value, tuple) else str(value)
        for name, value in piece.values_in(lang).items()
        if value not in (None, "", ()) and not isinstance(value, bool)
    }
    return {
        name: plain_text(f"{text} {text.replace('_', ' ')}" if "_" in text else text)
        for name, text in words.items()
    }


def plain_text(text: str) -> str:
    """Return a text without markup, as it is compared with the letters on a card."""
    return _SPACES.sub(" ", _MARKUP.sub(" ", text)).strip().casefold()


def _marks_on(faces: Faces, gauge: Gauge) -> Iterator[SideMark]:
    """Yield the symbols and the runs of letters on each side."""
    for side, art in faces.sides:
        drawing = art.drawing(gauge.sources)
        for mark in (*symbols_on(drawing, gauge.symbols), *letters_on(drawing)):
            yield side, mark


def columns_of_mark(mark: Mark, cells: Mapping[str, str]) -> list[str]:
    """Return the cells whose plain text a mark may be part of, most likely first."""
    word = plain_text(mark.words.strip("{}").replace("_", " ") if "{" in mark.words else mark.words)
    word = word.rstrip("-\u00ad")
    if not word:
        return []
    same = [name for name, text in cells.items() if text == word]
    # A single letter or digit is in every text, and means nothing by itself.
    others = {name: text for name, text in cells.items() if len(word) > 2 and text != word}
    within = [name for name, text in others.items() if word in text]
    return [*same, *sorted(within, key=lambda name: -len(cells[name]))]


def mark_box(mark: Mark) -> list[float]:
    """Return the box that the mark fills, from the corner of the cut piece, in mm."""
    across = [x for x, _ in mark.corners]
    down = [y for _, y in mark.corners]
    return [round(one, 2) for one in (min(across), min(down), max(across), max(down))]
