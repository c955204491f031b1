"""A game of one's own in the current folder, and the page that changes it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from running import running, web_server
from workbench_client import Bench
from workshop import Command


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
