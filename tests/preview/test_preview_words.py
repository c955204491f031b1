"""The gallery's own words: the page speaks as its reader does, the cards as they are asked to."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
from browsing import LAPTOP, PHONE, SIDEWAYS, complaints
from onlooker import PATIENCE_SECONDS, serving
from playwright.sync_api import Browser, Page, expect
from pond import FISH
from workshop import Workshop

from generator.workbench.bench_routes import WORDS

pytestmark = pytest.mark.slow

expect.set_options(timeout=PATIENCE_SECONDS * 1000)
TENCH = '.card[data-name="fish/tench"]'
# Everything that can be read or heard.
TEXTS = """() => {
  const hidden = (node) => node.closest("script, noscript, kbd");
  const told = (node) => !hidden(node) && node.closest("[lang]").lang !== "en";
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [document.title];
  while (nodes.nextNode()) {
    if (told(nodes.currentNode.parentElement)) found.push(nodes.currentNode.data);
  }
  for (const name of ["aria-label", "alt", "placeholder", "title"]) {
    for (const node of document.querySelectorAll(`[${name}]`)) found.push(node.getAttribute(name));
  }
  return found.map((text) => text.trim()).filter((text) => /\\p{L}/u.test(text));
}"""
# What comes from the game: its cells and their names, titles, places and versions; and problems in
# Swedish, whose words are tested where they stand.
DATA = """async () => {
  const found = await (await fetch("gallery.json?game=pond&lang=sv&page=sv")).json();
  const cards = found.cards.flatMap((card) => [card, { fields: card.before?.fields ?? [] }]);
  const named = [...found.games, ...found.decks].map((one) => one.title);
  const cells = cards.flatMap((card) => [card.id, card.place, card.version, ...card.fields.flat()]);
  const problems = [...found.problems, ...found.cards.flatMap((card) => card.problems)];
  const places = problems.flatMap(({ sv }) => [sv.where, sv.where.split(" (")[0]]);
  const told = [...places, ...problems.flatMap(({ sv }) => [sv.found, sv.allowed, sv.hint])];
  return [...named, ...cells, ...told].filter(Boolean);
}"""
GAPS = {"side": "(Framsida|Baksida)", "what": ".+"}
# The sentence of a card without its own words names the columns of the table.
COLUMNS = {"Rule", "Level", "Cost", "Zones", "Food"}
# A back is called so, and says the other word.
BACK = {"baksida", "Damm"}
PLACEHOLDERS = {"Ecotable", "Engelska", "Svenska", *BACK, *COLUMNS}


@contextmanager
def gallery(browser: Browser, locale: str, query: str, phone: bool = False) -> Iterator[Page]:
    """The pond's gallery, composed, in a browser of that language."""
    context = browser.new_context(viewport=PHONE if phone else LAPTOP, locale=locale)  # type: ignore[arg-type]
    page = context.new_page()
    with serving(watching=True) as address:
        page.goto(f"{address}/?game=pond{query}")
        page.wait_for_selector("body[data-ready]")
        expect(page.locator(".face.waiting")).to_have_count(0)
        yield page
        context.close()


def data_of(page: Page) -> set[str]:
    return PLACEHOLDERS | set(page.evaluate(DATA))


def swedish() -> re.Pattern[str]:
    """Every Swedish text with anything in its gaps."""
    with WORDS.open(encoding="utf-8") as file:
        texts = [row["text:sv"] for row in csv.DictReader(file)]
    return re.compile("|".join(form for text in texts for form in _forms(text)), re.DOTALL)


def _forms(text: str) -> Iterator[str]:
    """A text in each of its forms, as a pattern."""
    plural = re.search(r"\{\w+, plural,((?: \w+ \{[^{}]*\})+)\}", text)
    chosen = re.findall(r"\{([^{}]*)\}", plural[1]) if plural else [""]
    for form in chosen:
        whole = text.replace(plural[0], form) if plural else text
        parts = re.split(r"(\{\w+\}|#)", whole)
        yield "".join(_gap(part) if part[:1] in ("{", "#") else re.escape(part) for part in parts)


def _gap(part: str) -> str:
    return GAPS.get(part.strip("{}"), r"\d+")


def foreign(page: Page, data: set[str]) -> list[str]:
    """What is neither one of our Swedish texts nor the game's own."""
    words = swedish()

    def is_known(text: str) -> bool:
        plain = not re.search(r"[^\W\d]", text.removesuffix(" mm"))
        if plain or {text, f"{text}."} & data or words.fullmatch(text):
            return True
        cuts = re.finditer(r" · |: |, |\. ", text)
        return any(is_known(text[: cut.start()]) and is_known(text[cut.end() :]) for cut in cuts)

    texts = [text.strip("⚠ ·;") for text in page.evaluate(TEXTS)]
    return [text for text in texts if not is_known(text) and not is_known(text.strip("."))]


def test_the_page_speaks_as_its_reader_does_and_the_cards_as_they_are_asked_to(
    browser: Browser, pond: Workshop
) -> None:
    caption = '.card[data-name="fish/pike"] .caption b'
    with gallery(browser, "sv-FI", "&lang=en") as page:
        expect(page.locator("html")).to_have_attribute("lang", "sv")
        expect(page.locator("#side label")).to_have_text(["Framsidor", "Baksidor", "Båda"])
        expect(page.locator("#lang option")).to_have_text(["Engelska", "Svenska"])
        expect(page.locator(caption)).to_have_text("Pike")
        page.select_option("#lang", "sv")
        expect(page.locator(caption)).to_have_text("Gädda")
    with gallery(browser, "en-GB", "&lang=sv") as page:
        expect(page.locator("html")).to_have_attribute("lang", "en")
        expect(page.locator("#side label")).to_have_text(["Fronts", "Backs", "Both"])
        expect(page.locator("#lang option")).to_have_text(["English", "Swedish"])
        expect(page.locator(caption)).to_have_text("Gädda")


def test_a_language_that_was_chosen_before_comes_first(browser: Browser, pond: Workshop) -> None:
    with gallery(browser, "en-GB", "&lang=en") as page:
        page.evaluate("localStorage.setItem('ecotable-lang', 'sv')")
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", "sv")
        page.evaluate("localStorage.setItem('ecotable-lang', 'xx')")
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", "en")


def test_a_language_that_the_page_does_not_speak_is_english(
    browser: Browser, pond: Workshop
) -> None:
    with gallery(browser, "fr-FR", "&lang=sv") as page:
        expect(page.locator("html")).to_have_attribute("lang", "en")


def changed(page: Page, pond: Workshop) -> None:
    """A card is another than before, and compared."""
    pond.change("fish.csv", "Vila.", "Vila nu.")
    expect(page.locator("#status")).to_have_text("1 kort har ändrats.")
    expect(page.locator(f"{TENCH} .badge")).to_have_text("Ändrat")
    page.click(f"{TENCH} .tile")
    page.check("#before")
    captions = ["Framsida, förut", "Framsida, nu"]
    expect(page.locator("#large-faces figcaption")).to_have_text(captions)
    expect(page.locator("#large-fields .was")).to_have_text("förut: Vila.")


def with_a_problem(page: Page, pond: Workshop) -> None:
    pond.change("fish.csv", "Vila.,1,", "Vila.,7,")
    expect(page.locator("#all-problems h2")).to_contain_text("1 problem; korten är")
    expect(page.locator("#all-problems button")).to_have_text("visa kortet")
    expect(page.locator("#all-problems button")).to_have_attribute("lang", "sv")


def gone(page: Page, pond: Workshop) -> None:
    pond.change("game.yaml", "pieces: 5", "pieces: 3")
    pond.write("fish.csv", "".join(line for line in FISH.splitlines(True) if "tench" not in line))
    expect(page.locator(f"{TENCH} .badge")).to_have_text("Borttaget")
    page.click(f"{TENCH} .tile")
    expect(page.locator("#large-faces figcaption").first).to_have_text("Framsida, borttagen")


def failed(page: Page, pond: Workshop) -> None:
    """No template of the plants can be read."""
    pond.template("plant.svg.j2", "{{ nothing.such }}")
    expect(page.locator("#all-problems button")).to_have_text("visa det första av 2 kort")


def nothing_left(page: Page, pond: Workshop) -> None:
    page.click("text=Baksidor")
    expect(page.locator(".face.none").first).to_have_text("ingen baksida")
    page.fill("#text", "inget sådant")
    expect(page.locator(".nothing")).to_be_visible()


@pytest.mark.parametrize("happens", [changed, with_a_problem, gone, failed, nothing_left])
def test_nothing_english_is_left_on_a_swedish_page(
    browser: Browser, pond: Workshop, happens: Callable[[Page, Workshop], None]
) -> None:
    with gallery(browser, "sv-SE", "&lang=sv") as page:
        before = data_of(page)
        assert foreign(page, before) == []
        happens(page, pond)
        assert foreign(page, before | data_of(page)) == []


def test_an_english_text_would_be_noticed(browser: Browser, pond: Workshop) -> None:
    with gallery(browser, "sv-SE", "&lang=sv") as page:
        page.evaluate("document.querySelector('#close').textContent = 'Close'")
        page.evaluate("document.querySelector('#later').setAttribute('aria-label', 'Sök, go on')")
        assert foreign(page, data_of(page)) == ["Close", "Sök, go on"]


def test_a_page_whose_server_has_gone_says_so_in_its_language(
    browser: Browser, pond: Workshop
) -> None:
    context = browser.new_context(locale="sv")
    page = context.new_page()
    with ExitStack() as open_doors:
        page.goto(open_doors.enter_context(serving(watching=False)))
        page.wait_for_selector("body[data-ready]")
    expect(page.locator("#status.lost")).to_contain_text("Försöker igen")
    context.close()


@pytest.mark.parametrize("locale", ["en-GB", "sv-FI"])
def test_no_barrier_and_nothing_pushed_to_the_side_on_a_phone(
    browser: Browser, pond: Workshop, locale: str
) -> None:
    with gallery(browser, locale, "&side=both", phone=True) as page:
        pond.change("fish.csv", "Vila.,1,", "Vila.,7,")
        expect(page.locator("#all-problems")).to_be_visible()
        assert (complaints(page), page.evaluate(SIDEWAYS)) == ([], 0)
        page.click(f"{TENCH} .tile")
        assert (complaints(page), page.evaluate(SIDEWAYS)) == ([], 0)
