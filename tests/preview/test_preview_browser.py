"""The gallery in a real browser: what a person looks for, sees, marks and is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest
from onlooker import PATIENCE_SECONDS, serving
from playwright.sync_api import Browser, Page, expect
from pond import FISH, FISH_ART, FRONT
from workshop import Workshop

pytestmark = pytest.mark.slow

VISIBLE_CARDS = ".deck:not([hidden]) .card:not([hidden])"
expect.set_options(timeout=PATIENCE_SECONDS * 1000)


@pytest.fixture
def page(browser: Browser, pond: Workshop) -> Iterator[Page]:
    """The pond's gallery, composed, on a laptop; nothing may go wrong in it unnoticed."""
    context = browser.new_context(viewport={"width": 1366, "height": 800}, locale="en-GB")
    faults: list[str] = []
    with serving(watching=True) as address:
        one = context.new_page()
        one.on("pageerror", lambda fault: faults.append(str(fault)))
        one.on(
            "console",
            lambda message: faults.append(message.text) if message.type == "error" else None,
        )
        one.goto(f"{address}/?game=pond")
        complete(one)
        yield one
        context.close()
    assert faults == []


def complete(page: Page) -> None:
    """All faces are there."""
    page.wait_for_selector("body[data-ready]")
    expect(page.locator(".face.waiting")).to_have_count(0)
    expect(page.locator(f"{VISIBLE_CARDS} .face img").first).to_be_visible()


def names(page: Page) -> list[str]:
    return [str(node.get_attribute("data-name")) for node in page.locator(VISIBLE_CARDS).all()]


def card(page: Page, name: str) -> str:
    return f'.card[data-name="{name}"]'


def search(page: Page, words: str, expected: list[str]) -> None:
    page.fill("#text", words)
    expect(page.locator(VISIBLE_CARDS)).to_have_count(len(expected))
    assert names(page) == expected


def test_captions_are_names_with_the_id_small(page: Page) -> None:
    caption = page.locator(f"{card(page, 'fish/pike')} .caption")
    expect(caption.locator("b")).to_have_text("Pike")
    expect(caption.locator(".id")).to_have_text("pike")
    assert float(
        caption.locator(".id").evaluate("node => parseFloat(getComputedStyle(node).fontSize)")
    ) < (
        float(caption.locator("b").evaluate("node => parseFloat(getComputedStyle(node).fontSize)"))
    )


def test_words_ids_and_fields_are_found(page: Page) -> None:
    search(page, "gäd", [])
    search(page, "TENCH", ["fish/tench"])
    search(page, "esox", ["fish/pike"])
    search(page, "cost 2", ["fish/perch"])
    search(page, "cost 4 reed", ["fish/pike"])
    search(page, "level 1", ["fish/tench"])
    search(page, "water lily", ["plants/lily"])
    search(page, "nothing such", [])
    expect(page.locator(".nothing")).to_have_text("No card matches the search and filters.")
    page.press("#text", "Escape")
    expect(page.locator(VISIBLE_CARDS)).to_have_count(5)


def test_decks_are_chosen_and_the_address_remembers(page: Page) -> None:
    page.click("#decks >> text=Plants")
    assert names(page) == ["plants/reed", "plants/lily"]
    page.reload()
    complete(page)
    assert names(page) == ["plants/reed", "plants/lily"]
    page.click("#decks >> text=All")
    expect(page.locator(VISIBLE_CARDS)).to_have_count(5)


def test_zoom_and_sides(page: Page) -> None:
    face = page.locator(f"{card(page, 'fish/pike')} .face").first
    before = face.bounding_box()
    page.locator("#zoom").fill("5")
    after = face.bounding_box()
    assert before and after and after["width"] > 1.5 * before["width"]
    page.click("text=Both")
    expect(page.locator(f"{card(page, 'fish/pike')} .face")).to_have_count(2)
    page.click("text=Backs")
    expect(page.locator(f"{card(page, 'plants/reed')} .face.none")).to_have_text("no back")


def test_a_saved_table_template_and_picture_show_by_themselves(page: Page, pond: Workshop) -> None:
    def source(name: str) -> str:
        return str(page.locator(f"{card(page, name)} img").first.get_attribute("src"))

    for name, save in (
        ("fish/tench", lambda: pond.change("fish.csv", "Rest.", "Rest well.")),
        ("fish/pike", lambda: pond.template("fish.svg.j2", FRONT.replace("#e4efe0", "#ffeecc"))),
        ("fish/perch", lambda: pond.write("art/perch.svg", FISH_ART.replace("36607c", "aa3300"))),
    ):
        before = source(name)
        save()
        expect(page.locator(f"{card(page, name)} img").first).not_to_have_attribute("src", before)
    expect(page.locator("#status")).to_contain_text("changed")


def test_a_changed_card_is_marked_compared_and_seen(page: Page, pond: Workshop) -> None:
    pond.change("fish.csv", "Rest.", "Rest well.")
    tench = page.locator(card(page, "fish/tench"))
    expect(tench.locator(".badge.changed")).to_have_text("Changed")
    page.click("#changed")
    assert names(page) == ["fish/tench"]
    tench.locator(".tile").click()
    page.check("#before")
    expect(page.locator("#large-faces figcaption")).to_have_text(["Front, before", "Front, now"])
    expect(page.locator("#large-faces .earlier figcaption")).to_have_text("Front, before")
    pictures = [node.get_attribute("src") for node in page.locator("#large-faces img").all()]
    assert len(set(pictures)) == 2
    expect(page.locator("#large-fields .was")).to_have_text("before: Rest.")
    page.click("#one-seen")
    expect(page.locator("#one-seen")).to_be_hidden()
    page.press("#large-title", "Escape")
    expect(page.locator(".nothing")).to_be_visible()
    page.click("#changed")
    expect(page.locator(".badge.changed")).to_have_count(0)


def test_the_large_view_walks_with_arrows_and_shows_lines(page: Page) -> None:
    page.focus(f"{card(page, 'fish/pike')} .tile")
    page.keyboard.press("Enter")
    expect(page.locator("#large-title")).to_contain_text("Pike")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#large-title")).to_contain_text("Perch")
    page.check("#guides")
    expect(page.locator("#large-faces .guides")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator(f"{card(page, 'fish/perch')} .tile")).to_be_focused()


def test_a_deleted_card_is_shown_as_gone_until_seen(page: Page, pond: Workshop) -> None:
    pond.change("game.yaml", "pieces: 5", "pieces: 3")
    pond.write("fish.csv", "".join(line for line in FISH.splitlines(True) if "tench" not in line))
    tench = page.locator(card(page, "fish/tench"))
    expect(tench.locator(".badge.changed")).to_have_text("Removed")
    expect(tench.locator("img")).to_be_visible()
    expect(page.locator("#decks .chip").first).to_have_text("All4")
    page.click("#all-seen")
    expect(tench).to_have_count(0)


def test_problems_stand_above_and_at_the_card(page: Page, pond: Workshop) -> None:
    pond.change("fish.csv", "Vila.,1,", "Vila.,7,")
    expect(page.locator("#all-problems")).to_contain_text('fish.csv:4 column "level"')
    expect(page.locator("#all-problems h2")).to_contain_text(
        "these are the last cards without errors"
    )
    page.fill("#text", "pike")
    page.click("#all-problems >> text=show the card")
    expect(page.locator(f"{card(page, 'fish/tench')} .tile")).to_be_focused()
    page.click("#problems")
    assert names(page) == ["fish/tench"]
    pond.change("fish.csv", "Vila.,7,", "Vila.,1,")
    expect(page.locator("#all-problems")).to_be_hidden()


def test_another_language_and_another_game(page: Page) -> None:
    page.select_option("#lang", "sv")
    expect(page.locator(f"{card(page, 'fish/pike')} .caption b")).to_have_text("Gädda")
    page.select_option("#game", "ecologic")
    expect(page.locator(card(page, "fish/pike"))).to_have_count(0)
    assert "game=ecologic" in page.url


def test_texts_of_cards_stay_texts(page: Page, pond: Workshop) -> None:
    bad = "<img src=x onerror=alert(1)>"
    pond.write("fish.csv", FISH.replace("Tench,", f"{bad},"))
    expect(page.locator(f"{card(page, 'fish/tench')} .caption b")).to_have_text(bad)
    assert page.locator(".caption img").count() == 0


def test_it_opens_the_first_game_and_comes_back_after_a_restart(
    browser: Browser, pond: Workshop
) -> None:
    context = browser.new_context()
    page = context.new_page()
    with ExitStack() as first:
        address = first.enter_context(serving(watching=False))
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        assert page.evaluate("new URLSearchParams(location.search).get('game')") == (
            page.locator("#game option").first.get_attribute("value")
        )
    expect(page.locator("#status.lost")).to_contain_text("Trying again")
    with serving(watching=False, port=int(urlsplit(address).port or 0)):
        expect(page.locator("#status.lost")).to_have_count(0)
        expect(page.locator("#status")).not_to_contain_text("Trying again")
    context.close()
