"""Golden page plans: where every slot of Ecosfera Baltica lies, on the two papers people have."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cards_data import load_game
from generator.sheets.papers import papers
from generator.sheets.shared_sheets import sharing_sheets, sheets_of
from generator.sheets.sheet_pages import Layout, PieceToPlace, Side

GOLDEN = Path(__file__).parent / "golden"
RENEW = "ECOTABLE_RENEW_PLANS"
HOW_TO = f"if the new plan is meant: {RENEW}=1 make test, then read the difference with git diff"


def plan(slug: str, paper: str) -> str:
    """A readable plan: decks, pages, and the corners of the cuts."""
    game = load_game(slug)
    lines = [f"{game.title('en')} on {paper}: upper left corners of the cuts, in mm", ""]
    page = 3
    for decks in sharing_sheets(tuple(game.decks.values())):
        owned = [
            (deck, PieceToPlace(piece.id, "front", "back" if deck.back else None, piece.copies))
            for deck in decks
            for piece in deck.pieces
        ]
        sizes = {f"{deck.size.width_mm:g} × {deck.size.height_mm:g}" for deck in decks}
        lines.append(f"{', '.join(deck.name for deck in decks)} ({', '.join(sorted(sizes))})")
        pages: dict[tuple[str, str], list[int]] = {}
        for front, back in sheets_of(owned, Layout(papers()[paper])):
            for number, (name, side) in enumerate((("front", front), ("back", back)), page):
                if side:
                    pages.setdefault((name, corners(side)), []).append(number)
            page += 2
        for (name, places), numbers in pages.items():
            lines += [f"  {name} of page {' '.join(map(str, numbers))}", places]
        lines.append("")
    return "\n".join(lines)


def corners(side: Side) -> str:
    """One line for each row of cuts."""
    rows: dict[float, list[float]] = {}
    for cut in side.cuts:
        rows.setdefault(round(cut.slot.y_mm, 2), []).append(round(cut.slot.x_mm, 2))
    lines = [
        f"    y {y:g}: x {' '.join(f'{x:g}' for x in sorted(xs))}" for y, xs in sorted(rows.items())
    ]
    return "\n".join(lines) or "    empty"


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_plan_is_the_one_that_was_agreed(paper: str) -> None:
    golden = GOLDEN / f"ecosfera_baltica-{paper}.txt"
    sheet_plan = plan("ecosfera_baltica", paper)
    if os.environ.get(RENEW):
        golden.write_text(sheet_plan, encoding="utf-8", newline="\n")
    assert golden.is_file(), HOW_TO
    assert sheet_plan == golden.read_text(encoding="utf-8"), HOW_TO


def test_every_plan_belongs_to_a_test() -> None:
    names = {path.name for path in GOLDEN.iterdir()}
    assert names == {"ecosfera_baltica-a4.txt", "ecosfera_baltica-letter.txt"}
