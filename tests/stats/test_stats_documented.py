"""The page on changing a game names every measure, every parameter and the shape of the record."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cards_data import load_game
from cards_data.schema import fields
from generator.stats.measures import MEASURES
from generator.stats.report import report
from generator.stats.selection import DeclaredChart

PAGE = Path(__file__).parents[2] / "docs" / "changing-a-game.md"


@pytest.fixture(scope="module")
def section() -> str:
    text = PAGE.read_text(encoding="utf-8")
    return re.split(r"\n## (?!#)", text.split("\n## Statistics\n", 1)[1])[0]


@pytest.mark.parametrize("name", MEASURES)
def test_every_measure_and_parameter_is_documented(section: str, name: str) -> None:
    (row,) = re.findall(rf"^\| `{name}` \|.*$", section, re.MULTILINE)
    for parameter in fields(MEASURES[name]).keys() - fields(DeclaredChart):
        place = section if parameter in ("where", "without") else row
        assert re.search(rf"`[^`]*\b{parameter}\b[^`]*`", place), parameter


def test_the_record_has_the_documented_shape(section: str) -> None:
    shown = json.loads(re.findall(r"```json\n(.*?)```", section, re.DOTALL)[0])
    game = load_game("ecologic")
    given = report(game, game, "HEAD~1", wanted=("event_signs",)).data()
    assert list(shown) == list(given)
    assert list(shown["charts"][0]) == list(given["charts"][0])
    for part in ("series", "rows", "facts"):
        assert list(shown["charts"][0][part][0]) == list(given["charts"][0][part][0])
