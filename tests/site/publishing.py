"""A published site for tests: built once for all, and served as any web space does."""

from __future__ import annotations

import base64
import functools
import json
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from browsers import Tab

from cards_data import list_games, load_game
from generator.site.build_site import SiteContents, SitePlan, SiteReport, build_site
from generator.workers import WorkerPool

PATIENCE_SECONDS = 600
# A site stands in a folder of its host, as they mostly do.
PATH = "games/ours/"
# How many files the browser has stored.
CACHE_COUNT = """async () => {
  const names = await caches.keys();
  return names.length ? (await (await caches.open(names[0])).keys()).length : 0;
}"""

# What the app in this browser answers, as Base64.
REQUEST = """async (path, body) => {
  const more = body ? { method: "POST", body: JSON.stringify(body) } : {};
  const answer = await fetch(path, more);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let text = "";
  for (const one of bytes) text += String.fromCharCode(one);
  return btoa(text);
}"""


def built(folder: Path, games: tuple[str, ...] = (), **more: Any) -> SiteReport:
    """A site without PDFs, unless papers are given."""
    chosen = tuple(load_game(slug) for slug in games or list_games())
    contents = SiteContents(chosen, more.pop("languages", ("en", "sv")), more.pop("scorer", True))
    plan = SitePlan(contents, **{"papers": (), **more})
    with WorkerPool(2) as pool:
        return build_site(plan, folder, pool, lambda done, total: None)


def kept_files(root: Path) -> dict[str, str]:
    """The files that the service worker of a site is to store, with their checksums."""
    script = (root / PATH / "service.js").read_text(encoding="utf-8")
    return dict(json.loads(re.search(r"const FILES = (\{.*?\});", script, re.S)[1]))


@contextmanager
def once(folder: Path) -> Iterator[bool]:
    """True for the first of several processes; the others wait until it is done."""
    done, lock = folder.with_suffix(".done"), folder.with_suffix(".lock")
    try:
        os.close(os.open(lock, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        until = time.monotonic() + PATIENCE_SECONDS
        while not done.exists() and time.monotonic() < until:
            time.sleep(0.2)
        yield False
        return
    try:
        yield True
    finally:
        done.touch()


@dataclass
class Space:
    """A web space: its address, and what was asked of it."""

    base: str
    server: ThreadingHTTPServer
    asked: list[str] = field(default_factory=list)
    # Ends of paths whose connection is cut off, and what is put before the content of others.
    cut: set[str] = field(default_factory=set)
    before: dict[str, bytes] = field(default_factory=dict)


@contextmanager
def web_space(root: Path) -> Iterator[Space]:
    """Serves a folder as plain files; ``root/games/ours`` is the site."""

    class Handler(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.partition("?")[0].rpartition("/")[2]
            if name in space.cut:
                return self.connection.close()
            if name in space.before:
                script = Path(self.translate_path(self.path)).read_bytes()
                return self._send(space.before[name] + script)
            return super().do_GET()

        def _send(self, script: bytes) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/javascript")
            self.end_headers()
            self.wfile.write(script)

        def log_request(self, *_: object) -> None:
            space.asked.append(self.path)

        def translate_path(self, path: str) -> str:
            # Scripts of the tests: pages may run only those of their own host.
            script = Path(__file__).parent / Path(path).name
            if script.suffix == ".js" and script.is_file():
                return str(script)
            return super().translate_path(path if "/" in path else f"/{PATH}{path}")

        def log_message(self, *_: object) -> None:
            """Silent."""

    handler = functools.partial(Handler, directory=str(root))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        space = Space(f"http://127.0.0.1:{server.server_address[1]}/{PATH}", server)
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield space
        server.shutdown()
        thread.join()


def fetch(tab: Tab, path: str, body: Any = None) -> bytes:
    """The answer of the app, once a page has started it."""
    return base64.b64decode(tab.run(REQUEST, path, body, seconds=PATIENCE_SECONDS))


def print_job(tab: Tab, slug: str, options: dict[str, Any], above: str = "") -> dict[str, Any]:
    """How a print by the app in the browser ended; pages of the workbench are in a folder."""
    job = json.loads(fetch(tab, f"{above}api/print/{slug}", options))["job"]
    state = f"{above}api/print-job/{job}"
    tab.wait(
        f"fetch({json.dumps(state)}).then((one) => one.json())"
        '.then((one) => !["waiting", "running"].includes(one.state))',
        seconds=PATIENCE_SECONDS,
    )
    return dict(json.loads(fetch(tab, state)))


def printed(tab: Tab, slug: str, options: dict[str, Any], above: str = "") -> bytes:
    """A PDF made by the app in the browser."""
    record = print_job(tab, slug, options, above)
    assert record["state"] == "ready", record
    return fetch(tab, f"{above}pdf/{record['job']}/{record['name']}")
