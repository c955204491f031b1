"""What a print takes, told before anything is made."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest
from folding import record, shapes_game
from PIL import ImageStat
from texts import fault, text_of
from workshop import Command, WorkLog, Workshop, print_options

from cards_data import Deck, Size
from generator.planning.plan import make_plan
from generator.sheets.marks import outlined_cuts, straight_cuts
from generator.sheets.papers import papers
from generator.sheets.shared_sheets import sheets_of
from generator.sheets.sheet_pages import Layout, PieceToPlace

pytestmark = pytest.mark.usefixtures("cold_cache")


def test_nothing_is_made(pond: Workshop, ecotable: Command, work_log: WorkLog) -> None:
    before = set(pond.root.rglob("*"))
    answer = ecotable("print", "pond", "--plan")
    assert answer.code == 0, answer.err
    assert set(pond.root.rglob("*")) == before
    assert not work_log.composed
    assert not work_log.drawn
    assert text_of("cmd_plan_made") in answer.out


def test_sheets_pages_and_pieces_are_told_by_deck(pond: Workshop, ecotable: Command) -> None:
    plan = ecotable("print", "pond", "--plan", "--copies", 3).out
    assert plan.startswith("pond in English on a4, duplex: 8 pages on 4 sheets of paper\n")
    assert re.search(r"Fish +15 +A–B +4 +8 +\?", plan)
    assert re.search(r"Plants +9 +C +2 +outline +\?", plan)
    assert text_of("cmd_plan_stacked", n=text_of("cmd_plan_straight", what=8), single=16) in plan
    assert text_of("cmd_plan_outlined", what="9 pieces") in plan
    assert fault("ink", text_of("cmd_plan_ink_unknown", dpi=300, names="Fish, Plants")) in plan


def test_a_plan_has_the_titles_of_its_language(pond: Workshop, ecotable: Command) -> None:
    assert "Växter" in ecotable("print", "pond", "--plan", "--lang", "sv").out


def test_single_pieces_and_sheets_are_planned_like_any_print(
    pond: Workshop, ecotable: Command
) -> None:
    plan = ecotable("print", "pond", "--plan", "--only", "pike").out
    assert "2 pages on 1 sheet of paper" in plan
    assert "Plants" not in plan
    plan = ecotable("print", "pond", "--plan", "--sheets", "B").out
    assert "Fish" not in plan
    assert re.search(r"Plants +3 +B", plan)


def darkness(pdf: Path, numbers: set[int]) -> float:
    """How much of some pages is ink, from their pixels."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        images = [
            document[number - 1].render(scale=1).to_pil().convert("RGB") for number in numbers
        ]
    finally:
        document.close()
    means = [sum(ImageStat.Stat(image).mean) / 3 for image in images]
    return 1 - sum(means) / len(means) / 255


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["duplex", "gutterfold"])
def test_ink_is_what_lies_on_the_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, layout: str
) -> None:
    monkeypatch.chdir(tmp_path)
    shapes = shapes_game(tmp_path)
    report = shapes.print(layout=layout, dpi=72)
    plan = make_plan(shapes.load(), print_options(dpi=72, layout=layout))
    pages = range(record(report.pdf)["pages"] + 1)
    opening = 2 if layout == "duplex" else 1
    assert plan.ink == pytest.approx(darkness(report.pdf, set(pages[opening + 1 :])), abs=0.01)
    for deck in plan.decks:
        assert deck.ink
    assert make_plan(shapes.load(), print_options(dpi=90)).ink is None, "never drawn so finely"


def test_what_changed_since_is_not_known(pond: Workshop, ecotable: Command) -> None:
    assert ecotable("print", "pond", "--dpi", 72).code == 0
    before = ecotable("print", "pond", "--dpi", 72, "--plan").out
    assert re.search(r"Fish +5 +A +2 +8 +[\d.]+\u00a0%", before)
    assert re.search(r"ink: [\d.]+\u00a0% of the sheets with pieces", before)
    pond.change("fish.csv", "Pike,Gädda", "Old pike,Gädda")
    plan = ecotable("print", "pond", "--dpi", 72, "--plan").out
    assert text_of("cmd_plan_ink_unknown", dpi=72, names="Fish") in plan
    assert re.search(r"Plants +3 +B +2 +outline +[\d.]+\u00a0%", plan)


@pytest.mark.parametrize(
    ("size", "count", "cuts"),
    [
        (Size("poker", 63, 88), 9, 4 + 4),
        (Size("poker", 63, 88), 1, 4 + 4),
        (Size("large", 190, 260), 1, 2 + 2),
        (Size("hex", 60.044, 52, "hex"), 4, 0),
        (Size("round", 25, 25, "circle"), 4, 0),
    ],
)
def test_neighbours_share_their_cuts(size: Size, count: int, cuts: int) -> None:
    gap = 2 if size.shape == "circle" else 0
    deck = Deck("deck", {"en": "Deck"}, size, "f", "b", 1, {}, (), gap)
    pieces = [(deck, PieceToPlace("p", "f", "b", count))]
    ((front, back),) = sheets_of(pieces, Layout(papers()["a4"]))
    assert len(straight_cuts(front)) == cuts
    assert outlined_cuts(front) == (0 if cuts else count)
    assert back
    assert len(straight_cuts(back)) == cuts


def test_wrong_words_are_told_here_too(pond: Workshop, ecotable: Command) -> None:
    assert ecotable("print", "pond", "--plan", "--lang", "fi").code == 2
    assert ecotable("print", "pond", "--plan", "--deck", "fihs").code == 2
    assert (
        text_of("print.no_sheet", names="Q")
        in ecotable("print", "pond", "--plan", "--sheets", "Q").err
    )
