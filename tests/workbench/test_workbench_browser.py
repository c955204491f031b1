"""The workbench in a real browser: a whole balance change, from the first click to the reprint."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browsing import LAPTOP, SIDEWAYS, complaints, served
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from workbooks import write_xlsx
from workshop import Command

from cards_data.tables import read_table
from generator.edit.copy_game import copy_game
from generator.pdf.manifest import read_manifest
from scorer.terminal.saved_tables import SavedTable, saved_tables

pytestmark = pytest.mark.slow

TABLET = {"width": 820, "height": 1180}


@pytest.fixture
def base(here: Path) -> Iterator[str]:
    with served() as address:
        yield address


@pytest.fixture
def laptop(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=LAPTOP, locale="en-GB")
    context.set_default_timeout(60_000)
    yield context
    context.close()


def opened(context: BrowserContext, base: str, game: str, table: str) -> Page:
    page = context.new_page()
    page.goto(f"{base}change/?game={game}&table={table}")
    page.wait_for_selector("body[data-ready]")
    return page


def cell(row: str, column: str) -> str:
    return f'[data-row="{row}"] [data-column="{column}"]'


def commit(folder: Path) -> None:
    """The folder as it is now, in git."""
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    for words in (["init", "-q"], ["add", "-A"], [*who, "commit", "-qm", "begin"]):
        subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)


def diff(folder: Path, words: str = "[^,]+") -> list[str]:
    """The words that git shows as other ones, without the names of files."""
    output = subprocess.run(
        ["git", "diff", "-U0", "--word-diff=porcelain", f"--word-diff-regex={words}"],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return [
        line
        for line in output.splitlines()
        if line[:1] in ("+", "-") and line[:3] not in ("+++", "---")
    ]


def reprinted(page: Page, here: Path, slug: str) -> list[str]:
    """The pieces on the reprint, as its manifest has them."""
    page.wait_for_selector("#reprint-pdf", timeout=180_000)
    path = here / "output" / f"{slug}-en-a4-changed.pdf"
    answer = page.request.get(page.locator("#reprint-pdf").evaluate("node => node.href"))
    assert answer.body()[:5] == b"%PDF-" and path.read_bytes() == answer.body()
    record = read_manifest(path.with_suffix(".json").read_text())
    assert record is not None
    return [piece["id"] for piece in record["pieces"]]


def keep_a_table() -> None:
    """Bo has won this table; with dearer TADs it is Ada's."""
    players = [
        {"name": "Ada", "profits": 9, "enviros": 7, "refineries": 5, "tads": 2},
        {"name": "Bo", "profits": 9, "enviros": 7, "refineries": 10, "tads": 0},
    ]
    state = {"game": "ecologic", "players": players}
    names = ("Ada", "Bo")
    saved_tables().save(SavedTable(0, "ecologic", "2026-11-01", names, "ranked", ("Bo",), state))


def test_a_balance_change_with_the_mouse(base: str, here: Path, laptop: BrowserContext) -> None:
    keep_a_table()
    page = opened(laptop, base, "ecologic", "events")
    page.click('[data-table="eco_initiatives"]')
    expect(page.locator("#place")).to_contain_text("eco_initiatives.csv")
    expect(page.locator('[data-row="oil_spill"]')).to_have_count(0)
    first = page.locator("[data-row]").first.get_attribute("data-row") or ""
    page.click(cell(first, "bid"))
    number = int(page.inner_text(f"{cell(first, 'bid')} .cell-text"))
    page.click(f"{cell(first, 'bid')} .step:last-child")
    button = page.locator("#ask").bounding_box()
    assert button and button["height"] < 300, "as high as what it asks"
    page.fill("#own-name", "petro")
    page.click("#make-own")
    page.wait_for_url("**game=petro**")
    page.wait_for_selector("body[data-ready]")
    expect(page.locator(f"{cell(first, 'bid')} .cell-text")).to_have_text(str(number + 1))
    expect(page.locator("#undo")).to_contain_text(f"bid {number} → {number + 1}")
    commit(here)
    page.click('[data-table="numbers:"]')
    page.fill('[data-path="scoring.yaml:points.tad"]', "5")
    page.press('[data-path="scoring.yaml:points.tad"]', "Tab")
    expect(page.locator("#undo")).to_contain_text("points.tad: 2 → 5")
    assert diff(here, r"[0-9]+|[^0-9]+") == ["-2", "+5"]
    page.click("#changed-part summary")
    page.select_option("#since", "ecologic")
    page.wait_for_selector("#again", timeout=180_000)
    expect(page.locator("#again")).to_contain_text("1 game scored again: 1 with a different winner")
    expect(page.locator("#again")).to_contain_text("Bo → Ada")
    expect(page.locator(".changes")).to_contain_text(f"bid {number} → {number + 1}")
    assert page.locator(".compared img").count() >= 2
    assert complaints(page) == []
    page.click("#reprint")
    assert first in reprinted(page, here, "petro")


def test_a_balance_change_with_the_keyboard_alone(
    base: str, here: Path, laptop: BrowserContext
) -> None:
    copy_game("ecologic", "petro")
    commit(here)
    page = opened(laptop, base, "petro", "eco_initiatives")
    row = page.locator("[data-row]").nth(1).get_attribute("data-row") or ""
    tab_to(page, lambda: page.evaluate("document.activeElement.role") == "gridcell")
    page.keyboard.press("ArrowDown")
    while page.evaluate("document.activeElement.dataset.column") != "bid":
        page.keyboard.press("ArrowRight")
    number = int(page.inner_text(f"{cell(row, 'bid')} .cell-text"))
    page.keyboard.press("+")
    expect(page.locator("#undo")).to_contain_text(f"bid {number} → {number + 1}")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+A")
    page.keyboard.type(str(number + 2))
    page.keyboard.press("Enter")
    expect(page.locator("#undo")).to_contain_text(f"bid {number + 1} → {number + 2}")
    page.keyboard.press("Control+Z")
    expect(page.locator("#redo")).to_contain_text(f"bid {number + 1} → {number + 2}")
    assert diff(here) == [f"-{number}", f"+{number + 1}"]
    tab_to(page, lambda: page.evaluate("document.activeElement.tagName") == "SUMMARY")
    page.keyboard.press("Enter")
    page.wait_for_selector("#since")
    tab_to(page, lambda: page.evaluate("document.activeElement.id") == "since")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("#reprint", timeout=180_000)
    tab_to(page, lambda: page.evaluate("document.activeElement.id") == "reprint")
    page.keyboard.press("Enter")
    assert reprinted(page, here, "petro") == [row]


def tab_to(page: Page, is_there: Callable[[], bool]) -> None:
    for _ in range(80):
        page.keyboard.press("Tab")
        if is_there():
            return
    pytest.fail("the Tab key does not lead there")


def test_a_second_window_follows_the_first(base: str, here: Path, laptop: BrowserContext) -> None:
    copy_game("ecologic", "petro")
    one, two = (opened(laptop, base, "petro", "tads") for _ in range(2))
    row = one.locator("[data-row]").first.get_attribute("data-row") or ""
    one.click(cell(row, "name"))
    one.keyboard.press("Enter")
    one.keyboard.press("Control+A")
    one.keyboard.type("Renamed")
    one.keyboard.press("Enter")
    expect(two.locator(cell(row, "name"))).to_have_text("Renamed")
    expect(two.locator("#undo")).to_contain_text("name")
    two.click("#undo")
    expect(one.locator(cell(row, "name"))).not_to_have_text("Renamed")


def test_a_value_that_is_not_allowed_stays_as_typed_and_unwritten(
    base: str, here: Path, laptop: BrowserContext
) -> None:
    copy_game("ecologic", "petro")
    commit(here)
    page = opened(laptop, base, "petro", "eco_initiatives")
    row = page.locator("[data-row]").first.get_attribute("data-row") or ""
    page.click(cell(row, "bid"))
    page.keyboard.press("Enter")
    page.keyboard.press("Control+A")
    page.keyboard.type("many")
    page.keyboard.press("Tab")
    wrong = page.locator(cell(row, "bid"))
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(wrong).to_contain_text("many")
    page.click(cell(row, "bid"))
    expect(page.locator("#cell-help")).to_contain_text("is not a whole number")
    assert diff(here) == []
    assert complaints(page) == []


def test_a_range_of_a_spreadsheet_is_pasted_and_filled_down(
    base: str, here: Path, laptop: BrowserContext
) -> None:
    copy_game("ecologic", "petro")
    commit(here)
    page = opened(laptop, base, "petro", "tads")
    rows = [node.get_attribute("data-row") or "" for node in page.locator("[data-row]").all()]
    page.click(cell(rows[0], "name"))
    page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.setData("text/plain", "One\\r\\n\\"Two, too\\"\\r\\n");
          const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true });
          document.activeElement.dispatchEvent(event);
        }"""
    )
    expect(page.locator(cell(rows[1], "name"))).to_have_text("Two, too")
    expect(page.locator("#undo")).to_contain_text("2 cells")
    page.click(cell(rows[2], "name"))
    page.keyboard.press("Control+D")
    expect(page.locator(cell(rows[2], "name"))).to_have_text("Two, too")
    page.click("#undo")
    page.click("#undo")
    expect(page.locator(cell(rows[0], "name"))).not_to_have_text("One")
    assert diff(here) == []


def test_a_symbol_is_completed_as_it_is_typed(
    base: str, here: Path, laptop: BrowserContext
) -> None:
    copy_game("ecologic", "petro")
    page = opened(laptop, base, "petro", "eco_initiatives")
    row = page.locator("[data-row]").first.get_attribute("data-row") or ""
    page.click(cell(row, "story"))
    page.keyboard.press("Enter")
    page.keyboard.press("Control+A")
    page.keyboard.type("Pay {")
    assert page.locator(".symbol-offers button").count() > 12
    page.keyboard.type("pro")
    page.keyboard.press("Enter")
    expect(page.locator(".editor textarea")).to_have_value("Pay {profit}")
    page.keyboard.type(" {en")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".editor textarea")).to_have_value("Pay {profit} {enviro}")
    page.keyboard.press("Enter")
    expect(page.locator(cell(row, "story"))).to_have_text("Pay {profit} {enviro}")


# All at one moment: what is painted anew in between has no place.
AT_ONCE = "all => all.map(one => document.querySelector(one).getBoundingClientRect().toJSON())"


def test_a_change_moves_nothing_in_the_page(base: str, here: Path, laptop: BrowserContext) -> None:
    copy_game("ecologic", "petro")
    page = opened(laptop, base, "petro", "eco_initiatives")
    row = page.locator("[data-row]").first.get_attribute("data-row") or ""
    page.click(cell(row, "bid"))
    name, frame = page.evaluate(AT_ONCE, [cell(row, "id"), "#frame"])
    assert name["x"] - frame["x"] < 2, "the row's id stays in sight"
    page.click(f"{cell(row, 'bid')} .step:last-child")
    expect(page.locator("#undo")).to_contain_text("→")
    after, change, button = page.evaluate(AT_ONCE, ["#frame", "#undo .step-change", "#undo"])
    assert after == frame
    assert change["right"] < button["right"]
    page.click("#changed-part summary")
    high = "document.documentElement.scrollHeight - document.documentElement.clientHeight"
    assert page.evaluate(high) == 0, "the halves scroll, the page does not"


def test_choosing_a_spot_on_the_card_chooses_its_cell(
    base: str, here: Path, laptop: BrowserContext
) -> None:
    copy_game("ecologic", "petro")
    page = opened(laptop, base, "petro", "events")
    page.click(cell("oil_spill", "level"))
    page.locator('.spot[aria-label="Go to effect"]').first.click()
    expect(page.locator(".grid-cell.chosen")).to_have_attribute("data-column", "effect")
    expect(page.locator(".fit")).to_contain_text("more letters")


def test_side_by_side_or_one_above_the_other(base: str, here: Path, laptop: BrowserContext) -> None:
    copy_game("ecologic", "petro")
    page = opened(laptop, base, "petro", "events")
    assert is_beside(page) and page.evaluate(SIDEWAYS) <= 0
    page.set_viewport_size({"width": TABLET["width"], "height": TABLET["height"]})
    assert not is_beside(page) and page.evaluate(SIDEWAYS) <= 0
    assert complaints(page) == []


def is_beside(page: Page) -> bool:
    table, card = (page.locator(f"#{name}").bounding_box() for name in ("table-half", "card-half"))
    assert table and card
    return card["x"] >= table["x"] + table["width"]


def test_a_thousand_rows_open_scroll_and_change(
    base: str, here: Path, laptop: BrowserContext
) -> None:
    """Only the rows in view are drawn, and none of them is missing."""
    copy_game("ecologic", "petro")
    path = here / "cards_data" / "petro" / "eco_initiatives.csv"
    head, first, *rest = path.read_text().splitlines()
    own, _, cells = first.partition(",")
    more = [f"extra_{number},{cells}" for number in range(1000 - len(rest) - 1)]
    path.write_text("\n".join([head, first, *rest, *more]) + "\n")
    before = path.read_text()
    page = opened(laptop, base, "petro", "eco_initiatives")
    assert page.locator("#grid").get_attribute("aria-rowcount") == "1001"
    assert page.locator("[data-row]").count() < 200
    for _ in range(30):
        page.locator("#frame").evaluate(SCROLL)
        assert not page.evaluate(BLANK), "a blank place in the table"
    page.locator("#frame").evaluate("node => (node.scrollTop = 0)")
    page.click(cell(own, "bid"))
    picture = page.locator("#card-view img")
    for value in (5, 6):
        before_change = picture.get_attribute("src")
        page.keyboard.type(str(value))
        page.keyboard.press("Enter")
        page.click(cell(own, "bid"))
        expect(picture).not_to_have_attribute("src", str(before_change))
    after = path.read_text()
    assert after == before.replace(first, after.splitlines()[1])


# Scrolls on, and goes on when that frame is painted.
SCROLL = """node => new Promise((done) => {
  node.scrollTop += 977;
  requestAnimationFrame(() => done(0));
})"""
# Whether some place of the table's window shows no row.
BLANK = """() => {
  const frame = document.querySelector("#frame").getBoundingClientRect();
  for (let y = frame.top + 45; y < frame.bottom - 20; y += 18) {
    if (["grid", "frame"].includes(document.elementFromPoint(frame.left + 20, y)?.id)) return true;
  }
  return false;
}"""


def test_a_change_is_played_out_in_the_background(
    base: str, here: Path, laptop: BrowserContext
) -> None:
    """A first look at a dearer card: progress, stop, and the answer with its interval."""
    copy_game("ecosfera_baltica", "petro")
    page = opened(laptop, base, "petro", "consumers")
    page.click(cell("calanoida", "copies"))
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    expect(page.locator("#undo")).to_contain_text("copies")
    page.click("#changed-part summary")
    expect(page.locator("#play-part")).to_contain_text("ecosfera_baltica")
    page.select_option("#play-how", "sure")
    page.click("#play-start")
    expect(page.locator("#play-done")).to_contain_text("games")
    assert page.evaluate("document.activeElement.id") == "play-stop"
    assert complaints(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("#play-part")).to_contain_text("Stopped.")
    page.select_option("#play-how", "quick")
    page.click("#play-start")
    page.wait_for_selector("#play-answer", timeout=180_000)
    expect(page.locator("#play-answer")).to_contain_text("greedy, 2 players:")
    expect(page.locator("#play-answer")).to_contain_text("copies: 1 → 0")
    expect(page.locator("#play-old")).to_have_count(0)
    assert complaints(page) == []
    page.click("#undo")
    expect(page.locator("#play-old")).to_contain_text("changed since then")


LAYOUT = """\
# A creature.
ground: {colour: paper, picture: art, fit: cover}
face:
  - {text: name, size: 14-10}
  - {text: rule, size: 10-7.5}   # what it does
  - {badge: cost, at: [40, 60], size: 9}
"""


def reef(here: Path, ecotable: Command) -> Path:
    assert ecotable("new", "reef", "--layout", "creature").code == 0
    path = here / "templates" / "reef" / "creature.layout.yaml"
    path.write_text(LAYOUT)
    return path


def dragged(page: Page, node: Locator, right_mm: float, down_mm: float) -> None:
    """Taken in its middle, wherever it is by then, and let go so many millimetres further."""
    node.hover()
    page.mouse.down()
    face = page.locator("#card-view .face").first.bounding_box()
    at = node.bounding_box()
    assert face and at
    mm = face["width"] / 63
    x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    page.mouse.move(x + right_mm * mm, y + down_mm * mm)
    page.mouse.up()


def test_a_box_is_dragged_and_its_corner_pulled(
    base: str, here: Path, laptop: BrowserContext, ecotable: Command
) -> None:
    path = reef(here, ecotable)
    page = opened(laptop, base, "reef", "creature")
    page.wait_for_selector("#card-view img")
    page.click("#boxes-on")
    box = page.locator('[data-box$="#face.2"]')
    dragged(page, box, -10, 5.1)
    expect(page.locator("#undo")).to_contain_text("cost: moved, 40, 60 → 30, 65 mm")
    assert path.read_text() == LAYOUT.replace("[40, 60]", "[30, 65]")
    expect(page.locator("#box-x")).to_have_value("30")
    expect(page.locator("#box-panel")).to_have_attribute("aria-busy", "false")
    assert complaints(page) == []
    dragged(page, page.locator(".box-handle"), 3, 3)
    expect(page.locator("#undo")).to_contain_text("cost: resized, 9 → 12 mm")
    assert path.read_text() == LAYOUT.replace("[40, 60], size: 9", "[30, 65], size: 12")
    for _ in range(2):
        page.click("#undo")
    expect(page.locator("#redo")).to_contain_text("moved")
    assert path.read_text() == LAYOUT


# Where each box is told to stand, and where it stands on the card, in millimetres.
PLACES = """() => {
  const face = document.querySelector("#card-view .face").getBoundingClientRect();
  const mm = face.width / 63;
  return [...document.querySelectorAll(".box")].map((box) => {
    const [, x, y] = / ([\\d.-]+), ([\\d.-]+); /.exec(box.ariaLabel);
    const at = box.getBoundingClientRect();
    return [box.ariaLabel, x - (at.x - face.x) / mm, y - (at.y - face.y) / mm];
  });
}"""


def test_every_box_is_shown_where_it_is_drawn(
    base: str, here: Path, laptop: BrowserContext, ecotable: Command
) -> None:
    assert ecotable("new", "reef", "--layout", "creature").code == 0
    page = opened(laptop, base, "reef", "creature")
    page.wait_for_selector("#card-view img")
    page.click("#boxes-on")
    page.wait_for_selector(".box")
    places = page.evaluate(PLACES)
    assert len(places) > 10
    beside = [one for one in places if max(abs(one[1]), abs(one[2])) > 0.3]
    assert beside == []
    expect(page.locator(".box.here:not(.fixed)")).to_have_count(1)


def test_a_box_is_moved_and_resized_with_the_keyboard_alone(
    base: str, here: Path, laptop: BrowserContext, ecotable: Command
) -> None:
    path = reef(here, ecotable)
    page = opened(laptop, base, "reef", "creature")
    page.wait_for_selector("#card-view img")
    tab_to(page, lambda: page.evaluate("document.activeElement.id") == "boxes-on")
    page.keyboard.press("Enter")
    page.wait_for_selector(".box")
    for _ in range(40):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.dataset.box ?? ''").endswith("#face.2"):
            break
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#undo")).to_contain_text("cost: moved, 40, 60 → 41.5, 59.5 mm")
    assert path.read_text() == LAYOUT.replace("[40, 60]", "[41.5, 59.5]")
    assert page.evaluate("document.activeElement.dataset.box").endswith("#face.2")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#undo")).to_contain_text("cost: resized, 9 → 10 mm")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    expect(page.locator("#undo")).to_contain_text("moved")
    page.keyboard.press("Control+z")
    expect(page.locator("#redo")).to_contain_text("moved")
    assert path.read_text() == LAYOUT


def test_the_focus_of_a_picture_is_where_it_is_clicked(
    base: str, here: Path, laptop: BrowserContext, ecotable: Command
) -> None:
    path = reef(here, ecotable)
    page = opened(laptop, base, "reef", "creature")
    page.wait_for_selector("#card-view img")
    page.click("#boxes-on")
    page.wait_for_selector(".box")
    page.select_option("#box-choose", "ground")
    page.click("#focus-aim")
    assert complaints(page) == []
    face = page.locator("#card-view .face").first
    size = face.bounding_box()
    assert size
    face.click(position={"x": size["width"] / 2, "y": size["height"] * 0.8})
    expect(page.locator("#undo")).to_contain_text("ground: focal point 50% 50% → ")
    written = path.read_text()
    assert written.splitlines()[2:] == LAYOUT.splitlines()[2:]
    assert ", fit: cover, focus: 5" in written or ", fit: cover, focus: 4" in written
    page.select_option("#box-fit", "contain")
    expect(page.locator("#undo")).to_contain_text("ground: picture cover → contain")
    expect(page.locator("#focus-aim")).to_have_count(0)
    assert complaints(page) == []


def test_a_workbook_is_shown_saved_and_taken_in_with_differences_first(
    base: str, here: Path, laptop: BrowserContext, ecotable: Command, tmp_path: Path
) -> None:
    assert ecotable("new", "pond").code == 0
    deck = here / "cards_data" / "pond" / "cards.xlsx"
    text = read_table(deck.with_suffix(".csv"))
    rows = [list(text.columns), *(list(row.cells.values()) for row in text.rows)]
    write_xlsx(deck, {"cards": rows})
    deck.with_suffix(".csv").unlink()
    page = opened(laptop, base, "pond", "cards")
    expect(page.locator("#not-written")).to_contain_text("cards.xlsx is a workbook")
    expect(page.locator("#add")).to_be_disabled()
    page.click(cell("seed", "cost"))
    page.keyboard.press("+")
    expect(page.locator("#status")).to_contain_text("you cannot edit single cells here")
    assert complaints(page) == []
    with page.expect_download() as waiting:
        page.click("#sheet-out")
    assert waiting.value.suggested_filename == "pond-cards.xlsx"
    waiting.value.save_as(tmp_path / "back.xlsx")
    table = read_table(tmp_path / "back.xlsx")
    back = [list(table.columns), *(list(row.cells.values()) for row in table.rows)]
    renamed_rows = [["Acorn" if one == "Seed" else one for one in row] for row in back]
    write_xlsx(tmp_path / "back.xlsx", {"cards": renamed_rows})
    page.set_input_files("#file-in", tmp_path / "back.xlsx")
    expect(page.locator("#ask")).to_contain_text("1 difference in back.xlsx")
    expect(page.locator("#file-lines")).to_contain_text('~ seed: name "Seed" → "Acorn"')
    assert complaints(page) == []
    page.click("#file-write")
    expect(page.locator(cell("seed", "name"))).to_have_text("Acorn")
    expect(page.locator("#undo")).to_contain_text("workbook imported (cards.xlsx)")
    page.click("#undo")
    expect(page.locator(cell("seed", "name"))).to_have_text("Seed")
    write_xlsx(tmp_path / "bad.xlsx", {"cards": [[*rows[0], "colour"], *rows[1:]]})
    page.set_input_files("#file-in", tmp_path / "bad.xlsx")
    expect(page.locator("#file-problems")).to_contain_text("bad.xlsx!cards")
    page.click("#file-cancel")
