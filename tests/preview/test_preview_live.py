"""The whole way: a file is saved on disk, and the change comes over the wire."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from onlooker import PATIENCE_SECONDS, serving
from workshop import Workshop

from generator.workbench.galleries import READY, GallerySession

pytestmark = pytest.mark.slow


def next_record(lines: Iterator[str]) -> dict[str, Any]:
    """The next record of the stream."""
    return next(json.loads(line[6:]) for line in lines if line.startswith('data: {"'))


def test_a_saved_file_is_told_to_the_page(pond: Workshop) -> None:
    with (
        serving(watching=True) as address,
        httpx.Client(base_url=address, timeout=PATIENCE_SECONDS) as client,
        client.stream("GET", "/events?game=pond") as answer,
    ):
        assert answer.headers["content-type"].startswith("text/event-stream")
        lines = answer.iter_lines()
        assert next(lines) == "event: ready"
        client.get("/gallery.json?game=pond")
        while not next_record(lines).get("complete"):
            pass
        pond.change("fish.csv", "Rest.", "Rest well.")
        while not (record := next_record(lines))["cards"]:
            pass
        assert [card["name"] for card in record["cards"]] == ["fish/tench"]
        picture = client.get(f"/face/{record['cards'][0]['front']}.svg")
        assert picture.headers["content-type"] == "image/svg+xml"
        pond.change("fish.csv", "Vila.,1,", "Vila.,7,")
        while not (record := next_record(lines))["problems"]:
            pass
        assert record["problems"][0]["card"] == "fish/tench"


def test_the_server_ends_while_a_page_still_looks(
    pond: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    with httpx.Client(timeout=PATIENCE_SECONDS) as client:
        with serving(watching=False) as address:
            request = client.build_request("GET", f"{address}/events?game=pond")
            lines = client.send(request, stream=True).iter_lines()
            assert next(lines) == "event: ready"
        assert list(lines) == ["data: {}", ""]
    assert capsys.readouterr().err == ""


def test_a_page_that_comes_as_the_server_ends_is_not_told_for_ever(pond: Workshop) -> None:
    session = GallerySession()
    session.close_streams()

    async def told_all() -> list[str]:
        return [line async for line in session.changes(("pond", "en"))]

    assert asyncio.run(told_all()) == [READY]
