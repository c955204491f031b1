"""Phones as contexts of one browser, and a server for a class."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browsing import PHONE
from playwright.sync_api import Browser, BrowserContext


@pytest.fixture
def phones(browser: Browser) -> Iterator[Callable[[], BrowserContext]]:
    """Makes as many phones as a test wants, each with a storage of its own."""
    contexts: list[BrowserContext] = []

    def phone() -> BrowserContext:
        # Without motion: a colour that is on its way to another has no contrast worth measuring.
        still: Any = {"viewport": PHONE, "reduced_motion": "reduce"}
        contexts.append(browser.new_context(has_touch=True, locale="en-GB", **still))
        return contexts[-1]

    yield phone
    for context in contexts:
        context.close()
