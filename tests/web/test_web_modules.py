"""What a page loads at first: its modules are all asked for at once, not one after the other."""

from __future__ import annotations

import re

import pytest

from scorer.web.routes import PAGE

IMPORT = re.compile(r'^(?:import|export)[^;]*?from "\./([\w.]+)";', re.M)
ENTRY = re.compile(r'<script type="module" src="([\w.]+)"')
PRELOADED = re.compile(r'<link rel="modulepreload" href="([\w.]+)">')
# Written when the page is delivered: it imports nothing.
MADE = {"delivery.js"}


def imported(name: str) -> set[str]:
    """The modules that a module needs before it runs, and those that they need."""
    found: set[str] = set()
    asked = [name]
    while asked:
        module = asked.pop()
        if module not in MADE:
            new = set(IMPORT.findall((PAGE / module).read_text(encoding="utf-8"))) - found
            found |= new
            asked += new
    return found


@pytest.mark.parametrize("path", sorted(PAGE.glob("*.html")), ids=lambda path: path.name)
def test_a_page_asks_for_all_its_modules_at_once(path: object) -> None:
    text = str(path) and (PAGE / str(path)).read_text(encoding="utf-8")
    (entry,) = ENTRY.findall(text)
    assert PRELOADED.findall(text) == sorted(imported(entry) - {entry})


def test_the_first_tap_does_not_wait_for_the_last_step() -> None:
    assert not imported("score.js") & {"keep.js", "compare.js", "picture.js", "qr.js", "export.js"}
