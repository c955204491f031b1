"""Tables kept in the browser: nothing lost, nothing mixed, everything to be undone."""

from __future__ import annotations

import pytest
from browsing import example, score_page
from playwright.sync_api import BrowserContext, Page, expect
from workshop import until

pytestmark = pytest.mark.slow


def kept_table(page: Page) -> None:
    """Waits until the first tap is written: then the address names the table."""
    page.wait_for_url("**table=**")


@pytest.mark.parametrize("taps", [1, 3, 8])
def test_closing_the_tab_loses_at_most_the_last_tap(
    phone: BrowserContext, delivery: str, taps: int
) -> None:
    page = score_page(phone, delivery, "ecologic", "&step=table")
    page.tap("#f-players-0-profits-more")
    kept_table(page)
    address = page.url
    for _ in range(taps):
        page.tap("#f-players-0-profits-more")
    page.close(run_before_unload=False)
    again = phone.new_page()
    again.goto(address)
    again.wait_for_selector("main[data-ready]")
    profits = int(again.input_value("#f-players-0-profits"))
    assert taps <= profits <= taps + 1


def test_two_tabs_write_the_same_table_without_harm(phone: BrowserContext, delivery: str) -> None:
    one = score_page(phone, delivery, "ecologic", "&step=table")
    one.tap("#f-players-0-profits-more")
    kept_table(one)
    other = phone.new_page()
    other.goto(one.url)
    other.wait_for_selector("main[data-ready]")
    for _ in range(5):
        one.evaluate("document.getElementById('f-players-0-profits-more').click()")
        other.evaluate("document.getElementById('f-players-1-enviros-more').click()")
    for page in (one, other):
        expect(page.locator("#f-players-0-profits")).to_have_value("6")
        expect(page.locator("#f-players-1-enviros")).to_have_value("5")
    other.reload()
    expect(other.locator("#f-players-0-profits")).to_have_value("6")


def test_undo_and_redo_say_what_they_do(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "ecologic", "&step=table")
    page.fill("#f-players-0-profits", "9")
    page.fill("#f-players-1-profits", "4")
    page.keyboard.press("Tab")
    expect(page.locator("#undo")).to_have_attribute("aria-label", "Undo – Player 2: Profits: 4")
    page.tap("#undo")
    expect(page.locator("#f-players-1-profits")).to_have_value("")
    expect(page.locator("#redo")).to_have_attribute("aria-label", "Redo – Player 2: Profits: 4")
    page.tap("#undo")
    page.tap("#redo")
    expect(page.locator("#f-players-0-profits")).to_have_value("9")
    page.tap("#step-who")
    page.tap("#drop-players-1")
    expect(page.locator("#f-players-1-name")).to_have_count(0)
    page.tap("#undo")
    expect(page.locator("#f-players-1-name")).to_have_value("Player 2")


def test_kept_tables_are_listed_found_deleted_and_brought_back(
    phone: BrowserContext, delivery: str
) -> None:
    for slug, name in (("ecologic", "nine_and_seven"), ("ecosfera_baltica", "close")):
        page = score_page(phone, delivery, slug)
        example(page, name)
        kept_table(page)
        page.close()
    home = phone.new_page()
    home.goto(delivery)
    home.tap("#tried summary")  # examples stand apart
    rows = home.locator("#tried-tables li")
    expect(rows).to_have_count(2)
    home.fill("#find", "baltica")
    expect(rows).to_have_count(1)
    home.fill("#find", "")
    rows.first.locator("button").tap()
    expect(rows).to_have_count(1)
    home.tap("#toast button")
    expect(rows).to_have_count(2)
    rows.nth(1).locator("a").first.tap()
    expect(home.locator("#verdict")).to_contain_text("Ada")


def test_an_unfinished_table_is_offered_again(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "ecologic", "&step=table")
    page.tap("#f-players-0-profits-more")
    kept_table(page)
    fresh = score_page(phone, delivery, "ecologic")
    expect(fresh.locator("#offer")).to_contain_text("Player 1 and Player 2")
    fresh.tap("#offer a")
    fresh.wait_for_selector("main[data-ready]")
    fresh.tap("#step-table")
    expect(fresh.locator("#f-players-0-profits")).to_have_value("1")


def test_a_browser_that_keeps_nothing_still_scores(phone: BrowserContext, delivery: str) -> None:
    phone.add_init_script("delete window.indexedDB; Object.defineProperty(window, 'indexedDB', {})")
    page = score_page(phone, delivery, "ecosfera_baltica", "&step=table")
    page.tap("#f-habitats-ice")
    expect(page.locator("#toast")).to_contain_text("does not let the page save anything")
    expect(page.locator("#totals")).to_contain_text("Team 1")


def test_the_form_is_there_before_the_rules_answer(phone: BrowserContext, delivery: str) -> None:
    phone.route("**/api/score/**", lambda route: None)  # never answered
    page = score_page(phone, delivery, "ecologic", "&step=table")
    page.tap("#f-players-0-profits-more")
    expect(page.locator("#f-players-0-profits")).to_have_value("1")
    expect(page.locator("#totals")).to_have_text("Counting …")


def test_without_the_server_taps_are_kept(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "ecologic", "&step=table")
    phone.route("**/api/**", lambda route: route.abort())
    page.tap("#f-players-0-profits-more")
    kept_table(page)
    expect(page.locator("#totals")).to_contain_text("entries saved")
    phone.unroute("**/api/**")
    page.tap("#f-players-0-profits-more")
    expect(page.locator("#totals")).to_contain_text("Player 1")


def test_the_rules_come_back_by_themselves(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "ecologic", "&step=table")
    phone.route("**/api/**", lambda route: route.abort())
    page.tap("#f-players-0-profits-more")
    expect(page.locator("#totals")).to_contain_text("entries saved")
    phone.unroute("**/api/**")
    expect(page.locator("#totals")).to_contain_text("Player 1", timeout=10_000)


def test_sharing_works_when_the_server_has_gone(phone: BrowserContext, delivery: str) -> None:
    later = "performance.getEntriesByType('resource').some((one) => one.name.includes('later'))"
    page = score_page(phone, delivery, "ecologic", "&step=table")
    until(lambda: page.evaluate(later), "nothing was loaded for later")
    phone.set_offline(True)
    page.tap("#step-keep")
    expect(page.locator("#share-link")).to_be_visible()


def test_a_step_that_cannot_be_fetched_says_so_and_comes_by_itself(
    phone: BrowserContext, delivery: str
) -> None:
    phone.route("**/score-later.js*", lambda route: route.abort())
    page = score_page(phone, delivery, "ecologic", "&step=keep")
    expect(page.locator("#not-loaded")).to_contain_text("cannot be loaded right now")
    phone.unroute("**/score-later.js*")
    expect(page.locator("#share-link")).to_be_visible(timeout=10_000)


def test_back_and_forward_go_from_step_to_step(phone: BrowserContext, delivery: str) -> None:
    home = phone.new_page()
    home.goto(delivery)
    home.wait_for_selector("main[data-ready]")
    page = home
    page.goto(f"{delivery}score.html?game=ecologic")
    page.wait_for_selector("main[data-ready]")
    page.tap("#next")
    page.tap("#f-players-0-profits-more")
    kept_table(page)
    page.tap("#next")
    heading = page.locator("#heading")
    page.go_back()
    expect(heading).to_have_text("What's on the table?")
    expect(page.locator("#f-players-0-profits")).to_have_value("1")
    page.go_back()
    expect(heading).to_have_text("Who is playing?")
    kept_table(page)
    page.go_forward()
    page.go_forward()
    expect(heading).to_have_text("Result")
    for _ in range(3):
        page.go_back()
    expect(page.locator("#games")).to_be_visible()
    page.go_forward()
    page.tap("#step-table")
    expect(page.locator("#f-players-0-profits")).to_have_value("1")


def test_a_step_stays_when_the_page_is_loaded_again(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "ecologic")
    page.tap("#next")
    page.reload()
    expect(page.locator("#heading")).to_have_text("What's on the table?")
    page.select_option("#lang", "sv")
    expect(page.locator("#heading")).to_have_text("Vad ligger på bordet?")
    page.tap("#step-table")  # where one is already: nothing to go back to
    page.focus(".skip")
    page.keyboard.press("Enter")
    expect(page.locator("#heading")).to_have_text("Vad ligger på bordet?")
