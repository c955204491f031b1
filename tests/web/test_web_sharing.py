"""Sharing: a link, a code that a camera reads, two counts compared, files to take away."""

from __future__ import annotations

import base64
import csv
import io
import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import zxingcpp
from browsing import example, score_page
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, expect
from running import running, web_server

from scorer.engine import scorer_for
from scorer.web.server import HERE

pytestmark = pytest.mark.slow

EXAMPLES = {
    "ecologic": "teams_of_two",
    "kompensaatiopeli": "rulebook_6",
    "better_life": "four_successes",
    "ecosfera_baltica": "close",
}


def shared_link(page: Page) -> str:
    page.click("#step-keep")
    return page.input_value("#share-link")


def saved(page: Page, control: str) -> bytes:
    with page.expect_download() as waiting:
        page.click(control)
    return waiting.value.path().read_bytes()


@pytest.mark.parametrize("slug", EXAMPLES)
def test_the_code_on_the_screen_holds_the_whole_table(
    laptop: BrowserContext, delivery: str, slug: str
) -> None:
    page = score_page(laptop, delivery, slug)
    example(page, EXAMPLES[slug])
    link = shared_link(page)
    picture = Image.open(io.BytesIO(page.locator("#qr").screenshot(scale="css")))
    picture = picture.resize((picture.width * 3, picture.height * 3), Image.Resampling.NEAREST)
    (code,) = zxingcpp.read_barcodes(picture.convert("L"))
    assert code.text == link
    other = laptop.browser.new_context()  # type: ignore[union-attr]
    guest = other.new_page()
    guest.goto(code.text)
    guest.click("#open-shared")
    expect(guest.locator("#verdict")).to_have_text(_verdict(page))
    other.close()


def _verdict(page: Page) -> str:
    page.click("#step-result")
    return page.locator("#verdict").inner_text().replace("\n", "")


def test_codes_of_every_length_are_read(laptop: BrowserContext, delivery: str) -> None:
    page = score_page(laptop, delivery, "ecologic")
    for length in (1, 30, 90, 200, 330, 500, 640, 800, 850):
        code_is_read(page, length)


def code_is_read(page: Page, length: int) -> None:
    text = ("https://example.org/åäö#" + "aB3_-" * 200)[:length]
    rows = page.evaluate(
        "async (text) => (await import('./score-later.js')).modules['qr.js'].qr(text)", text
    )
    side = len(rows) + 8
    picture = Image.new("L", (side, side), 255)
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            picture.putpixel((x + 4, y + 4), 0 if dark else 255)
    big = picture.resize((side * 4, side * 4), Image.Resampling.NEAREST)
    (code,) = zxingcpp.read_barcodes(big)
    assert code.text == text


def test_only_differences_of_two_counts_are_shown(laptop: BrowserContext, delivery: str) -> None:
    page = score_page(laptop, delivery, "kompensaatiopeli")
    example(page, "rulebook_6")
    link = shared_link(page)
    page.click("#step-table")
    page.click("#cell-4-4")  # an offset site becomes a conservation area
    page.click("#f-demonstrations-more")
    page.click("#step-keep")
    page.fill("#other-link", link)
    page.click("#compare")
    rows = page.locator("#differences tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("row 5, column 5")
    expect(rows.nth(0)).to_contain_text("conservation area")
    expect(rows.nth(1)).to_have_text("Demonstrations21")
    page.fill("#other-link", "http://example.org/#t=AAAA")
    page.click("#compare")
    expect(page.locator("#differences")).to_contain_text("not a link to a score of this game")


def test_a_shared_table_can_be_compared_with_a_kept_one(
    laptop: BrowserContext, delivery: str
) -> None:
    page = score_page(laptop, delivery, "ecologic")
    example(page, "nine_and_seven")
    link = shared_link(page)
    page.wait_for_url("**table=**")
    guest = laptop.new_page()
    guest.goto(link)
    guest.click("#offer >> text=Compare with")
    expect(guest.locator("#same")).to_have_text("Both counts agree.")


@pytest.mark.parametrize(
    "answers",
    [
        {"players": "x"},
        {"players": [1, 2]},
        {"players": [{"name": "<img src=x onerror=alert(1)>", "profits": {"a": 1}}]},
        {"players": [{}] * 500},
        [],
    ],
)
def test_a_broken_link_harms_nobody(laptop: BrowserContext, delivery: str, answers: Any) -> None:
    page = score_page(laptop, delivery, "ecologic", "&step=table")
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    packed = page.evaluate(
        "async (a) => (await import('./score.js')).modules['share_link.js'].pack('ecologic', a)",
        answers,
    )
    page.goto(f"{delivery}score.html?game=ecologic#t={packed}")
    page.wait_for_selector("main[data-ready]")
    expect(page.locator("#open-shared")).to_have_count(0)
    page.goto(f"{delivery}score.html?game=ecologic&x#t=%%%not-base64")
    page.wait_for_selector("main[data-ready]")
    assert faults == []


def test_markup_in_a_name_stays_text(laptop: BrowserContext, delivery: str) -> None:
    page = score_page(laptop, delivery, "ecologic")
    page.fill("#f-players-0-name", "<b>Ada</b>")
    page.keyboard.press("Tab")
    expect(page.locator(".card-head h3").first).to_have_text("<b>Ada</b>")


def test_the_table_is_taken_away_and_opened_again(laptop: BrowserContext, delivery: str) -> None:
    page = score_page(laptop, delivery, "ecologic")
    example(page, "teams_of_two")
    page.click("#step-keep")
    state = json.loads(saved(page, "#save_json"))
    scorer = scorer_for("ecologic")
    assert [side.total for side in scorer.score(scorer.read(state)).sides] == [29, 4]
    rows = list(csv.reader(io.StringIO(saved(page, "#save_csv").decode("utf-8-sig"))))
    assert rows[0] == ["Side", "Place", "For", "Points", "Why", "Who"]
    assert rows[1][:4] == ["North", "1", "Base points", "26"]
    png = Image.open(io.BytesIO(saved(page, "#save_picture")))
    assert png.format == "PNG" and png.width == 1080
    fresh = score_page(laptop, delivery, "ecologic", "&step=keep")
    file = {"name": "t.json", "mimeType": "application/json", "buffer": json.dumps(state).encode()}
    fresh.set_input_files("#open-file", file)  # type: ignore[arg-type]
    expect(fresh.locator("#totals")).to_contain_text("North 29")
    bad = {"name": "t.json", "mimeType": "application/json", "buffer": base64.b64decode("AAAA")}
    fresh.set_input_files("#open-file", bad)  # type: ignore[arg-type]
    expect(fresh.locator("#toast")).to_contain_text("does not contain a score of this game")


@pytest.mark.parametrize("slug", EXAMPLES)
def test_bg_stats_gets_what_it_asks_for(laptop: BrowserContext, delivery: str, slug: str) -> None:
    page = score_page(laptop, delivery, slug)
    example(page, EXAMPLES[slug])
    page.click("#step-keep")
    link = urlsplit(str(page.get_attribute("#bg_stats", "href")))
    assert f"{link.scheme}://{link.netloc}{link.path}" == (
        "https://app.bgstatsapp.com/createPlay.html"
    )
    play = json.loads(parse_qs(link.query)["data"][0])
    assert set(play) == {"sourceName", "sourcePlayId", "playDate", "game", "players"}
    assert play["game"] == {
        "name": play["game"]["name"],
        "sourceGameId": slug,
        "highestWins": True,
        "noPoints": slug == "ecosfera_baltica",
    }
    for player in play["players"]:
        assert isinstance(player["winner"], bool) and player["startPlayer"] is False
    if slug == "ecologic":
        assert [player["role"] for player in play["players"]] == [
            "North",
            "North",
            "South",
            "South",
        ]
        assert [player["winner"] for player in play["players"]] == [True, True, False, False]


def test_a_formula_in_a_name_is_text_in_a_spreadsheet(
    laptop: BrowserContext, delivery: str
) -> None:
    page = score_page(laptop, delivery, "ecologic")
    example(page, "nine_and_seven")
    page.click("#step-who")
    page.fill("#f-players-0-name", "=1+1")
    page.keyboard.press("Tab")
    page.click("#step-keep")
    expect(page.locator("#totals")).to_contain_text("=1+1")
    page.wait_for_selector("#save_csv")
    assert "\r\n'=1+1," in saved(page, "#save_csv").decode("utf-8-sig")


def test_the_link_has_the_address_of_the_network(laptop: BrowserContext) -> None:
    """The page is open at 127.0.0.1; a phone that gets its link would look on the phone itself."""
    with running(web_server((*HERE, "192.168.7.20", "box", "box.local"))) as here:
        page = score_page(laptop, f"{here}/", "ecologic")
        link = shared_link(page)
        expect(page.locator("#only-here")).to_have_count(0)
        page.close()
    port = urlsplit(here).port
    assert link.startswith(f"http://192.168.7.20:{port}/score.html?game=ecologic#t=")


@pytest.mark.parametrize("names", [(), ("127.0.0.1", "box", "box.local")])
def test_where_no_phone_can_come_the_page_says_so(
    laptop: BrowserContext, names: tuple[str, ...]
) -> None:
    with running(web_server((*HERE, *names))) as here:
        page = score_page(laptop, f"{here}/", "ecologic")
        assert shared_link(page).startswith(f"{here}/score.html")
        expect(page.locator("#only-here")).to_contain_text("ecotable serve --lan")
        page.close()


def test_a_page_in_the_network_shares_its_own_address(laptop: BrowserContext) -> None:
    with running(web_server((*HERE, "192.168.7.20", "box"))) as here:
        port = urlsplit(here).port
        answer = laptop.request.get(
            f"{here}/score.html?game=ecologic", headers={"host": f"box:{port}"}
        )
        assert f'"http://box:{port}/"' in answer.text()


NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {value: undefined})"


def test_copy_copies_where_browsers_give_no_clipboard(
    laptop: BrowserContext, delivery: str
) -> None:
    laptop.add_init_script(NO_CLIPBOARD)  # as over http in a network
    page = score_page(laptop, delivery, "ecologic")
    link = shared_link(page)
    page.click("text=Copy")
    expect(page.locator("#toast")).to_have_text("Link copied.")
    page.focus("#other-link")
    page.keyboard.press("Control+V")
    expect(page.locator("#other-link")).to_have_value(link)


def test_what_cannot_be_copied_is_said_to_those_who_look(
    laptop: BrowserContext, delivery: str
) -> None:
    laptop.add_init_script(f"{NO_CLIPBOARD}; document.execCommand = () => false")
    page = score_page(laptop, delivery, "ecologic")
    shared_link(page)
    page.click("text=Copy")
    expect(page.locator("#toast")).to_contain_text("copy it yourself")
    expect(page.locator("#share-link")).to_be_focused()


SHARE_SHEET = """
window.sent = [];
navigator.share = async (what) => {
  window.sent.push(what);
  if (window.refused) throw new DOMException("", window.refused);
};
"""


def test_the_systems_sheet_gets_an_address_that_another_phone_opens(
    laptop: BrowserContext, delivery: str
) -> None:
    laptop.add_init_script(SHARE_SHEET)
    page = score_page(laptop, delivery, "ecologic")
    example(page, "teams_of_two")
    link = shared_link(page)
    page.click("#share-sheet")
    (sent,) = page.evaluate("window.sent")
    assert sent["url"] == link and sent["title"].startswith("Ecologic – ")
    other = laptop.browser.new_context()  # type: ignore[union-attr]
    guest = other.new_page()
    guest.goto(sent["url"])
    guest.click("#open-shared")
    expect(guest.locator("#verdict")).to_have_text(_verdict(page))
    other.close()


@pytest.mark.parametrize(
    ("refused", "copied"), [("NotAllowedError", True), ("DataError", True), ("AbortError", False)]
)
def test_a_sheet_that_does_not_open_leaves_the_link_copied(
    laptop: BrowserContext, delivery: str, refused: str, copied: bool
) -> None:
    """Who closes the sheet wanted nothing; otherwise the link is in the clipboard."""
    laptop.add_init_script(f"{SHARE_SHEET}; {NO_CLIPBOARD}; window.refused = '{refused}'")
    page = score_page(laptop, delivery, "ecologic")
    link = shared_link(page)
    page.click("#share-sheet")
    if copied:
        expect(page.locator("#toast")).to_have_text("Link copied.")
        page.focus("#other-link")
        page.keyboard.press("Control+V")
        expect(page.locator("#other-link")).to_have_value(link)
    else:
        expect(page.locator("#toast")).to_be_hidden()
    assert len(page.evaluate("window.sent")) == 1


def test_where_the_system_has_no_sheet_none_is_offered(
    laptop: BrowserContext, delivery: str
) -> None:
    laptop.add_init_script("delete Navigator.prototype.share")
    page = score_page(laptop, delivery, "ecologic")
    shared_link(page)
    expect(page.locator("#share-sheet")).to_have_count(0)


WAKE_LOCK = """
window.wake = [];
window.seen = "visible";
Object.defineProperty(document, "visibilityState", { get: () => window.seen });
class Sentinel extends EventTarget {
  async release() {
    window.wake.push("given back");
    this.dispatchEvent(new Event("release"));
  }
}
Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => {
  if (window.refused) throw new DOMException("", "NotAllowedError");
  window.wake.push(kind);
  return (window.lock = new Sentinel());
} } });
window.turn = (seen) => {
  window.seen = seen;
  if (seen === "hidden") window.lock?.dispatchEvent(new Event("release"));
  document.dispatchEvent(new Event("visibilitychange"));
};
"""


def woken(page: Page) -> list[str]:
    page.evaluate("new Promise((done) => queueMicrotask(done))")
    return list(page.evaluate("window.wake"))


def test_the_screen_stays_on_while_a_table_is_filled_in(
    laptop: BrowserContext, delivery: str
) -> None:
    laptop.add_init_script(WAKE_LOCK)
    laptop.clock.install()
    page = score_page(laptop, delivery, "ecologic")
    assert woken(page) == []
    page.click("#step-table")
    page.click("#step-who")
    assert woken(page) == ["screen"], "asked once, at the first touch"
    page.clock.fast_forward("09:00")
    page.keyboard.press("Tab")
    page.clock.fast_forward("09:00")
    assert woken(page) == ["screen"], "every touch begins the wait anew"
    page.clock.fast_forward("01:30")
    assert woken(page) == ["screen", "given back"]
    page.click("#step-table")
    assert woken(page) == ["screen", "given back", "screen"]


def test_the_screen_is_asked_for_again_when_the_page_is_back_in_sight(
    laptop: BrowserContext, delivery: str
) -> None:
    laptop.add_init_script(WAKE_LOCK)
    page = score_page(laptop, delivery, "ecologic")
    page.evaluate("window.turn('hidden'); window.turn('visible')")
    assert woken(page) == [], "nobody has touched it yet"
    page.click("#step-table")
    page.evaluate("window.turn('hidden')")
    assert woken(page) == ["screen"]
    page.evaluate("window.turn('visible')")
    assert woken(page) == ["screen", "screen"]


def test_a_phone_that_refuses_to_stay_awake_counts_all_the_same(
    laptop: BrowserContext, delivery: str
) -> None:
    laptop.add_init_script(f"{WAKE_LOCK}; window.refused = true")
    page = score_page(laptop, delivery, "ecologic")
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    example(page, "teams_of_two")
    assert (woken(page), faults) == ([], [])


def test_a_table_keeps_its_day(browser: Browser, delivery: str) -> None:
    """Taken away next week, and by the clock on the wall: at one in the morning, not in UTC."""
    context = browser.new_context(locale="en-GB", timezone_id="Europe/Helsinki")
    page = context.new_page()
    page.clock.install(time="2026-03-01T23:00:00Z")
    page.goto(f"{delivery}score.html?game=ecologic")
    page.wait_for_selector("main[data-ready]")
    example(page, "nine_and_seven")
    page.wait_for_url("**table=**")
    page.clock.set_system_time("2026-03-09T12:00:00Z")
    page.reload()
    page.click("#step-keep")
    link = urlsplit(str(page.get_attribute("#bg_stats", "href")))
    play = json.loads(parse_qs(link.query)["data"][0])
    assert play["playDate"].startswith("2026-03-02 01:00")
    with page.expect_download() as waiting:
        page.click("#save_json")
    assert waiting.value.suggested_filename == "ecologic-2026-03-02.json"
    context.close()


@pytest.mark.parametrize("kept_letters", [0, 1, 40])
def test_a_link_that_was_cut_off_says_so(
    laptop: BrowserContext, delivery: str, kept_letters: int
) -> None:
    mine = score_page(laptop, delivery, "ecologic")
    example(mine, "nine_and_seven")
    link = shared_link(mine)
    mine.wait_for_url("**table=**")
    start, packed = link.split("#t=")
    guest = laptop.new_page()
    guest.goto(f"{start}#t={packed[:kept_letters]}")
    guest.wait_for_selector("main[data-ready]")
    offer = guest.locator("#offer")
    expect(offer).to_contain_text("is incomplete")
    expect(offer).not_to_contain_text("Ada")
    guest.click("#begin-new")
    expect(offer).to_be_hidden()
    assert "#" not in guest.url
