"""The published page in a real browser: nothing from outside, the same results, then offline."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import score_page
from playwright.sync_api import BrowserContext, Page, Request, expect
from publishing import CACHE_COUNT, PATH, Space, kept_files
from symbol_colours import wrong_symbols
from workshop import until

from cards_data import list_games
from generator.site.app_engine import ARCHIVE, UNSCORED
from scorer.web.api.records import answers_record, form_record, score_record, what_if_record

pytestmark = pytest.mark.slow

SLOW_MS = 120_000
RECORDS = {"score": score_record, "whatIf": what_if_record, "answers": answers_record}
ASK = """async ([call, slug, table]) => {
  const { engine } = (await import("./score.js")).modules["engine.js"];
  return engine[call](slug, table);
}"""


@pytest.fixture
def alone(phone: BrowserContext, space: Space) -> Iterator[BrowserContext]:
    """A browser that must not ask anybody but the web space, nor say a word of complaint."""
    requests: list[str] = []
    complaints: list[str] = []

    def note_request(request: Request) -> None:
        if not request.url.startswith((space.base, "blob:", "data:")):
            requests.append(request.url)

    phone.set_default_timeout(SLOW_MS)
    phone.on("request", note_request)
    phone.on("weberror", lambda error: complaints.append(str(error.error)))
    yield phone
    assert (requests, complaints) == ([], [])


def first_example(page: Page) -> None:
    page.click("details.examples summary")
    page.locator("[data-example]").first.click()
    page.wait_for_selector("#verdict", timeout=SLOW_MS)


def test_every_game_is_scored_and_then_without_a_network(
    alone: BrowserContext, space: Space, published: Path
) -> None:
    page = score_page(alone, space.base, "ecologic")
    first_example(page)
    count = kept_files(published)
    # Asked again and again: a predicate of wait_for_function that is async counts as true at once.
    until(
        lambda: page.evaluate(CACHE_COUNT) == len(count),
        f"{len(count)} files are kept",
        SLOW_MS / 1000,
    )
    loaded = Counter(path for path in space.asked if "/engine/" in path)
    assert set(loaded.values()) == {1}, "Python is fetched once"
    space.server.shutdown()
    space.server.server_close()
    for slug in list_games():
        page.goto(f"{space.base}{slug}")
        page.wait_for_selector("main[data-ready]")
        assert page.url.endswith(f"score.html?game={slug}")
        first_example(page)
    page.goto(space.base)
    expect(page.locator(".game")).to_have_count(len(list_games()))
    page.goto(f"{space.base}rules.html?game=ecologic")
    expect(page.locator("#leaflet h1")).to_be_visible()
    expect(page.locator("#leaflet img").first).to_have_js_property("complete", True)
    assert wrong_symbols(page, "ecologic") == []


def questions() -> Iterator[tuple[str, str, Any]]:
    """All examples of all games, and tables that are no tables."""
    for slug in list_games():
        for example in form_record(slug, "en")["examples"]:
            table = {"answers": example["answers"]}
            state = score_record(slug, table, "en")["state"]
            yield from (("score", slug, table), ("whatIf", slug, table), ("answers", slug, state))
        yield "score", slug, {"answers": {}}
        yield "score", slug, {"game": slug, "nonsense": [1, {"deep": None}]}


def test_both_engines_say_the_same(alone: BrowserContext, space: Space) -> None:
    page = score_page(alone, space.base, "ecologic")
    for call, slug, table in questions():
        answer = page.evaluate(ASK, [call, slug, table])
        expected = RECORDS[call](slug, table, "en")
        assert answer == json.loads(json.dumps(expected)), (call, slug)


def test_the_page_answers_before_python_is_there(alone: BrowserContext, space: Space) -> None:
    """Whatever the rules take to load: the form is there, counts, keeps and refuses."""
    alone.route("**/engine/*", lambda route: None)
    page = score_page(alone, space.base, "ecologic")
    page.click("#next")
    page.tap("#f-players-0-profits-more")
    expect(page.locator("#f-players-0-profits")).to_have_value("1")
    expect(page.locator("#undo")).to_be_enabled()


def test_pages_can_be_installed(alone: BrowserContext, space: Space) -> None:
    page = alone.new_page()
    page.goto(space.base)
    manifest = page.evaluate(
        "async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json()"
    )
    assert manifest["display"] == "standalone" and manifest["start_url"] == "./"
    for icon in manifest["icons"]:
        size = page.evaluate(
            "async (src) => (await createImageBitmap(await (await fetch(src)).blob())).width",
            icon["src"],
        )
        assert icon["sizes"] == f"{size}x{size}"


def test_the_first_page_and_python_are_small_enough(published: Path) -> None:
    import gzip

    site = published / PATH
    pages = [path for path in site.iterdir() if path.suffix in (".html", ".js", ".css", ".svg")]
    first = [path for path in pages if path.stem in ("index", "home", "style", "icon")]
    pictures = [*site.glob("api/*.en.json"), *site.glob("picture/en/*")]
    sizes = {path: len(gzip.compress(path.read_bytes())) for path in (*pages, *pictures)}
    assert sum(sizes[path] for path in (*first, *pictures)) < 150_000, "the first page"
    assert sum(sizes.values()) < 250_000, "every page of the site"
    scored = [path for path in site.glob("engine/*") if path.name not in UNSCORED]
    assert sum(len(gzip.compress(path.read_bytes())) for path in scored) < 6_500_000
    assert (site / "engine" / ARCHIVE).stat().st_size < 8_000_000, "print and change"


def test_the_symbols_of_pieces_are_files_of_the_site(alone: BrowserContext, space: Space) -> None:
    page = score_page(alone, space.base, "kompensaatiopeli")
    page.click("#step-table")
    for one in page.locator(".palette .symbol").all():
        expect(one).to_have_js_property("complete", True)
        assert one.evaluate("(image) => image.naturalWidth") > 0
    expect(page.locator(".palette .symbol")).to_have_count(3)
