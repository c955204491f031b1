"""WebKit, the engine of Safari, driven over WebDriver: https://www.w3.org/TR/webdriver2/."""

from __future__ import annotations

import base64
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil
import pytest
from browsers import ENTER, LOCALE, OLD_WEBKIT, REACHED, WEBKIT, BrowserError, Profile, Tab, kill
from browsing import LAPTOP, executable, lacking
from workshop import until

SLOWEST_SECONDS = 600
BROWSER = Path(__file__).with_name("webkit_browser.py")
# Libraries of the system, which its own Python has.
PYTHON = "/usr/bin/python3"
# What Safari has only since version 26.
WITHOUT = {WEBKIT: "", OLD_WEBKIT: "FileSystemWritableStream"}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
CONSOLE = "console.txt"
SCREEN = "1600x1200x24"
# A promise as WebDriver awaits it.
AWAITED = """const done = arguments[0];
(%s).then((value) => done({ value }), (fault) => done({ fault: String(fault) }));"""
# Pages and workers run here; the kernel cuts names off.
PAGES = "WebKitWebProcess"[:15]
# WebKit, like Chromium, also notes every answer that is an error.
COMPLAINT = re.compile(r"CONSOLE (?!NETWORK)\w* ?ERROR")


class WebKit:
    """A running WebKit and its driver: answers commands for one of its windows."""

    def __init__(self, folder: Path, display: str, without: str) -> None:
        path = executable("WebKit", ("WebKitWebDriver",))
        self._port, self._handle = free_port(), ""
        with (folder / CONSOLE).open("a") as log:
            self._process = psutil.Popen(
                [path, f"--port={self._port}"],
                stdout=log,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "DISPLAY": display},
            )
        try:
            self._session = self._opened([str(BROWSER), str(folder), LOCALE, without])
            self.send("POST", "timeouts", script=SLOWEST_SECONDS * 1000)
            (self._first,) = self.send("GET", "window/handles")
        except BaseException:
            self.end()
            raise

    def _opened(self, arguments: list[str]) -> str:
        until(lambda: is_open(self._port), "WebKit's driver did not start")
        options = {"binary": PYTHON, "args": arguments}
        capabilities = {"pageLoadStrategy": "none", "webkitgtk:browserOptions": options}
        session = self._request("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        return f"/session/{session['sessionId']}"

    def send(self, method: str, command: str, **params: Any) -> Any:
        return self._request(method, f"{self._session}/{command}", params)

    def send_to(self, handle: str, method: str, command: str, **params: Any) -> Any:
        if handle != self._handle:
            self.send("POST", "window", handle=handle)
            self._handle = handle
        return self.send(method, command, **params)

    def window(self) -> str:
        """A new one. The first stays as it is: with its last window a session ends."""
        return str(self.send_to(self._first, "POST", "window/new", type="window")["handle"])

    def _request(self, method: str, path: str, params: dict[str, Any]) -> Any:
        line = HTTPConnection("127.0.0.1", self._port, timeout=SLOWEST_SECONDS)
        try:
            line.request(method, path, json.dumps(params) if method == "POST" else None)
            value = json.loads(line.getresponse().read())["value"]
        except OSError as error:
            raise BrowserError(f"{path}: no answer from WebKit: {error}") from error
        finally:
            line.close()
        if isinstance(value, dict) and "error" in value:
            raise BrowserError(f"{path}: {value['error']}: {value['message']}")
        return value

    def end(self) -> None:
        """End pages and workers first, at once, and then everything else."""
        family = [self._process, *self._process.children(recursive=True)]
        kill([one for one in family if is_page(one)])
        kill(family)


def is_page(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return bool(process.name().startswith(PAGES))
    return False


class WebKitTab(Tab):
    def __init__(self, webkit: WebKit, handle: str) -> None:
        self._webkit, self._handle = webkit, handle

    def _send(self, method: str, command: str, **params: Any) -> Any:
        return self._webkit.send_to(self._handle, method, command, **params)

    def _element(self, selector: str) -> str:
        element = self._send("POST", "element", using="css selector", value=selector)
        return f"element/{element[ELEMENT]}"

    def open(self, address: str) -> None:
        self.run("() => (window.isBefore = true)")
        self._send("POST", "url", url=address)
        self.wait("() => !window.isBefore && document.readyState === 'complete'")

    def click(self, selector: str) -> None:
        self.wait(REACHED, selector)
        self._send("POST", f"{self._element(selector)}/click")

    def choose_files(self, selector: str, *files: Path) -> None:
        self.wait("(selector) => !!document.querySelector(selector)", selector)
        paths = "\n".join(str(file) for file in files)
        self._send("POST", f"{self._element(selector)}/value", text=paths)

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._send("GET", "screenshot")))

    def close(self) -> None:
        self._send("DELETE", "window")

    def _evaluate(self, script: str) -> str:
        answer = self._send("POST", "execute/async", script=AWAITED % script, args=[])
        if "fault" in answer:
            raise BrowserError(answer["fault"])
        return str(answer["value"])

    def _press(self, text: str) -> None:
        keys = text.replace("\n", ENTER)
        steps = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keyboard", "actions": steps}
        self._send("POST", "actions", actions=[source])


class WebKitProfile(Profile):
    def __init__(self, folder: Path, start: Callable[[], WebKit]) -> None:
        super().__init__()
        self._console, self._lines = folder / CONSOLE, 0
        self._start, self._webkit = start, start()

    @property
    def complaints(self) -> list[str]:
        if self._console.exists():
            *lines, _ = self._console.read_text(errors="replace").split("\n")
            self._heard += filter(COMPLAINT.search, lines[self._lines :])
            self._lines = len(lines)
        return self._heard

    def tab(self, size: dict[str, int] = LAPTOP) -> Tab:
        handle = self._webkit.window()
        self._webkit.send_to(handle, "POST", "window/rect", **size)
        return WebKitTab(self._webkit, handle)

    def crash(self) -> None:
        self.end()
        self._webkit = self._start()

    def end(self) -> None:
        self._webkit.end()
        self.complaints.sort()


@contextmanager
def webkit_profile(display: str, engine: str) -> Iterator[Profile]:
    """An empty one, until the test has ended."""
    with TemporaryDirectory(prefix="ecotable-webkit-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        profile = WebKitProfile(folder, partial(WebKit, folder, display, WITHOUT[engine]))
        try:
            yield profile
        finally:
            profile.end()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def is_open(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


@contextmanager
def started_display() -> Iterator[str]:
    """A screen that nobody sees, on which WebKit shows its windows."""
    if sys.platform != "linux":
        pytest.skip("WebKit has a driver with storage on Linux only")
    path = executable("Xvfb", ("Xvfb",))
    if subprocess.run([PYTHON, BROWSER], stderr=subprocess.DEVNULL, check=False).returncode:
        lacking("no WebKit for the system's Python: install python3-gi and gir1.2-webkit2-4.1")
    reader, writer = os.pipe()
    process = psutil.Popen(
        [path, "-displayfd", str(writer), "-screen", "0", SCREEN, "-nolisten", "tcp"],
        pass_fds=[writer],
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    try:
        with os.fdopen(reader) as number:
            yield f":{number.readline().strip()}"
    finally:
        kill([process])
