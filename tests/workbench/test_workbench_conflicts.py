"""Two people or programs at one value: both are shown, and nothing is overwritten unseen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import LAPTOP, complaints, served
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from workshop import Command

pytestmark = pytest.mark.slow


@pytest.fixture
def base(here: Path, ecotable: Command) -> Iterator[str]:
    assert ecotable("new", "pond", "--layout", "creature").code == 0
    with served() as address:
        yield address


@pytest.fixture
def laptop(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=LAPTOP, locale="en-GB")
    context.set_default_timeout(60_000)
    yield context
    context.close()


@pytest.fixture
def cards(here: Path) -> Path:
    return here / "cards_data" / "pond" / "creature.csv"


def opened(context: BrowserContext, base: str) -> Page:
    page = context.new_page()
    page.goto(f"{base}change/?game=pond&table=creature")
    page.wait_for_selector("body[data-ready]")
    return page


def cell(row: str, column: str) -> str:
    return f'[data-row="{row}"] [data-column="{column}"]'


def typed(page: Page, row: str, column: str, text: str) -> None:
    """An open editor with a text in it."""
    page.click(cell(row, column))
    page.keyboard.press("F2")
    page.keyboard.press("Control+A")
    page.keyboard.type(text)


def saved(path: Path, old: str, new: str) -> None:
    """A save by another program."""
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_two_tabs_at_one_cell(base: str, cards: Path, laptop: BrowserContext) -> None:
    one, two = (opened(laptop, base) for _ in range(2))
    typed(two, "fox", "name", "Two")
    typed(one, "fox", "name", "One")
    one.keyboard.press("Enter")
    expect(one.locator("#undo")).to_contain_text("→ One")
    expect(two.locator("#undo")).to_contain_text("→ One")
    two.keyboard.press("Enter")
    expect(two.locator("#ask .mine")).to_have_text("Two")
    expect(two.locator("#ask .theirs")).to_have_text("One")
    assert "One" in cards.read_text() and "Two" not in cards.read_text()
    assert complaints(two) == []
    two.keyboard.press("Escape")
    expect(two.locator(cell("fox", "name"))).to_have_text("One")
    typed(two, "fox", "name", "Two")
    typed(one, "fox", "name", "Three")
    one.keyboard.press("Enter")
    expect(two.locator("#undo")).to_contain_text("→ Three")
    two.keyboard.press("Enter")
    two.click("#take-mine")
    expect(one.locator(cell("fox", "name"))).to_have_text("Two")
    assert "Two" in cards.read_text()


def test_another_program_at_the_cell_that_is_being_typed(
    base: str, cards: Path, laptop: BrowserContext
) -> None:
    page = opened(laptop, base)
    name = page.inner_text(cell("fox", "name"))
    typed(page, "fox", "name", "Mine")
    saved(cards, name, "Theirs")
    expect(page.locator("#status")).not_to_be_empty()
    expect(page.locator(".editor textarea")).to_have_value("Mine")
    page.keyboard.press("Enter")
    expect(page.locator("#ask .theirs")).to_have_text("Theirs")
    assert "Mine" not in cards.read_text()
    page.click("#take-theirs")
    expect(page.locator(cell("fox", "name"))).to_have_text("Theirs")
    typed(page, "fox", "name", "Kept")
    saved(cards, "\nfox,", "\nwolf,")
    page.wait_for_selector(cell("wolf", "name"))
    page.keyboard.press("Enter")
    expect(page.locator("#ask .mine")).to_have_text("Kept")
    expect(page.locator("#ask .theirs")).to_have_text("no longer there")


def test_another_program_at_the_number_that_is_being_typed(
    base: str, here: Path, laptop: BrowserContext
) -> None:
    path = here / "cards_data" / "pond" / "game.yaml"
    page = opened(laptop, base)
    page.click('[data-table="numbers:"]')
    field = page.locator('[data-path="game.yaml:title"]')
    before = field.input_value()
    field.fill("Mine")
    saved(path, f"title: {before}", "title: Theirs")
    expect(page).to_have_title(re.compile("Theirs"))
    expect(field).to_have_value("Mine")
    field.press("Tab")
    expect(page.locator("#ask .mine")).to_have_text("Mine")
    expect(page.locator("#ask .theirs")).to_have_text("Theirs")
    assert "title: Theirs" in path.read_text()
    page.click("#take-mine")
    expect(page.locator("#undo")).to_contain_text("title: Theirs → Mine")
    assert "title: Mine" in path.read_text()


def test_another_program_at_the_box_that_is_being_moved(
    base: str, here: Path, laptop: BrowserContext
) -> None:
    path = here / "templates" / "pond" / "creature.layout.yaml"
    path.write_text(
        "face:\n  - {text: name, size: 14-10}\n  - {badge: cost, at: [40, 60], size: 9}\n"
    )
    page = opened(laptop, base)
    page.wait_for_selector("#card-view img")
    page.click("#boxes-on")
    page.locator('[data-box$="#face.1"]').hover()
    page.mouse.down()
    page.mouse.move(5, 5)
    was = page.locator("#card-view img").get_attribute("src")
    saved(path, "[40, 60]", "[20, 30]")
    expect(page.locator("#card-view img")).not_to_have_attribute("src", str(was))
    page.wait_for_timeout(500)
    page.mouse.up()
    expect(page.locator("#ask .theirs")).to_contain_text("at 20.0, 30.0")
    assert "[20, 30]" in path.read_text()
    page.click("#take-theirs")
    expect(page.locator("#ask")).not_to_be_visible()


def test_undo_takes_back_what_its_label_names(
    base: str, cards: Path, laptop: BrowserContext
) -> None:
    page = opened(laptop, base)
    typed(page, "fox", "name", "First")
    page.keyboard.press("Enter")
    expect(page.locator("#undo")).to_contain_text("→ First")
    # A change of another window that this one has not heard of yet.
    page.route("**/bench.json*", lambda _: None)
    other = opened(laptop, base)
    typed(other, "fox", "name", "Second")
    other.keyboard.press("Enter")
    expect(other.locator("#undo")).to_contain_text("→ Second")
    page.evaluate("document.querySelector('#undo').click()")
    page.unroute("**/bench.json*")
    expect(page.locator("#undo")).to_contain_text("First → Second")
    assert "Second" in cards.read_text()
    for name in ("Second", "First"):
        expect(page.locator("#undo")).to_contain_text(f"→ {name}")
        page.click("#undo")
    expect(page.locator("#redo")).to_contain_text("→ First")
    expect(page.locator("#undo")).to_be_disabled()
    assert "First" not in cards.read_text() and "Second" not in cards.read_text()


def test_each_press_of_undo_takes_back_one_step_however_slow_the_answers(
    base: str, cards: Path, laptop: BrowserContext
) -> None:
    page = opened(laptop, base)
    before = cards.read_bytes()
    for name in ("First", "Second", "Third"):
        typed(page, "fox", "name", name)
        page.keyboard.press("Enter")
        expect(page.locator("#undo")).to_contain_text(f"→ {name}")
    routes: list[Route] = []

    def hold(route: Route) -> None:
        routes.append(route)

    def let_go() -> None:
        for _ in range(600):
            if routes:
                break
            page.wait_for_timeout(50)
        routes.pop().continue_()

    page.route("**/step*", hold)
    for name in ("Third", "Second"):
        expect(page.locator("#undo")).to_contain_text(f"→ {name}")
        page.click("#undo")
    let_go()
    # The first answer is here, the second is not: the third press means the third step.
    expect(page.locator("#redo")).to_contain_text("→ Third")
    expect(page.locator("#undo")).to_contain_text("→ First")
    page.click("#undo")
    for _ in range(2):
        let_go()
    expect(page.locator("#redo")).to_contain_text("→ First")
    expect(page.locator("#undo")).to_be_disabled()
    assert cards.read_bytes() == before


def test_new_rows_are_where_they_are_seen_and_all_but_empty(
    base: str, cards: Path, laptop: BrowserContext
) -> None:
    page = opened(laptop, base)
    page.click(cell("fox", "name"))
    page.click("#add")
    expect(page.locator(cell("new", "id"))).to_be_focused()
    line = next(line for line in cards.read_text().splitlines() if line.startswith("new,"))
    assert "Fox" not in line and "New" in line
    seen = "nodes => nodes.map(one => [parseFloat(one.style.top), one.dataset.row])"
    rows = page.locator("[data-row]").evaluate_all(seen)
    assert rows == sorted(rows)
    assert [row for _, row in rows] == [
        one.split(",")[0] for one in cards.read_text().splitlines()[1:]
    ]


def test_a_column_comes_gets_another_name_and_goes_with_the_keyboard_alone(
    base: str, cards: Path, laptop: BrowserContext
) -> None:
    page = opened(laptop, base)
    before = cards.read_bytes()
    page.click(cell("fox", "kind"))
    page.focus("#column")
    page.keyboard.press("Enter")
    expect(page.locator("#column-name")).to_be_focused()
    assert complaints(page) == []
    page.keyboard.type("speed")
    page.keyboard.press("Enter")
    expect(page.locator("#undo")).to_contain_text("column speed added")
    expect(page.locator(cell("fox", "speed"))).to_be_attached()
    page.keyboard.press("Enter")
    page.fill("#column-new-name", "genus")
    page.keyboard.press("Enter")
    expect(page.locator("#undo")).to_contain_text("column kind → genus")
    expect(page.locator(cell("fox", "genus"))).to_have_text("mammal of the hedges")
    page.click(cell("fox", "speed"))
    page.focus("#column")
    page.keyboard.press("Enter")
    expect(page.locator("#column-remove")).to_be_visible()
    page.focus("#column-remove")
    page.keyboard.press("Enter")
    expect(page.locator(cell("fox", "speed"))).to_have_count(0)
    for _ in range(3):
        page.click("#undo")
    expect(page.locator("#redo")).to_contain_text("column speed added")
    assert cards.read_bytes() == before
