"""Backs by hand: all fronts, then all backs, and paper that goes back the right way."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from itertools import product
from pathlib import Path

import pytest
from folding import pages_of, record
from pypdf import PdfReader
from workshop import Command, Workshop, kit_of, print_changed, print_game, print_options

from cards_data import load_game
from generator.compose.artwork import Artwork
from generator.kit.kit_worker import PAGE
from generator.kit.parts import RINGS_MM, hand_pages, star_mm
from generator.planning.plan import make_plan

pytestmark = pytest.mark.slow

Point = tuple[float, float]
# On which side of a sheet a tray prints that was laid printed side up with its upper edge in
# first, and whether the upper edge of the page comes to the upper edge of the sheet.
PRINTERS = list(product(("blank", "front"), ("same", "turned")))
# How a sheet lies that goes back, by the number of the drawing.
KINDS = {1: ("up", "first"), 2: ("up", "last"), 3: ("down", "first"), 4: ("down", "last")}


def through(printer: tuple[str, str], lying: tuple[str, str], point: Point) -> tuple[str, Point]:
    """Where a point of a page lands: on which side, and there as seen on that side's own page.

    Both sides are seen with the sheet's upper edge, as the fronts have it, above.
    """
    side, edge = printer
    up, first = lying
    lands = side if up == "up" else {"blank": "front", "front": "blank"}[side]
    turned = (edge == "turned") != (first == "last")
    x, y = point
    return lands, (PAGE.width_mm - x, PAGE.height_mm - y) if turned else (x, y)


def kind_told(printer: tuple[str, str], flip: str) -> int:
    """What the test sheet says after its star was printed as its first step says."""
    side, (_, y) = through(printer, KINDS[1], star_mm(flip))
    upper = y == pytest.approx(RINGS_MM[0][1])
    assert upper or y == pytest.approx(RINGS_MM[1][1]), "the star lands in a ring"
    return {("blank", True): 1, ("blank", False): 2, ("front", True): 3, ("front", False): 4}[
        side, upper
    ]


@pytest.mark.parametrize("printer", PRINTERS)
@pytest.mark.parametrize("flip", ["long", "short"])
def test_the_kind_that_the_star_tells_lays_backs_behind_their_fronts(
    printer: tuple[str, str], flip: str
) -> None:
    lying = KINDS[kind_told(printer, flip)]
    front = (40.0, 30.0)
    mirrored = {
        "long": (PAGE.width_mm - front[0], front[1]),
        "short": (front[0], PAGE.height_mm - front[1]),
    }
    side, (x, y) = through(printer, lying, mirrored[flip])
    assert side == "blank"
    # Seen from behind, left and right are exchanged.
    assert (PAGE.width_mm - x, y) == pytest.approx(front)


def test_every_kind_of_printer_is_told_from_the_others() -> None:
    for flip in ("long", "short"):
        assert {kind_told(printer, flip) for printer in PRINTERS} == {1, 2, 3, 4}


def words_on(art: Artwork) -> str:
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", art.svg)
    return " ".join(unescape(text) for text in texts)


@pytest.mark.parametrize(("lang", "text"), [("en", "Printed side up"), ("sv", "Trycket uppåt")])
def test_the_page_names_the_pages_of_fronts_and_backs(lang: str, text: str) -> None:
    kit = kit_of(load_game("ecosfera_baltica"), lang, layout="manual")
    page, front, back = kit.by_hand(hand_pages(1, 0, ()))
    assert words_on(page).count(text) == 2
    assert re.search(r"\b3\b.*\b4\b", words_on(page))
    for number in "1234":
        assert number in words_on(front).split()
    assert words_on(back) == "", "it may be printed over the front"
    assert back.svg.count("<path") == 1


def test_all_fronts_come_first_and_backs_in_the_same_order(pond: Workshop) -> None:
    pond.change("fish.csv", "perch,2", "perch,12")
    pond.change("game.yaml", "pieces: 5", "pieces: 15")
    duplex, manual = pond.print(), pond.print(layout="manual")
    assert manual.pdf.name == "pond-en-a4-manual.pdf"
    sides = sides_of(manual.pdf)
    assert sides == sorted(sides, key=lambda side: side == "back")
    # Sheet for sheet the same as when the printer turns them.
    letters = [letter(text) for text in texts(duplex.pdf) if letter(text)]
    by_hand = [letter(text) for text in texts(manual.pdf) if letter(text)]
    fronts = [one for one in letters if one.startswith("front")]
    backs = [one for one in letters if one.startswith("back")]
    assert len(fronts) == 3
    assert by_hand == [*fronts, *backs]
    assert duplex.sheets == len(fronts) + 1
    assert manual.sheets == len(fronts) + 3, "how-to, how by hand, and the test sheet"
    assert set(pages_of(manual.pdf)[4:]) <= set(pages_of(duplex.pdf))


def texts(pdf: Path) -> list[str]:
    return [page.extract_text() for page in PdfReader(pdf).pages]


def letter(text: str) -> str:
    match = re.search(r"(front|back|back \(leave blank\)) ([A-Z])\b ·", text)
    return f"{match[1].split()[0]} {match[2]}" if match else ""


def sides_of(pdf: Path) -> list[str]:
    """The sides by page."""
    sides = {
        place["page"]: place["side"] for piece in record(pdf)["pieces"] for place in piece["places"]
    }
    return [sides[page] for page in sorted(sides)]


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "a5"])
def test_places_are_those_of_the_printer_that_turns_the_paper(
    pond: Workshop, flip: str, paper: str
) -> None:
    places = []
    for layout in ("duplex", "manual"):
        options = {"layout": layout, "flip": flip, "paper": paper, "decks": ("fish",)}
        pieces = record(pond.print(**options).pdf)["pieces"]
        places.append(
            [
                {key: value for key, value in place.items() if key != "page"}
                for piece in pieces
                for place in sorted(piece["places"], key=lambda one: (one["side"], one["x_mm"]))
            ]
        )
    assert places[0] == places[1]


def test_a_profile_moves_backs_by_hand_too(pond: Workshop, ecotable: Command) -> None:
    ecotable("calibrate", "--save", "office", "--x", "1")
    common = ("print", "pond", "--dpi", 72, "--jobs", 1, "--layout", "manual")
    assert ecotable(*common, "--out", "plain").code == 0
    assert ecotable(*common, "--printer", "office", "--out", "moved").code == 0
    plain = Path("plain/pond-en-a4-manual.pdf")
    moved = Path("moved/pond-en-a4-manual-printer-office.pdf")
    differ = [one != two for one, two in zip(pages_of(plain), pages_of(moved), strict=True)]
    moved_pages = {number for number, one in enumerate(differ, 1) if one}
    assert moved_pages >= pages_with("back", plain)
    assert not moved_pages & pages_with("front", plain)


def pages_with(side: str, pdf: Path) -> set[int]:
    places = (place for piece in record(pdf)["pieces"] for place in piece["places"])
    return {place["page"] for place in places if place["side"] == side}


def test_a_reprint_comes_by_hand_and_folded_too(pond: Workshop) -> None:
    pond.print()
    pond.change("fish.csv", "Pike,Gädda", "Old pike,Gädda")
    for layout, pages in (("manual", 1 + 3 + 2), ("gutterfold", 1 + 1)):
        options = print_options(dpi=72, jobs=1, out=pond.out, layout=layout)
        report = print_changed(pond.load(), options, str(pond.out / "pond-en-a4.json"))
        assert report
        assert report.pdf.name == f"pond-en-a4-{layout}-changed.pdf"
        assert report.pages == pages
        assert [piece["id"] for piece in record(report.pdf)["pieces"]] == ["pike"]


@pytest.mark.parametrize("layout", ["manual", "gutterfold"])
def test_drafts_copies_and_marks_come_in_every_layout(pond: Workshop, layout: str) -> None:
    options = print_options("sv", dpi=72, jobs=1, out=pond.out, layout=layout, copies=2)
    draft = replace(options, edition=replace(options.edition, draft=True), marks="lines")
    report = print_game(pond.load(), draft)
    assert report.pdf.name == f"pond-sv-a4-x2-{layout}-draft.pdf"
    assert report.pieces == 16
    assert all("UTKAST" in text for text in texts(report.pdf))


def test_the_plan_counts_what_is_printed(pond: Workshop) -> None:
    for layout in ("duplex", "manual", "gutterfold", "fronts"):
        options = print_options(dpi=72, jobs=1, out=pond.out, layout=layout)
        report, plan = pond.print(layout=layout), make_plan(pond.load(), options)
        assert (plan.pages, plan.sheets) == (report.pages, report.sheets), layout
        assert sum(deck.pieces for deck in plan.decks) == report.pieces
        assert json.loads(report.manifest.read_text())["pages"] == plan.pages
