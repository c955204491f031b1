"""The class in a real browser: the way in, the wall, the debriefing, what is saved."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
import zxingcpp
from browsing import LAPTOP, PHONE, SIDEWAYS, complaints
from classes import EVENING, Api, class_server, tap, typed
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, expect
from thorough import spread
from workshop import until

from scorer.web.live.live_routes import LiveServer
from scorer.web.live.live_table import CODE_LENGTH

pytestmark = pytest.mark.slow
Phones = Callable[[], BrowserContext]
# Capital letters are 0.7 of their size; at six metres they are read from 25 mm on, here on a
# picture that is two metres wide.
READABLE_PX = 25 / 0.7 / 2000 * LAPTOP["width"]


def teacher(
    browser: Browser, here: str, part: str, scheme: Literal["light", "dark"] = "light"
) -> Page:
    still: Any = {"viewport": LAPTOP, "reduced_motion": "reduce"}
    context = browser.new_context(color_scheme=scheme, locale="en-GB", **still)
    page = context.new_page()
    page.goto(f"{here}/class.html?part={part}")
    page.wait_for_selector("main[data-ready]")
    return page


def entered(
    phone: BrowserContext,
    here: str,
    code: str,
    name: str,
    game: str = "ecologic",
    is_known: bool = False,
) -> Page:
    """A phone at a table of the class; a ``known`` name is of one that plays already."""
    page = phone.new_page()
    page.goto(f"{here}/join")
    page.fill("#code", code.lower())
    page.click("#open-code")
    page.fill("#table-name", name)
    page.check(f"input[value={game}]")
    page.click("#show-table")
    if is_known:
        expect(page.locator("#ask-text")).to_contain_text("is already playing")
        page.click("#ask-yes")
    page.wait_for_selector(".line-state.here")
    return page


def test_a_table_comes_to_the_wall_and_goes_with_its_switch(
    browser: Browser, phones: Phones
) -> None:
    with class_server() as here:
        entrance = teacher(browser, here, "entrance")
        code = entrance.inner_text("#class-code")
        phone = entered(phones(), here, code, "<i>Foxes</i>")
        expect(phone.locator("#joined")).to_contain_text("Shown to class 7B")
        expect(entrance.locator("#count")).to_have_text("One table")
        entrance.click("#part-wall")
        tile = entrance.locator(".tile-card")
        expect(tile.locator("h2")).to_have_text("<i>Foxes</i>")
        expect(tile.locator(".tile-state")).to_have_text("0 of 10")
        phone.mouse.wheel(0, 2000)
        expect(phone.locator("#at-table")).to_have_text("<i>Foxes</i>")
        expect(phone.locator("#at-table")).to_be_in_viewport()
        typed(phone, "#f-players-0-profits", 9)
        typed(phone, "#f-players-0-enviros", 7)
        expect(tile.locator(".tile-sides li").first).to_have_text("Player 112")
        phone.click("#shown")
        expect(tile).to_have_count(0)
        expect(phone.locator("#joined")).to_contain_text("Not shown to class")
        phone.click("#shown")
        expect(tile).to_have_count(1)
        tile.locator(".drop").click()
        entrance.click("#ask-no")
        expect(tile).to_have_count(1)
        tile.locator(".drop").click()
        entrance.click("#ask-yes")
        expect(tile).to_have_count(0)
        expect(phone.locator("#removed")).to_contain_text("The teacher removed this table")
        expect(phone.locator("#shown")).to_have_count(0)
        entrance.click("#take-back")
        expect(tile).to_have_count(1)
        expect(phone.locator("#removed")).to_have_count(0)
        typed(phone, "#f-players-1-profits", 2)
        typed(phone, "#f-players-1-enviros", 1)
        expect(tile.locator(".tile-state")).to_have_text("4 of 10")
        phone.click("#step-result")
        expect(tile.locator(".tile-state")).to_have_text("Finished")
        expect(phone.locator("#finished-shown")).to_be_visible()
        typed(phone, "#f-players-1-tads", 1)
        expect(tile.locator(".tile-state")).to_have_text("5 of 10")
        entrance.click("#part-debrief")
        entrance.click("#end-class")
        entrance.click("#ask-yes")
        expect(phone.locator("#class-over")).to_contain_text("still on this phone")
        expect(phone.locator("#f-players-1-tads")).to_have_value("1")
        phone.close()
        entrance.context.close()


def test_a_second_phone_is_asked_to_join_the_table_of_that_name(phones: Phones) -> None:
    with class_server() as here:
        code = Api(here).code()
        first = entered(phones(), here, code, "Otters")
        second = entered(phones(), here, code, "otters", is_known=True)
        expect(second.locator("#at-table")).to_have_text("Otters")
        expect(first.locator("#joined")).to_contain_text("2 phones")
        typed(second, "#f-players-0-profits", 9)
        first.click("#step-table")
        expect(first.locator("#f-players-0-profits")).to_have_value("9")
        first.click("#step-keep")
        first.wait_for_selector("#qr")
        codes = first.locator("#keep svg[role=img]").evaluate_all(
            "nodes => nodes.map((node) => node.id)"
        )
        assert codes == ["join-qr", "qr"]  # the one to join comes before the one for a copy
        first.goto(here)
        expect(first.locator("#to-class")).to_have_attribute("href", "class.html")


def test_a_new_server_shows_no_tables_that_it_does_not_have(browser: Browser) -> None:
    with class_server() as here:
        api = Api(here)
        for name in ("Owls", "Elks"):
            api.enter(api.code(), "ecologic", name)
        page = teacher(browser, here, "wall")
        expect(page.locator(".tile-card")).to_have_count(2)
    with class_server(api.port) as here:
        Api(here).enter(Api(here).code(), "ecologic", "Hares")
        expect(page.locator(".tile-card h2")).to_have_text(["Hares"])
    page.context.close()


def test_tiles_fill_the_screen(browser: Browser) -> None:
    """The fewer tables there are the larger the type; no tile hides a part of what it says."""
    sizes: list[float] = []
    with class_server() as here:
        api = Api(here)
        code = api.code()
        page = teacher(browser, here, "wall")
        page.set_viewport_size({"width": 1920, "height": 1080})
        for count in (1, 7, 30):
            for number in range(page.locator(".tile-card").count(), count):
                game, _, example = EVENING[number % len(EVENING)]
                api.table(code, game, f"Table {number}", example)
            expect(page.locator(".tile-sides")).to_have_count(count)
            # Not wait_for_function: what it asks again is forbidden by the page's own policy.
            until(lambda: 0.95 * 1080 < (page.evaluate(TILES) or 0) <= 1080, "the tiles fit")
            sizes.append(
                page.evaluate("parseFloat(document.getElementById('tiles').style.fontSize)")
            )
    assert sizes == sorted(sizes, reverse=True) and sizes[0] > 1.5 * sizes[1] > 2 * sizes[2]
    page.context.close()


# Where the last tile ends, and nowhere while a tile is too small for what it says.
TILES = """(() => {
  const tiles = [...document.getElementById("tiles").children];
  const cut = tiles.some((one) => one.scrollHeight > one.clientHeight + 1);
  return cut ? NaN : tiles.at(-1).getBoundingClientRect().bottom;
})()"""


def test_the_code_on_the_wall_is_read_by_a_camera(browser: Browser, phones: Phones) -> None:
    with class_server() as here:
        page = teacher(browser, here, "entrance")
        picture = Image.open(io.BytesIO(page.locator("#class-qr").screenshot(scale="css")))
        (code_read,) = zxingcpp.read_barcodes(picture.convert("L"))
        code = page.inner_text("#class-code")
        assert code_read.text == f"http://192.168.7.20:{Api(here).port}/join.html#{code}"
        phone = phones().new_page()
        phone.goto(f"{here}/join.html#{code}")
        expect(phone.locator("#title")).to_have_text("Class 7B")
        expect(phone.locator("#what-is-sent")).to_contain_text("Nothing is sent until")
        page.context.close()


def test_names_and_points_are_hidden_at_a_key_and_projectors_have_no_controls(
    browser: Browser,
) -> None:
    with class_server() as here:
        api = Api(here)
        code = api.code()
        for game, name, example in EVENING[:6]:
            api.table(code, game, name, example)
        page = teacher(browser, here, "wall")
        expect(page.locator(".tile-card")).to_have_count(6)
        for part in (".tile-card h2", ".tile-sides b"):
            sizes = page.locator(part).evaluate_all(
                "nodes => nodes.map((node) => parseFloat(getComputedStyle(node).fontSize))"
            )
            assert min(sizes) >= READABLE_PX, part
        page.keyboard.press("p")
        expect(page.locator(".tile-sides")).to_have_count(0)
        page.keyboard.press("p")
        page.keyboard.press("n")
        expect(page.locator("#tiles")).not_to_contain_text("Ada")
        expect(page.locator(".tile-card h2").first).to_have_text("Table 1")
        page.keyboard.press("f")
        for control in (".wall-controls", ".top", ".drop >> nth=0"):
            expect(page.locator(control)).to_be_hidden()
        page.keyboard.press("f")
        expect(page.locator(".wall-controls")).to_be_visible()
        page.context.close()


@pytest.mark.parametrize("scheme", spread(["light", "dark"], 2))
def test_no_barrier_on_any_page(
    browser: Browser, scheme: Literal["light", "dark"], phones: Phones
) -> None:
    with class_server() as here:
        api = Api(here)
        code = api.code()
        for game, name, example in EVENING:
            api.table(code, game, name, example)
        page = teacher(browser, here, "entrance", scheme)
        assert complaints(page) == []
        page.click("#part-wall")
        expect(page.locator(".tile-card")).to_have_count(len(EVENING))
        assert complaints(page) == []
        page.click("#part-debrief")
        page.wait_for_selector("#debrief .questions")
        assert complaints(page) == []
        page.context.close()
        phone = phones()
        join = phone.new_page()
        join.emulate_media(color_scheme=scheme)
        join.goto(f"{here}/join.html")
        join.wait_for_selector("#code")
        assert complaints(join) == []
        join.goto(f"{here}/join.html#{code}")
        join.wait_for_selector("#table-name")
        assert complaints(join) == [] and join.evaluate(SIDEWAYS) == 0
        table = entered(phone, here, code, "Foxes", "kompensaatiopeli")
        table.emulate_media(color_scheme=scheme)
        assert complaints(table) == []
        table.click("#step-keep")
        table.wait_for_selector("#join-code")
        assert complaints(table) == [] and table.evaluate(SIDEWAYS) == 0


def test_the_debriefing_has_a_picture_for_each_game_and_is_saved(browser: Browser) -> None:
    with class_server() as here:
        api = Api(here)
        code = api.code()
        for game, name, example in EVENING:
            api.table(code, game, "=1+1" if name == "Owls" else name, example)
        untouched = api.enter(code, "ecologic", "Untouched")
        begin = {"players": [{"name": f"Player {n}", "tads": 0} for n in (1, 2)]}
        api.send(untouched, tap(1, do="start", answers=begin))
        zeros = [{"name": f"Zero {n}", "profits": 0, "enviros": 0} for n in (1, 2, 3, 4)]
        api.fill(api.enter(code, "ecologic", "Zeros"), {"players": zeros})
        page = teacher(browser, here, "debrief")
        page.wait_for_selector("#debrief .questions")
        games = page.locator(".debrief-game")
        expect(games).to_have_count(4)
        ecologic = page.locator("[data-game=ecologic]")
        expect(ecologic.locator("svg .balance")).to_have_count(1)
        marks = ecologic.locator(".with-legend > svg .mark")
        expect(marks).to_have_count(9 + len(zeros))
        expect(ecologic.locator("tr", has_text="Untouched")).to_contain_text("Nothing entered yet.")
        ends = "nodes => nodes.map((node) => node.getBoundingClientRect().bottom)"
        axis = ecologic.locator("svg .pic-axis").first.bounding_box()
        assert axis and max(marks.evaluate_all(ends)) < axis["y"]
        expect(page.locator("[data-game=kompensaatiopeli] svg .cell-built").first).to_be_visible()
        meter = page.locator("[data-game=better_life] svg").nth(2)
        label = str(meter.get_attribute("aria-label"))
        assert "Policy Meter 0, 0, 3, 6, 9, 10; Biodiversity Loss Meter 0, 1, 0, 0, 0, 0" in label
        stars = page.locator("[data-game=ecosfera_baltica] li").first
        expect(stars.locator(".star.on")).to_have_count(6)
        expect(ecologic.locator(".otherwise")).to_contain_text("It would have been a draw")
        expect(ecologic.locator(".questions li")).to_have_count(4)
        saved = json.loads(downloaded(page, "#save-class-json"))
        assert saved["class"] == "7B" and len(saved["tables"]) == len(EVENING) + 2
        assert saved["tables"][0]["state"]["players"][0]["name"] == "Ada"
        rows = list(
            csv.reader(io.StringIO(downloaded(page, "#save-class-csv").decode("utf-8-sig")))
        )
        assert rows[1] == ["Birches", "Ecologic", "Ada", "1", "22", "1"]
        assert rows[3][0] == "'=1+1"
        page.emulate_media(media="print")
        expect(page.locator("#save-class-json")).to_be_hidden()
        page.context.close()


def downloaded(page: Page, control: str) -> bytes:
    with page.expect_download() as waiting:
        page.click(control)
    return waiting.value.path().read_bytes()


def test_in_swedish(browser: Browser) -> None:
    with class_server() as here:
        api = Api(here)
        api.table(api.code(), "ecologic", "Björkar", "nine_and_seven")
        context = browser.new_context(locale="sv-FI")
        page = context.new_page()
        page.goto(f"{here}/class.html?part=debrief")
        expect(page.locator("#title")).to_have_text("Klassen 7B")
        expect(page.locator("#debrief")).to_contain_text("Vinnare: Ada")
        context.close()


def test_no_class_and_no_teacher_are_told(browser: Browser) -> None:
    with class_server(live=LiveServer()) as here:
        context = browser.new_context(locale="en-GB")
        page = context.new_page()
        page.goto(f"{here}/class.html")
        expect(page.locator("#refused")).to_contain_text('ecotable serve --class "7B"')
        context.close()


@pytest.mark.thorough
def test_twelve_phones_and_a_server_that_is_killed(
    browser: Browser, phones: Phones, tmp_path: Path
) -> None:
    """Four tables of three phones; every table is back, and the code is the same."""
    tables: list[list[Page]] = []
    file = tmp_path / "7B.class"
    with class_server(live=LiveServer("7B", file)) as here:
        port = Api(here).port
        wall = teacher(browser, here, "entrance")
        code = wall.inner_text("#class-code")
        wall.click("#part-wall")
        for number in range(4):
            host = entered(phones(), here, code, f"Table {number}")
            host.click("#step-keep")
            host.wait_for_selector("#join-link")
            link = host.input_value("#join-link").replace("192.168.7.20", "127.0.0.1")
            tables.append([host, *(_joined(phones(), link) for _ in range(2))])
        _everyone_taps(tables, 1)
        _all_agree(tables)
    with class_server(port, LiveServer("7B", file)):
        _everyone_taps(tables, 2)
        _all_agree(tables)
        expect(wall.locator(".tile-card")).to_have_count(4)
        expect(wall.locator(".tile-card .tile-sides li").first).to_contain_text("Player 1")
        wall.click("#part-entrance")
        expect(wall.locator("#class-code")).to_have_text(code)
        wall.context.close()


def _joined(phone: BrowserContext, link: str) -> Page:
    page = phone.new_page()
    page.goto(link)
    page.wait_for_selector(".line-state.here")
    return page


FIELDS = ("profits", "enviros", "refineries")


def _everyone_taps(tables: list[list[Page]], value: int) -> None:
    for number, pages in enumerate(tables):
        for field, page in zip(FIELDS, pages, strict=True):
            typed(page, f"#f-players-0-{field}", value + number)


def _all_agree(tables: list[list[Page]]) -> None:
    for pages in tables:
        values = [
            page.input_value(f"#f-players-0-{field}")
            for field, page in zip(FIELDS, pages, strict=True)
        ]
        for page in pages:
            for field, value in zip(FIELDS, values, strict=True):
                expect(page.locator(f"#f-players-0-{field}")).to_have_value(value, timeout=8_000)


# A code of the widest letters there are.
WIDEST = "W" * CODE_LENGTH


@pytest.mark.parametrize("lang", spread(["fi", "en", "de"], 3))
def test_long_words_push_no_part_of_the_class_to_the_side(browser: Browser, lang: str) -> None:
    context = browser.new_context(viewport=PHONE, locale=lang)  # type: ignore[arg-type]
    page = context.new_page()
    with class_server() as here:
        api = Api(here)
        code = api.code()
        for table in EVENING:
            api.table(code, *table)
        for part in ("entrance", "wall", "debrief"):
            page.goto(f"{here}/class.html?part={part}")
            page.wait_for_selector("main[data-ready]")
            page.wait_for_selector(
                {"wall": ".tile-card", "debrief": "table"}.get(part, "#class-qr")
            )
            if part == "entrance":
                page.evaluate(f'document.getElementById("class-code").textContent = "{WIDEST}"')
            assert page.evaluate(SIDEWAYS) == 0, part
    context.close()


def test_the_widest_code_leaves_room_for_the_one_to_scan(browser: Browser) -> None:
    with class_server() as here:
        page = teacher(browser, here, "entrance")
        page.wait_for_selector("#class-qr")
        page.evaluate(f'document.getElementById("class-code").textContent = "{WIDEST}"')
        assert page.evaluate(SIDEWAYS) == 0
        code, image = (page.locator(name).bounding_box() for name in ("#class-code", "#class-qr"))
        assert code and image and code["x"] + code["width"] <= image["x"]
        page.context.close()
