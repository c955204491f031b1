"""What players typed stands on the result page as they typed it, in every script."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from texts import text_of
from workshop import Command, composer

from cards_data import load_game
from cards_data.reader import read_yaml
from generator.kit.kit_worker import PAGE
from generator.kit.result_page import result_pages
from generator.store.sources import Sources
from generator.svg.parser import read_svg
from scorer.core.result import Result
from scorer.engine import scorer_for

HEADERS = ("motorway", "tram", "solar_park", "airport")
NAMES = [
    "{x}",
    "Ada {profit}",
    "**Bo**",
    "Ada 🦊",
    "👩‍👧",
    "田中さん",
    "سارا",
    "Ωμέγα",
    "Пётр",
    "Åke & <b>",
    "W" * 40,
    "田" * 40,
    "Mm " * 13,
]


def table(*names: str) -> dict[str, Any]:
    players = [{"name": name.strip(), "profits": 9, "enviros": 7} for name in names]
    return {"game": "ecologic", "players": players}


def example(slug: str, name: str) -> dict[str, Any]:
    data: dict[str, Any] = read_yaml(load_game(slug).folder / "examples" / f"{name}.yaml").data
    return dict(data["state"])


def score(raw: dict[str, Any], lang: str = "en") -> Result:
    scorer = scorer_for(raw["game"], lang)
    return scorer.score(scorer.read(raw))


def words(raw: dict[str, Any], lang: str = "en") -> str:
    """All letters on the pages of a result, in the order they are drawn."""
    game = load_game(raw["game"])
    pages = result_pages(score(raw, lang=lang), composer(game).page(PAGE, "result"), lang)
    drawn = [page.svg for page in pages]
    assert not any(read_svg(page, Sources()).faults for page in drawn)
    return unescape(" ".join(re.findall(r"<text[^>]*>([^<]*)</text>", "".join(drawn))))


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_never_a_reason_to_refuse_and_never_markup(name: str) -> None:
    text = words(table(name, "Bo"))
    if name.isascii() and len(name) < 20:
        assert name in text


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Ada 🦊", "[fox face]"), ("田中", "[U+7530 U+4E2D]"), ("👩‍👧", "[woman girl]")],
)
def test_what_no_typeface_has_is_told_by_name(name: str, expected: str) -> None:
    assert expected in words(table(name, "Bo"))


def test_no_space_comes_between_the_parts_of_a_word() -> None:
    assert "**Bo**[fox face], Cy and Di" in words(table("**Bo**🦊", "Cy", "Di"))


def test_letters_come_from_a_typeface_that_has_them() -> None:
    text = words(table("Пётр", "Ωμέγα"))
    assert "Пётр" in text.replace(" ", "")
    assert "U+" not in text


def test_the_page_is_written_whatever_the_names(tmp_path: Path, ecotable: Command) -> None:
    path = tmp_path / "table.json"
    path.write_text(json.dumps(table("{x}", "🦊", "**Bo**", "سارا")), encoding="utf-8")
    page = tmp_path / "result.pdf"
    answer = ecotable("score", "ecologic", path, "--pdf", page)
    assert (answer.code, answer.err) == (0, "")
    assert len(PdfReader(page).pages) >= 1


def test_the_board_and_the_counted_cells_are_on_the_page() -> None:
    raw = example("kompensaatiopeli", "green_evening")
    result, text = score(raw), words(raw)
    assert "The board" in text
    counted = next(line for side in result.sides for line in side.lines if line.cells)
    assert f"{counted.cells[0][0]},{counted.cells[0][1]}" in text


def test_roles_players_and_notes_are_on_the_page() -> None:
    assert "University" in words(example("better_life", "four_successes"))
    raw = example("kompensaatiopeli", "even")
    raw["board"] = ["M M . . -", *raw["board"][1:]]
    assert score(raw).notes
    assert text_of("note.empty", n=1)[:30] in words(raw)


def test_however_many_notes_there_are_each_is_on_the_page_in_full_size() -> None:
    raw = example("kompensaatiopeli", "even")
    raw["projects"] = dict(zip("ABCD", HEADERS, strict=True))
    raw["board"] = ["? . A . ?", ". A B . .", ". . C B .", ". C D D .", "? - . . D"]
    raw |= {"roles": ["extinction_rebel"], "demonstrations": 20, "protest_camps": 1}
    game, result = load_game(raw["game"]), score(raw)
    assert len(result.notes) >= 7
    first = next(iter(result_pages(result, composer(game).page(PAGE, "result"), "en")))
    texts = re.findall(r"<text([^>]*)>([^<]*)</text>", first.svg)
    sizes = {
        re.search(r'font-size="([^"]*)"', look)[1]  # type: ignore[index]
        for look, text in texts
        if text.strip() and "italic" in look
    }
    text = unescape(" ".join(words for _, words in texts))
    assert all(note.text.split()[-1] in text for note in result.notes)
    assert sizes == {"3.1750"}
