"""One table, several phones, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browsing import score_page
from classes import typed
from playwright.sync_api import BrowserContext, Page, expect
from running import running, web_server

pytestmark = pytest.mark.slow
Phones = Callable[[], BrowserContext]


def shared(page: Page) -> str:
    """Opens the table to others; the link to fill it in."""
    page.click("#step-keep")
    page.click("#let-join")
    page.wait_for_selector("#join-link")
    return page.input_value("#join-link")


def joined(phone: BrowserContext, link: str) -> Page:
    page = phone.new_page()
    page.goto(link)
    page.wait_for_selector(".line-state.here")
    return page


def test_what_one_phone_taps_the_other_sees(phones: Phones) -> None:
    with running(web_server()) as here:
        host = score_page(phones(), f"{here}/", "ecologic")
        host.fill("#f-players-0-name", "Ada")
        host.keyboard.press("Tab")
        guest = joined(phones(), shared(host))
        expect(guest.locator("#f-players-0-name")).to_have_value("Ada")
        typed(guest, "#f-players-0-profits", 9)
        typed(host, "#f-players-0-enviros", 7)
        expect(host.locator("#f-players-0-profits")).to_have_value("9")
        expect(guest.locator("#f-players-0-enviros")).to_have_value("7")
        host.close()
        guest.close()


def test_undo_takes_back_ones_own(phones: Phones) -> None:
    with running(web_server()) as here:
        host = score_page(phones(), f"{here}/", "ecologic")
        guest = joined(phones(), shared(host))
        typed(host, "#f-players-0-profits", 5)
        typed(guest, "#f-players-1-profits", 8)
        expect(host.locator("#f-players-1-profits")).to_have_value("8")
        host.click("#undo")
        expect(host.locator("#f-players-0-profits")).to_have_value("")
        expect(guest.locator("#f-players-0-profits")).to_have_value("")
        expect(guest.locator("#f-players-1-profits")).to_have_value("8")
        host.close()
        guest.close()


def test_who_watches_sees_and_changes_nothing(phones: Phones) -> None:
    with running(web_server()) as here:
        host = score_page(phones(), f"{here}/", "ecologic")
        shared(host)
        watcher = joined(phones(), host.input_value("#watch-link"))
        expect(watcher.locator("#joined")).to_contain_text("Watching only")
        typed(host, "#f-players-0-profits", 5)
        watcher.click("#step-table")
        expect(watcher.locator("#f-players-0-profits")).to_have_value("5")
        watcher.click("#f-players-0-profits-more")
        expect(watcher.locator("#toast")).to_contain_text("You are watching")
        expect(watcher.locator("#f-players-0-profits")).to_have_value("5")
        host.close()
        watcher.close()


def test_a_phone_that_was_away_catches_up_and_brings_what_it_did(phones: Phones) -> None:
    with running(web_server()) as here:
        host = score_page(phones(), f"{here}/", "ecologic")
        context = phones()
        guest = joined(context, shared(host))
        context.set_offline(True)
        typed(guest, "#f-players-0-profits", 3)
        guest.click("#f-players-1-tads-more")
        host.click("#step-table")
        host.click("#f-players-1-tads-more")
        expect(guest.locator("#joined")).to_contain_text("cannot be reached")
        typed(host, "#f-players-1-profits", 4)
        context.set_offline(False)
        expect(guest.locator(".line-state.here")).to_have_count(1, timeout=10_000)
        expect(host.locator("#f-players-0-profits")).to_have_value("3", timeout=10_000)
        expect(guest.locator("#f-players-1-profits")).to_have_value("4", timeout=10_000)
        for page in (host, guest):  # both counted one more at the same time
            expect(page.locator("#f-players-1-tads")).to_have_value("2")
        guest.click("#undo")
        for page in (host, guest):
            expect(page.locator("#f-players-1-tads")).to_have_value("1")
        host.close()
        guest.close()


def test_names_and_steps_of_all_phones_are_told(phones: Phones) -> None:
    with running(web_server()) as here:
        host = score_page(phones(), f"{here}/", "ecologic")
        guest = joined(phones(), shared(host))
        guest.click("#step-keep")
        guest.fill("#my-name", "<b>Bo</b>")
        guest.keyboard.press("Tab")
        expect(host.locator("#joined")).to_contain_text("Together with <b>Bo</b>")
        typed(guest, "#f-players-0-profits", 3)
        host.click("#step-keep")
        host.click("details.steps-made summary")
        expect(host.locator(".who-did li").first).to_have_text("<b>Bo</b> Player 1: Profits: 3")
        host.close()
        guest.close()


def test_the_server_is_killed_and_the_table_is_back(phones: Phones) -> None:
    """The new server knows nothing: all that it has the phones brought back."""
    with running(web_server()) as here:
        port = int(here.rpartition(":")[2])
        host = score_page(phones(), f"{here}/", "ecologic")
        guest = joined(phones(), shared(host))
        typed(host, "#f-players-0-profits", 6)
        expect(guest.locator("#totals")).to_contain_text("Player 1")
    typed(guest, "#f-players-1-profits", 2)  # while there is no server
    expect(guest.locator("#joined")).to_contain_text("cannot be reached")
    with running(web_server(), port):
        expect(host.locator("#f-players-1-profits")).to_have_value("2", timeout=5_000)
        late = joined(phones(), _link(host))
        late.click("#step-table")
        expect(late.locator("#f-players-0-profits")).to_have_value("6")
        expect(late.locator("#f-players-1-profits")).to_have_value("2")
        for page in (host, guest, late):
            page.close()


def _link(page: Page) -> str:
    page.click("#step-keep")
    page.wait_for_selector("#join-link")
    return page.input_value("#join-link")


def test_loading_again_goes_on_with_the_joined_table(phones: Phones) -> None:
    with running(web_server()) as here:
        host = score_page(phones(), f"{here}/", "ecologic")
        guest = joined(phones(), shared(host))
        typed(guest, "#f-players-0-profits", 6)
        expect(host.locator("#totals")).to_contain_text("Player 1 0")
        guest.reload()
        guest.wait_for_selector(".line-state.here")
        typed(host, "#f-players-1-profits", 3)
        expect(guest.locator("#f-players-1-profits")).to_have_value("3")
        expect(guest.locator("#f-players-0-profits")).to_have_value("6")
        host.close()
        guest.close()
