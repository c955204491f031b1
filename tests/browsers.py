"""What a test asks of a browser, the same for three engines: profiles and their tabs."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from browsing import LAPTOP
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page

SECONDS = 30
# The last two are Safari's, now and on an iPad before version 26.
CHROMIUM, FIREFOX, WEBKIT, OLD_WEBKIT = "chromium", "firefox", "webkit", "old-webkit"


def engines(*names: Any) -> pytest.MarkDecorator:
    """Run a test in these engines; without this mark ``profile`` is one of the first two."""
    return pytest.mark.parametrize("profile", names, indirect=True)


def thorough(*values: Any) -> Any:
    """Values of a test that ``make thorough`` runs."""
    return pytest.param(*values, marks=pytest.mark.thorough)


three_engines = engines(CHROMIUM, FIREFOX, WEBKIT)
# One always, the others thoroughly.
each_engine = engines(CHROMIUM, thorough(FIREFOX), thorough(WEBKIT))
LOCALE = "en-GB"
# JSON looks the same whoever carries it. A promise that never ends must not hold up the tests.
REQUEST = """(async () => {
  const asked = (%s);
  const late = new Promise((_, no) => setTimeout(no, %d, new Error("no answer in time")));
  const value = typeof asked === "function" ? asked(...%s) : asked;
  return JSON.stringify(await Promise.race([value, late])) ?? "null";
})()"""
SELECTED = """(selector) => {
  const element = document.querySelector(selector);
  element.focus();
  if (element.select) element.select();
  else getSelection().selectAllChildren(element);
}"""


# Whether a click on the middle of an element reaches it.
REACHED = """(selector) => {
  const element = document.querySelector(selector);
  if (!element?.checkVisibility() || element.matches(":disabled")) return false;
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
ENTER = "\ue007"


class BrowserError(Exception):
    """The browser or the page refused what it was asked."""


class Tab(ABC):
    """A page, as a visitor uses it. Whatever is clicked or filled is waited for."""

    @abstractmethod
    def open(self, address: str) -> None: ...

    @abstractmethod
    def click(self, selector: str) -> None: ...

    @abstractmethod
    def choose_files(self, selector: str, *files: Path) -> None: ...

    @abstractmethod
    def screenshot(self, path: Path) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def _evaluate(self, script: str) -> str: ...

    @abstractmethod
    def _press(self, text: str) -> None: ...

    def run(self, script: str, *values: Any, seconds: float = SECONDS) -> Any:
        """The value of an expression, or what a function makes of the values; promises are awaited.

        A worker or a service may take longer than a page: then more seconds are given.
        """
        expression = REQUEST % (script, seconds * 1000, json.dumps(values))
        return json.loads(self._evaluate(expression))

    def wait(self, condition: str, *values: Any, seconds: float = SECONDS) -> None:
        """Until it is true; a page that is just loading is asked again."""
        end, why = time.monotonic() + seconds, ""
        while True:
            try:
                if self.run(condition, *values):
                    return
            except BrowserError as error:
                why = f": {error}"
            assert time.monotonic() < end, f"not in {seconds} s: {condition} {values or ''}{why}"
            time.sleep(0.05)

    def type(self, selector: str, text: str) -> None:
        """Keys one by one, in place of what was there; a line break is Enter."""
        self.wait("(selector) => !!document.querySelector(selector)", selector)
        self.run(SELECTED, selector)
        self._press(text)


class Profile(ABC):
    """A visitor's storage, which all its tabs share; and what its pages complained of."""

    def __init__(self) -> None:
        self._heard: list[str] = []

    @property
    def complaints(self) -> list[str]:
        return self._heard

    @abstractmethod
    def tab(self, size: dict[str, int] = LAPTOP) -> Tab:
        """A new one, visible beside the others."""

    @abstractmethod
    def crash(self) -> None:
        """Kills the processes of all pages and workers; storage remains. Then open new tabs."""


class ChromiumTab(Tab):
    def __init__(self, page: Page) -> None:
        self._page = page

    def open(self, address: str) -> None:
        self._page.goto(address)

    def click(self, selector: str) -> None:
        self._page.click(selector)

    def choose_files(self, selector: str, *files: Path) -> None:
        self._page.set_input_files(selector, files)

    def screenshot(self, path: Path) -> None:
        path.write_bytes(self._page.screenshot())

    def close(self) -> None:
        self._page.close()

    def _evaluate(self, script: str) -> str:
        try:
            return str(self._page.evaluate(script))
        except Error as error:
            raise BrowserError(error.message) from error

    def _press(self, text: str) -> None:
        self._page.keyboard.type(text)


class ChromiumProfile(Profile):
    def __init__(self, browser: Browser, context: BrowserContext) -> None:
        super().__init__()
        self._browser, self._context = browser, context
        context.set_default_timeout(SECONDS * 1000)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        context.on("console", self._listen)

    def _listen(self, message: ConsoleMessage) -> None:
        # Chromium alone also notes every answer that is an error, as tests often want it.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.complaints.append(message.text)

    def tab(self, size: dict[str, int] = LAPTOP) -> Tab:
        page = self._context.new_page()
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        return ChromiumTab(page)

    def crash(self) -> None:
        session = self._browser.new_browser_cdp_session()
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        session.detach()
        killed = [psutil.Process(one["id"]) for one in processes if one["type"] == "renderer"]
        kill(killed)


def kill(processes: list[psutil.Process]) -> None:
    """Ends them at once, as a crash does, and waits until they are gone."""
    for one in processes:
        with suppress(psutil.NoSuchProcess):
            one.kill()
    _, alive = psutil.wait_procs(processes, timeout=SECONDS)
    assert alive == []


@contextmanager
def chromium_profile(browser: Browser) -> Iterator[Profile]:
    """An empty one, until the test has ended."""
    context = browser.new_context(locale=LOCALE)
    yield ChromiumProfile(browser, context)
    context.close()
