"""The browser's script folds every log to what Python folds it to."""

from __future__ import annotations

import random
from typing import Any

import pytest
from browsing import score_page, served
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from logs import evenings, merged, replay
from playwright.sync_api import BrowserContext, Page
from thorough import often

from scorer.web.live.taps import Tap

pytestmark = pytest.mark.slow
REPLAYED = """async (logs) => {
  const { merge, replay } = (await import("./score.js")).modules["taps.js"];
  return logs.map((log) => {
    const whole = merge(log);
    return { marks: whole.map((tap) => tap.mark), answers: replay(whole, "phone-ada").answers };
  });
}"""


def vectors(count: int) -> list[list[Tap]]:
    """Logs as they may arrive: in any order, some taps twice."""
    logs: list[list[Tap]] = []

    @settings(max_examples=count, database=None, derandomize=True, phases=[Phase.generate])
    @given(evenings(), st.randoms(use_true_random=False))
    def gather(evening: list[list[Tap]], chance: random.Random) -> None:
        taps = [tap for phone in evening for tap in phone]
        arrived = [*taps, *chance.sample(taps, min(3, len(taps)))]
        chance.shuffle(arrived)
        logs.append(arrived)

    gather()
    return logs


@pytest.mark.sampled
def test_script_and_python_agree_on_random_tables(page_of_a_table: Page) -> None:
    logs = vectors(often(300, 300))
    assert {"undo", "count", "finish"} <= {tap["do"] for log in logs for tap in log}
    replayed: list[dict[str, Any]] = page_of_a_table.evaluate(REPLAYED, logs)
    for log, one in zip(logs, replayed, strict=True):
        whole = merged(log)
        assert one["marks"] == [tap["mark"] for tap in whole]
        assert one["answers"] == replay(whole)


@pytest.fixture
def page_of_a_table(phones: Any) -> Any:
    with served() as here:
        context: BrowserContext = phones()
        page = score_page(context, here, "ecologic")
        yield page
        page.close()
