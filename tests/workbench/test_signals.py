"""The state of the workbench page: what reads it runs again when it changes."""

from __future__ import annotations

from base64 import b64encode

import pytest
from playwright.sync_api import Browser

from generator.workbench.bench_routes import PAGE

pytestmark = pytest.mark.slow
RUN = """async (address) => {
  const { collection, effect, flush, memo, state, untrack } = await import(address);
  const chosen = state({ row: "a", column: "x" });
  const marked = collection(new Set());
  const seen = [];
  let computing = 0;
  const title = memo(() => ((computing += 1), chosen.row.toUpperCase()));
  effect(() => seen.push(`${title()}${title()} ${[...marked].join()}`));
  effect(() => seen.push(`column ${chosen.column} ${untrack(() => chosen.row)}`));
  Object.assign(chosen, { row: "b" });
  chosen.row = "c";
  marked.add("z");
  const waits = seen.length;
  await null;
  chosen.row = "c";
  marked.delete("z");
  flush();
  const faults = [];
  addEventListener("error", (event) => faults.push(event.error.message));
  const broken = state({ now: false });
  effect(() => {
    if (broken.now) throw new Error("broken");
  });
  effect(() => seen.push(`after ${broken.now}`));
  broken.now = true;
  flush();
  return { seen, waits, computing, faults };
}"""


def test_effects_run_once_for_what_they_read_after_all_changes(browser: Browser) -> None:
    script = b64encode((PAGE / "signals.js").read_bytes()).decode()
    page = browser.new_page()
    runs = page.evaluate(RUN, f"data:text/javascript;base64,{script}")
    page.close()
    assert runs["waits"] == 2  # changes wait for the end of the script, or for flush()
    assert runs["seen"][:4] == ["AA ", "column x a", "CC z", "CC "]
    assert runs["computing"] == 2  # for "a" and for "c", not for "b"
    # An effect that fails does not stop the others.
    assert runs["seen"][4:] == ["after false", "after true"] and runs["faults"] == ["broken"]
