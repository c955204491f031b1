"""A running workbench, asked as its page asks."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx


@dataclass(frozen=True)
class Bench:
    """A running workbench, asked as its page asks."""

    client: httpx.Client
    folder: Path

    @property
    def secret(self) -> str:
        page = self.client.get("/change/").text
        match = re.search(r'data-record="secret">("[^<]*")<', page)
        assert match
        return str(json.loads(match[1]))

    def post(self, path: str, body: Any, query: str = "", **headers: str) -> httpx.Response:
        own = {"origin": str(self.client.base_url).rstrip("/"), "content-type": "application/json"}
        return self.client.post(
            f"/change/{path}?game=pond{query}", content=json.dumps(body), headers={**own, **headers}
        )

    def ask(self, route: str, /, **body: Any) -> Any:
        answer = self.post(route, {"table": "cards", **body, "secret": self.secret})
        conflict = answer.status_code == 409 and "conflict" in answer.json()
        assert answer.status_code == 200 or conflict, answer.text
        return answer.json()

    def step(self, direction: str) -> Any:
        """Undo or redo what the page would name."""
        history = self.client.get("/change/bench.json?game=pond").json()["history"]
        return self.ask("step", way=direction, id=history[direction][0]["id"])

    def cell(self, row: str, column: str, before: str, after: str) -> Any:
        return self.ask("edit", kind="cells", cells=[[row, column, before, after]])

    @property
    def cells(self) -> Path:
        return self.folder / "cards.csv"

    @property
    def cards(self) -> bytes:
        return self.cells.read_bytes()
