"""For everyone: no barrier that a machine can find, on small screens, in the dark, by keyboard."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from browsing import LAPTOP, PHONE, SIDEWAYS, complaints, example, score_page
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pypdf import PdfReader
from texts import text_of
from thorough import spread
from workshop import until

pytestmark = pytest.mark.slow

EXAMPLES = {
    "ecologic": "nine_and_seven",
    "kompensaatiopeli": "rulebook_6",
    "better_life": "four_successes",
    "ecosfera_baltica": "close",
}
STEPS = ("who", "table", "result", "keep")
SMALLEST_TARGET = 44
TARGETS = """() => [...document.querySelectorAll("button, a, select, input, summary")]
  .map((node) => [node, (node.closest("label") ?? node).getBoundingClientRect()])
  .filter(([node, box]) => box.width > 1 && box.height > 1 && !node.closest("[hidden]"))
  .filter(([node]) => !node.matches(".skip"))
  .map(([node, box]) => [node.id || node.className || node.textContent, box.width, box.height])"""
OPEN_ALL = "document.querySelectorAll('details').forEach((node) => (node.open = true))"
# Tall enough that the bar below covers nothing.
TALL = {"width": PHONE["width"], "height": 4000}


def every_step(page: Page, slug: str) -> None:
    """Looks at every step of a full table."""
    example(page, EXAMPLES[slug])
    page.set_viewport_size(TALL)  # type: ignore[arg-type]
    for step in STEPS:
        page.click(f"#step-{step}")
        page.wait_for_selector("#qr" if step == "keep" else "#panel > *")
        page.evaluate(OPEN_ALL)
        assert complaints(page) == [], step
        assert page.evaluate(SIDEWAYS) == 0, step


@pytest.mark.parametrize("slug", spread(EXAMPLES, 2))
def test_no_barrier_on_a_phone(phone: BrowserContext, delivery: str, slug: str) -> None:
    every_step(score_page(phone, delivery, slug), slug)


@pytest.mark.thorough
def test_no_barrier_in_the_dark_in_swedish(browser: Browser, delivery: str) -> None:
    context = browser.new_context(
        viewport=PHONE, color_scheme="dark", locale="sv", reduced_motion="reduce"
    )
    for slug in ("kompensaatiopeli", "ecosfera_baltica"):
        page = score_page(context, delivery, slug)
        expect(page.locator("html")).to_have_attribute("lang", "sv")
        every_step(page, slug)
    context.close()


@pytest.fixture(
    params=[
        ("light", PHONE),
        pytest.param(("dark", PHONE), marks=pytest.mark.thorough),
        pytest.param(("light", LAPTOP), marks=pytest.mark.thorough),
        ("dark", LAPTOP),
    ]
)
def screen(request: pytest.FixtureRequest, browser: Browser) -> Iterator[BrowserContext]:
    scheme, size = request.param
    context = browser.new_context(viewport=size, color_scheme=scheme, locale="en-GB")
    yield context
    context.close()


@pytest.mark.parametrize("address", ["", "print.html?game=ecologic", "rules.html?game=ecologic"])
def test_no_barrier_on_the_other_pages(screen: BrowserContext, delivery: str, address: str) -> None:
    page = screen.new_page()
    page.goto(f"{delivery}{address}")
    page.wait_for_selector("main[data-ready]")
    assert complaints(page) == []
    assert page.evaluate(SIDEWAYS) == 0


def test_no_step_of_the_score_has_a_barrier(screen: BrowserContext, delivery: str) -> None:
    page = score_page(screen, delivery, "kompensaatiopeli")
    assert complaints(page) == []
    example(page, "rulebook_6")
    for step in STEPS:
        page.click(f"#step-{step}")
        page.wait_for_selector("#qr" if step == "keep" else "#panel > *")
        assert complaints(page) == [], step


@pytest.mark.parametrize("slug", spread(EXAMPLES, 2))
def test_targets_are_large_enough_for_a_thumb(
    phone: BrowserContext, delivery: str, slug: str
) -> None:
    page = score_page(phone, delivery, slug)
    example(page, EXAMPLES[slug])
    for step in STEPS:
        page.click(f"#step-{step}")
        page.wait_for_selector("#qr" if step == "keep" else "#panel > *")
        small = [one for one in page.evaluate(TARGETS) if min(one[1:]) < SMALLEST_TARGET]
        assert small == [], step


@pytest.mark.parametrize("paper", spread(["A4", "Letter"], 2))
@pytest.mark.parametrize("slug", ["ecologic", "kompensaatiopeli"])
def test_a_result_of_two_sides_fits_on_a_sheet_of_paper(
    phone: BrowserContext, delivery: str, slug: str, paper: str
) -> None:
    page = score_page(phone, delivery, slug)
    example(page, EXAMPLES[slug])
    page.wait_for_selector(".what-if h3")
    (sheet,) = PdfReader(io.BytesIO(page.pdf(format=paper))).pages
    text = sheet.extract_text()
    assert "Winner" in text and text_of("what_if") in text


def test_a_change_is_told_in_one_polite_sentence(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "ecologic")
    example(page, "nine_and_seven")
    live = page.locator("#live")
    expect(live).to_have_attribute("aria-live", "polite")
    expect(live).to_have_text("Ada 22, Bo 12. Ada has the most points: 22.")


def test_a_new_step_begins_at_its_heading(laptop: BrowserContext, delivery: str) -> None:
    page = score_page(laptop, delivery, "ecologic")
    page.focus("#next")
    page.keyboard.press("Enter")
    expect(page.locator("#heading")).to_be_focused()
    expect(page.locator("#heading")).to_have_text("What's on the table?")
    expect(page.locator("#step-table")).to_have_attribute("aria-current", "step")


def test_large_letters_fit(browser: Browser, delivery: str) -> None:
    """At twice the size of letters nothing is pushed out sideways."""
    context = browser.new_context(viewport=PHONE, locale="sv")
    page = score_page(context, delivery, "better_life")
    example(page, "four_successes")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for step in STEPS:
        page.click(f"#step-{step}")
        assert page.evaluate(SIDEWAYS) == 0, step
    context.close()


# Where a word is broken, a line holds less than four letters.
TITLE_LINES = """() => {
  const title = document.querySelector("#title");
  const line = parseFloat(getComputedStyle(title).lineHeight);
  return Math.round(title.getBoundingClientRect().height / line);
}"""
CUT_TOTALS = """() => [...document.querySelectorAll("#totals b")]
  .filter((node) => node.getBoundingClientRect().right >
    document.querySelector("#totals").getBoundingClientRect().right + 1).length"""


@pytest.mark.parametrize("size", spread(["200%", "130%"], 2))
@pytest.mark.parametrize("slug", spread(EXAMPLES, 2))
def test_large_letters_lose_nothing_on_a_phone(
    phone: BrowserContext, delivery: str, slug: str, size: str
) -> None:
    page = score_page(phone, delivery, slug)
    example(page, EXAMPLES[slug])
    page.evaluate("(size) => (document.documentElement.style.fontSize = size)", size)
    assert page.evaluate(TITLE_LINES) <= 2
    for step in STEPS:
        page.click(f"#step-{step}")
        page.wait_for_selector("#qr" if step == "keep" else "#panel > *")
        assert page.evaluate(SIDEWAYS) == 0, step
        assert page.evaluate(CUT_TOTALS) == 0, step


# Cells of the board, or other things, that nothing covers at any of their corners.
UNCOVERED = """(selector) => [...document.querySelectorAll(selector)].filter((node) => {
  const { left, right, top, bottom } = node.getBoundingClientRect();
  const corners = [left + 4, right - 4].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y]));
  return corners.every(([x, y]) => node.contains(document.elementFromPoint(x, y)));
}).length"""


@pytest.mark.parametrize("size", spread(["200%", "130%", "100%"], 3))
def test_the_first_view_shows_the_whole_board(
    phone: BrowserContext, delivery: str, size: str
) -> None:
    page = score_page(phone, delivery, "kompensaatiopeli")
    page.evaluate("(size) => (document.documentElement.style.fontSize = size)", size)
    page.click("#step-table")
    assert page.evaluate(UNCOVERED, ".cell") == 25
    assert page.evaluate(SIDEWAYS) == 0


# Words that are set on two lines, without a hyphen of theirs.
BROKEN_WORDS = """() => [...document.querySelectorAll(".swatch-name")].flatMap((node) => {
  const text = node.firstChild;
  return [...text.data.matchAll(/[^\\s-]+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map((box) => box.top)).size > 1;
  }).map(([word]) => word);
})"""


@pytest.mark.parametrize("lang", spread(["fi", "en", "sv"], 3))
def test_no_word_of_the_palette_is_broken(laptop: BrowserContext, delivery: str, lang: str) -> None:
    page = score_page(laptop, delivery, "kompensaatiopeli", f"&lang={lang}&step=table")
    page.set_viewport_size({"width": 1366, "height": 768})
    for project in page.locator("#add-project option").evaluate_all(
        "(all) => all.map((one) => one.value)"
    )[1:]:
        page.select_option("#add-project", project)
    assert page.locator(".swatch-name").count() > 15
    assert page.evaluate(BROKEN_WORDS) == []


def test_questions_to_players_side_by_side_stand_in_one_line(
    laptop: BrowserContext, delivery: str
) -> None:
    page = score_page(laptop, delivery, "ecologic", "&step=table")
    tops = "(all) => all.map((one) => Math.round(one.getBoundingClientRect().top))"
    first, second = (
        page.locator(f"[data-field^=f-players-{player}-] .stepper").evaluate_all(tops)
        for player in (0, 1)
    )
    assert first == second and len(first) == 5


def test_a_project_is_added_without_scrolling(phone: BrowserContext, delivery: str) -> None:
    page = score_page(phone, delivery, "kompensaatiopeli")
    page.click("#step-table")
    for project in ("motorway", "tram", "wind_power_plant"):
        assert page.evaluate(UNCOVERED, "#add-project") == 1
        page.select_option("#add-project", project)
        page.click(f"#cell-{len(project) % 5}-0")


def test_a_phone_on_its_side_shows_the_whole_board(browser: Browser, delivery: str) -> None:
    context = browser.new_context(viewport={"width": 740, "height": 360}, has_touch=True)
    page = score_page(context, delivery, "kompensaatiopeli")
    page.click("#step-table")
    assert page.evaluate(UNCOVERED, ".cell") == 25
    context.close()


@pytest.mark.parametrize("lang", spread(["fi", "sv", "en", "de"], 4))
@pytest.mark.parametrize("slug", ["kompensaatiopeli", "ecosfera_baltica"])
def test_the_head_of_the_score_page_is_one_row(
    phone: BrowserContext, delivery: str, slug: str, lang: str
) -> None:
    page = score_page(phone, delivery, slug, f"&lang={lang}")
    rows = page.locator(".top > *").evaluate_all(
        "(all) => all.map((one) => one.offsetTop + one.offsetHeight / 2)"
    )
    assert max(rows) - min(rows) < 4
    language = page.locator("#lang")
    expect(language).to_have_value(lang)
    language.select_option("sv" if lang == "en" else "en")
    expect(page.locator("html")).to_have_attribute("lang", "sv" if lang == "en" else "en")


@pytest.mark.parametrize("address", ["", "print.html?game=kompensaatiopeli"])
def test_large_letters_fit_on_the_other_pages(
    phone: BrowserContext, delivery: str, address: str
) -> None:
    page = phone.new_page()
    page.goto(f"{delivery}{address}")
    page.wait_for_selector("main[data-ready]")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(SIDEWAYS) == 0


# What reaches out of its box to the right.
REACHING_OUT = """(box) => {
  const right = (node) => node.getBoundingClientRect().right;
  const inside = [...document.querySelectorAll(`${box} *`)];
  return inside.filter((node) => right(node) > right(node.closest(box)) + 1).length;
}"""


def test_large_letters_fit_with_a_kept_table_of_the_longest_name(
    phone: BrowserContext, delivery: str
) -> None:
    mine = score_page(phone, delivery, "kompensaatiopeli")
    mine.check("#f-roles-start_up_dreamer")
    mine.wait_for_url("**table=**")
    for address, box in (("", ".tables li"), ("score.html?game=kompensaatiopeli", "#offer")):
        page = phone.new_page()
        page.goto(f"{delivery}{address}")
        page.wait_for_selector("main[data-ready]")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        expect(page.locator(box).first).to_be_visible()
        assert page.evaluate(SIDEWAYS) == 0, address
        assert page.evaluate(REACHING_OUT, box) == 0, address
    role = page.locator("#f-roles-start_up_dreamer")
    name = page.locator(".seat", has=role)
    tick, seat = name.locator(".tick").bounding_box(), name.bounding_box()
    assert tick and seat and tick["width"] == seat["width"], "no room is kept for a hidden name"
    role.check()
    expect(name.locator(".seat-name")).to_be_visible()
    assert page.evaluate(SIDEWAYS) == 0


@pytest.mark.parametrize(
    ("slug", "expected"), [("ecologic", ["Ada and Bo · "]), ("kompensaatiopeli", ["Also counted"])]
)
def test_paper_says_who_when_and_what_was_counted_beside(
    phone: BrowserContext, delivery: str, slug: str, expected: list[str]
) -> None:
    page = score_page(phone, delivery, slug)
    example(page, EXAMPLES[slug])
    day = page.evaluate("new Date().toLocaleDateString('en', {dateStyle: 'long'})")
    extras = page.locator("details.extras .side h4").all_text_contents()
    paper = "".join(
        sheet.extract_text() for sheet in PdfReader(io.BytesIO(page.pdf(format="A4"))).pages
    )
    # Where a font is kerned the reader of PDFs finds spaces inside words.
    letters = "".join(paper.split())
    for text in (day, *expected, *extras):
        assert "".join(text.split()) in letters
    assert "points3" not in paper, "a rule and its reason are two words"
    page.emulate_media(media="print")
    expect(page.locator("#to-rules")).to_be_hidden()
    page.emulate_media(media="screen")
    expect(page.locator(".on-paper")).to_be_hidden()
    expect(page.locator("details.extras[open]")).to_have_count(0)


def test_the_language_is_a_choice_that_stays(phone: BrowserContext, delivery: str) -> None:
    page = phone.new_page()
    page.goto(delivery)
    page.select_option("#lang", "sv")
    expect(page.locator("h1")).to_have_text("Skriv ut spelen, räkna poängen")
    # The cards of a game speak it too.
    pictures = page.locator(".game-picture img")
    expect(pictures.first).to_have_attribute("src", "picture/sv/better_life.webp")
    pictures.first.scroll_into_view_if_needed()
    until(lambda: pictures.first.evaluate("(image) => image.naturalWidth > 0"), "no picture")
    other = score_page(phone, delivery, "ecologic")
    expect(other.locator("#heading")).to_have_text("Vilka spelar?")


def test_the_first_page_is_light_and_nothing_is_loaded_from_elsewhere(
    phone: BrowserContext, delivery: str
) -> None:
    page = phone.new_page()
    loaded: dict[str, int] = {}
    page.on("response", lambda answer: loaded.update({answer.url: len(answer.body())}))
    page.goto(delivery)
    page.wait_for_selector("main[data-ready]")
    page.wait_for_load_state("networkidle")
    page.mouse.wheel(0, 3000)
    page.wait_for_load_state("networkidle")
    assert all(url.startswith(delivery) for url in loaded)
    assert sum("picture/" in url for url in loaded) == 4
    fonts = sum(size for url, size in loaded.items() if "/fonts/" in url)
    assert sum(loaded.values()) - fonts < 150_000
