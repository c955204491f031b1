"""The made-up game in a gallery."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from onlooker import Onlooker, looking_at
from workshop import Workshop


@pytest.fixture
def onlooker(pond: Workshop) -> Iterator[Onlooker]:
    """Looks at the English pond."""
    with looking_at((pond.slug, "en")) as one:
        yield one
