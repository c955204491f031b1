"""Measure the app of a published site in real browsers: prints, cards, edits, and what is slow.

    python benchmarks/browser_app.py                    builds a site first, which takes minutes
    python benchmarks/browser_app.py FOLDER             uses FOLDER/games/ours, which is a site
    python benchmarks/browser_app.py --engine webkit    one engine; may be repeated

Every browser begins with an empty profile. It opens the print page twice, prints a whole kit of
Ecosfera Baltica on two papers, copies Ecologic, opens the copy, changes a card ten times and opens
the copy again. Times are as the visitor sees them. Nothing fails because a machine is slow.

Below a time is where the worker of the page spent it. Each moment counts once, for the first of
these: "python" (or another script runs: the worker hears nothing), "compile" (WebAssembly, also
while it is loaded), "load" (files of the site), "storage" and "rest" (none of these). What remains
is "page": before the worker begins.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
sys.path[:0] = [str(place) for place in (ROOT, TESTS, TESTS / "web", TESTS / "site")]

from browsers import CHROMIUM, FIREFOX, WEBKIT, Profile, Tab, chromium_profile  # noqa: E402
from browsing import started_browser  # noqa: E402
from firefox import firefox_profile, started_firefox  # noqa: E402
from publishing import CACHE_COUNT, PATH, built, fetch, kept_files, printed, web_space  # noqa: E402
from webkit import started_display, webkit_profile  # noqa: E402

from generator.site.app_engine import ARCHIVE, FONTS  # noqa: E402
from generator.site.build_site import APP  # noqa: E402
from generator.web.browser_app import SECRET  # noqa: E402

KIT, COPIED, COPY = "ecosfera_baltica", "ecologic", "petro"
DECK, ROW, COLUMN, TEXT = "events", "oil_price_crash", "name", "Oil Price Crash"
EDITS = 10
PATIENCE_SECONDS = 600
PAUSE_SECONDS = 10
CHOICES = "!!document.querySelector('#p-paper')"
# What a page showed last time is inert until the app answers.
CARD = """[...document.querySelectorAll(".face img")]
  .some((one) => one.naturalWidth && !one.closest("[inert]"))"""
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
    CHROMIUM: (started_browser, chromium_profile),
    FIREFOX: (started_firefox, firefox_profile),
    WEBKIT: (started_display, partial(webkit_profile, engine=WEBKIT)),
}
APP_WORKER, JOB_WORKER = "", "job"
KINDS = ("python", "compile", "load", "storage")
# Put before the script of the workers: measures calls until they are answered, and how long the
# worker did not come to its clock. Its modules are loaded before that.
MEASURED = b"""{
  const TICK = 20;
  const wrap = (kind, owner, ...names) => names.filter((name) => name in owner).forEach((name) => {
    const original = owner[name];
    owner[name] = function (...values) {
      const start = performance.now();
      const answer = original.apply(this, values);
      Promise.resolve(answer).then(() => performance.measure(kind, { start }), () => null);
      return answer;
    };
  });
  const [folder, file] = [FileSystemDirectoryHandle.prototype, FileSystemFileHandle.prototype];
  performance.measure("load", { start: 0 });
  wrap("load", self, "fetch");
  wrap("load", Response.prototype, "arrayBuffer", "text", "json");
  wrap("compile", WebAssembly, "compile", "instantiate");
  wrap("compile", WebAssembly, "compileStreaming", "instantiateStreaming");
  wrap("storage", StorageManager.prototype, "getDirectory");
  wrap("storage", folder, "getFileHandle", "getDirectoryHandle", "removeEntry");
  wrap("storage", file, "getFile", "createSyncAccessHandle", "createWritable");
  wrap("storage", Blob.prototype, "arrayBuffer");
  let heard = performance.now();
  setInterval(() => {
    const now = performance.now();
    if (now - heard > 2 * TICK) performance.measure("python", { start: heard + TICK, end: now });
    heard = now;
  }, TICK);
  const line = new BroadcastChannel("measured");
  line.onmessage = ({ data }) => {
    if (data !== self.name) return;
    const clock = (time) => (performance.timeOrigin + time) / 1000;
    const spans = performance.getEntriesByType("measure").map(({ name, startTime, duration }) =>
      [name, clock(startTime), clock(startTime + duration)]);
    line.postMessage([clock(0), spans]);
  };
}
"""
ASK_WORKER = """(name) => new Promise((done) => {
  const line = new BroadcastChannel("measured");
  line.onmessage = ({ data }) => (line.close(), done(data));
  line.postMessage(name);
})"""


def copy_measured(site: Path, copy: Path) -> None:
    """Copy a site whose workers can be asked; its pages know the checksum of their script."""
    shutil.copytree(site, copy)
    script, service = copy / "worker.js", copy / "service.js"
    before = script.read_bytes()
    script.write_bytes(MEASURED + before)
    old, new = (hashlib.sha256(one).hexdigest()[:32] for one in (before, MEASURED + before))
    service.write_text(service.read_text("utf-8").replace(old, new), "utf-8")


def reported(what: str, seconds: float, aim: str = "") -> None:
    print(f"  {what:44} {seconds:6.2f} s{aim:>12}   load {os.getloadavg()[0]:.1f}", flush=True)


def report_shares(tab: Tab, worker: str, what: str, seconds: float) -> None:
    """Print what took so long until now, and where the worker spent this time."""
    end = time.time()
    reported(what, seconds)
    began, spans = tab.run(ASK_WORKER, worker, seconds=PATIENCE_SECONDS)
    start = max(end - seconds, began)
    edges = sorted({start, end, *(at for span in spans for at in span[1:] if start < at < end)})
    shares = {"page": start - (end - seconds), **dict.fromkeys((*KINDS, "rest"), 0.0)}
    for first, last in pairwise(edges):
        going = {kind for kind, *span in spans if span[0] < last and span[1] > first}
        shares[next((kind for kind in KINDS if kind in going), "rest")] += last - first
    print("   ", ", ".join(f"{kind} {share:.2f}" for kind, share in shares.items()), flush=True)


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
    tab, path = profile.tab(), f"print.html?game={KIT}"
    measure_visit(tab, "choices on the print page, first visit", (base, path), CHOICES)
    tab.wait(f"({CACHE_COUNT})().then((kept) => kept === {files})", seconds=PATIENCE_SECONDS)
    time.sleep(PAUSE_SECONDS)  # the memory of Python is stored
    measure_visit(tab, "choices on the print page, second visit", (base, path), CHOICES)
    kit = took(lambda: printed(tab, KIT, {}))
    report_shares(tab, JOB_WORKER, "a whole kit, 248 pieces", kit)
    reported("the same on other paper", took(lambda: printed(tab, KIT, {"paper": "letter"})))
    fetch(tab, f"change/own?game={COPIED}", {"secret": SECRET, "name": COPY})
    tab.close()
    tab, path = profile.tab(), f"change/?game={COPY}&table={DECK}"
    measure_visit(tab, "first card of Edit, first visit", (base, path), CARD)
    change(tab)
    time.sleep(PAUSE_SECONDS)  # what was composed is stored
    tab.close()
    measure_visit(profile.tab(), "first card of Edit, second visit", (base, path), CARD)


def measure_visit(tab: Tab, what: str, address: tuple[str, str], condition: str) -> None:
    """Report a visit: a second one should take 3 s, in WebKit 6 s, and start from the memory."""
    base, path = address
    seconds = visit(tab, base + path, condition)
    report_shares(tab, APP_WORKER, what, seconds)
    if json.loads(fetch(tab, f"{base}api/app"))["isRestored"]:
        print("    from the memory of an earlier visit")


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
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--engine", action="append", choices=BROWSERS)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root, site = Path(folder, "measured"), (chosen.folder or Path(folder, "site")) / PATH
        if not chosen.folder:
            built(site)
        report_sizes(site)
        copy_measured(site, root / PATH)
        for name in chosen.engine or BROWSERS:
            start, new_profile = BROWSERS[name]
            print(f"{name}:")
            with web_space(root) as space, start() as browser, new_profile(browser) as profile:
                measure(profile, space.base, len(kept_files(root)))


if __name__ == "__main__":
    main()
