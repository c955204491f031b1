"""From saving a CSV to the changed picture on the screen, in a real browser.

    python benchmarks/preview.py

Starts `ecotable preview` on a copy of the data and Chromium (or Chrome) without a window, saves
a deck ten times with another card text, and takes the time until the picture of the card has
been replaced and painted. Prints every time and the median. The browser is driven through its
own debugging pipe, so nothing but the browser is needed. Where there is none, it says so.
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
GAME, DECK = "ecologic", "events"
ROUNDS = 10
LIMIT_MS = 500.0

# Resolves with the time of day (ms) at which the card's new picture had been painted.
SHOWN = """
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
        """Sends a command without waiting for its answer."""
        self._count += 1
        message: dict[str, Any] = {"id": self._count, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        return self._count

    def answer(self, number: int) -> dict[str, Any]:
        """The answer to a command; what the browser tells meanwhile is passed over."""
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
        """Starts a script in the page; its promise is the answer."""
        return self.send(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )

    def told(self, number: int) -> Any:
        return self.answer(number)["result"].get("value")

    def close(self) -> None:
        self.send("Browser.close")
        self._process.wait(timeout=20)


@contextmanager
def preview(folder: Path) -> Iterator[str]:
    """A running preview of a copy of the data; gives its address."""
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
    """The deck's CSV, saved with another text in its first row each time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open(encoding="utf-8-sig", newline="") as file:
            self.rows = list(csv.reader(file))
        self.column = self.rows[0].index("name")
        self.card = f"{path.stem}/{self.rows[1][self.rows[0].index('id')]}"

    def save(self, word: str) -> float:
        """Saves; gives the time of day (ms) right after."""
        self.rows[1][self.column] = word
        with self.path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(self.rows)
        return time.time() * 1000


def measured(browser: Browser, address: str, table: Table) -> list[float]:
    """Milliseconds from saved to shown, once for each round."""
    browser.call("Page.navigate", url=address)
    browser.told(browser.ask(READY % table.card))
    times = []
    for number in range(ROUNDS):
        time.sleep(2)  # The rest of the game is composed once more in the background.
        waiting = browser.ask(SHOWN % table.card)
        saved = table.save(f"Round {number + 1}")
        times.append(browser.told(waiting) - saved)
    return times


def main() -> int:
    program = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if program is None or os.name != "posix":
        print("preview, saved to shown: not measured, no Chromium or Chrome was found")
        return 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with preview(folder) as address:
            browser = Browser(program, folder / "profile")
            try:
                table = Table(folder / "cards_data" / GAME / f"{DECK}.csv")
                times = measured(browser, address, table)
            finally:
                browser.close()
    median = statistics.median(times)
    print("saved to shown, ms:", " ".join(f"{one:.0f}" for one in times))
    print(f"median of {ROUNDS}: {median:.0f} ms (wanted: under {LIMIT_MS:.0f} ms)")
    return 0 if median < LIMIT_MS else 1


if __name__ == "__main__":
    sys.exit(main())
