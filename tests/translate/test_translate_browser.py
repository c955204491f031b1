"""Translate a card in a real browser: a new language, a tap on a text, and the text set at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import LAPTOP, PHONE, SIDEWAYS, complaints, served
from playwright.sync_api import Browser, Page, expect

from cards_data import load_game

pytestmark = pytest.mark.slow

FRONT = '.face[data-side="front"]'


def picture(page: Page) -> str:
    return page.locator(FRONT).get_attribute("data-key") or ""


def test_a_translator_types_on_the_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, browser: Browser
) -> None:
    monkeypatch.setenv("ECOTABLE_DATA", str(tmp_path / "own"))
    monkeypatch.chdir(tmp_path)
    context = browser.new_context(viewport=LAPTOP, locale="en-GB")
    with served() as base:
        page = context.new_page()
        page.goto(f"{base}change/?game=ecologic")
        page.wait_for_selector("body[data-ready]")
        page.click("#translate")
        page.wait_for_selector("body[data-ready]")
        page.select_option("#lang", "?")
        page.fill("#new-language", "Estonian")
        page.click("#take-language")
        expect(page.locator("#ask")).to_be_hidden()
        page.select_option("#card", "tads/academy")
        page.locator(f"{FRONT} .spot.here").first.wait_for()
        effect = page.locator(f"{FRONT} .spot:not(.here)").first
        chosen = effect.get_attribute("data-id")
        effect.click()
        expect(page.locator(f'.text-row[data-id="{chosen}"]')).to_have_attribute(
            "aria-current", "true"
        )
        expect(page.locator("#letters")).to_contain_text("more letter")
        before = picture(page)
        page.fill("#translation", "Lühike tekst " * 40)
        expect(page.locator("#letters")).to_contain_text("too many")
        marks = page.locator("[data-mark]").all_inner_texts()
        page.fill("#translation", f"Tõlge {' '.join(marks)}")
        expect(page.locator("#letters")).to_contain_text("more letter")
        expect(page.locator("#problems")).to_be_empty()
        assert picture(page) != before
        # The first text that is saved makes a copy of the built-in game, and the language in it.
        page.press("#translation", "Enter")
        page.click("#make-own")
        expect(page.locator("#done")).to_contain_text("1 of")
        expect(page.locator("#undo")).to_contain_text("Tõlge")
        page.click('[data-filter="all"]')
        done = page.locator(f'.text-row[data-id="{chosen}"]')
        expect(done).to_have_attribute("data-state", "done")
        assert load_game("my_ecologic").unfinished == ("et",)
        assert complaints(page) == []
        page.click("#undo")
        expect(done).to_have_attribute("data-state", "missing")
        page.set_viewport_size(PHONE)
        assert page.evaluate(SIDEWAYS) <= 0
    context.close()
