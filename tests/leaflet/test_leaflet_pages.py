"""The printed leaflet: what stands on its pages, where it lies in a print, and what stops it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from pond_rules import RULES, longer, pages, with_rules, words_on
from pypdf import PdfReader
from texts import text_of
from workshop import Command, MadeKit, Workshop, kit_of

import cards_data
from cards_data import Problems, list_games, load_game
from generator.compose.artwork import Artwork
from generator.kit.kit_pages import Kit

pytestmark = pytest.mark.slow

PROJECT = Path(cards_data.__file__).parent.parent
ONE_PAGE = 1


def problems(pond: Workshop) -> str:
    with pytest.raises(Problems) as caught:
        pages(pond)
    return str(caught.value)


def test_a_leaflet_says_everything_with_the_numbers_of_the_data(pond: Workshop) -> None:
    written = words_on(pages(with_rules(pond)))
    for words in (
        "How to play Pond Life",
        "Catch 3 fish before winter.",
        "There are 5 fish of 3 kinds.",
        "Hold up to 5 cards",
        "For 2 players",
        "For 4 players",
        "4 seats, hand 5",
        "4 points",
        "Our interpretation",
        "May a pike eat a pike?",
        "1 / 1",
    ):
        assert words in written, words
    assert "{" not in written


def test_a_number_that_changes_in_the_data_changes_in_the_leaflet(pond: Workshop) -> None:
    with_rules(pond)
    pond.change("scoring.yaml", "fish: 3", "fish: 8")
    pond.change("game.yaml", "hand: 5", "hand: 6")
    written = words_on(pages(pond))
    assert "Catch 8 fish" in written
    assert "4 seats, hand 6" in written


def test_pieces_are_the_real_ones_and_carry_no_stamp(pond: Workshop) -> None:
    (page,) = pages(with_rules(pond))
    # The face of the pike: in the box, and two and four times in the pictures.
    assert len(re.findall(">Pike</text>", page.svg)) == 1 + 2 + 4
    assert "PL fish pike" not in page.svg
    assert ">Pond</text>" in page.svg, "the back of the perch"


def test_ids_stay_apart_when_a_piece_is_shown_many_times(pond: Workshop) -> None:
    gradient = (
        '<defs><linearGradient id="g"><stop offset="0" stop-color="#123456"/></linearGradient>'
        '</defs><rect width="63" height="88" fill="url(#g)"/>'
    )
    pond.template("fish.svg.j2", gradient + "{{ line(piece.name, 3, 9) }}")
    (page,) = pages(with_rules(pond))
    ids = re.findall(r'\bid="([^"]+)"', page.svg)
    assert len(ids) == len(set(ids)) > 7
    assert set(re.findall(r"url\(#([^)]+)\)", page.svg)) <= set(ids)


def test_a_language_without_its_own_leaflet_prints_the_one_there_is(pond: Workshop) -> None:
    with_rules(pond)
    assert "How to play" in words_on(pages(pond, "sv"))
    pond.write("rules/sv.yaml", RULES.replace("How to play", "Så spelas"))
    written = words_on(pages(pond, "sv"))
    assert "Så spelas" in written
    assert "Vår tolkning" in written


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("{sun}", "{snu}", "en.yaml:8 sections.0.blocks.1.note"),
        ("{sun}", "{snu}", "did you mean sun"),
        ("{facts.hand}", "{facts.hands}", "did you mean facts.hand"),
        (
            "picture: setup",
            "picture: set_up",
            text_of("face.no_template", name='"pond/leaflet/set_up.svg.j2"'),
        ),
        ("Shuffle.", "Shuffle 你好.", "has no glyph"),
        ("Deal", "Deal" + "l" * 120, "too long"),
    ],
)
def test_a_mistake_in_a_text_is_named_with_its_place(
    pond: Workshop, old: str, new: str, words: str
) -> None:
    with_rules(pond, RULES.replace(old, new, 1))
    assert words in problems(pond)


def test_a_mistake_in_a_picture_is_named_with_the_templates_line(pond: Workshop) -> None:
    with_rules(pond)
    pond.template("leaflet/setup.svg.j2", '\n{{ face("fish", "pik", 0, 0, 9) }}')
    messages = problems(pond)
    assert "templates/pond/leaflet/setup.svg.j2:2" in messages
    assert "did you mean pike" in messages
    pond.template("leaflet/setup.svg.j2", '{{ face("plants", "reed", 0, 0, 9, side="back") }}')
    assert text_of("leaflet.no_side", deck="plants") in problems(pond)


def test_a_longer_leaflet_takes_more_pages_and_too_long_a_one_is_refused(pond: Workshop) -> None:
    assert len(pages(with_rules(pond))) == ONE_PAGE
    arts = pages(with_rules(pond, longer(16)))
    assert 2 <= len(arts) <= 4
    assert f"2 / {len(arts)}" in words_on(arts)
    with_rules(pond, longer(60))
    messages = problems(pond)
    assert "cards_data/pond/rules/en.yaml:" in messages
    assert "page 6 starts in section goal" in messages


def test_a_block_that_fits_on_no_page_is_named_with_its_section(pond: Workshop) -> None:
    text = "Wait for the fish to come. " * 200
    with_rules(pond, RULES.replace("Nobody says who begins.", text))
    messages = problems(pond)
    assert "en.yaml:29" in messages
    assert "section turn: a block is" in messages


def test_type_is_as_large_as_the_number_of_pages_allows(pond: Workshop) -> None:
    def size(svg: str) -> float:
        (font_size,) = set(re.findall(r'font-size="([\d.]+)"[^>]*>There are', svg))
        return float(font_size)

    short = pages(with_rules(pond))[0]
    full = pages(with_rules(pond, longer(10)))
    assert size(short.svg) > size(full[0].svg) or len(full) > ONE_PAGE


def test_the_rules_come_behind_the_how_to_page_and_stand_in_its_list(pond: Workshop) -> None:
    before = pond.print()
    report = with_rules(pond).print()
    # One page of rules takes the back of the how-to page.
    assert report.pages == before.pages
    kit = kit_of(pond.load())
    assert len(kit.rules()) == 1
    both = with_rules(pond, longer(12)).print()
    leaflet = len(pond_kit(pond).rules())
    assert leaflet % 2 == 0
    assert both.pages == before.pages + leaflet


def pond_kit(pond: Workshop, **options: object) -> MadeKit:
    return kit_of(pond.load(), **options)  # type: ignore[arg-type]


def test_the_how_to_page_tells_on_which_pages_the_rules_are(
    pond: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    opening = Kit.opening
    monkeypatch.setattr(
        Kit, "opening", lambda kit, parts, *rest: seen.extend(parts) or opening(kit, parts, *rest)
    )
    report = with_rules(pond, longer(12)).print()
    (line,) = [part for part in seen if part.title == "Rules"]
    last = 2 + len(pond_kit(pond).rules())
    assert line.pages == f"3–{last}"
    assert sum(part.sheets for part in seen) == report.sheets


def test_the_rules_can_be_printed_alone(pond: Workshop, ecotable: Command) -> None:
    with_rules(pond)
    answer = ecotable("print", "pond", "--deck", "rules", "--dpi", 72, "--jobs", 1)
    assert answer.code == 0
    assert "2 pages on 1 sheet, 0 pieces, 1 different card side" in answer.out


def test_a_game_without_rules_cannot_print_them(pond: Workshop, ecotable: Command) -> None:
    answer = ecotable("print", "pond", "--deck", "rules")
    assert answer.code == 2
    assert text_of("value.unknown", value='"rules"') in answer.err


def test_every_set_has_its_leaflet_on_paper_of_its_own(pond: Workshop) -> None:
    with_rules(pond)
    one = PdfReader(pond.print(decks=("rules",)).pdf)
    three = PdfReader(pond.print(decks=("rules",), copies=3).pdf)
    assert (len(one.pages), len(three.pages)) == (2, 6)


def test_one_deck_alone_comes_without_the_rules(pond: Workshop) -> None:
    bare = pond.print(decks=("plants",)).pages
    assert with_rules(pond).print(decks=("plants",)).pages == bare


def test_check_finds_what_is_wrong_with_the_rules(pond: Workshop, ecotable: Command) -> None:
    with_rules(pond, RULES.replace("{facts.hand}", "{facts.hnad}"))
    answer = ecotable("check", "pond")
    assert answer.code == 1
    assert "cards_data/pond/rules/en.yaml:8" in answer.err


def test_a_kept_leaflet_is_made_anew_when_what_it_shows_changes(pond: Workshop) -> None:
    with_rules(pond)
    before = pond_kit(pond).rules()
    assert pond_kit(pond).rules() == before
    pond.change("fish.csv", "Pike,", "Old pike,")
    assert pond_kit(pond).rules() != before
    middle = pond_kit(pond).rules()
    pond.change("rules/en.yaml", "Another.", "One more.")
    assert pond_kit(pond).rules() != middle


ECOSFERA = """\
title: How to play
lead: Together.
sections:
  - id: example
    title: An example
    blocks:
      - example: close
"""


def test_an_example_is_what_the_scorer_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "cards_data" / "ecosfera_baltica"
    shutil.copytree(PROJECT / "cards_data" / "ecosfera_baltica", folder)
    shutil.rmtree(folder / "rules", ignore_errors=True)
    (folder / "rules").mkdir()
    (folder / "rules" / "en.yaml").write_text(ECOSFERA, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    written = words_on(kit_of(load_game("ecosfera_baltica")).rules())
    assert "Five and five" in written
    assert "5 of 6 habitats restored" in written
    # The team wins or loses, so these are not points.
    assert "+5" not in written
    state = folder / "examples" / "close.yaml"
    text = state.read_text(encoding="utf-8").replace("rock, pelagic]", "rock]")
    state.write_text(text, encoding="utf-8")
    again = words_on(kit_of(load_game("ecosfera_baltica")).rules())
    assert "4 of 6 habitats restored" in again


@pytest.mark.thorough
def test_the_leaflets_of_all_games_fit_in_every_language() -> None:
    for slug in list_games():
        game = load_game(slug)
        for lang in game.leaflets:
            rules = kit_of(game, lang).rules()
            assert 2 <= len(rules) <= 5, f"{slug} {lang}"
            assert not any(map(step_continues_below_picture, rules)), f"{slug} {lang}"


def step_continues_below_picture(page: Artwork) -> bool:
    """Whether a page begins with a picture, and the rest of a step is below it."""
    tags = re.findall(r'<g role="(img|listitem|heading|row)"([^>]*)>', page.svg)
    return [tag for tag, _ in tags[:2]] == ["img", "listitem"] and "data-continued" in tags[1][1]
