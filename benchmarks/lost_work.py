"""Interrupt the app of a published site many times, and check that no answered edit is lost.

    python benchmarks/lost_work.py SITE [TIMES] [chromium|firefox]

``SITE`` contains the site in ``games/ours``. Two tabs count up a card each, as fast as the app
answers, and are reloaded, closed or killed at random moments.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
sys.path[:0] = [str(place) for place in (ROOT, TESTS, TESTS / "web", TESTS / "site")]

from browsers import Profile, chromium_profile  # noqa: E402
from browsing import started_browser  # noqa: E402
from firefox import firefox_profile, started_firefox  # noqa: E402
from lost_work import WAYS, LostWork  # noqa: E402
from publishing import web_space  # noqa: E402


@contextmanager
def profile_of(name: str) -> Iterator[Profile]:
    if name == "firefox":
        with started_firefox() as firefox, firefox_profile(firefox) as profile:
            yield profile
    else:
        with started_browser() as browser, chromium_profile(browser) as profile:
            yield profile


def main(site: str, times: str = "100", browser: str = "chromium") -> None:
    with web_space(Path(site)) as space, profile_of(browser) as profile:
        work, began = LostWork(profile, space), time.monotonic()
        for number, path in enumerate(islice(cycle(WAYS), int(times)), start=1):
            work.interrupted(path)
            spent = time.monotonic() - began
            print(f"{number} {path}: {work.edits} edits, none lost, {spent:.0f} s", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
