"""Check that both engines give the same results, and measure the browser's speed.

    python benchmarks/engines.py            1,000 random tables of each game
    python benchmarks/engines.py 100        as many as you like

Builds a site, opens it in Chromium, and compares the JSON of every score and what-if. Before that
it measures the times of a first visit: until the first total, and from a tap to its new total. The
page is slowed down four times, but not its worker, as browsers cannot do that. first_tap.py
measures how soon the form can be tapped.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
COUNTED = TESTS / "scorer" / "independent"
sys.path[:0] = [str(place) for place in (ROOT, TESTS, TESTS / "web", TESTS / "site", COUNTED)]

import random_tables  # noqa: E402
from browsing import PHONE, score_page, started_browser  # noqa: E402
from playwright.sync_api import Browser, Page  # noqa: E402
from publishing import PATH, built, web_space  # noqa: E402

from cards_data import list_games  # noqa: E402
from scorer.core.answers import answers_of  # noqa: E402
from scorer.engine import scorer_for  # noqa: E402
from scorer.web.api.records import form_record, score_record, what_if_record  # noqa: E402

BOARDS = {"kompensaatiopeli": random_tables.kompensaatiopeli}
RECORDS = {"score": score_record, "whatIf": what_if_record}
ASK = """async ([call, slug, tables]) => {
  const { engine } = (await import("./score.js")).modules["engine.js"];
  const found = [];
  for (const table of tables) found.push(await engine[call](slug, table));
  return found;
}"""
TOGETHER = 50
SLOWED = 4
TAP_AIM_MS = 300
TAPS = 15


def tables(slug: str, count: int, chance: random.Random) -> Iterator[dict[str, Any]]:
    """Yield plausible tables with some answers changed: many are valid, some are not."""
    form = form_record(slug, "en")
    for number in range(count):
        answers = begun(slug, form, chance)
        # A board determines most other answers: only few changes leave it valid.
        most = number % 2 if slug in BOARDS else 3
        for field in chance.sample(form["fields"], min(most, len(form["fields"]))):
            group = field["group"]
            items = answers.get(group["key"], []) if group else [answers]
            for item in items:
                item[field["key"]] = value(field, item.get(field["key"]), chance)
        yield {"answers": answers}


def begun(slug: str, form: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return a legal board from the second implementation, or a worked example."""
    if slug not in BOARDS:
        example: dict[str, Any] = json.loads(json.dumps(chance.choice(form["examples"])["answers"]))
        return example
    scorer = scorer_for(slug)
    return answers_of(scorer.form(), scorer.rules.split(BOARDS[slug](chance)))


def value(field: dict[str, Any], now: Any, chance: random.Random) -> Any:
    """Return another answer to a question."""
    choices = [choice["value"] for choice in field["choices"]]
    if field["kind"] == "int":
        return chance.randint(field["low"], min(field["high"] or 20, 30))
    if field["kind"] == "multi":
        return chance.sample(choices, chance.randint(0, len(choices)))
    if field["kind"] == "board" and isinstance(now, list):
        signs = sorted({sign for row in now for sign in row.split()} | {".", "c", "o", "?"})
        return [" ".join(chance.choice(signs) for _ in row.split()) for row in now]
    return chance.choice(choices) if choices else now


def compare(page: Page, slug: str, count: int) -> tuple[int, int, float]:
    """Return how many differ, how many had a result, and milliseconds per call in the browser."""
    request = list(tables(slug, count, random.Random(slug)))
    different = sound = 0
    spent = 0.0
    for call, record in RECORDS.items():
        for at in range(0, len(request), TOGETHER):
            some = request[at : at + TOGETHER]
            begin = time.perf_counter()
            result = page.evaluate(ASK, [call, slug, some])
            spent += time.perf_counter() - begin
            for table, values in zip(some, result, strict=True):
                different += values != json.loads(json.dumps(record(slug, table, "en")))
                sound += bool(values.get("result"))
    return different, sound, 1000 * spent / (len(RECORDS) * count)


def slowed(browser: Browser, base: str) -> None:
    """Print the times of a first visit on a slow phone."""
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    begin = time.perf_counter()
    page.goto(f"{base}score.html?game=ecologic&step=table")
    page.wait_for_selector("main[data-ready]")
    page.tap("#f-players-0-profits-more")
    page.wait_for_selector("#totals .total", timeout=300_000)
    print(f"first total: {time.perf_counter() - begin:.2f} s")
    taps = sorted(page.evaluate(TAP, TAPS))
    print(
        f"tap to total: {statistics.median(taps):.0f} ms in the middle, {taps[-1]:.0f} ms at most"
    )
    print(f"  aim {TAP_AIM_MS} ms")
    context.close()


TAP = """async (count) => {
  const times = [];
  const totals = document.querySelector("#totals");
  for (let tap = 0; tap < count; tap++) {
    const begin = performance.now();
    const scored = new Promise((done) => {
      const watch = new MutationObserver(() => (watch.disconnect(), done()));
      watch.observe(totals, { childList: true, subtree: true, characterData: true });
    });
    document.querySelector("#f-players-0-profits-more").click();
    await scored;
    times.push(performance.now() - begin);
    await new Promise((wait) => setTimeout(wait, 200));
  }
  return times;
}"""


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    wrong = 0
    with tempfile.TemporaryDirectory() as folder, started_browser() as browser:
        built(Path(folder) / PATH)
        with web_space(Path(folder)) as space:
            slowed(browser, space.base)
            page = score_page(browser.new_context(locale="en-GB"), space.base, "ecologic")
            page.set_default_timeout(300_000)
            for slug in list_games():
                different, sound, spent = compare(page, slug, count)
                wrong += different
                print(
                    f"{slug}: {count} tables, {sound} with a result, {different} different, "
                    f"{spent:.1f} ms a call"
                )
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
