"""Measure the app of a published site in real browsers: prints, cards and edits.

    python benchmarks/browser_app.py             builds a site first, which takes minutes
    python benchmarks/browser_app.py FOLDER      uses FOLDER/games/ours, which is a site

Every browser begins with an empty profile. It opens the print page twice, prints a whole kit of
Ecosfera Baltica on two papers, copies Ecologic, opens the copy, changes a card ten times and opens
the copy again. Times are as the visitor sees them. Nothing fails because a machine is slow.
"""

from __future__ import annotations

import gzip
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
sys.path[:0] = [str(place) for place in (ROOT, TESTS, TESTS / "web", TESTS / "site")]

from browsers import Profile, Tab, chromium_profile  # noqa: E402
from browsing import started_browser  # noqa: E402
from firefox import firefox_profile, started_firefox  # noqa: E402
from publishing import CACHE_COUNT, PATH, built, fetch, kept_files, printed, web_space  # noqa: E402

from generator.site.app_engine import ARCHIVE, FONTS  # noqa: E402
from generator.site.build_site import APP  # noqa: E402
from generator.web.browser_app import SECRET  # noqa: E402

KIT, COPIED, COPY = "ecosfera_baltica", "ecologic", "petro"
DECK, ROW, COLUMN, TEXT = "events", "oil_price_crash", "name", "Oil Price Crash"
EDITS = 10
PATIENCE_SECONDS = 600
PAUSE_SECONDS = 10
CHOICES = "!!document.querySelector('#p-paper')"
CARD = "[...document.querySelectorAll('.face img')].some((one) => one.naturalWidth)"
# Changes a cell, and resolves when the new picture of its card is on the screen.
EDITED = """async (address, body, card) => {
  const picture = () => document.querySelector(`[data-name="${card}"] img`);
  picture().scrollIntoView(); // pictures out of sight are not loaded
  const old = picture().src;
  const began = performance.now();
  const answer = await fetch(address, { method: "POST", body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const is_new = () => picture().src !== old && picture().complete && picture().naturalWidth;
  while (!is_new()) await new Promise(requestAnimationFrame);
  return performance.now() - began;
}"""
BROWSERS = {
    "Chromium": (started_browser, chromium_profile),
    "Firefox": (started_firefox, firefox_profile),
}


def reported(what: str, seconds: float, aim: str = "") -> None:
    print(f"  {what:44} {seconds:6.2f} s{aim:>12}   load {os.getloadavg()[0]:.1f}", flush=True)


def took(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def visit(tab: Tab, address: str, condition: str) -> float:
    def seen() -> None:
        tab.open(address)
        tab.wait(condition, seconds=PATIENCE_SECONDS)

    return took(seen)


def measure(profile: Profile, base: str, files: int) -> None:
    tab, address = profile.tab(), f"{base}print.html?game={KIT}"
    reported("choices on the print page, first visit", visit(tab, address, CHOICES))
    tab.wait(f"({CACHE_COUNT})().then((kept) => kept === {files})", seconds=PATIENCE_SECONDS)
    reported("choices on the print page, second visit", visit(tab, address, CHOICES))
    reported("a whole kit, 248 pieces", took(lambda: printed(tab, KIT, {})), "25 or 50")
    reported("the same on other paper", took(lambda: printed(tab, KIT, {"paper": "letter"})))
    fetch(tab, f"change/own?game={COPIED}", {"secret": SECRET, "name": COPY})
    tab.close()
    address = f"{base}change/?game={COPY}&table={DECK}"
    tab = profile.tab()
    reported("first card of Change, first visit", visit(tab, address, CARD))
    change(tab)
    time.sleep(PAUSE_SECONDS)  # what was composed is stored
    tab.close()
    reported("first card of Change, second visit", visit(profile.tab(), address, CARD), "3")


def change(tab: Tab) -> None:
    card, text, times = f"{DECK}/{ROW}", TEXT, []
    tab.wait(f"!!document.querySelector('[data-name=\"{card}\"] img')", seconds=PATIENCE_SECONDS)
    for number in range(EDITS):
        body = {"secret": SECRET, "table": DECK, "kind": "cells"}
        cells = [[ROW, COLUMN, text, f"Edit {number}"]]
        sent = f"edit?game={COPY}", {**body, "cells": cells}, card
        times.append(tab.run(EDITED, *sent, seconds=60) / 1000)
        text = f"Edit {number}"
    reported(f"edit to card, median of {EDITS}", statistics.median(times), "0.5")
    reported(f"edit to card, longest of {EDITS}", max(times))


def report_sizes(site: Path) -> None:
    """Print what Print and Change add to the download of the score pages."""
    scripts = sum(len(gzip.compress((site / name).read_bytes())) for name in APP)
    archive = (site / "engine" / ARCHIVE).stat().st_size
    fonts = (site / "engine" / FONTS).stat().st_size
    print(f"extra download: {(archive + scripts) / 1e6:.1f} MB, aim 8 MB; ", end="")
    print(f"more typefaces when a game has them: {fonts / 1e6:.1f} MB")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(sys.argv[1] if sys.argv[1:] else folder)
        if not sys.argv[1:]:
            built(root / PATH)
        report_sizes(root / PATH)
        for name, (start, new_profile) in BROWSERS.items():
            print(f"{name}:")
            with web_space(root) as space, start() as browser, new_profile(browser) as profile:
                measure(profile, space.base, len(kept_files(root)))


if __name__ == "__main__":
    main()
