"""The page shows the symbols that the game's pieces are printed with, in their colours."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from browsing import example, score_page
from playwright.sync_api import BrowserContext, Page, expect
from symbol_colours import TEMPLATES, wrong_symbols

from scorer.registry import slugs
from scorer.web.api.records import form_record

pytestmark = pytest.mark.slow

LOADED = "(images) => images.map((image) => image.complete && image.naturalWidth > 0)"


def symbols_of(slug: str) -> list[str]:
    fields = form_record(slug, "en")["fields"]
    return [one["symbol"] for field in fields for one in field["choices"] if one["symbol"]]


def test_every_symbol_of_a_form_is_the_printed_one(delivery: str) -> None:
    symbols = {slug: symbols_of(slug) for slug in slugs()}
    assert len(symbols["kompensaatiopeli"]) == 3
    for slug, addresses in symbols.items():
        for address in addresses:
            answer = httpx.get(f"{delivery}{address}")
            assert answer.headers["content-type"] == "image/svg+xml"
            printed = TEMPLATES / slug / "symbols" / Path(address).name
            assert answer.content == printed.read_bytes()


@pytest.mark.parametrize("name", ["nothing", "..%2fart%2fx", ".hidden", "%00"])
def test_only_symbols_are_answered(delivery: str, name: str) -> None:
    assert httpx.get(f"{delivery}symbol/kompensaatiopeli/{name}.svg").status_code == 404
    assert httpx.get(f"{delivery}symbol/{name}/area.svg").status_code == 404


def test_palette_board_and_result_show_the_symbols(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "kompensaatiopeli")
    page.click("#step-table")
    palette = page.locator(".palette .symbol")
    expect(palette).to_have_count(3)
    page.wait_for_load_state("networkidle")
    assert palette.evaluate_all(LOADED) == [True] * 3
    assert palette.evaluate_all("(all) => all.map((one) => one.alt)") == [""] * 3
    page.locator(".swatch", has=page.locator(".symbol")).first.click()
    page.click("#cell-1-1")
    expect(page.locator("#cell-1-1 .symbol")).to_be_visible()


def result_picture(context: BrowserContext, delivery: str) -> bytes:
    page = score_page(context, delivery, "kompensaatiopeli")
    example(page, "rulebook_6")
    page.click("#step-keep")
    return _saved(page)


def _saved(page: Page) -> bytes:
    with page.expect_download() as waiting:
        page.click("#save_picture")
    return waiting.value.path().read_bytes()


def test_the_picture_of_a_result_has_them_too_and_goes_without(
    laptop: BrowserContext, delivery: str
) -> None:
    with_symbols = result_picture(laptop, delivery)
    assert with_symbols == result_picture(laptop, delivery)
    laptop.route("**/symbol/**", lambda route: route.abort())
    assert result_picture(laptop, delivery) != with_symbols


@pytest.mark.parametrize("slug", slugs())
def test_symbols_on_the_rules_page_have_the_colours_of_their_files(
    phone: BrowserContext, delivery: str, slug: str
) -> None:
    page = phone.new_page()
    page.goto(f"{delivery}rules.html?game={slug}")
    page.wait_for_selector("main[data-ready]")
    assert wrong_symbols(page, slug) == []
    page.emulate_media(color_scheme="dark")
    assert wrong_symbols(page, slug) == []
