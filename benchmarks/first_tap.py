"""Measure how soon a slow phone responds: each game's score page, served and published.

    python benchmarks/first_tap.py         five first visits of each page
    python benchmarks/first_tap.py 15      as many as you like

The time is measured inside the page, slowed down four times. It runs from the start of the
navigation until the first tap on a counter is answered and painted. Every visit is a first one,
with a new profile and an empty cache. The browser gets time to settle before, since its own window
uses as much time as a page when it opens. Nothing here ever fails because a machine is slow.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
sys.path[:0] = [str(place) for place in (ROOT, TESTS, TESTS / "web", TESTS / "site")]

from browsing import PHONE, started_browser  # noqa: E402
from playwright.sync_api import Browser  # noqa: E402
from publishing import PATH, built, web_space  # noqa: E402

from cards_data import list_games  # noqa: E402

SERVE = [sys.executable, "-m", "generator", "serve", "--no-open"]
SLOWED = 4
AIM_S = 1.0
SETTLED_MS = 2000
# Taps as soon as there is something to tap, and reports when the answer was painted.
WATCH = """window.answered = new Promise((done) => {
  const painted = () => requestAnimationFrame(() => setTimeout(() => done(performance.now())));
  const tapped = (place) => {
    place.click();
    if (document.getElementById("undo").disabled) setTimeout(tapped, 5, place);
    else painted();
  };
  const watch = new MutationObserver(() => {
    const place = document.querySelector('#panel [id$="-more"]');
    if (!place) return;
    watch.disconnect();
    setTimeout(tapped, 0, place);
  });
  watch.observe(document, { subtree: true, childList: true });
});"""


def first_visit(browser: Browser, base: str, slug: str) -> float:
    """Return the seconds until the first tap is answered."""
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
    page = context.new_page()
    page.add_init_script(WATCH)
    page.wait_for_timeout(SETTLED_MS)
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.goto(f"{base}score.html?game={slug}&step=table", wait_until="commit")
    took_ms = float(page.evaluate("answered"))
    context.close()
    return took_ms / 1000


def print_report(browser: Browser, base: str, visits: int) -> None:
    """Print a line for each game; the very first visit warms up the server and does not count."""
    for slug in list_games():
        first_visit(browser, base, slug)
        took = [first_visit(browser, base, slug) for _ in range(visits)]
        print(
            f"  {slug:18} {statistics.median(took):.2f} s in the middle, {min(took):.2f} to "
            f"{max(took):.2f}; aim {AIM_S} s; load {os.getloadavg()[0]:.1f}"
        )


@contextmanager
def served() -> Iterator[str]:
    """Serve the page like ``ecotable serve``, in a separate process."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(SERVE, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().split()[0]
        finally:
            server.terminate()


@contextmanager
def published() -> Iterator[str]:
    """Publish the page like ``ecotable site``, as static files."""
    with tempfile.TemporaryDirectory() as folder:
        built(Path(folder) / PATH)
        with web_space(Path(folder)) as space:
            yield space.base


def main() -> None:
    visits = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with started_browser() as browser:
        for delivery in (served, published):
            with delivery() as base:
                print(f"{delivery.__name__}, slowed down {SLOWED} times:")
                print_report(browser, base, visits)


if __name__ == "__main__":
    main()
