"""The page on files shows the shape of the record."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cards_data import load_game
from generator.stats.report import report

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "files.md"


@pytest.fixture(scope="module")
def section() -> str:
    text = PAGE.read_text(encoding="utf-8")
    return text.split("\n### ecotable stats --json\n")[1].split("\n### ")[0]


def test_the_record_has_the_documented_shape(section: str) -> None:
    documented = json.loads(re.findall(r"```json\n(.*?)```", section, re.DOTALL)[0])
    game = load_game("ecologic")
    record = report(game, game, "HEAD~1", chart_ids=("event_signs",)).data()
    assert list(documented) == list(record)
    assert list(documented["charts"][0]) == list(record["charts"][0])
    for part in ("series", "rows", "facts"):
        assert list(documented["charts"][0][part][0]) == list(record["charts"][0][part][0])
