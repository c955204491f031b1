"""The page of a declared scorer in a browser: cards, lists, choices, yes or no."""

from __future__ import annotations

import pytest
from browsing import PHONE, SIDEWAYS, score_page, served
from playwright.sync_api import Browser, expect
from published import declare
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
