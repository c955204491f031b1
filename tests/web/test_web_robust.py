"""What must not go wrong on an evening: tabs that die, two tabs, no mouse, no outside world."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from browsing import PHONE, example, score_page
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect
from thorough import often
from workshop import until

pytestmark = pytest.mark.slow

MOMENTS = often(15, trust=50)
PROFITS = "f-players-0-profits"
# The taps on a table that the browser's database holds, after its start.
STORED_TABLES = """() => new Promise((resolve) => {
  const asked = indexedDB.open("ecotable");
  asked.onsuccess = () => {
    const all = asked.result.transaction("taps").objectStore("taps").getAll();
    all.onsuccess = () => resolve(all.result.filter((tap) => tap.do !== "start"));
  };
})"""

FULL_STORE = """() => new Promise((begun) => {
  const asked = indexedDB.open("ecotable");
  asked.onsuccess = () => {
    const store = asked.result.transaction(["tables", "taps"], "readwrite").objectStore("taps");
    const on = () => window.held && (store.count().onsuccess = on);
    window.held = true;
    on();
    begun();
  };
})"""
# The newest tap once more, as two tabs would write it.
TWICE = """() => new Promise((done) => {
  const asked = indexedDB.open("ecotable");
  asked.onsuccess = () => {
    const work = asked.result.transaction("taps", "readwrite");
    const store = work.objectStore("taps");
    store.getAll().onsuccess = ({ target }) => {
      const { number, ...tap } = target.result.at(-1);
      store.add(tap);
    };
    work.oncomplete = done;
  };
})"""
# What the page makes of them.
TAPS = """async () => {
  const { modules } = await import("./score.js");
  const id = new URL(location.href).searchParams.get("table");
  return (await modules["saved_tables.js"].taps(id)).map((tap) => tap.do);
}"""


@pytest.mark.sampled
def test_a_tab_that_closes_at_any_moment_loses_at_most_the_last_tap(
    browser: Browser, delivery: str
) -> None:
    """Many times: some taps, and the tab is gone in the middle of the next moment."""
    chance = random.Random(20)
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
    page = score_page(context, delivery, "ecologic", "&step=table")
    page.click(f"#{PROFITS}-more")
    page.wait_for_url("**table=**")
    address, tapped = page.url, 1
    for _ in range(MOMENTS):
        taps = chance.randint(1, 3)
        closing = chance.choice(("close", "crash", "away"))
        after_ms = chance.choice((0, 0, 1, 5, 20))
        for _ in range(taps):
            page.evaluate(f"document.getElementById('{PROFITS}-more').click()")
        page.wait_for_timeout(after_ms)
        gone(page, closing)
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector("main[data-ready]")
        now = int(page.input_value(f"#{PROFITS}"))
        assert tapped + taps - 1 <= now <= tapped + taps
        tapped = now
        if tapped > 80:
            page.fill(f"#{PROFITS}", "1")
            page.keyboard.press("Tab")
            expect(page.locator("#totals")).to_contain_text("Player 1")
            page.wait_for_timeout(50)
            tapped = 1
    context.close()


@contextmanager
def busy_database(context: BrowserContext, base: str) -> Iterator[None]:
    """Another tab holds the database: whoever writes has to wait."""
    tab = context.new_page()
    tab.goto(base)
    tab.wait_for_selector("main[data-ready]")
    tab.evaluate(FULL_STORE)
    yield
    tab.evaluate("window.held = false")


@pytest.mark.parametrize("closing", ["close", "crash", "away"])
def test_no_tap_is_lost_with_its_tab_where_the_database_is_busy(
    phone: BrowserContext, delivery: str, closing: str
) -> None:
    page = score_page(phone, delivery, "ecologic", "&step=table")
    page.click(f"#{PROFITS}-more")
    page.wait_for_url("**table=**")
    address = page.url
    with busy_database(phone, delivery):
        for _ in range(3):
            page.evaluate(f"document.getElementById('{PROFITS}-more').click()")
        gone(page, closing)
    page = phone.new_page()
    page.goto(address)
    page.wait_for_selector("main[data-ready]")
    assert page.input_value(f"#{PROFITS}") == "4"
    assert len(page.evaluate(STORED_TABLES)) == 4
    page.reload()
    page.wait_for_selector("main[data-ready]")
    assert page.evaluate("Object.keys(localStorage)") == []
    assert len(page.evaluate(STORED_TABLES)) == 4


def test_what_a_living_tab_still_writes_is_not_counted_twice(
    phone: BrowserContext, delivery: str
) -> None:
    one = score_page(phone, delivery, "ecologic", "&step=table")
    one.click(f"#{PROFITS}-more")
    one.wait_for_url("**table=**")
    with busy_database(phone, delivery):
        for _ in range(3):
            one.evaluate(f"document.getElementById('{PROFITS}-more').click()")
        other = phone.new_page()
        other.goto(one.url, wait_until="commit")
    other.wait_for_selector("main[data-ready]")
    for tab in (one, other):
        expect(tab.locator(f"#{PROFITS}")).to_have_value("4")
    other.click(f"#{PROFITS}-more")
    for tab in (one, other):
        expect(tab.locator(f"#{PROFITS}")).to_have_value("5")


def test_a_tap_that_stands_twice_counts_once(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "ecologic", "&step=table")
    for _ in range(2):
        page.click(f"#{PROFITS}-more")
    page.wait_for_url("**table=**")
    expect(page.locator("#totals")).to_contain_text("Player 1")
    until(lambda: page.evaluate("localStorage.length === 0"), "something is kept")
    page.evaluate(TWICE)
    page.reload()
    page.wait_for_selector("main[data-ready]")
    assert len(page.evaluate(STORED_TABLES)) == 3
    assert page.evaluate(TAPS) == ["start", "count", "count"]
    assert page.input_value(f"#{PROFITS}") == "2"


def gone(page: Page, how: str) -> None:
    if how == "crash":
        with suppress(Error):
            page.goto("chrome://crash", timeout=5000)
    if how == "away":
        page.goto("about:blank")
    page.close()


@pytest.mark.sampled
def test_two_tabs_on_one_table_lose_nothing_and_agree(
    laptop: BrowserContext, delivery: str
) -> None:
    chance = random.Random(7)
    one = score_page(laptop, delivery, "ecologic", "&step=table")
    one.click(f"#{PROFITS}-more")
    one.wait_for_url("**table=**")
    other = laptop.new_page()
    other.goto(one.url)
    other.wait_for_selector("main[data-ready]")
    keys = ("profits", "enviros", "refineries")
    taps = {f"f-players-{index}-{key}": 0 for index in range(2) for key in keys}
    taps[PROFITS] = 1
    for _ in range(often(15, trust=40)):
        tab, field = chance.choice((one, other)), chance.choice(sorted(taps))
        expect(tab.locator(f"#{field}")).to_have_value(value_of(field, taps[field]))
        tab.click(f"#{field}-more")
        taps[field] += 1
    for tab in (one, other):
        for field, count in taps.items():
            expect(tab.locator(f"#{field}")).to_have_value(value_of(field, count))
    assert len(one.evaluate(STORED_TABLES)) == sum(taps.values())


def value_of(field: str, count: int) -> str:
    """What was not entered is empty, unless something holds anyway."""
    return "" if count == 0 and not field.endswith("refineries") else str(count)


def test_a_whole_table_with_the_keyboard_alone(laptop: BrowserContext, delivery: str) -> None:
    page = score_page(laptop, delivery, "ecologic")
    typed = {
        "f-players-0-name": "Ada",
        "f-players-1-name": "Bo",
        "f-players-0-profits": "9",
        "f-players-0-enviros": "7",
        "f-players-0-refineries": "5",
        "f-players-0-eco_initiatives": "3",
        "f-players-0-tads": "1",
        "f-players-1-profits": "4",
        "f-players-1-enviros": "4",
    }
    on_table = False
    for field, text in typed.items():
        if not on_table and "name" not in field:
            tab_to(page, "next")
            page.keyboard.press("Enter")
            on_table = True
        tab_to(page, field)
        page.keyboard.press("Control+a")
        page.keyboard.type(text)
    tab_to(page, "next")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("Ada has the most points: 22.")


def tab_to(page: Page, target: str) -> None:
    """With Tab alone, as somebody without a mouse does."""
    for _ in range(80):
        if page.evaluate("document.activeElement?.id") == target:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{target} cannot be reached")


def test_nothing_is_loaded_from_elsewhere(browser: Browser, delivery: str) -> None:
    """Every request is looked at; a foreign one is stopped and remembered."""
    context = browser.new_context(locale="en-GB")
    foreign: list[str] = []

    def watched(route: Any) -> None:
        address = route.request.url
        if address.startswith((delivery, "blob:", "data:")):
            route.continue_()
        else:
            foreign.append(address)
            route.abort()

    context.route("**/*", watched)
    for address in ("", "print.html?game=ecologic", "rules.html?game=better_life"):
        page = context.new_page()
        page.goto(f"{delivery}{address}")
        page.wait_for_selector("main[data-ready]")
        page.wait_for_load_state("networkidle")
    page = score_page(context, delivery, "kompensaatiopeli")
    example(page, "rulebook_6")
    page.click("#step-keep")
    page.wait_for_selector("#qr")
    context.close()
    assert foreign == []
