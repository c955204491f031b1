"""The games as they are: what they look like is asked here, not where their faces come from."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def composed_once(warm_cache: None) -> None:
    """A piece that several tests look at is composed for the first of them."""
