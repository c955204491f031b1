"""Prints made in a browser: what is on their pages is what ``ecotable print`` draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from browsers import CHROMIUM, Profile, Tab, engines, three_engines
from publishing import PATIENCE_SECONDS, Space, printed
from same_prints import differences, visible_differences

from cards_data import list_games, load_game
from generator.pipeline import print_game
from generator.web.print_queue import print_options
from generator.workers import WorkerPool

pytestmark = pytest.mark.thorough

GAME = "ecosfera_baltica"
Print = tuple[str, dict[str, Any]]
# Words are hyphenated, and numbers are written as in Swedish; then other pages and less ink. Python
# decides what is drawn: a small kit shows what an engine adds.
SMALL: list[Print] = [
    (GAME, {"lang": "sv", "paper": "letter", "decks": ["policies"]}),
    (GAME, {"layout": "gutterfold", "ink": "low", "decks": ["policies"]}),
]
WHOLE: list[Print] = [(slug, {"lang": "en"}) for slug in list_games()]


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


def check_prints(tab: Tab, prints: list[Print], folder: Path) -> None:
    for slug, options in prints:
        pdf, here = folder / "browser.pdf", printed_here(slug, options, folder)
        pdf.write_bytes(printed(tab, slug, options))
        all_differences = (*differences(pdf, here), *visible_differences(pdf, here))
        assert [one for one in all_differences if not is_ink_saved(one, options)] == [], (
            slug,
            options,
        )


@three_engines
def test_pages_are_drawn_in_the_browser_as_everywhere(
    profile: Profile, space: Space, tmp_path: Path
) -> None:
    check_prints(app_of(profile, space), SMALL, tmp_path)


@engines(CHROMIUM)
def test_whole_kits_are_drawn_in_the_browser_as_everywhere(
    profile: Profile, space: Space, tmp_path: Path
) -> None:
    check_prints(app_of(profile, space), WHOLE, tmp_path)
