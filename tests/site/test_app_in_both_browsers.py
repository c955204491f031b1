"""The app of a published site in Chromium and Firefox: an own copy is changed, stored, printed."""

from __future__ import annotations

import io
import json
import zipfile

import pypdf
import pytest
from browsers import Profile, Tab
from publishing import PATH, Space, asked, printed

from generator.web.browser_app import SECRET

pytestmark = pytest.mark.slow

SECONDS = 240
ROW = "oil_price_crash"
CELL = f'[data-row="{ROW}"] [data-column="name"]'
PICTURE = f'[data-name="events/{ROW}"] [data-side="front"] img'
LOADED = """(selector) => {
  const picture = document.querySelector(selector);
  picture?.scrollIntoView(); // pictures outside the window are not loaded
  return picture?.complete && picture.naturalWidth > 0 && picture.src;
}"""


CACHED = """async (scope) => {
  const root = await navigator.storage.getDirectory();
  const own = await root.getDirectoryHandle(encodeURIComponent(scope));
  const file = await own.getFileHandle("cache.bin").catch(() => null);
  return file && (await file.getFile()).size > 100_000;
}"""


def opened(tab: Tab, space: Space, slug: str) -> str:
    """The workbench with the events; returns the address of a card's picture."""
    tab.open(f"{space.base}change/?game={slug}&table=events")
    tab.wait("(selector) => !!document.querySelector(selector)", CELL, seconds=SECONDS)
    tab.wait(LOADED, PICTURE, seconds=SECONDS)
    return str(tab.run(LOADED, PICTURE))


def test_a_copy_is_changed_stored_downloaded_and_printed(profile: Profile, space: Space) -> None:
    tab = profile.tab()
    opened(tab, space, "ecologic")
    copied = asked(tab, "own?game=ecologic", {"name": "mine", "secret": SECRET})
    assert json.loads(copied) == {"game": "mine"}
    before = opened(tab, space, "mine")
    tab.click(CELL)
    tab.type(CELL, "Glut\n")
    tab.wait(f"(selector, was) => ({LOADED})(selector) !== was", PICTURE, before, seconds=SECONDS)
    assert opened(tab, space, "mine") != before, "it is stored"
    assert tab.run("(selector) => document.querySelector(selector).textContent", CELL) == "Glut"
    archive = zipfile.ZipFile(io.BytesIO(asked(tab, "game.zip?game=mine")))
    assert b"Glut" in archive.read("cards_data/mine/events.csv")
    pdf = pypdf.PdfReader(io.BytesIO(printed(tab, "mine", {"decks": ["events"]}, "../")))
    assert any("Glut" in page.extract_text() for page in pdf.pages)
    # What was printed is known: nothing has changed since then.
    known = json.loads(asked(tab, "bench.json?game=mine"))
    assert known["references"] == ["last", "ecologic"]
    # Composed cards are stored for the next visit.
    tab.wait(CACHED, f"/{PATH}", seconds=SECONDS)
