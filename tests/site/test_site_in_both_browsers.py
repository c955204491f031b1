"""The published page in Chromium and Firefox: it scores, has its fonts, and needs no network."""

from __future__ import annotations

from pathlib import Path

import pytest
from browsers import Profile, Tab
from browsing import PHONE
from publishing import KEPT, Space, kept_files
from workshop import until

pytestmark = pytest.mark.slow

SLOW_SECONDS = 120
READY = "!!document.querySelector('main[data-ready]')"
FONTS = """document.fonts.ready.then(() => [...document.fonts]
  .filter((font) => font.family.includes("Ecotable") && font.status === "loaded").length)"""
POINTS = "[...document.querySelectorAll('.side-total')].map((total) => total.textContent)"


def points_of_the_first_example(tab: Tab, address: str) -> list[str]:
    tab.open(address)
    tab.wait(READY, seconds=SLOW_SECONDS)
    tab.click("details.examples summary")
    tab.click("[data-example]")
    tab.wait("!!document.querySelector('#verdict')", seconds=SLOW_SECONDS)
    return list(tab.run(POINTS))


def test_a_game_is_scored_and_then_without_a_network(
    profile: Profile, space: Space, published: Path
) -> None:
    tab = profile.tab(PHONE)
    address = f"{space.base}score.html?game=ecologic"
    points = points_of_the_first_example(tab, address)
    assert points and all(points)
    assert tab.run(FONTS) == 3
    kept = len(kept_files(published))
    until(lambda: tab.run(KEPT) == kept, f"{kept} files are kept", SLOW_SECONDS)
    space.server.shutdown()
    space.server.server_close()
    profile.crash()
    assert points_of_the_first_example(profile.tab(PHONE), address) == points
