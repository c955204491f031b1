"""Write a result as a PDF: every side, every line with its reason, and the board.

Text that players typed is never treated as markup.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cards_data import Findings, load_game
from generator.compose.artwork import Artwork
from generator.compose.dependencies import Dependencies
from generator.compose.functions import Subject, TemplateFunctions
from generator.compose.piece import PAGE_DPI, Composer, compose_page
from generator.draw.drawers import VectorDrawer
from generator.options import Edition
from generator.pdf.document import About, centre_page
from generator.pdf.writer import write_pdf
from generator.sheets.papers import papers
from generator.store.atomic_files import written_whole
from generator.store.sources import Sources
from generator.text.markup import Verbatim
from generator.words import say_in
from generator.workers import WorkerPool
from scorer.core.result import Line, Result, Tally
from scorer.core.translation import Translation, translation

from .kit_worker import PAGE, accent

TOP_MM, BOTTOM_MM = 44.0, 252.0
HEAD_MM, FOOT_MM, GAP_MM = 10.0, 8.0, 6.0
WHY_X_MM, WHY_WIDTH_MM = 66.0, 116.0
CELL_MM = 8.0


@dataclass(frozen=True)
class Ledger:
    """A table of points on the page; a row is rule, points, reason, top and height."""

    title: str
    total: int | None
    y_mm: float
    height_mm: float
    rows: tuple[tuple[str, str, str, float, float], ...]
    about: str = ""


def write_score_page(result: Result, path: Path, lang: str) -> None:
    game = load_game(result.game)
    page_lang = game.choose_lang(lang if lang in game.languages else "")
    sources = Sources()
    composer = Composer(game, Edition(page_lang), sources)
    arts = list(result_pages(result, composer.page(PAGE, "result", "result page"), lang))
    paper = papers()["a4"]
    about = About(game.title(page_lang), result.outcome, "long", duplex=False, lang=page_lang)
    written = [centre_page(art.key, PAGE, paper) for art in arts]
    with WorkerPool(1) as pool:
        faces = VectorDrawer(sources, pool, PAGE_DPI).faces({art.key: art for art in arts})
        with written_whole(path) as beside:
            write_pdf(beside, paper, written, faces, about, sources=sources)


def result_pages(result: Result, subject: Subject, lang: str) -> Iterator[Artwork]:
    """Yield the pages as artwork; the first begins with who won."""
    say = translation(subject.game, lang)
    drawing = TemplateFunctions(subject, Findings(), Dependencies())
    heading: dict[str, Any] = {
        "t": say_in(lang),
        "accent": accent(subject.game),
        "head": _head(result, say, drawing),
        "cell": CELL_MM,
        "total": say("total"),
        "why_x": WHY_X_MM,
        "why_width": WHY_WIDTH_MM,
    }
    tables = list(_tables(result, say, drawing))
    for page in _pages(tables, heading["head"]["height_mm"]):
        # A name that is too long is set smaller, never refused.
        findings, values = Findings(), {**heading, "tables": page}
        art = compose_page(subject, "_shared/result.svg.j2", values, findings, Dependencies())
        if art is None:
            findings.raise_any()
        assert art
        yield art
        heading["head"] = None


def _head(result: Result, say: Translation, drawing: TemplateFunctions) -> dict[str, Any]:
    """Return who won, what may have been forgotten, and the board."""
    winners, board = say.join(result.winners), _board(result)
    headline = say(f"outcome.{result.outcome}") + (f": {winners}" if winners else "")
    notes = Verbatim("\n".join(f"{say('note')}: {note.text}" for note in result.notes))
    tall = drawing.text_height(notes, PAGE.width_mm, size=9, font="italic") if notes else 0.0
    high = tall + GAP_MM if notes else 0.0
    return {
        "headline": Verbatim(headline),
        "reason": Verbatim(result.reason),
        "notes": notes,
        "notes_mm": tall + 1.0,
        "board": board,
        "board_y_mm": TOP_MM + high,
        "height_mm": high + (len(board) * CELL_MM + 2 * GAP_MM if board else 0.0),
    }


def _board(result: Result) -> tuple[tuple[tuple[str, bool], ...], ...]:
    """Return the board's cells as entered, each with whether a line counts it."""
    tallies = (*result.sides, *result.extras)
    counted = {cell for tally in tallies for line in tally.lines for cell in line.cells}
    return tuple(
        tuple((cell, (row, column) in counted) for column, cell in enumerate(cells.split(), 1))
        for row, cells in enumerate(result.board, 1)
    )


def _tables(result: Result, say: Translation, drawing: TemplateFunctions) -> Iterator[Ledger]:
    """Yield every side by rank, then what was counted outside the game."""

    def of_tally(tally: Tally, before: str) -> Ledger:
        lines = [(say(f"rule.{line.rule}"), line) for line in tally.lines]
        return ledger(f"{before}{tally.name}", lines, tally.total, tally.about)

    def ledger(
        title: str, lines: list[tuple[str, Line]], total: int | None = None, about: str = ""
    ) -> Ledger:
        """Stack rows, each as high as its reason needs."""
        rows, y = [], HEAD_MM
        for name, line in lines:
            why = Verbatim(_reason(line, say))
            height = max(6.6, drawing.text_height(why, WHY_WIDTH_MM, size=8.5) + 3.0)
            points = f"{line.points:+d}" if line.points else "0"
            rows.append((Verbatim(name), points, why, y, height))
            y += height
        foot = FOOT_MM if total is not None else 0.0
        return Ledger(Verbatim(title), total, 0.0, y + foot, tuple(rows), Verbatim(about))

    for side in sorted(result.sides, key=lambda side: side.place):
        yield of_tally(side, f"{side.place}. " if result.has_places else "")
    if result.extras and all(len(extra.lines) == 1 for extra in result.extras):
        yield ledger(say("extras"), [(extra.name, extra.lines[0]) for extra in result.extras])
    else:
        yield from (of_tally(extra, f"{say('extras')}: ") for extra in result.extras)


def _reason(line: Line, say: Translation) -> str:
    """Return the reason, and the board cells that were counted."""
    cells = " · ".join(f"{row},{column}" for row, column in line.cells)
    return f"{line.why} [{say('cells', cells=cells)}]" if cells else line.why


def _pages(tables: list[Ledger], head_mm: float = 0.0) -> list[list[Ledger]]:
    """Stack tables; one that no longer fits starts a new page."""
    pages: list[list[Ledger]] = [[]]
    y = TOP_MM + head_mm
    for table in tables:
        if pages[-1] and y + table.height_mm > BOTTOM_MM:
            pages.append([])
            y = TOP_MM
        pages[-1].append(replace(table, y_mm=y))
        y += table.height_mm + GAP_MM
    return pages
