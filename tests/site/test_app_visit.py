"""A visit to the published app in each browser: score, edit, translate, print, return offline."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pypdf
import pytest
from browsers import Profile, Tab, each_engine
from browsing import PHONE
from publishing import CACHE_COUNT, Space, fetch, kept_files, printed
from same_prints import differences
from stored_files import file_sizes
from workshop import Command, until

from generator.web.browser_app import SECRET

pytestmark = [pytest.mark.slow, each_engine]

SECONDS = 240
GAME, ROW = "mine", "oil_price_crash"
CELL = f'[data-row="{ROW}"] [data-column="name"]'
CELL_TEXT = "(selector) => document.querySelector(selector)?.textContent"
PICTURE = f'[data-name="events/{ROW}"] [data-side="front"] img'
LOADED = """(selector) => {
  const picture = document.querySelector(selector);
  picture?.scrollIntoView(); // pictures outside the window are not loaded
  return picture?.complete && picture.naturalWidth > 0 && picture.src;
}"""
READY = "document.body?.dataset.ready === 'true'"
SCORE_READY = "!!document.querySelector('main[data-ready]')"
FONTS = """document.fonts.ready.then(() => [...document.fonts]
  .filter((font) => font.family.includes("Ecotable") && font.status === "loaded").length)"""
POINTS = "[...document.querySelectorAll('.side-total')].map((total) => total.textContent)"
OPTIONS = {"lang": "sv", "paper": "letter", "decks": ["events"]}


def score(profile: Profile, space: Space) -> list[str]:
    """The points of the first example, on a phone."""
    tab = profile.tab(PHONE)
    tab.open(f"{space.base}score.html?game=ecologic")
    tab.wait(SCORE_READY, seconds=SECONDS)
    assert tab.run(FONTS) == 3
    tab.click("details.examples summary")
    tab.click("[data-example]")
    tab.wait("!!document.querySelector('#verdict')", seconds=SECONDS)
    points = list(tab.run(POINTS))
    tab.close()
    return points


def copy(tab: Tab, space: Space) -> None:
    """A game of the visitor's, once the page can print."""
    tab.open(f"{space.base}print.html?game=ecologic")
    tab.wait("!!document.querySelector('#p-paper')", seconds=SECONDS)
    copied = fetch(tab, "change/own?game=ecologic", {"name": GAME, "secret": SECRET})
    assert json.loads(copied) == {"game": GAME}


def open_events(tab: Tab, space: Space) -> str:
    """The workbench; returns the address of a card's picture."""
    tab.open(f"{space.base}change/?game={GAME}&table=events")
    tab.wait("(selector) => !!document.querySelector(selector)", CELL, seconds=SECONDS)
    tab.wait(LOADED, PICTURE, seconds=SECONDS)
    return str(tab.run(LOADED, PICTURE))


def edit(tab: Tab, space: Space) -> None:
    before = open_events(tab, space)
    tab.click(CELL)
    tab.type(CELL, "Glut\n")
    tab.wait(f"(selector, was) => ({LOADED})(selector) !== was", PICTURE, before, seconds=SECONDS)


def swedish(tab: Tab) -> dict[str, Any]:
    """The text of the changed cell."""
    texts = json.loads(fetch(tab, f"translate.json?game={GAME}&lang=sv"))["texts"]
    return dict(next(one for one in texts if one["text"] == "Glut"))


def translate(tab: Tab, space: Space) -> None:
    where = urlencode({"game": GAME, "lang": "sv"})
    tab.open(f"{space.base}change/translate.html?{where}#{swedish(tab)['id']}")
    tab.wait(READY, seconds=SECONDS)
    tab.wait("!!document.querySelector('#faces img')", seconds=SECONDS)
    tab.type("#translation", "Flod\n")
    until(lambda: swedish(tab)["state"] == "done", "the translation is saved", SECONDS)


def must_be_printed_as_here(tab: Tab, folder: Path, ecotable: Command) -> None:
    """The pages are those that ``ecotable print`` makes of the downloaded game."""
    pdf, archive = folder / "browser.pdf", folder / f"{GAME}.zip"
    pdf.write_bytes(printed(tab, GAME, OPTIONS, "../"))
    assert any("Flod" in page.extract_text() for page in pypdf.PdfReader(pdf).pages)
    archive.write_bytes(fetch(tab, f"game.zip?game={GAME}"))
    chosen = ("--lang", "sv", "--paper", "letter", "--deck", "events", "--render", "vector")
    assert ecotable("print", archive, *chosen, "--out", folder / "here").code == 0
    (here,) = (folder / "here").glob("*.pdf")
    assert differences(pdf, here) == []


def test_a_visit_and_the_next_one_without_a_network(
    profile: Profile, space: Space, published: Path, tmp_path: Path, ecotable: Command
) -> None:
    points = score(profile, space)
    assert points and all(points)
    tab = profile.tab()
    copy(tab, space)
    edit(tab, space)
    translate(tab, space)
    must_be_printed_as_here(tab, tmp_path, ecotable)
    until(lambda: any("memory." in path for path in file_sizes(tab)), "Python's memory", SECONDS)
    count = len(kept_files(published))
    until(lambda: tab.run(CACHE_COUNT) == count, f"{count} files are kept", SECONDS)

    space.server.shutdown()
    space.server.server_close()
    profile.crash()
    assert score(profile, space) == points
    tab = profile.tab()
    open_events(tab, space)
    assert json.loads(fetch(tab, "../api/app"))["isRestored"]
    assert tab.run(CELL_TEXT, CELL) == "Glut"
    assert swedish(tab)["translation"] == "Flod"
    # What was printed is known: nothing has changed since then.
    record = json.loads(fetch(tab, f"bench.json?game={GAME}&lang=sv"))
    assert record["references"] == ["last", "ecologic"]
    # Steps of an earlier visit are undone.
    for _ in range(2):
        tab.click("#undo")
    tab.wait(f"(selector, name) => ({CELL_TEXT})(selector) === name", CELL, "Oil Price Crash")
