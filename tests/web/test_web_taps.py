"""How many taps a table takes, and what a finger that is held or drawn over the board does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from browsing import PHONE, SIDEWAYS, score_page, total_of
from playwright.sync_api import Browser, BrowserContext, Page, expect

pytestmark = pytest.mark.slow

HELD_MS = 1500
# Longer than the page waits for the next letter of a name.
TYPED_MS = 500
LANDSCAPE = {"width": 740, "height": 360}


@dataclass
class Finger:
    """Does what a person does on a phone, and counts every touch and every key."""

    page: Page
    taps: int = 0

    def tap(self, control: str) -> None:
        self.page.tap(f"[id='{control}']")
        self.taps += 1

    def choose(self, control: str, value: str) -> None:
        """A list opens, and something in it is chosen."""
        self.page.select_option(f"[id='{control}']", value)
        self.taps += 2

    def type(self, control: str, text: str) -> None:
        """Into the field, unless the page went there by itself, and every key."""
        field = self.page.locator(f"[id='{control}']")
        if not field.evaluate("node => node === document.activeElement"):
            self.tap(control)
        self.page.keyboard.type(text)
        self.taps += len(text)

    def count(self, control: str, number: int) -> None:
        """A small number is tapped, a larger one typed."""
        if number < 3:
            for _ in range(number):
                self.tap(f"{control}-more")
        else:
            self.type(control, str(number))

    def stroke(self, cells: Sequence[str]) -> None:
        """One finger drawn over cells, as its touches arrive in the browser."""
        touch(self.page, cells)
        self.taps += 1


def touch(page: Page, cells: Sequence[str]) -> None:
    boxes = [page.locator(f"#cell-{at}").bounding_box() for at in cells]
    points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    session = page.context.new_cdp_session(page)
    for index, (x, y) in enumerate(points):
        kind = "touchMove" if index else "touchStart"
        event = {"type": kind, "touchPoints": [{"x": x, "y": y}]}
        session.send("Input.dispatchTouchEvent", event)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_ecologic_takes_at_most_30_taps(phone: BrowserContext, delivery: str) -> None:
    """The example nine_and_seven, with names."""
    finger = Finger(score_page(phone, delivery, "ecologic"))
    for index, name in enumerate(("Ada", "Bo")):
        finger.type(f"f-players-{index}-name", name)
    finger.tap("next")
    keys = ("profits", "enviros", "refineries", "eco_initiatives", "tads")
    for index, numbers in enumerate(((9, 7, 5, 3, 1), (14, 4, 6, 1, 0))):
        for key, number in zip(keys, numbers, strict=True):
            finger.count(f"f-players-{index}-{key}", number)
    finger.tap("next")
    expect(finger.page.locator("#verdict")).to_contain_text("Ada")
    assert finger.taps <= 30


def test_better_life_takes_at_most_45_taps(phone: BrowserContext, delivery: str) -> None:
    """The example just_enough: two players and five votes."""
    page = score_page(phone, delivery, "better_life")
    finger = Finger(page)
    cards = (
        "pollinators urban_greening diverse_farming",
        "sustainable_fisheries invasive_species diverse_farming",
    )
    people = zip(("Ada", "Bo"), ("university", "industry"), cards, strict=True)
    for index, (name, role, card) in enumerate(people):
        finger.type(f"f-players-{index}-name", name)
        finger.choose(f"f-players-{index}-role", role)
        finger.choose(f"f-players-{index}-card", card)
    finger.tap("next")
    policies = ("protected_areas", "ecosystem_restoration", "pollinators", "urban_greening")
    pools = ("10", "10", "10", "6", "0")
    for index, policy in enumerate((*policies, "diverse_farming")):
        finger.choose("add-votes", policy)
        finger.type(f"f-votes-{index}-pool", pools[index])
    finger.count("f-players-0-ip", 8)
    finger.count("f-players-1-ip", 2)
    finger.tap("next")
    expect(page.locator("#verdict h3")).to_be_visible()
    assert finger.taps <= 45


def test_kompensaatiopeli_takes_at_most_25_taps(phone: BrowserContext, delivery: str) -> None:
    """The rulebook's sixth example."""
    page = score_page(phone, delivery, "kompensaatiopeli")
    finger = Finger(page)
    finger.tap("f-roles-offer-6")
    finger.tap("f-roles-mobile_opportunist")
    finger.tap("next")
    for cell in ("0-4", "1-0", "2-4"):
        finger.tap(f"cell-{cell}")
    for sign, cells in {"o": ("1-3", "3-0", "4-4"), "r": ("4-0",)}.items():
        finger.tap(f"palette-{sign}")
        for cell in cells:
            finger.tap(f"cell-{cell}")
    finger.choose("add-project", "motorway")
    finger.stroke(("0-0", "0-1", "0-2"))
    finger.choose("add-project", "tram")
    for cell in ("2-2", "3-2", "4-2"):
        finger.tap(f"cell-{cell}")
    finger.count("f-destroyed_nature_tiles", 6)
    finger.tap("f-demonstrations-more")
    finger.tap("f-protest_camps-more")
    finger.tap("next")
    expect(page.locator("#verdict")).to_be_visible()
    rows = [page.locator(f"#result [data-at='0,{column}']") for column in range(3)]
    assert [row.get_attribute("data-value") for row in rows] == ["M", "M", "M"]
    # The same as the example itself says.
    assert (total_of(page, "Developers"), total_of(page, "Conservationists")) == expected(page)
    assert finger.taps <= 25


def expected(page: Page) -> tuple[str, str]:
    """The totals of the example, loaded whole."""
    page.click("#step-who")
    page.click("details.examples summary")
    page.click("[data-example=rulebook_6]")
    page.wait_for_selector("#verdict")
    return total_of(page, "Developers"), total_of(page, "Conservationists")


def test_a_held_button_goes_on_and_is_undone_at_once(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "ecologic", "&step=table")
    page.tap("#f-players-0-profits-more")
    page.clock.install()
    page.clock.pause_at("2030-01-01")
    hold(page, "#f-players-0-profits-more")
    profits = int(page.input_value("#f-players-0-profits"))
    assert profits >= 6
    page.clock.run_for(HELD_MS)
    assert page.input_value("#f-players-0-profits") == str(profits), "it stops when it is let go"
    page.clock.resume()
    page.tap("#undo")
    expect(page.locator("#f-players-0-profits")).to_have_value("1")
    expect(page.locator("#toast")).to_have_text(f"Undone: Player 1: Profits: +{profits - 1}")
    page.clock.pause_at("2031-01-01")
    hold(page, "#f-players-0-profits-fewer")
    expect(page.locator("#f-players-0-profits")).to_have_value("0")


def hold(page: Page, button: str) -> None:
    """Hold a button for a while, by the clock of the page, which stands still otherwise."""
    page.locator(button).hover()
    page.mouse.down()
    page.clock.run_for(HELD_MS)
    page.mouse.up()


def test_a_number_is_safe_as_it_is_typed(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "ecologic", "&step=table")
    page.tap("#f-players-1-profits")
    page.keyboard.type("14")
    page.wait_for_url("**table=**")
    page.reload()
    expect(page.locator("#f-players-1-profits")).to_have_value("14")
    page.tap("#undo")
    expect(page.locator("#f-players-1-profits")).to_have_value("")


def test_a_slowly_typed_name_is_one_step(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "ecologic")
    page.tap("#f-players-0-name")
    page.clock.install()
    page.clock.pause_at("2030-01-01")
    for letter in "Max":
        page.keyboard.type(letter)
        page.clock.run_for(TYPED_MS)
    page.clock.resume()
    expect(page.locator("#undo")).to_have_attribute("aria-label", "Undo – Player 1: Name: Max")
    page.tap("#undo")
    page.tap("#step-table")
    expect(page.locator(".card-head h3").first).to_have_text("Player 1")


def test_a_stroke_lays_pieces_and_is_one_step(laptop: BrowserContext, delivery: str) -> None:
    page = score_page(laptop, delivery, "kompensaatiopeli", "&step=table")
    page.locator("#cell-1-1").hover()
    page.mouse.down()
    for cell in ("2-1", "3-1", "3-2"):
        page.locator(f"#cell-{cell}").hover()
    page.mouse.up()
    expect(page.locator("button.cell[data-value=c]")).to_have_count(4)
    page.click("#undo")
    expect(page.locator("button.cell[data-value=c]")).to_have_count(0)
    page.click("#cell-1-1")
    expect(page.locator("button.cell[data-value=c]")).to_have_count(1)


def test_the_palette_says_what_is_left(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "kompensaatiopeli", "&step=table")
    page.tap("#cell-0-0")
    expect(page.locator("[data-left=c]")).to_have_text("5")
    expect(page.locator(".chosen-piece")).to_have_text("conservation area: 5 left")


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE], ids=["upright", "landscape"])
def test_board_and_palette_fit_one_screen(
    browser: Browser, delivery: str, size: dict[str, int]
) -> None:
    context = browser.new_context(viewport=size, has_touch=True, locale="en-GB")  # type: ignore[arg-type]
    page = score_page(context, delivery, "kompensaatiopeli", "&step=table")
    page.select_option("#add-project", "motorway")
    page.select_option("#add-project", "tram")
    page.evaluate("scrollBy(0, document.querySelector('.steps').offsetTop)")
    edges = page.evaluate(
        """['.board', '.palette', '#add-project'].map((part) => {
          const box = document.querySelector(part).getBoundingClientRect();
          return [box.top, box.bottom];
        })"""
    )
    top = page.evaluate("document.querySelector('.steps').getBoundingClientRect().bottom")
    bottom = page.evaluate("document.querySelector('.bar').getBoundingClientRect().top")
    context.close()
    assert all(top <= one and other <= bottom + 1 for one, other in edges), (top, edges, bottom)


ADDRESSES = (
    "score.html?game=kompensaatiopeli",
    "score.html?game=kompensaatiopeli&step=table",
    "score.html?game=better_life&step=table",
    "print.html?game=ecologic",
    "index.html",
)


def test_large_letters_on_the_smallest_phone_push_nothing_aside(
    browser: Browser, delivery: str
) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 640}, locale="en-GB")
    page = context.new_page()
    pushed = {}
    for address in ADDRESSES:
        page.goto(f"{delivery}{address}")
        page.wait_for_selector("main[data-ready]")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        pushed[address] = page.evaluate(SIDEWAYS)
    context.close()
    assert pushed == dict.fromkeys(ADDRESSES, 0)


def test_the_rules_are_one_tap_away_and_lead_back(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "ecologic", "&step=table")
    page.tap("#f-players-0-profits-more")
    page.wait_for_url("**table=**")
    page.tap("#to-rules")
    page.tap("#contents summary")
    links = page.locator("#contents a")
    expect(links.first).to_be_visible()
    target = str(links.last.get_attribute("href"))
    links.last.tap()
    expect(page.locator(target)).to_be_in_viewport()
    page.tap("#to-score")
    expect(page.locator("#f-players-0-profits")).to_have_value("1")
