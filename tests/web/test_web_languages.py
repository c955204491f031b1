"""The page in every language that its words have: chosen, remembered, whole, and wide enough."""

from __future__ import annotations

import re

import pytest
from browsing import LAPTOP, PHONE, SIDEWAYS, example, score_page
from playwright.sync_api import Browser, BrowserContext, Page, expect
from texts import text_of
from thorough import spread

from cards_data import list_games, load_game
from cards_data.languages.pseudo import pseudo
from scorer.core.translation import own_languages
from scorer.web.api.records import form_record, games_record

pytestmark = pytest.mark.slow

NAMES = ["English", "Svenska", "Suomi", "Deutsch"]
WELCOME = {
    "en": text_of("welcome"),
    "sv": text_of("welcome", "sv"),
    "fi": text_of("welcome", "fi"),
    "de": text_of("welcome", "de"),
}
PAGES = ["", "print.html?game=ecologic", "rules.html?game=ecosfera_baltica", "join.html"]
# A word that a page does not have shows as its key.
KEYS = """() => document.body.innerText.split(/\\s+/)
  .filter((word) => /^[a-z]+(_[a-z]+)+$/.test(word))"""


def opened(browser: Browser, locale: str, address: str, size: dict[str, int] = PHONE) -> Page:
    page = browser.new_context(viewport=size, locale=locale).new_page()  # type: ignore[arg-type]
    page.goto(address)
    page.wait_for_selector("main[data-ready]")
    return page


@pytest.mark.parametrize(
    ("locale", "query", "lang"),
    [
        ("fi-FI", "", "fi"),
        ("de-AT", "", "de"),
        ("fil-PH", "", "en"),
        ("fr", "", "en"),
        ("fi", "?lang=de", "de"),
        ("fi", "?lang=de-CH", "de"),
        ("de", "?lang=xx", "de"),
    ],
)
def test_the_address_the_choice_or_the_browser_says_which_language(
    browser: Browser, delivery: str, locale: str, query: str, lang: str
) -> None:
    page = opened(browser, locale, f"{delivery}{query}")
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page.locator("h1")).to_have_text(WELCOME[lang])
    expect(page.locator("#lang option")).to_have_text(NAMES)
    page.context.close()


def test_a_chosen_language_is_remembered(phone: BrowserContext, delivery: str) -> None:
    page = phone.new_page()
    page.goto(delivery)
    page.select_option("#lang", "fi")
    expect(page.locator("h1")).to_have_text(WELCOME["fi"])
    page.goto(f"{delivery}print.html?game=ecosfera_baltica")
    expect(page.locator("#p-lang")).to_have_value("fi")
    expect(page).to_have_title("Tulosta Ecosfera Baltica – Ecotable")


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("lang", spread(["fi", "de"], 2))
def test_long_words_push_no_page_to_the_side(
    browser: Browser, delivery: str, lang: str, size: dict[str, int]
) -> None:
    for address in PAGES:
        page = opened(browser, lang, f"{delivery}{address}", size)
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        assert (page.evaluate(SIDEWAYS), page.evaluate(KEYS)) == (0, []), address
        page.context.close()


@pytest.mark.parametrize("lang", spread(["fi", "de"], 2))
def test_every_step_of_the_score_is_told(browser: Browser, delivery: str, lang: str) -> None:
    context = browser.new_context(viewport=PHONE, locale=lang)  # type: ignore[arg-type]
    page = score_page(context, delivery, "ecosfera_baltica")
    example(page, "close")
    for step in ("who", "table", "result", "keep"):
        page.click(f"#step-{step}")
        page.wait_for_selector("#qr" if step == "keep" else "#panel > *")
        assert (page.evaluate(SIDEWAYS), page.evaluate(KEYS)) == (0, []), step
    context.close()


# Where pages show words of a game.
GAME_WORDS = {
    "rules.html?game={slug}": ["#leaflet h2", "#contents-list a", "#about h2 + p"],
    "score.html?game={slug}": ["#panel :is(legend, .help, label)"],
    "print.html?game={slug}": ["#some-decks label", "#lost optgroup"],
}
MARKED = "(all) => [...new Set(all.map((one) => one.closest('[lang]').lang))]"


@pytest.mark.parametrize("address", GAME_WORDS)
@pytest.mark.parametrize(
    ("slug", "lang", "note"),
    spread(
        [
            ("kompensaatiopeli", "de", "noch nicht auf Deutsch. .* auf Englisch"),
            ("ecologic", "fi", "ei ole vielä tällä kielellä: suomi. .* kielellä: englanti"),
            ("ecosfera_baltica", "fi", ""),
        ],
        3,
    ),
)
def test_a_game_in_another_language_is_announced_and_marked(
    browser: Browser, delivery: str, address: str, slug: str, lang: str, note: str
) -> None:
    page = opened(browser, lang, delivery + address.format(slug=slug))
    notes = page.locator("#other-language")
    expect(notes).to_have_text([re.compile(note)] if note else [])
    for words in GAME_WORDS[address]:
        assert page.locator(words).evaluate_all(MARKED) == ["en" if note else lang], words
    for own in page.locator("#other-language, h1.page-title, #heading").all():
        assert own.evaluate("(one) => one.closest('[lang]').lang") == lang
    page.context.close()


@pytest.mark.parametrize("lang", own_languages())
def test_every_record_names_the_language_of_its_words(lang: str) -> None:
    languages = {slug: load_game(slug).languages for slug in list_games()}
    in_list = {game["slug"]: game["spoken"] for game in games_record(lang)["games"]}
    in_form = {slug: form_record(slug, lang)["spoken"] for slug in languages}
    assert (
        in_list
        == in_form
        == {slug: lang if lang in languages[slug] else "en" for slug in languages}
    )


def test_the_result_and_the_list_of_games_name_it_too(browser: Browser, delivery: str) -> None:
    page = opened(browser, "de", f"{delivery}score.html?game=kompensaatiopeli")
    example(page, "rulebook_6")
    expect(page.locator("#other-language")).to_be_visible()
    for words in ("#verdict h3", "#verdict > p:last-of-type", ".side .why"):
        assert page.locator(words).evaluate_all(MARKED) == ["en"], words
    page.goto(delivery)
    facts = page.locator(".game .facts")
    expect(facts).to_contain_text(["auf Englisch", "Personen", "Personen", "auf Englisch"])
    assert sum("auf Englisch" in text for text in facts.all_inner_texts()) == 2
    page.context.close()


def test_without_scripts_the_page_says_what_it_needs_in_every_language(
    browser: Browser, delivery: str
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(delivery)
    texts = page.locator("noscript p").all_inner_texts()
    assert len(texts) == len(NAMES)
    assert all(re.search("JavaScript", text) for text in texts)
    context.close()


def test_a_language_for_testing_is_shown_when_the_address_asks_for_it(
    phone: BrowserContext, delivery: str
) -> None:
    page = phone.new_page()
    page.goto(f"{delivery}?lang=pseudo")
    expect(page.locator("h1")).to_have_text(pseudo(WELCOME["en"]))
    expect(page.locator("#lang option")).to_have_text([*NAMES, "pseudo"])
    page.goto(f"{delivery}score.html?game=ecologic&lang=pseudo")
    label = form_record("ecologic", "pseudo")["fields"][0]["label"]
    expect(page.get_by_text(label).first).to_be_visible()
    page.goto(delivery)
    expect(page.locator("h1")).to_have_text(WELCOME["en"])
    expect(page.locator("#lang option")).to_have_text(NAMES)
