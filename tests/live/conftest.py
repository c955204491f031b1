"""Phones as contexts of one browser, and a server for a class."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from browsing import PHONE
from playwright.sync_api import Browser, BrowserContext


@pytest.fixture
def phones(browser: Browser) -> Iterator[Callable[[], BrowserContext]]:
    """Makes as many phones as a test wants, each with a storage of its own."""
    made: list[BrowserContext] = []

    def phone() -> BrowserContext:
        made.append(browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB"))  # type: ignore[arg-type]
        return made[-1]

    yield phone
    for context in made:
        context.close()
