"""The how-to page: it speaks of what the kit holds, its list is right, and it fits the paper."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from itertools import chain

import pytest
from pypdf import PdfReader
from workshop import Workshop, kit_of

from cards_data import load_game
from generator.compose.artwork import Artwork
from generator.kit.kit_pages import Kit
from generator.kit.kit_worker import PAGE, Contents, DeckLine, PageRequest, Swap, make
from generator.pdf.document import centre_page
from generator.sheets.papers import Paper

pytestmark = pytest.mark.slow

A5 = Paper("a5", 148, 210)
PARTS = [DeckLine("Fish", 5, "63 × 88", 1, "A", "3–4")]


def words_on(art: Artwork) -> str:
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", art.svg)
    return " ".join(unescape(text) for text in texts)


def how_to(slug: str, contents: Contents, lang: str = "en", **options: object) -> str:
    kit = kit_of(load_game(slug), lang, **options)  # type: ignore[arg-type]
    return words_on(kit.opening(PARTS, contents)[0])


def test_only_shapes_that_are_there_are_named() -> None:
    bare = how_to("ecologic", Contents())
    assert not re.search("hexes|round pieces|drops|halves|tents", bare)
    assert "Cut hexes" in how_to("ecologic", Contents(("hex",)))
    assert "Cut round pieces" in how_to("ecologic", Contents(("circle",)))


def test_only_pieces_that_share_their_cuts_are_said_to_share_all_of_them() -> None:
    assert "Neighbours share a cut." in how_to("ecologic", Contents())
    for outlined in ((), ("hex", "circle", "drop")):
        text = how_to("ecologic", Contents(outlined, apart=True))
        assert "where there is a gap, cut along both sides of it." in text


def test_a_deck_with_a_gap_is_one_whose_pieces_lie_apart(pond: Workshop) -> None:
    from workshop import compose_all

    from generator.kit.parts import contents
    from generator.options import PrintOptions
    from generator.sheets.marks import sheet_pages
    from generator.sheets.papers import papers
    from generator.sheets.shared_sheets import game_sheets

    game, paper = pond.load(), papers()["a4"]
    sheets = [("", sheet) for sheet in game_sheets(compose_all(game), paper, PrintOptions())]
    pages = tuple(sheet_pages(game, sheets, paper, PrintOptions()))
    assert not contents(game, pages).apart
    decks = {name: replace(deck, gap_mm=2.0) for name, deck in game.decks.items()}
    assert contents(replace(game, decks=decks), pages).apart


def test_joining_and_folding_are_told_only_where_they_are_needed() -> None:
    text = how_to("better_life", Contents((), 2, True))
    assert "two halves" in text
    assert "6\u00a0mm" in text
    assert "tents" in text
    assert "four" not in how_to("better_life", Contents((), 4))
    assert "in 4 parts" in how_to("better_life", Contents((), 4))


def test_the_page_knows_what_the_sheets_of_the_games_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    from workshop import compose_all

    from generator.kit.parts import contents
    from generator.options import PrintOptions
    from generator.sheets.marks import sheet_pages
    from generator.sheets.papers import papers
    from generator.sheets.shared_sheets import game_sheets

    expected_contents = {
        "better_life": Contents((), 2, True, head_to_head=True, mounted=True, apart=True),
        "ecosfera_baltica": Contents(
            ("hex",), 0, False, head_to_head=True, mounted=True, apart=True
        ),
    }
    for slug, expected in expected_contents.items():
        game, paper = load_game(slug), papers()["a4"]
        sheets = [("", sheet) for sheet in game_sheets(compose_all(game), paper, PrintOptions())]
        pages = tuple(sheet_pages(game, sheets, paper, PrintOptions()))
        assert contents(game, pages) == expected


def test_fronts_alone_are_neither_turned_nor_held_against_a_light() -> None:
    text = how_to("ecologic", Contents(), layout="fronts")
    assert not re.search(r"[Ff]lip|light|Manually|even pages", text)
    assert "One side" in text
    both = how_to("ecologic", Contents())
    assert "Flip" in both
    assert "even pages" in both


def test_players_may_be_words() -> None:
    assert "players: 4 / 6" in how_to("kompensaatiopeli", Contents())


@pytest.mark.parametrize(("dice", "text"), [(1, "a six-sided die"), (3, "3 six-sided dice")])
def test_declared_dice_are_on_the_list_of_what_to_bring(
    pond: Workshop, dice: int, text: str
) -> None:
    assert "six-sided" not in how_to("pond", Contents())
    pond.change("game.yaml", "bring: {en: [a die]", f"dice: {dice}\nbring: {{en: [a coin]")
    assert f"{text}, a coin" in how_to("pond", Contents())


def test_an_own_game_does_not_claim_to_be_ours(pond: Workshop) -> None:
    assert "Ecotable" in how_to("ecologic", Contents())
    assert "Ecotable" not in how_to("pond", Contents())


def test_the_arrow_of_the_short_edge_stays_on_the_page() -> None:
    kit = kit_of(load_game("ecologic"), flip="short")
    page = kit.opening(PARTS, Contents())[0]
    (start, curve) = re.findall(r"M(18\d\.\d+) 51\.\d+c(\d\.\d+)", page.svg)[0]
    assert float(start) + float(curve) + 0.7 < PAGE.width_mm


def test_on_small_paper_the_page_is_smaller_and_its_ruler_still_true() -> None:
    placed = centre_page("face", PAGE, A5).placements[0]
    assert placed.x_mm >= 5 - 1e-6
    assert placed.y_mm >= 5 - 1e-6
    assert placed.x_mm + placed.width_mm <= A5.width_mm - 5 + 1e-6
    kit = kit_of(load_game("ecologic"))
    variables = {"parts": PARTS, "swaps": (), "since": "", "more": False, "contents": Contents()}
    variables |= {"ink_saved": 0, "bring": (), "makers": "", "reconstructed": "", "unread": ""}
    ((page,), _) = make(kit.composer, PageRequest("howto", kit.options, A5, variables))
    (bar,) = re.findall(r'<rect x="0" y="101" width="([\d.]+)"', page.svg)
    assert float(bar) * placed.width_mm / PAGE.width_mm == pytest.approx(50, abs=0.01)
    assert "exactly 50\u00a0mm" in words_on(page)


def test_every_deck_stands_in_the_list_with_its_sheets_and_pages(
    pond: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[DeckLine] = []
    opening = Kit.opening
    monkeypatch.setattr(
        Kit, "opening", lambda kit, parts, *rest: seen.extend(parts) or opening(kit, parts, *rest)
    )
    report = pond.print()
    manifest = json.loads(report.manifest.read_text(encoding="utf-8"))
    lines = {line.title: line for line in seen}
    for deck, title in (("fish", "Fish"), ("plants", "Plants")):
        used = {
            place["page"]
            for piece in manifest["pieces"]
            if piece["deck"] == deck
            for place in piece["places"]
        }
        first = min(used)
        assert lines[title].pages == f"{first}–{first + 1}"
        assert lines[title].pieces == sum(
            piece["copies"] for piece in manifest["pieces"] if piece["deck"] == deck
        )
    assert [lines[title].letters for title in ("Fish", "Plants")] == ["A", "B"]
    assert lines["Plants"].size == "25 × 25 round"
    assert sum(line.sheets for line in seen) == report.sheets


def test_bookmarks_lead_to_every_deck(pond: Workshop) -> None:
    report = pond.print()
    reader = PdfReader(report.pdf)
    manifest = json.loads(report.manifest.read_text(encoding="utf-8"))
    pages = {mark.title: reader.get_destination_page_number(mark) + 1 for mark in reader.outline}
    assert pages["How to print and cut"] == 1
    for deck, title in (("fish", "Fish"), ("plants", "Plants")):
        places = chain.from_iterable(
            piece["places"] for piece in manifest["pieces"] if piece["deck"] == deck
        )
        assert pages[title] == min(place["page"] for place in places)


@pytest.mark.parametrize("since", ["ecologic-en-a4.pdf", "v1 {new} **kit**.pdf", "x" * 300])
def test_a_swap_list_says_what_it_is_compared_with(since: str) -> None:
    swaps = [Swap("Events", "oil_spill", 1, 1, "a1", "b2", name="Oil spill")]
    (page,) = kit_of(load_game("ecologic")).opening((), Contents(), swaps, since)
    assert f"Since {since[:60]}" in words_on(page).replace("  ", " ")
