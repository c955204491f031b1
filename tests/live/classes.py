"""A class of tables that are filled in over HTTP, as phones do it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import Page
from running import running, web_server

from scorer.web.api.records import form_record
from scorer.web.live.live_routes import LiveServer
from scorer.web.server import HERE

NUMBERS = count(1)
# A name that leads nowhere: the page has an address for phones, and nothing is sent.
NAMES = (*HERE, "192.168.7.20")


def typed(page: Page, field: str, value: int) -> None:
    """A number of the step "table", typed and left."""
    page.click("#step-table")
    page.fill(field, str(value))
    page.keyboard.press("Tab")


@contextmanager
def class_server(port: int = 0, live: LiveServer | None = None) -> Iterator[str]:
    server = web_server(NAMES, live or LiveServer("7B"))
    with running(server, port) as here:
        yield here


@dataclass
class Api:
    """Requests as our own page sends them."""

    here: str
    # The address that it comes from; this computer itself has no share to keep to.
    source: str = "127.0.0.1"

    def post(self, path: str, body: Any, **headers: str) -> httpx.Response:
        origin = {"origin": self.here, "content-type": "application/json", **headers}
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        with self.client() as client:
            return client.post(f"/api/{path}", content=content, headers=origin)

    def client(self) -> httpx.Client:
        transport = httpx.HTTPTransport(local_address=self.source)
        return httpx.Client(base_url=self.here, transport=transport, timeout=30)

    def post_json(self, path: str, body: Any) -> Any:
        answer = self.post(path, body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    @property
    def port(self) -> int:
        return int(urlsplit(self.here).port or 0)

    def code(self) -> str:
        """A fresh code of the class."""
        return str(self.post_json("class/code", {})["code"])

    def enter(self, code: str, game: str, name: str) -> dict[str, Any]:
        keys: dict[str, Any] = self.post_json(
            "live/open", {"code": code, "game": game, "name": name}
        )
        return keys

    def fill(self, keys: dict[str, Any], answers: dict[str, Any]) -> None:
        """Everything at once, as a person opens a file."""
        self.send(keys, tap(1, do="all", answers=answers))

    def send(self, keys: dict[str, Any], *taps: Any) -> None:
        self.post_json("live/taps", {"key": keys["key"], "by": "phone-one", "taps": list(taps)})

    def table(self, code: str, game: str, name: str, example: str) -> dict[str, Any]:
        """A table of the class that has finished with a worked example."""
        keys = self.enter(code, game, name)
        self.fill(keys, answers_of(game, example))
        self.send(keys, tap(2, do="finish"))
        return keys


def tap(n: int, by: str = "phone-one", **what: Any) -> dict[str, Any]:
    return {"mark": f"mark-{next(NUMBERS):08}", "by": by, "n": n, "at": 1_763_000_000_000, **what}


def answers_of(game: str, example: str) -> dict[str, Any]:
    answers_by_example = {one["id"]: one["answers"] for one in form_record(game, "en")["examples"]}
    answers: dict[str, Any] = answers_by_example[example]
    return answers


EVENING = [
    ("ecologic", "Birches", "nine_and_seven"),
    ("ecologic", "Owls", "balance_wins"),
    ("ecologic", "Otters", "teams_of_two"),
    ("kompensaatiopeli", "Pines", "rulebook_6"),
    ("kompensaatiopeli", "Mosses", "green_evening"),
    ("better_life", "Larks", "a_bad_start"),
    ("better_life", "Herons", "events_ruin_it"),
    ("ecosfera_baltica", "Seals", "saved"),
    ("ecosfera_baltica", "Eelgrass", "close"),
]
