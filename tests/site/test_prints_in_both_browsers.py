"""Prints made in a browser: what is on their pages is what ``ecotable print`` draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from browsers import Profile, Tab
from publishing import PATIENCE_SECONDS, Space, printed
from same_prints import differences, visible_differences
from thorough import sample

from cards_data import list_games, load_game
from generator.pipeline import print_game
from generator.web.print_queue import print_options
from generator.workers import WorkerPool

pytestmark = pytest.mark.slow

GAME = "ecosfera_baltica"
PRINTS: list[tuple[str, dict[str, Any]]] = [
    # Words are hyphenated, and numbers are written as in Swedish.
    (GAME, {"lang": "sv", "paper": "letter", "decks": ["policies", "pressures"]}),
    *((slug, {"lang": lang}) for slug in list_games() for lang in ("en", "sv")),
    (GAME, {"layout": "gutterfold", "ink": "low"}),
]


def printed_here(slug: str, options: Mapping[str, Any], out: Path) -> Path:
    chosen = replace(print_options(dict(options)), render="vector", out=out)
    with WorkerPool(2) as pool:
        return print_game(load_game(slug), chosen, pool).pdf


def app_of(profile: Profile, space: Space) -> Tab:
    """A page whose app answers."""
    tab = profile.tab()
    tab.open(f"{space.base}print.html?game={GAME}")
    tab.wait("!!document.querySelector('#p-paper')", seconds=PATIENCE_SECONDS)
    return tab


def is_ink_saved(difference: str, options: Mapping[str, Any]) -> bool:
    """The first page says how much ink is saved, which cannot be measured in the browser."""
    return options.get("ink") == "low" and difference.startswith("page 1 ")


def test_pages_are_drawn_in_the_browser_as_everywhere(
    profile: Profile, space: Space, tmp_path: Path
) -> None:
    tab = app_of(profile, space)
    for slug, options in sample(PRINTS, len(PRINTS)):
        there, here = tmp_path / "browser.pdf", printed_here(slug, options, tmp_path)
        there.write_bytes(printed(tab, slug, options))
        found = (*differences(there, here), *visible_differences(there, here))
        assert [one for one in found if not is_ink_saved(one, options)] == [], (slug, options)
