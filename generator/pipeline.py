"""Turn a checked game into a printed PDF, step by step."""

from __future__ import annotations

from dataclasses import replace

from cards_data.models import Game
from generator.compose.composed_game import compose_wanted
from generator.compose.dependencies import compile_ahead
from generator.compose.piece import Composer
from generator.draw.drawers import draw_ahead
from generator.kit.front_pages import begin_read_pages, opening_of
from generator.kit.kit_pages import Kit
from generator.kit.parts import ink_saved
from generator.kit.print_files import PlannedPrint, PrintReport, write_print
from generator.sheets.papers import papers
from generator.sheets.shared_sheets import lay_out
from generator.store.sources import Sources
from generator.workers import WorkerPool
from generator.workers.pool import Progress, first_half, second_half

from .options import PrintOptions


def print_game(
    game: Game, options: PrintOptions, pool: WorkerPool, progress: Progress | None = None
) -> PrintReport:
    """Compose and lay out the pieces, compose the other pages, then draw and write the PDF."""
    paper = papers()[options.paper]
    composer = Composer(game, options.edition, Sources(), ahead=draw_ahead(options))
    kit = Kit(composer, options, paper, pool)
    if options.is_whole_kit:
        compile_ahead(game, composer.sources, pool)
    # This starts next: typesetting the rules takes as long as a deck and needs only one worker.
    read_pages = begin_read_pages(kit)
    composed = compose_wanted(composer, pool, options, first_half(progress))
    sheets = lay_out(composed, paper, options)
    read = read_pages()
    saved = ink_saved(composed, sheets, read.pages, pool)
    opening = opening_of(replace(kit, ink_saved=saved), composed, sheets, read)
    planned = PlannedPrint(composed, options, opening, sheets, read, ink_saved=saved)
    return write_print(planned, pool, second_half(progress))
