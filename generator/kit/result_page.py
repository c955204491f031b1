"""A result as a page to keep or hang up.

Comes in: the scorer's result. Goes out: a PDF with every side, every line and its reason, on as
many pages as it takes. The scorer asks for it through the root command and knows nothing of PDFs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cards_data import Findings, Game, load_game
from generator.compose.functions import Drawing, Subject
from generator.compose.piece import Artwork, Composer, compose_page
from generator.compose.reads import Reads
from generator.crew import Crew
from generator.draw.pixels import Drawer
from generator.options import Edition
from generator.pdf.document import About, centred
from generator.pdf.writer import write_pdf
from generator.sheets.papers import papers
from generator.store.sources import Sources
from generator.words import say_in
from scorer.result import Line, Result, Tally
from scorer.speech import Speech, speech

from .making import PAGE, accent

TOP_MM, BOTTOM_MM = 44.0, 252.0
HEAD_MM, FOOT_MM, GAP_MM = 10.0, 8.0, 6.0
WHY_X_MM, WHY_WIDTH_MM = 66.0, 116.0
DPI = 300


@dataclass(frozen=True)
class LedgerRow:
    """A line of the ledger at its place."""

    rule: str
    points: str
    why: str
    y_mm: float
    height_mm: float


@dataclass(frozen=True)
class Ledger:
    """One side with its rows, at its place on the page."""

    title: str
    total: int | None
    y_mm: float
    height_mm: float
    rows: tuple[LedgerRow, ...]


def write_score_page(result: Result, path: Path, lang: str) -> None:
    """The whole result as a PDF."""
    game = load_game(result.game)
    shown = lang if lang in game.languages else "en"
    sources = Sources()
    composer = Composer(game, Edition(shown), sources)
    subject = composer.page(PAGE, "result", "result page")
    say = speech(game, lang)
    pages = _pages(list(_tables(result, say, subject)))
    arts = [_page(subject, result, say, tables, lang) for tables in pages]
    paper = papers()["a4"]
    about = About(game.title(shown), result.outcome, "long", duplex=False)
    written = [centred(art.key, PAGE, paper) for art in arts]
    with Crew(1) as crew:
        faces = Drawer(sources, crew, DPI).faces({art.key: art for art in arts})
        write_pdf(path, paper, written, faces, about)


def _tables(result: Result, say: Speech, subject: Subject) -> Iterator[Ledger]:
    """Every side in order of its place, then what was counted beside the game."""
    drawing = Drawing(subject, Findings())
    for side in sorted(result.sides, key=lambda side: side.place):
        place = f"{side.place}. " if result.has_places else ""
        yield _table(side, place, say, drawing)
    if all(len(extra.lines) == 1 for extra in result.extras):
        rows = [(extra.name, extra.lines[0]) for extra in result.extras]
        if rows:
            yield _ledger(say("extras"), None, rows, drawing)
        return
    for extra in result.extras:
        yield _table(extra, f"{say('extras')}: ", say, drawing)


def _table(tally: Tally, place: str, say: Speech, drawing: Drawing) -> Ledger:
    rows = [(say(f"rule.{line.rule}"), line) for line in tally.lines]
    return _ledger(f"{place}{tally.name}", tally.total, rows, drawing)


def _ledger(
    title: str, total: int | None, lines: list[tuple[str, Line]], drawing: Drawing
) -> Ledger:
    """Rows one below the other, each as high as its reason is long."""
    rows: list[LedgerRow] = []
    y = HEAD_MM
    for name, line in lines:
        height = max(6.6, drawing.text_height(line.why, WHY_WIDTH_MM, size=8.5) + 3.0)
        rows.append(
            LedgerRow(name, f"{line.points:+d}" if line.points else "0", line.why, y, height)
        )
        y += height
    foot = FOOT_MM if total is not None else 0.0
    return Ledger(title, total, 0.0, y + foot, tuple(rows))


def _pages(tables: list[Ledger]) -> list[list[Ledger]]:
    """Tables one below the other; one that does not fit any more begins a new page."""
    pages: list[list[Ledger]] = [[]]
    y = TOP_MM
    for table in tables:
        if pages[-1] and y + table.height_mm > BOTTOM_MM:
            pages.append([])
            y = TOP_MM
        pages[-1].append(Ledger(table.title, table.total, y, table.height_mm, table.rows))
        y += table.height_mm + GAP_MM
    return pages


def _page(
    subject: Subject, result: Result, say: Speech, tables: list[Ledger], lang: str
) -> Artwork:
    findings = Findings()
    game: Game = subject.game
    extra: dict[str, object] = {
        "t": say_in(lang),
        "accent": accent(game),
        "headline": say(f"outcome.{result.outcome}"),
        "winners": say.listed(result.winners),
        "reason": result.reason,
        "total": say("total"),
        "tables": tables,
        "why_x": WHY_X_MM,
        "why_width": WHY_WIDTH_MM,
    }
    art = compose_page(subject, "_shared/result.svg.j2", extra, findings, Reads())
    findings.raise_any()
    assert art
    return art
