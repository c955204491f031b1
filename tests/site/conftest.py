"""The published page: one site for all tests, and a browser that reaches nothing else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

# The browser of the page's own tests.
sys.path.append(str(Path(__file__).parents[1] / "web"))

from browsing import PHONE
from playwright.sync_api import Browser, BrowserContext
from publishing import PATH, Space, built, once, web_space


@pytest.fixture(scope="session")
def published(shared: Path) -> Path:
    """All games as a site, in a folder of a web space."""
    root = shared / "web-space"
    with once(root) as first:
        if first:
            built(root / PATH)
    return root


@pytest.fixture
def space(published: Path) -> Iterator[Space]:
    with web_space(published) as one:
        yield one


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
    yield context
    context.close()
