"""What the published app says and still does without a network, storage or a service worker."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from browsers import (
    CHROMIUM,
    FIREFOX,
    OLD_WEBKIT,
    WEBKIT,
    Profile,
    Tab,
    each_engine,
    engines,
    thorough,
)
from publishing import CACHE_COUNT, Space, fetch, kept_files
from stored_files import read_files, write_files
from texts import texts
from workshop import until

from generator.web.browser_app import SECRET

pytestmark = pytest.mark.slow

SECONDS = 240
PAGES = ("print.html", "change/", "change/translate.html", "change/new.html", "change/files.html")
LACKING = "document.querySelector('#app-lacking p')?.textContent ?? ''"
LEAFLET = "!!document.querySelector('#leaflet h1')"
CHOICES = "!!document.querySelector('#make')"
READY = "document.body?.dataset.ready === 'true'"
WITHOUT_STREAMS = b"delete FileSystemFileHandle.prototype.createWritable;\n"
# As browsers do that know no option of this name.
WITHOUT_MODULES = b"""if (self.Worker) self.Worker = class extends Worker {
  constructor(address) {
    super(address);
  }
};
"""
WITHOUT_STORAGE = b"""StorageManager.prototype.getDirectory = async () => {
  throw new DOMException("", "SecurityError");
};
"""

FULL_FILES = Path(__file__).with_name("full_storage.js").read_bytes()
FULL_CACHES = b"""Cache.prototype.put = async () => {
  throw new DOMException("full", "QuotaExceededError");
};
"""
POST = """(path, body) => fetch(path, { method: "POST", body: JSON.stringify(body) })
  .then((answer) => answer.status)"""
ROW = "oil_price_crash"
CELL = f'[data-row="{ROW}"] [data-column="name"]'
STATUS_SAYS = "(text) => document.querySelector('#status').textContent.includes(text)"


def open_page(tab: Tab, space: Space, page: str, game: str = "ecologic") -> None:
    tab.open(f"{space.base}{page}?game={game}")


def reason(tab: Tab) -> str:
    """Return the key of the reason why the app cannot be used."""
    tab.wait(LACKING, seconds=SECONDS)
    reason_text = tab.run(LACKING)
    return next(key for key, words in texts().items() if words["en"] == reason_text)


@engines(CHROMIUM)
@pytest.mark.thorough
def test_a_network_that_is_cut_is_the_reason_and_can_be_tried_again(
    profile: Profile, space: Space
) -> None:
    tab = profile.tab()
    # Nothing is cached before it was loaded once.
    space.cut |= {"pyodide.asm.wasm", "rules.bin", "app.bin"}
    for page in PAGES:
        open_page(tab, space, page)
        assert reason(tab) == "app_not_loaded", page
    for name in ("pyodide.asm.wasm", "rules.bin"):
        space.cut.remove(name)
        open_page(tab, space, PAGES[0])
        assert reason(tab) == "app_not_loaded", name
    space.cut.clear()
    tab.click("#try-again")
    tab.wait(CHOICES, seconds=SECONDS)
    profile.complaints.clear()


ENGINE = ("pyodide.asm.wasm", "rules.bin", "app.bin")
# What is cut off on each page, the reason that it gives, and what is there after another try.
CUT = {
    "": ({"games.en.json"}, "app_not_loaded", "!!document.querySelector('.game')"),
    "score.html": (set(ENGINE), "no_rules", "!document.querySelector('#app-lacking')"),
    "rules.html": ({"ecologic.en.html"}, "app_not_loaded", LEAFLET),
    "print.html": ({"files.json"}, "app_not_loaded", CHOICES),
    "change/": (set(ENGINE), "app_not_loaded", READY),
}


@pytest.mark.parametrize(
    ("profile", "page"),
    [
        *((CHROMIUM, page) for page in list(CUT)[:-1]),
        thorough(CHROMIUM, list(CUT)[-1]),
        *(thorough(engine, "print.html") for engine in (FIREFOX, WEBKIT)),
    ],
    indirect=["profile"],
)
def test_every_page_says_why_it_cannot_be_used_and_offers_to_try_again(
    profile: Profile, space: Space, page: str
) -> None:
    names, key, usable = CUT[page]
    space.cut |= names
    tab = profile.tab()
    tab.open(f"{space.base}{page}?game=ecologic&step=result")
    assert reason(tab) == key
    space.cut.clear()
    tab.click("#try-again")
    tab.wait(usable, seconds=SECONDS)
    profile.complaints.clear()


@pytest.mark.parametrize("script", [b"delete self.DecompressionStream;\n", WITHOUT_MODULES])
@engines(CHROMIUM)
def test_an_old_browser_is_told_which_ones_work(
    profile: Profile, space: Space, script: bytes
) -> None:
    pages = {"print.html": "print.js", "change/": "workbench.js", "score.html": "score.js"}
    space.before |= dict.fromkeys((*pages.values(), "worker.js"), script)
    tab = profile.tab()
    for page in pages:
        tab.open(f"{space.base}{page}?game=ecologic&step=result")
        assert reason(tab) == "app_old", page
        assert not tab.run("!!document.querySelector('#try-again')"), page
    open_page(tab, space, "rules.html")
    tab.wait(LEAFLET, seconds=SECONDS)
    profile.complaints.clear()


@pytest.mark.parametrize(
    ("profile", "lacks", "script"),
    [
        (CHROMIUM, "service", b""),
        *(thorough(engine, "service", b"") for engine in (FIREFOX, WEBKIT)),
        *(thorough(engine, "storage", WITHOUT_STORAGE) for engine in (CHROMIUM, FIREFOX)),
        # WebKit on Linux cannot write files in workers, either.
        thorough(OLD_WEBKIT, "storage", b""),
    ],
    indirect=["profile"],
)
def test_printing_needs_neither_storage_nor_a_service_worker(
    profile: Profile, space: Space, lacks: str, script: bytes
) -> None:
    space.before["worker.js"] = script
    if lacks == "service":
        space.cut.add("service.js")
    tab = profile.tab()
    open_page(tab, space, "change/")
    assert reason(tab) == f"app_no_{lacks}"
    open_page(tab, space, "print.html")
    print_a_deck(tab)
    profile.complaints.clear()


def print_a_deck(tab: Tab) -> None:
    tab.wait(CHOICES, seconds=SECONDS)
    tab.run("document.querySelector('#deck-tads').click()")
    tab.click("#make")
    tab.wait("!!document.querySelector('#open-pdf')", seconds=SECONDS)


@each_engine
def test_a_full_storage_refuses_changes_and_nothing_else(profile: Profile, space: Space) -> None:
    space.before |= {"worker.js": FULL_FILES, "service.js": FULL_CACHES}
    copied = ("change/own?game=ecologic", {"name": "mine", "secret": SECRET})
    tab = profile.tab()
    # From the first visit on.
    tab.open(space.base)
    tab.run('() => caches.open("full").then(() => true)')
    open_page(tab, space, "print.html")
    print_a_deck(tab)
    assert tab.run(POST, *copied, seconds=SECONDS) == 507
    tab.run('() => caches.delete("full")')
    assert tab.run(POST, *copied, seconds=SECONDS) == 200
    # A file is damaged, and there is no space to set it aside.
    stored = read_files(tab)
    path = next(path for path, content in stored.items() if b"/stats.yaml\n" in content[:60])
    tab.open(space.base)
    tab.run('() => caches.open("full").then(() => true)')
    write_files(tab, {**stored, path: stored[path][:-1]})
    open_page(tab, space, "change/", "mine&table=events")
    tab.wait(READY, seconds=SECONDS)
    tab.type(CELL, "Glut\n")
    text = texts()["app_507"]["en"]
    tab.wait(STATUS_SAYS, text, seconds=SECONDS)
    tab.run('() => caches.delete("full")')
    cells = [[ROW, "name", "Oil Price Crash", "Flood"]]
    edit = {"kind": "cells", "table": "events", "cells": cells, "secret": SECRET}
    assert tab.run(POST, "edit?game=mine", edit, seconds=SECONDS) == 200
    open_page(tab, space, "change/", "mine&table=events")
    is_changed = "(cell) => document.querySelector(cell)?.textContent === 'Flood'"
    tab.wait(is_changed, CELL, seconds=SECONDS)
    profile.complaints.clear()


@engines(CHROMIUM, thorough(FIREFOX))
def test_what_was_changed_on_an_older_ipad_is_saved(profile: Profile, space: Space) -> None:
    """There files can be written in workers only, and not by streams."""
    space.before["worker.js"] = WITHOUT_STREAMS
    tab = profile.tab()
    open_page(tab, space, "print.html")
    tab.wait(CHOICES, seconds=SECONDS)
    fetch(tab, "change/own?game=ecologic", {"name": "mine", "secret": SECRET})
    open_page(tab, space, "change/", "mine")
    tab.wait(READY, seconds=SECONDS)
    assert json.loads(fetch(tab, "bench.json?game=mine"))["own"]


@engines(CHROMIUM)
@pytest.mark.thorough
def test_damaged_files_are_named_once(profile: Profile, space: Space) -> None:
    tab = profile.tab()
    open_page(tab, space, "print.html")
    tab.wait(CHOICES, seconds=SECONDS)
    fetch(tab, "change/own?game=ecologic", {"name": "mine", "secret": SECRET})
    tab.open(space.base)
    stored = read_files(tab)
    table = next(path for path, content in stored.items() if b"/events.csv\n" in content[:60])
    write_files(tab, {**stored, table: stored[table][:-1]})
    open_page(tab, space, "print.html")
    note = "document.querySelector('#app-damaged')?.textContent.includes('mine/events.csv')"
    tab.wait(note, seconds=SECONDS)
    open_page(tab, space, "print.html")
    tab.wait(CHOICES, seconds=SECONDS)
    assert not tab.run(note)


@each_engine
def test_ready_for_offline_use_is_said_when_it_is_true(
    profile: Profile, space: Space, published: Path
) -> None:
    ready = "!!document.querySelector('#offline-ready')"
    tab = profile.tab()
    space.cut.add("app.bin")
    tab.open(space.base)
    most = len(kept_files(published)) - 1
    until(lambda: tab.run(CACHE_COUNT) == most, f"{most} files are cached", SECONDS)
    assert not tab.run(ready)
    space.cut.clear()
    tab.open(space.base)
    tab.wait(ready, seconds=SECONDS)
    assert tab.run(CACHE_COUNT) == most + 1
    profile.complaints.clear()
