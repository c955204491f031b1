"""The page in a browser, in each way it is delivered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browsing import LAPTOP, PHONE, served
from playwright.sync_api import Browser, BrowserContext

DELIVERIES = {"served": served}


@pytest.fixture(scope="module", params=DELIVERIES)
def delivery(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of the page."""
    with DELIVERIES[request.param]() as base:
        yield base


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
    yield context
    context.close()


@pytest.fixture
def laptop(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=LAPTOP, locale="en-GB")
    yield context
    context.close()


@pytest.fixture
def swedish(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="sv-FI")
    yield context
    context.close()
