"""On the next visit a page of the app shows at once what it showed last, until it is ready."""

from __future__ import annotations

from typing import Any

import pytest
from browsers import CHROMIUM, Profile, Tab, each_engine, engines
from publishing import Space, fetch
from texts import text_of

from generator.web.browser_app import SECRET

pytestmark = pytest.mark.slow

SECONDS = 240
CHOICES = "!!document.querySelector('#make')"
READY = "document.body?.dataset.ready === 'true'"
# What is seen in a place that cannot be used yet.
STILL = """(place) => !document.querySelector("#make, body[data-ready=true]")
  && document.querySelector(`[inert] ${place}, ${place}[inert]`)?.innerText.trim()"""
USABLE = "!document.querySelector('[inert]')"
STORED = "(page) => JSON.parse(localStorage.getItem(`last-view.${page}`))"
STORE = "(page, view) => localStorage.setItem(`last-view.${page}`, JSON.stringify(view))"
RUNNING = """[...document.querySelectorAll("#choices *")]
  .flatMap((node) => [node.localName, ...node.getAttributeNames()])
  .filter((name) => /^(on.*|script|a|src|href)$/.test(name))"""
MARKUP = "<img src=x onerror=document.title=1>"
CHOOSE = """async () => {
  const { choose } = await import(new URL("../folder.js", location.href).href);
  const root = await navigator.storage.getDirectory();
  await choose(await root.getDirectoryHandle("shelf", { create: true }));
}"""
PLACES = {"print.html": "#choices", "change/": "#grid", "change/translate.html": "#texts"}


def copy_game(tab: Tab, space: Space) -> None:
    """A game of the visitor's, with markup as the name of a card."""
    tab.open(f"{space.base}print.html?game=ecologic")
    tab.wait(CHOICES, seconds=SECONDS)
    fetch(tab, "change/own?game=ecologic", {"name": "mine", "secret": SECRET})
    cells = [["oil_price_crash", "name", "Oil Price Crash", MARKUP]]
    edit = {"kind": "cells", "table": "events", "cells": cells, "secret": SECRET}
    fetch(tab, "change/edit?game=mine", edit)


def open_page(tab: Tab, space: Space, page: str) -> None:
    tab.open(f"{space.base}{page}?game=mine" + ("&table=events" * (page == "change/")))


@each_engine
def test_a_page_shows_its_last_view_until_it_is_ready(profile: Profile, space: Space) -> None:
    tab = profile.tab()
    copy_game(tab, space)
    for page in PLACES:
        open_page(tab, space, page)
        tab.wait(f"({CHOICES}) || ({READY})", seconds=SECONDS)
    for page, place in PLACES.items():
        open_page(tab, space, page)
        tab.wait(STILL, place)
        if page == "change/":
            assert MARKUP in tab.run(STILL, place)
            assert tab.run("!!document.querySelector('#add').closest('[inert]')")
        tab.wait(f"(({CHOICES}) || ({READY})) && {USABLE}", seconds=SECONDS)
        assert tab.run("document.title") != "1"
    # Another game has another view.
    tab.open(f"{space.base}change/?game=ecologic")
    tab.wait("!!document.querySelector('[inert]')")
    assert not tab.run(STILL, "#grid")


def still(tag: str, *attributes: tuple[str, str], text: str = "") -> dict[str, Any]:
    return {"tag": tag, "style": "", "attributes": attributes, "children": [text]}


@each_engine
def test_nothing_that_is_stored_runs_or_is_fetched(profile: Profile, space: Space) -> None:
    tab = profile.tab()
    tab.open(f"{space.base}print.html?game=ecologic")
    tab.wait(CHOICES, seconds=SECONDS)
    tab.open(space.base)
    tab.wait("document.fonts.status === 'loaded'")
    view = tab.run(STORED, "print")
    bad = "document.title=1"
    view["stills"]["choices"]["children"] = [
        still("script", text=bad),
        still("a", ("href", f"javascript:{bad}"), text="link"),
        still("img", ("src", "missing.png"), ("onerror", bad)),
        still("p", text=MARKUP),
    ]
    tab.run(STORE, "print", view)
    tab.open(f"{space.base}print.html?game=ecologic")
    tab.wait(f"({STILL})('#choices')?.includes('link')")
    assert tab.run(RUNNING) == []
    tab.wait(CHOICES, seconds=SECONDS)
    assert tab.run("document.title") != "1"
    assert not any("missing.png" in path for path in space.asked)
    # What cannot be understood is ignored.
    tab.open(space.base)
    tab.wait("document.fonts.status === 'loaded'")
    tab.run(STORE, "print", {"address": {}, "stills": 7})
    tab.open(f"{space.base}print.html?game=ecologic")
    tab.wait(CHOICES, seconds=SECONDS)


@engines(CHROMIUM)
@pytest.mark.thorough
def test_the_last_view_of_a_deleted_game_is_deleted(profile: Profile, space: Space) -> None:
    tab = profile.tab()
    copy_game(tab, space)
    for page in ("change/", "change/files.html"):
        open_page(tab, space, page)
        tab.wait(f"({READY}) || !!document.querySelector('main[data-ready]')", seconds=SECONDS)
    assert MARKUP in str(tab.run(STORED, "cards"))
    tab.click("#removing summary")
    tab.type("#remove-name", "mine\n")
    tab.wait("!!document.querySelector('.game')", seconds=SECONDS)
    assert tab.run(STORED, "cards") is None


@engines(CHROMIUM)
@pytest.mark.thorough
def test_an_own_game_says_where_it_is_saved(profile: Profile, space: Space) -> None:
    tab = profile.tab()
    copy_game(tab, space)
    open_page(tab, space, "change/")
    line = "document.querySelector('#backup:not([hidden])')?.textContent ?? ''"
    tab.wait(f"(words) => ({line}).includes(words)", text_of("saved_here"), seconds=SECONDS)
    open_page(tab, space, "change/new.html")
    tab.wait("document.querySelector('main').dataset.ready === 'true'", seconds=SECONDS)
    offered = tab.run("!!document.querySelector('#use-folder')")
    assert offered == tab.run("'showDirectoryPicker' in window")
    if not offered:
        return
    tab.run(CHOOSE)
    open_page(tab, space, "change/new.html")
    here = text_of("place_folder", folder="shelf")
    tab.wait("(words) => document.querySelector('#place-now')?.textContent === words", here)
    tab.click("#use-browser")
    tab.wait("!document.querySelector('#use-browser')", seconds=SECONDS)
