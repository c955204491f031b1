"""docs/declaring-a-scorer.md: its example is one, its table has that total, every key is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from published import declare
from test_declared_games import scored
from workshop import Workshop

from cards_data.schema import fields
from scorer.declared.formulas import FUNCTIONS
from scorer.declared.lines import Award, Counted
from scorer.declared.numbers import Declared
from scorer.declared.questions import PlayerQuestion
from scorer.registry import check_rules

TEXT = (Path(__file__).parents[2] / "docs" / "declaring-a-scorer.md").read_text(encoding="utf-8")
DECLARATION, TABLE = re.findall(r"```yaml\n(.*?)```", TEXT, re.S)


def test_the_example_has_the_documented_totals(pond: Workshop) -> None:
    declare(pond, DECLARATION)
    assert [str(problem) for problem in check_rules(pond.load())] == []
    result = scored(yaml.safe_load(TABLE)["players"])
    ada, bo = (side["total"] for side in result["sides"])
    assert f"richest: {ada}. Bo has 7 + 1 + 7 + 1 = {bo}." in TEXT


@pytest.mark.parametrize("model", [Declared, PlayerQuestion, Counted, Award])
def test_every_key_is_documented(model: type) -> None:
    missing = [key for key in fields(model) if not re.search(rf"`[^`\n]*\b{key}\b", TEXT)]
    assert missing == []


def test_every_function_is_documented() -> None:
    assert [name for name in FUNCTIONS if f"`{name}(" not in TEXT] == []
