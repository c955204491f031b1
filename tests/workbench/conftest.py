"""A game of one's own in the current folder, and the page that changes it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from running import running
from workshop import Command

from generator.web.app import web_server


@dataclass(frozen=True)
class Bench:
    """A running workbench, asked as its page asks."""

    client: httpx.Client
    folder: Path

    @property
    def secret(self) -> str:
        page = self.client.get("/change/").text
        found = re.search(r'data-record="secret">("[^<]*")<', page)
        assert found
        return str(json.loads(found[1]))

    def post(self, path: str, asked: Any, **headers: str) -> httpx.Response:
        own = {"origin": str(self.client.base_url).rstrip("/"), "content-type": "application/json"}
        return self.client.post(
            f"/change/{path}?game=pond", content=json.dumps(asked), headers={**own, **headers}
        )

    def ask(self, route: str, /, **asked: Any) -> Any:
        answer = self.post(route, {"table": "cards", **asked, "secret": self.secret})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def cell(self, row: str, column: str, before: str, after: str) -> Any:
        return self.ask("edit", kind="cells", cells=[[row, column, before, after]])

    @property
    def cards(self) -> bytes:
        return (self.folder / "cards.csv").read_bytes()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ECOTABLE_DATA", str(tmp_path / "own"))
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def bench(here: Path, ecotable: Command) -> Iterator[Bench]:
    assert ecotable("new", "pond").code == 0
    with running(web_server()) as address, httpx.Client(base_url=address, timeout=30) as client:
        yield Bench(client, here / "cards_data" / "pond")
