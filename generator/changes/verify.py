"""Whether what was printed is still what the data says.

Comes in: a PDF or its manifest. Goes out: the changes that concern what is on its sheets.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from cards_data import Problem, Problems, load_game
from cards_data.problems import Message, Place
from generator.compose.composed_game import compose_all
from generator.compose.piece import Composer
from generator.options import Edition
from generator.pdf.build import is_untouched
from generator.store.sources import Sources
from generator.workers import WorkerPool

from .causes import Earlier, with_causes
from .compare import read_pages_of, with_read_pages
from .diff import Changes, diff
from .earlier_state import print_named
from .last_printed import box_of
from .print_history import Print
from .snapshot import Snapshot, snapshot_of


def verify(file: Path, pool: WorkerPool) -> Changes:
    """Empty when every printed piece is still the same, and none is missing from its decks."""
    earlier = print_named(str(file))
    if earlier is None:
        raise Problems(
            [Problem(Place(str(file)), Message("print.not_ours"), Message("print.pdf_or_manifest"))]
        )
    if file.suffix == ".pdf" and not is_untouched(file):
        what = Message("print.altered")
        raise Problems([Problem(Place(str(file)), what, hint=Message("print.again"))])
    record, old = earlier.record, _printed(earlier)
    edition = Edition(old.lang, record.get("ink", "full"))
    composer = Composer(load_game(old.game, counted=False), edition, Sources())
    composed = compose_all(composer, pool)
    new = snapshot_of(composed)
    # A print of some decks or pieces lacks the others on purpose; a reprint lacks all that did
    # not change.
    printed = {(piece.deck, piece.id) for piece in old.pieces}
    decks = set() if "whole" in record else {piece.deck for piece in old.pieces}
    decks &= set(record.get("decks", decks))
    concerned = tuple(
        piece for piece in new.pieces if piece.deck in decks or (piece.deck, piece.id) in printed
    )
    box = box_of((earlier,))
    read, changes = box.read, diff(old, replace(new, pieces=concerned))
    changes = with_causes(changes, composed, Earlier(box.scoring))
    return with_read_pages(changes, read, read_pages_of(composed, pool, read.scorer_url))


def _printed(one: Print) -> Snapshot:
    """The pieces on the sheets, with the rows they had: a reprint may hold missing copies only."""
    old = box_of((one,)).snapshot
    printed = {(piece["deck"], piece["id"]) for piece in one.record["pieces"]}
    return replace(
        old, pieces=tuple(piece for piece in old.pieces if (piece.deck, piece.id) in printed)
    )
