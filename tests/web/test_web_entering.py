"""One table of each game, from start to result: by touch, by keyboard, in both languages."""

from __future__ import annotations

import pytest
from browsing import example, score_page, total_of
from playwright.sync_api import BrowserContext, Page, expect
from texts import text_of

pytestmark = pytest.mark.slow


def press(page: Page, control: str, times: int) -> None:
    for _ in range(times):
        page.tap(f"[id='{control}-more']")


def test_ecologic_is_entered_by_touch(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "ecologic")
    for index, name in enumerate(("Ada", "Bo")):
        page.fill(f"#f-players-{index}-name", name)
    page.tap("#next")
    counts = {"profits": (9, 4), "enviros": (7, 0), "refineries": (5, 0), "eco_initiatives": (3, 1)}
    for key, numbers in counts.items():
        for index, number in enumerate(numbers):
            press(page, f"f-players-{index}-{key}", number)
    page.tap("#f-players-0-tads-more")
    page.tap("#f-players-1-enviros-minus")
    expect(page.locator("#totals")).to_contain_text("Ada 22")
    page.tap("#next")
    expect(page.locator("#verdict")).to_contain_text("Ada has the most points: 22.")
    assert (total_of(page, "Ada"), total_of(page, "Bo")) == ("22", "1")
    expect(page.locator("#what-if h3")).to_have_text("How it could have gone")


def test_kompensaatiopeli_is_entered_by_touch_in_swedish(
    swedish: BrowserContext, delivery: str
) -> None:
    page = score_page(swedish, delivery, "kompensaatiopeli")
    expect(page.locator("#heading")).to_have_text("Vilka spelar?")
    for role in ("filthy_rich_money_maker", "start_up_dreamer"):
        page.check(f"#f-roles-{role}")
    for role in ("burned_out_birder", "enthusiastic_planet_saver"):
        page.check(f"#f-roles-{role}")
    page.tap("#next")
    page.select_option("#add-project", "motorway")
    for column in range(3):
        page.tap(f"#cell-0-{column}")
    expect(page.locator("#cell-0-1")).to_have_attribute(
        "aria-label", "rad 1, kolumn 2, M, Motorväg, i ett kluster av 3"
    )
    page.check("[id='palette-c']", force=True)
    page.tap("#cell-4-4")
    page.tap("#f-demonstrations-more")
    page.tap("#next")
    expect(page.locator("#verdict")).to_contain_text("Exploatörer")
    assert total_of(page, "Naturskyddare") == "7"


def test_better_life_is_entered(laptop: BrowserContext, delivery: str) -> None:
    page = score_page(laptop, delivery, "better_life")
    choose = page.select_option
    for index, role in enumerate(("university", "citizens")):
        choose(f"#f-players-{index}-role", role)
        choose(f"#f-players-{index}-card", index=index + 1)
    page.click("#next")
    policies = ("protected_areas", "ecosystem_restoration", "pollinators", "urban_greening")
    for index, policy in enumerate(policies):
        choose("#add-votes", policy)
        page.fill(f"#f-votes-{index}-pool", "11")
    for index, points in enumerate(("9", "2")):
        page.fill(f"#f-players-{index}-ip", points)
    page.click("#next")
    expect(page.locator("#verdict")).to_be_visible()
    assert (total_of(page, "Player 1"), total_of(page, "Player 2")) == ("16", "13")


def test_ecosfera_is_entered_in_swedish(swedish: BrowserContext, delivery: str) -> None:
    page = score_page(swedish, delivery, "ecosfera_baltica")
    page.tap("#next")
    for habitat in ("ice", "mud", "rivers", "rock", "pelagic", "coast"):
        page.tap(f"#f-habitats-{habitat}")
    page.tap("#f-impacts-more")
    page.tap("#next")
    expect(page.locator("#verdict h3")).to_have_text("Vunnet tillsammans")
    expect(page.locator("#verdict")).to_contain_text("Östersjön är räddad")


def test_the_board_is_entered_with_the_keyboard_alone(
    laptop: BrowserContext, delivery: str
) -> None:
    page = score_page(laptop, delivery, "kompensaatiopeli")
    keys = page.keyboard
    page.locator("#f-roles-filthy_rich_money_maker").focus()
    for role in range(9):
        if role in (0, 1, 6, 7):
            keys.press("Space")
            keys.press("Tab")  # who sits there may be named
        keys.press("Tab")
    page.locator("#step-table").focus()
    keys.press("Enter")
    page.locator("#cell-0-0").focus()
    for key in ("c", "ArrowRight", "o", "ArrowDown", "r", "ArrowDown", "ArrowLeft", "?"):
        keys.press(key)
    spoken = [
        page.locator(f"#cell-{at}").get_attribute("aria-label")
        for at in ("0-0", "0-1", "1-1", "2-0")
    ]
    assert spoken == [
        "row 1, column 1, conservation area, in a cluster of 3",
        text_of("cell", row=1, column="2, offset site, in a cluster of 3"),
        text_of("cell", row=2, column="2, restored tile, in a cluster of 3"),
        text_of("cell", row=3, column="1, face-down tile"),
    ]
    keys.press("Control+z")
    expect(page.locator("#cell-2-0")).to_have_attribute(
        "aria-label", "row 3, column 1, face-up tile"
    )
    page.locator("#step-result").focus()
    keys.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("Conservationists")


def test_numbers_follow_the_arrow_keys(laptop: BrowserContext, delivery: str) -> None:
    page = score_page(laptop, delivery, "ecologic", "&step=table")
    page.focus("#f-players-0-profits")
    for key in ("ArrowUp", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator("#f-players-0-profits")).to_have_value("1")


def test_the_box_refuses_the_tap_with_a_sentence(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "ecologic", "&step=table")
    press(page, "f-players-0-tads", 4)
    page.tap("#f-players-1-tads-more")
    expect(page.locator("#toast")).to_have_text("TADs bought: the box contains only 4.")
    expect(page.locator("#f-players-1-tads")).to_have_value("0")
    page.fill("#f-players-0-profits", "100")
    page.keyboard.press("Tab")
    expect(page.locator("#toast")).to_have_text("Profits: the maximum is 99.")
    expect(page.locator("#f-players-0-profits")).to_have_value("")


def test_offsetting_sites_count_on_the_board_and_in_the_bank(
    phone: BrowserContext, delivery: str
) -> None:
    page = score_page(phone, delivery, "kompensaatiopeli", "&step=table")
    page.check("[id='palette-o']", force=True)
    for column in range(5):
        page.tap(f"#cell-2-{column}")
    page.tap("#f-offsets_in_bank-more")
    page.tap("#f-offsets_in_bank-more")
    expect(page.locator("#toast")).to_contain_text("the box contains only 6")
    expect(page.locator("#f-offsets_in_bank")).to_have_value("1")


def test_what_is_open_is_named_and_leads_to_its_field(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "ecologic", "&step=table")
    page.fill("#f-players-0-profits", "9")
    page.tap("#next")
    expect(page.locator("#result li")).to_have_count(3)
    page.tap("#result >> text=Player 2: Enviros")
    expect(page.locator("#f-players-1-enviros")).to_be_focused()


def test_a_line_lights_its_cells(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "kompensaatiopeli")
    example(page, "rulebook_6")
    page.tap("button.line >> text=Built tokens")
    expect(page.locator(".cell.lit")).to_have_count(6)
    assert text_of("counts_here") in str(
        page.locator(".cell.lit").first.get_attribute("aria-label")
    )
    page.tap("button.line >> text=Built tokens")
    expect(page.locator(".cell.lit")).to_have_count(0)


def test_the_board_turns_to_ones_seat(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "kompensaatiopeli", "&step=table")
    page.tap("#cell-0-0")
    page.tap("#turn-board")
    first = page.locator(".board .cell").first
    expect(first).to_have_attribute("id", "cell-4-0")
    expect(page.locator("#cell-0-0")).to_have_attribute(
        "aria-label", "row 1, column 1, conservation area"
    )
    corner = page.locator("#cell-0-0").bounding_box()
    last = page.locator("#cell-4-0").bounding_box()
    assert corner and last
    assert (corner["y"], corner["x"] > last["x"]) == (last["y"], True)


def test_a_full_table_needs_few_taps(phone: BrowserContext, delivery: str) -> None:
    """A minute is enough: four players with five numbers each are twenty fields to type into."""
    page = score_page(phone, delivery, "ecologic", "&step=who")
    taps = 0
    for _ in range(2):
        page.tap("#add-players")
        taps += 1
    page.tap("#next")
    for index in range(4):
        for key in ("profits", "enviros", "refineries", "eco_initiatives"):
            page.fill(f"#f-players-{index}-{key}", "5")
            taps += 2  # into the field, and the digit
    page.tap("#next")
    taps += 2
    expect(page.locator("#verdict")).to_be_visible()
    assert taps <= 60


def roles_of_four(page: Page) -> None:
    for role in ("filthy_rich_money_maker", "start_up_dreamer"):
        page.check(f"#f-roles-{role}")
    for role in ("burned_out_birder", "enthusiastic_planet_saver"):
        page.check(f"#f-roles-{role}")


def test_the_board_stays_under_the_finger(phone: BrowserContext, delivery: str) -> None:
    """A project that is begun in the middle is a quiet hint below, and the totals go on."""
    page = score_page(phone, delivery, "kompensaatiopeli")
    roles_of_four(page)
    page.tap("#next")
    page.select_option("#add-project", label="Tram")
    page.evaluate("scrollTo(0, 0)")
    cell = page.locator("#cell-2-2")
    before = cell.bounding_box()
    cell.tap()
    hint = page.locator("#f-board-problem")
    expect(hint).to_contain_text("A project starts at the edge of the board")
    expect(hint).to_have_class("problem soft")
    assert cell.bounding_box() == before
    below = page.locator(".palette").bounding_box()
    assert below and below["y"] < hint.bounding_box()["y"]  # type: ignore[index]
    page.tap("#cell-1-2")
    page.tap("#cell-0-2")
    expect(hint).to_be_hidden()
    assert cell.bounding_box() == before


def test_a_doubt_is_a_quiet_hint_and_a_note_on_the_result(
    phone: BrowserContext, delivery: str
) -> None:
    page = score_page(phone, delivery, "kompensaatiopeli")
    example(page, "rulebook_6")
    page.tap("#step-table")
    page.select_option("#add-project", label="Airport")
    free = page.locator(
        "[id^=cell-][data-value='.']:is([id*='-1-'], [id*='-2-'], [id*='-3-'])"
        ":not([id$='-0'], [id$='-4'])"
    ).first
    free.tap()
    for _ in range(4):
        page.tap("#f-demonstrations-more")
    expect(page.locator("#f-board-problem")).to_contain_text("A project starts at the edge")
    expect(page.locator("#f-protest_camps-problem")).to_contain_text("Did you play an extra round?")
    expect(page.locator(".problem:visible:not(.soft)")).to_have_count(0)
    expect(page.locator("#totals .total")).to_have_count(2)
    page.tap("#step-result")
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator("#notes h3")).to_have_text("Is this right?")
    expect(page.locator("#notes li")).to_have_count(2)
    expect(page.locator("#result")).not_to_contain_text("cannot be right")
    expect(page.locator("#result")).not_to_contain_text("NaN")
    page.locator("#notes button.link", has_text="Board").tap()
    expect(page.locator("#f-board-problem")).to_be_visible()


def test_a_problem_above_does_not_move_what_is_tapped(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "ecologic", "&step=table")
    counter = page.locator("#f-players-1-profits-more")
    counter.tap()
    before = counter.bounding_box()
    page.evaluate(
        """async () => (await import("./score.js")).modules["touch.js"].steadily(() => {
          const line = document.querySelector("#f-players-0-profits-problem");
          line.textContent = "This cannot be right.";
          line.hidden = false;
        })"""
    )
    expect(page.locator("#f-players-0-profits-problem")).to_be_visible()
    after = counter.bounding_box()
    assert before and after and abs(after["y"] - before["y"]) < 1  # browsers scroll whole pixels


def test_a_sixth_token_of_a_project_is_refused_at_the_tap(
    phone: BrowserContext, delivery: str
) -> None:
    page = score_page(phone, delivery, "kompensaatiopeli")
    roles_of_four(page)
    page.tap("#next")
    page.select_option("#add-project", label="Tram")
    for column in range(5):
        page.tap(f"#cell-0-{column}")
    expect(page.locator("[data-left='T']")).to_have_text("0")
    page.tap("#cell-1-0")
    expect(page.locator("#toast")).to_have_text("Tokens of one project: the maximum is 5.")
    expect(page.locator("#cell-1-0")).to_have_attribute("data-value", ".")
    page.select_option("#add-project", label="Airport")
    page.tap("#cell-1-0")
    expect(page.locator("#cell-1-0")).to_have_attribute("data-value", "A")
    expect(page.locator("#totals")).to_contain_text("Developers 12")


def test_a_name_that_is_taken_is_refused(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "ecologic")
    page.fill("#f-players-0-name", "Ada")
    page.fill("#f-players-1-name", "Ada")
    page.locator("#f-players-1-name").blur()
    expect(page.locator("#toast")).to_have_text("Ada is already taken.")
    expect(page.locator("#f-players-1-name")).to_have_value("Player 2")
