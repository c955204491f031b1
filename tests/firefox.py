"""Firefox, driven over WebDriver BiDi: https://w3c.github.io/webdriver-bidi/."""

from __future__ import annotations

import base64
import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil
from browsers import ENTER, LOCALE, REACHED, SECONDS, BrowserError, Profile, Tab, kill
from browsing import LAPTOP, executable
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from workshop import until

SLOWEST_SECONDS = 300
PREFERENCES = {
    "intl.accept_languages": LOCALE,
    # Nothing is asked of anybody but the pages under test.
    "app.normandy.enabled": False,
    "browser.startup.page": 0,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
}


class Firefox:
    """A running Firefox: answers commands, and collects what pages complain of."""

    def __init__(self, process: psutil.Popen, socket: ClientConnection) -> None:
        self._process, self._socket, self._sent = process, socket, 0
        self.complaints: list[str] = []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])

    def send(self, method: str, **params: Any) -> Any:
        """The answer to a command; events that come before it are noted."""
        self._sent += 1
        self._socket.send(json.dumps({"id": self._sent, "method": method, "params": params}))
        while True:
            answer = self._received(method)
            if answer["type"] == "event":
                self._note(answer["params"])
            elif answer["id"] == self._sent:
                break
        if answer["type"] == "error":
            raise BrowserError(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def _received(self, method: str) -> dict[str, Any]:
        try:
            return dict(json.loads(self._socket.recv(timeout=SLOWEST_SECONDS)))
        except (TimeoutError, ConnectionClosed) as error:
            raise BrowserError(f"{method}: no answer from Firefox: {error}") from error

    def _note(self, entry: dict[str, Any]) -> None:
        # Firefox alone also notes requests that a page left unanswered when it was closed.
        if entry["level"] == "error" and not str(entry["text"]).startswith("Failed to load ‘’."):
            self.complaints.append(str(entry["text"]))

    def crash_pages(self) -> None:
        processes = self._process.children(recursive=True)
        kill([one for one in processes if one.cmdline()[-1:] == ["tab"]])


class FirefoxTab(Tab):
    def __init__(self, firefox: Firefox, context: str) -> None:
        self._firefox, self._context = firefox, context

    def _send(self, method: str, **params: Any) -> Any:
        return self._firefox.send(method, context=self._context, **params)

    def _element(self, selector: str) -> dict[str, str]:
        locator = {"type": "css", "value": selector}
        nodes = self._send("browsingContext.locateNodes", locator=locator)
        return {"sharedId": nodes["nodes"][0]["sharedId"]}

    def open(self, address: str) -> None:
        self._send("browsingContext.navigate", url=address, wait="complete")

    def click(self, selector: str) -> None:
        self.wait(REACHED, selector)
        origin = {"type": "element", "element": self._element(selector)}
        steps = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._act({"type": "pointer", "id": "mouse", "actions": steps})

    def choose_files(self, selector: str, *files: Path) -> None:
        self.wait("(selector) => !!document.querySelector(selector)", selector)
        paths = [str(file) for file in files]
        self._send("input.setFiles", element=self._element(selector), files=paths)

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._send("browsingContext.captureScreenshot")["data"]))

    def close(self) -> None:
        self._send("browsingContext.close")

    def _evaluate(self, script: str) -> str:
        target = {"context": self._context}
        answer = self._firefox.send(
            "script.evaluate", expression=script, target=target, awaitPromise=True
        )
        if answer["type"] == "exception":
            raise BrowserError(answer["exceptionDetails"]["text"])
        return str(answer["result"]["value"])

    def _press(self, text: str) -> None:
        keys = text.replace("\n", ENTER)
        steps = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keyboard", "actions": steps})

    def _act(self, source: dict[str, Any]) -> None:
        self._send("input.performActions", actions=[source])


class FirefoxProfile(Profile):
    def __init__(self, firefox: Firefox, user: str) -> None:
        super().__init__()
        self._firefox, self._user = firefox, user
        firefox.complaints = self.complaints

    def tab(self, size: dict[str, int] = LAPTOP) -> Tab:
        # A tab behind another one would be hidden, and its timers slow.
        new_context = self._firefox.send(
            "browsingContext.create", type="window", userContext=self._user
        )
        context = new_context["context"]
        self._firefox.send("browsingContext.setViewport", context=context, viewport=size)
        return FirefoxTab(self._firefox, context)

    def crash(self) -> None:
        self._firefox.crash_pages()


@contextmanager
def firefox_profile(firefox: Firefox) -> Iterator[Profile]:
    """An empty one, until the test has ended."""
    user = firefox.send("browser.createUserContext")["userContext"]
    yield FirefoxProfile(firefox, user)
    firefox.send("browser.removeUserContext", userContext=user)


@contextmanager
def started_firefox() -> Iterator[Firefox]:
    path = executable("Firefox", ("firefox-esr", "firefox"))
    with TemporaryDirectory(prefix="ecotable-firefox-", ignore_cleanup_errors=True) as folder:
        lines = (f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in PREFERENCES.items())
        Path(folder, "user.js").write_text("".join(lines))
        with process_of(path, folder) as process, connected(process, Path(folder)) as socket:
            firefox = Firefox(process, socket)
            yield firefox
            firefox.send("browser.close")


@contextmanager
def process_of(path: str, folder: str) -> Iterator[psutil.Popen]:
    """Firefox with its profile in a folder; with it end all the processes it has started."""
    process = psutil.Popen(
        [path, "--headless", "--no-remote", "--profile", folder, "--remote-debugging-port=0"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "MOZ_CRASHREPORTER_DISABLE": "1"},
    )
    asked_to_end = False
    try:
        yield process
        asked_to_end = True
    finally:
        family = process.children(recursive=True)
        try:
            process.wait(SECONDS if asked_to_end else 0)
        except psutil.TimeoutExpired:
            kill([*family, process])


@contextmanager
def connected(process: psutil.Popen, folder: Path) -> Iterator[ClientConnection]:
    """The socket whose port Firefox writes into its profile."""
    file = folder / "WebDriverBiDiServer.json"
    until(lambda: file.exists() and file.read_text().endswith("}"), "Firefox did not start")
    where = json.loads(file.read_text())
    address = f"ws://{where['ws_host']}:{where['ws_port']}/session"
    # Its thread for pings would draw from Python's own random numbers while Hypothesis does.
    quiet: Any = {"proxy": None, "ping_interval": None}
    with connect(address, max_size=None, open_timeout=SECONDS, **quiet) as socket:
        yield socket
