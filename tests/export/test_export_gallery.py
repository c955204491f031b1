"""The gallery, opened from a file in a real browser without a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from exporting import export, job, with_shapes
from playwright.sync_api import Browser, Page
from texts import fault, text_of
from thorough import spread
from workshop import Workshop

from cards_data import list_games, load_game
from generator.export.kinds import export_kind

pytestmark = pytest.mark.slow

MOST_MB = 8


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(offline=True, color_scheme="light")
    yield context.new_page()
    context.close()


def opened(page: Page, path: Path) -> list[str]:
    """The page, and whatever it complains about or asks for."""
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.append(message.text))
    page.on("requestfailed", lambda request: troubles.append(request.url[:80]))
    page.goto(path.as_uri())
    return troubles


def visible_names(page: Page) -> list[str]:
    return [name.split(" ×")[0] for name in page.locator("li:visible h3").all_inner_texts()]


def test_it_searches_names_texts_and_fields(pond: Workshop, page: Page) -> None:
    troubles = opened(page, export(pond, "gallery").place)
    assert visible_names(page) == ["Pike", "Perch", "Tench", "Reed", "Water lily"]
    assert page.inner_text("#count") == "5 of 5 shown"
    for words, names in (
        ("PIKE", ["Pike"]),
        ("draw card", ["Perch"]),
        ("zones mud", ["Tench"]),
        ("food water", ["Perch", "Tench"]),
        ("nothing like it", []),
    ):
        page.fill("#search", words)
        assert visible_names(page) == names, words
    assert page.is_visible("#none")
    page.fill("#search", "")
    page.select_option("#deck", "plants")
    assert visible_names(page) == ["Reed", "Water lily"]
    assert troubles == []


def test_cards_turn_over_by_hand_and_by_key(pond: Workshop, page: Page) -> None:
    opened(page, export(pond, "gallery").place)
    face = page.locator("li button").first
    picture = face.locator("img")
    front = picture.get_attribute("src")
    face.focus()
    page.keyboard.press("Enter")
    assert picture.get_attribute("src") != front
    assert picture.get_attribute("alt") == "Fish, back: Pond."
    assert face.get_attribute("aria-pressed") == "true"
    page.click("#flip")
    page.click("#flip")
    assert picture.get_attribute("src") == front
    assert (picture.get_attribute("alt") or "").startswith("Pike. Pay 2 sun now.")
    assert page.locator("li button[disabled]").count() == 2, "a piece without a back stays"


def test_pictures_are_there_and_keys_lead_to_the_search(pond: Workshop, page: Page) -> None:
    opened(page, export(with_shapes(pond), "gallery").place)
    widths = page.eval_on_selector_all(
        "main img", "found => Promise.all(found.map(i => i.decode().then(() => i.naturalWidth)))"
    )
    assert len(widths) == 7 and all(width > 40 for width in widths)
    page.keyboard.press("/")
    page.keyboard.type("pike")
    assert visible_names(page) == ["Pike"]
    page.click("#theme")
    assert page.get_attribute("html", "data-theme") == "dark"


def test_text_from_the_data_is_only_text(pond: Workshop, page: Page) -> None:
    pond.change("fish.csv", "Rest.", '"<img src=x onerror=""document.title=1""> & \'quotes\'"')
    pond.change("fish.csv", "Tench,", "</h3><script>document.title=2</script>,")
    pond.template("fish.svg.j2", "<rect width='{{ w }}' height='{{ h }}'/>")
    troubles = opened(page, export(pond, "gallery").place)
    assert page.title() == fault("Pond Life", text_of("gallery_title")) and troubles == []
    assert "</h3><script>document.title=2</script>" in visible_names(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everyone_can_use_it(pond: Workshop, page: Page, theme: str) -> None:
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    opened(page, export(pond, "gallery").place)
    assert page.get_attribute("html", "data-theme") == theme
    axe_results = Axe().run(page)
    assert axe_results.violations_count == 0, axe_results.generate_report()


def test_it_speaks_the_language_of_the_cards(pond: Workshop, page: Page) -> None:
    with job(pond.load(), "gallery", "sv", dpi=72, out=pond.out) as one:
        opened(page, export_kind("gallery").export(one).place)
    assert page.get_attribute("html", "lang") == "sv"
    page.fill("#search", "gadda")
    assert visible_names(page) == ["Gädda"] and page.inner_text("#count") == "1 av 5 visas"


@pytest.mark.parametrize("slug", spread(list_games(), 4))
def test_a_real_game_is_small_enough_to_send(slug: str, page: Page, tmp_path: Path) -> None:
    game = load_game(slug)
    with job(game, "gallery", dpi=export_kind("gallery").DPI, out=tmp_path) as one:
        result = export_kind("gallery").export(one)
    assert result.place.stat().st_size < MOST_MB * 1e6
    troubles = opened(page, result.place)
    assert page.locator("li:visible").count() == sum(len(d.pieces) for d in game.decks.values())
    assert troubles == []
