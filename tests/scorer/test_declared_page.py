"""The page of a declared scorer in a browser: cards, lists, choices, yes or no."""

from __future__ import annotations

import pytest
from browsing import LAPTOP, PHONE, SIDEWAYS, complaints_of_all, score_page, served
from playwright.sync_api import Browser, expect
from published import declare, declare_published
from workshop import Workshop

pytestmark = pytest.mark.slow

DECLARATION = """\
score:
  players: {least: 2, most: 3}
  ask:
    birds: {cards: birds}
    route: {list: {length: {most: 9}, ticket: yes/no}}
    lead:  {choice: [gold, silver]}
    done:  yes/no
    coins: {least: -5, most: 20}
  count:
    birds: {sum: points}
    route: {sum: length * (1 + ticket)}
    lead:  {points: {gold: 5}}
    done:  {each: 3}
    coins: {each: 1}
"""


def test_everything_can_be_tapped(pond: Workshop, browser: Browser) -> None:
    declare(pond, DECLARATION)
    with served() as base:
        page = score_page(browser.new_context(viewport=PHONE), base, "pond")
        page.click("#step-table")
        first = "#f-players-0-"
        page.check(f"{first}birds-owl")
        for _ in range(3):
            page.click(f"{first}birds-lark-more")  # the box has two
        page.click(f"{first}route-add")
        page.click(f"{first}route-add")
        page.fill(f"{first}route-0-length", "4")
        page.check(f"{first}route-0-ticket")
        page.fill(f"{first}route-1-length", "2")
        page.click("[aria-label='Remove Player 1: Route 2']")
        page.check(f"{first}done")
        page.fill(f"{first}coins", "-3")
        page.keyboard.press("Tab")
        page.select_option(f"{first}lead", "gold")
        page.select_option("#f-players-1-lead", "silver")
        # 5 + 3 + 3 for birds, 4 · 2 for the route, 5, 3 and -3.
        expect(page.locator(".card-total").first).to_have_text("24")
        assert page.evaluate(SIDEWAYS) == 0
        page.click("#step-result")
        assert page.locator("text=Owl 5 + Lark 3 + Lark 3 = 11.").count() >= 1


ROWS = """\
score:
  players: {least: 2, most: 3}
  ask:
    route: {list: {length: {most: 9}, kind: {choice: [road, city, field, cloister]}, done: yes/no}}
    field: {list: {kind: {choice: [meadow, forest, wetland, shore]}}}
  count:
    route: {sum: length}
    field: {of: field, each: 2}
"""


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_whatever_is_tapped_in_a_row_is_large_enough(
    pond: Workshop, browser: Browser, size: dict[str, int]
) -> None:
    declare(pond, ROWS)
    with served() as base:
        page = score_page(browser.new_context(viewport=size), base, "pond")  # type: ignore[arg-type]
        page.click("#step-table")
        for name in ("route", "route", "field", "field"):
            page.click(f"#f-players-0-{name}-add")
        assert complaints_of_all(page) == []
        for tapped in page.locator(".list-row :is(select, button)").all():
            box = tapped.bounding_box()
            assert box and box["height"] >= 44 and box["width"] >= 44
        # What the keyboard reaches is never under the bars at the top and at the bottom.
        page.evaluate("scrollTo(0, 0)")
        for tapped in page.locator(".list-row :is(select, input, button)").all():
            tapped.focus()
            box, bars = tapped.bounding_box(), page.locator(".steps, .bar")
            top, bottom = (bars.nth(at).bounding_box() for at in (0, 1))
            assert box and top and bottom
            assert box["y"] >= top["y"] + top["height"] - 1
            assert box["y"] + box["height"] <= bottom["y"] + 1


def test_cards_are_tapped_in_each_round(pond: Workshop, browser: Browser) -> None:
    declare_published(pond, "Sushi Go")
    pond.change("sushi.csv", "pudding,10", "pudding,2")
    with served() as base:
        page = score_page(browser.new_context(viewport=PHONE), base, "pond")
        page.click("#step-table")
        first, second = "#f-players-0-rounds-0-", "#f-players-1-rounds-0-"
        for card in ("tempura", "tempura", "maki_3", "maki_2", "squid"):
            page.click(f"{first}mine-{card}-more")
        page.click(f"{second}mine-maki_1-more")
        assert complaints_of_all(page) == []
        # The box has two puddings for the players of a round together, and again in the next.
        for place in (first, second, second, "#f-players-1-rounds-1-"):
            page.click(f"{place}mine-pudding-more")
        page.fill(f"{first}dipped", "3")
        page.keyboard.press("Tab")
        # 5 + 3 + 2 · 3 and 6 for maki; 3 for maki and 6 for two puddings.
        expect(page.locator(".card-total").nth(0)).to_have_text("20")
        expect(page.locator(".card-total").nth(1)).to_have_text("9")
        assert page.evaluate(SIDEWAYS) == 0
        page.click("#step-result")
        assert page.locator("text=round 1: 6 (Nobody has more: 5)").count() >= 1
