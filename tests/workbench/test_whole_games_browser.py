"""New, Files, Download and Open in a real browser, each with a game of one's own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from browsing import LAPTOP, PHONE, SIDEWAYS, complaints, served
from playwright.sync_api import Browser, Page, expect

from cards_data import load_game
from scorer.examples import check_examples

pytestmark = pytest.mark.slow


def check_page(page: Page, name: str) -> None:
    """Check a page at both widths; with ``ECOTABLE_SHOTS`` its pictures are kept there."""
    for size in (PHONE, LAPTOP):
        page.set_viewport_size(size)
        assert page.evaluate(SIDEWAYS) == 0, name
        if shots := os.environ.get("ECOTABLE_SHOTS"):
            page.screenshot(path=Path(shots, f"{name}-{size['width']}.png"), full_page=True)
    assert complaints(page) == [], name


def test_a_game_is_made_corrected_downloaded_and_opened_again(
    here: Path, browser: Browser, tmp_path: Path
) -> None:
    context = browser.new_context(viewport=LAPTOP, locale="en-GB", accept_downloads=True)
    context.set_default_timeout(60_000)
    page = context.new_page()
    with served() as base:
        page.goto(base)
        page.wait_for_selector("main[data-ready]")
        check_page(page, "home")
        page.get_by_role("link", name="New game").click()
        page.wait_for_selector("main[data-ready]")
        expect(page.locator("#title")).to_be_focused()
        page.keyboard.type("Ecologic")
        expect(page.locator("#new-problem")).to_contain_text("already a game")
        page.locator("#title").fill("Märkä lampi!")
        expect(page.locator("#new-problem")).to_be_empty()
        expect(page.locator("#new-name")).to_contain_text("marka_lampi")
        page.locator("input[value=score_track]").check()
        check_page(page, "new")
        page.locator("#make").click()
        page.wait_for_selector("body.bench[data-ready]")
        game = load_game("marka_lampi")
        assert game.title("en") == "Märkä lampi!" and len(game.decks) == 2
        assert list(check_examples(game)) == []
        check_page(page, "bench")

        page.locator("#files").click()
        page.wait_for_selector("main[data-ready]")
        expect(page.locator("#file")).to_have_value("game.yaml")
        text = page.locator("#text").input_value()
        page.locator("#text").fill(text.replace("colours:", "couleurs:"))
        page.keyboard.press("Control+s")
        mistake = page.locator(".mistake").first
        expect(mistake).to_contain_text("couleurs")
        check_page(page, "files")
        mistake.click()
        chosen = "document.activeElement.value.slice(text.selectionStart, text.selectionEnd)"
        assert "couleurs" in page.evaluate(chosen)
        # The page works after a reload, although the game cannot be read.
        page.reload()
        expect(page.locator("#text")).to_have_value(text.replace("colours:", "couleurs:"))
        page.locator("#text").fill(text)
        page.locator("#save").click()
        expect(page.locator("#mistakes h2")).to_have_text("No mistakes found")

        with page.expect_download() as saving:
            page.locator("#zip-out").click()
        packed = tmp_path / saving.value.suggested_filename
        saving.value.save_as(packed)
        assert packed.name == "marka_lampi.zip"
        page.goto(f"{base}change/new.html#open")
        page.wait_for_selector("main[data-ready]")
        page.locator("#zip").set_input_files({"name": "x.zip", "mimeType": "", "buffer": b"PK"})
        expect(page.locator("#open-problems")).to_contain_text("x.zip: is not a .zip file")
        page.locator("#zip").set_input_files(packed)
        expect(page.locator("#other-name")).to_have_value("marka_lampi_2")
        check_page(page, "open")
        page.keyboard.press("Enter")
        page.wait_for_selector("body.bench[data-ready]")
        assert load_game("marka_lampi_2").decks.keys() == game.decks.keys()
    context.close()
