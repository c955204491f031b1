"""The browser of the page's tests, for the page that is sent round."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

# One place looks for Chromium, and it lies beside the tests of the other page.
sys.path.append(str(Path(__file__).parents[1] / "web"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from browsing import started_browser

    with started_browser() as one:
        yield one
