"""Measure the time from saving a file to the changed picture in a real browser.

    python benchmarks/preview.py

Starts `ecotable preview` on a copy of the data and a headless Chromium or Chrome. It saves a deck's
CSV ten times with another card name, and its template ten times with another mark. Each time it
measures until the picture of the first card has been replaced and painted. It prints every time and
the medians. The browser is driven through its debugging pipe, so nothing else is needed. If there
is none, it reports that.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-background-networking "
    "--disable-component-update --disable-sync --no-first-run --remote-debugging-pipe"
).split()
GAME, DECK, TEMPLATE = "ecologic", "events", "event.svg.j2"
ROUNDS = 10
LIMIT_MS = 500.0

# Resolves with the time of day (ms) at which the card's new picture had been painted.
VISIBLE = """
new Promise((resolve) => {
  const picture = document.querySelector(`[data-name="%s"] img`);
  const old = picture.getAttribute("src");
  const look = () => {
    if (picture.getAttribute("src") === old || !picture.currentSrc.endsWith(
        picture.getAttribute("src")) || !picture.complete) return requestAnimationFrame(look);
    requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
  };
  look();
})
"""
READY = """
new Promise((resolve) => {
  const look = () => {
    const picture = document.querySelector(`[data-name="%s"] img`);
    picture?.complete && picture.naturalWidth ? resolve(true) : setTimeout(look, 50);
  };
  look();
})
"""


class Browser:
    """A headless browser with one page, driven over its debugging pipe."""

    def __init__(self, program: str, profile: Path) -> None:
        # The browser reads commands from its file 3 and answers on its file 4.
        command_end, self._commands = os.pipe()
        self._answers, answer_end = os.pipe()
        script = 'exec 3<&"$0" 4>&"$1"; shift 1; exec "$@"'
        words = [program, *FLAGS, f"--user-data-dir={profile}", "about:blank"]
        self._process = subprocess.Popen(
            ["sh", "-c", script, str(command_end), str(answer_end), *words],
            pass_fds=(command_end, answer_end),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(command_end)
        os.close(answer_end)
        self._rest = b""
        self._count = 0
        self._session = ""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]

    def send(self, method: str, **params: Any) -> int:
        """Send a command without waiting for its answer."""
        self._count += 1
        message: dict[str, Any] = {"id": self._count, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        return self._count

    def answer(self, number: int) -> dict[str, Any]:
        """Return the answer to a command; other messages of the browser are ignored."""
        while True:
            while b"\0" not in self._rest:
                self._rest += os.read(self._answers, 1 << 20)
            text, self._rest = self._rest.split(b"\0", 1)
            message = json.loads(text)
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(message["error"]["message"])
                return dict(message["result"])

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        return self.answer(self.send(method, **params))

    def ask(self, script: str) -> int:
        """Start a script in the page; its promise is the answer."""
        return self.send(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )

    def evaluated(self, number: int) -> Any:
        return self.answer(number)["result"].get("value")

    def close(self) -> None:
        self.send("Browser.close")
        self._process.wait(timeout=20)


@contextmanager
def preview(folder: Path) -> Iterator[str]:
    """Run a preview of a copy of the data; yield its address."""
    for name in ("cards_data", "templates"):
        shutil.copytree(ROOT / name, folder / name)
    start = "import sys; sys.path.insert(0, sys.argv.pop(1)); "
    start += "from generator.cli import main; sys.argv[0] = 'ecotable'; main()"
    words = ["preview", GAME, "--deck", DECK, "--no-open"]
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", start, str(ROOT), *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        yield process.stdout.readline().split()[0]
    finally:
        process.terminate()
        process.wait(timeout=20)


class Table:
    """The deck's CSV, saved with another name in its first row each time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open(encoding="utf-8-sig", newline="") as file:
            self.rows = list(csv.reader(file))
        self.column = self.rows[0].index("name")
        self.card = f"{path.stem}/{self.rows[1][self.rows[0].index('id')]}"

    def save(self, number: int) -> None:
        self.rows[1][self.column] = f"Round {number}"
        with self.path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(self.rows)


class Template:
    """The deck's template, saved with another mark each time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = path.read_text(encoding="utf-8")

    def save(self, number: int) -> None:
        mark = f'<circle cx="5" cy="5" r="{number / 10}" fill="#000000"/>'
        self.path.write_text(f"{self.text}\n{mark}\n", encoding="utf-8")


def measured(browser: Browser, card: str, file: Table | Template) -> list[float]:
    """Return the milliseconds from saved to shown, once for each round."""
    times = []
    for number in range(1, ROUNDS + 1):
        time.sleep(2)  # The rest of the game is composed once more in the background.
        waiting = browser.ask(VISIBLE % card)
        file.save(number)
        saved = time.time() * 1000
        times.append(browser.text_in(waiting) - saved)
    return times


def measure(program: str, folder: Path) -> dict[str, list[float]]:
    """Return the times for each kind of file."""
    with preview(folder) as address:
        browser = Browser(program, folder / "profile")
        try:
            table = Table(folder / "cards_data" / GAME / f"{DECK}.csv")
            template = Template(folder / "templates" / GAME / TEMPLATE)
            browser.call("Page.navigate", url=address)
            browser.text_in(browser.ask(READY % table.card))
            return {
                "CSV": measured(browser, table.card, table),
                "template": measured(browser, table.card, template),
            }
        finally:
            browser.close()


def main() -> int:
    program = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if program is None or os.name != "posix":
        print("preview, saved to shown: not measured, no Chromium or Chrome was found")
        return 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        matches = measure(program, Path(name))
    for kind, times in matches.items():
        each = " ".join(f"{one:.0f}" for one in times)
        median = statistics.median(times)
        print(f"{kind} saved to shown: median of {ROUNDS} is {median:.0f} ms ({each})")
    slowest = max(statistics.median(times) for times in matches.values())
    print(f"wanted: under {LIMIT_MS:.0f} ms; {'reached' if slowest < LIMIT_MS else 'missed'}")
    return 0 if slowest < LIMIT_MS else 1


if __name__ == "__main__":
    sys.exit(main())
