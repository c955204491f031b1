"""A real browser and a real server for tests of the page. The one place that looks for browsers."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from running import running, web_server

NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
PHONE = {"width": 360, "height": 740}
LAPTOP = {"width": 1366, "height": 800}
# How far a page could be pushed to the side.
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# What axe looks for.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# How long a page takes depends on what else the machine does.
expect.set_options(timeout=30_000)


def executable(browser: str, names: Iterable[str]) -> str:
    """The system's browser; where there is none the test says so, and in CI that is a failure."""
    variable = f"ECOTABLE_{browser.upper()}"
    configured = os.environ.get(variable)
    executable = configured or next((path for name in names if (path := shutil.which(name))), None)
    if executable and Path(executable).exists():
        return executable
    return lacking(f"no {browser} found: install it, or name it with {variable}")


def lacking(missing: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


@contextmanager
def started_browser() -> Iterator[Browser]:
    path = executable("Chromium", NAMES)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@contextmanager
def served() -> Iterator[str]:
    """The address of the page, served as ``ecotable serve`` does."""
    with running(web_server()) as address:
        yield f"{address}/"


def score_page(context: BrowserContext, base: str, slug: str, more: str = "") -> Page:
    """The score page of a game, ready to be tapped."""
    page = context.new_page()
    page.goto(f"{base}score.html?game={slug}{more}")
    page.wait_for_selector("main[data-ready]")
    return page


def complaints(page: Page) -> list[str]:
    """Every barrier that a machine can find."""
    # Of what passes it would gather every node, with the selectors that lead there.
    options = {"runOnly": RULES, "resultTypes": ["violations"], "selectors": False}
    violations = Axe().run(page, options=options).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in violations]


def complaints_of_all(page: Page) -> list[str]:
    """The same with the whole page in view: no bar lies over a part of what is measured."""
    before = page.viewport_size
    assert before
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": before["width"], "height": height})
    violations = complaints(page)
    page.set_viewport_size(before)
    return violations


def example(page: Page, name: str) -> None:
    """Loads a worked example and waits for its result."""
    page.click("#step-who")
    page.click("details.examples summary")
    page.click(f"[data-example={name}]")
    page.wait_for_selector("#verdict")


def total_of(page: Page, name: str) -> str:
    """A side's total in the result."""
    side = page.locator(".side", has=page.locator("h4", has_text=name)).first
    return side.locator(".side-total").inner_text()
