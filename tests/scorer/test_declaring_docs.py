"""docs/reference/declaring-a-scorer.md: example, totals and keys are those of the code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
import yaml
from in_memory import numbers_of, points_and_reasons
from published import declare
from test_declared_games import scored
from workshop import Workshop

from cards_data.problems import Note
from cards_data.schema import fields
from scorer.declared.formulas import FUNCTIONS
from scorer.declared.lines import Award, PlayerQuestion, ScoreLine, Ties
from scorer.declared.numbers import ScoreSheetRules
from scorer.examples import Expectation, check_examples
from scorer.registry import check_rules

TEXT = (Path(__file__).parents[2] / "docs" / "reference" / "declaring-a-scorer.md").read_text(
    encoding="utf-8"
)
DECLARATION, TABLE, EXAMPLE = re.findall(r"```yaml\n(.*?)```", TEXT, re.S)


def test_the_example_has_the_documented_totals(pond: Workshop) -> None:
    declare(pond, DECLARATION)
    assert [str(problem) for problem in check_rules(pond.load())] == []
    result = scored(yaml.safe_load(TABLE)["players"])
    ada, bo = (side["total"] for side in result["sides"])
    assert f"Ada has {ada} points. Bo has 7 + 1 + 7 + 1 = {bo}." in TEXT


def test_the_worked_example_counts_what_it_expects(pond: Workshop) -> None:
    declare(pond, DECLARATION)
    pond.write("examples/birds.yaml", EXAMPLE)
    findings = list(check_examples(pond.load()))
    assert findings and all(isinstance(one, Note) for one in findings), findings
    assert yaml.safe_load(EXAMPLE)["state"] == yaml.safe_load(TABLE)


TIES = re.findall(r"\| `(\w+)`[^|]*\|[^|]*\| (\d) \| (\d) \| (\d) \|", TEXT)


def test_every_tie_is_in_the_table() -> None:
    assert {ties for ties, *_ in TIES} == set(get_args(Ties)) - {"none"}


@pytest.mark.parametrize(("ties", "points"), [(ties, [*map(int, more)]) for ties, *more in TIES])
def test_ties_give_the_documented_points(ties: str, points: list[int]) -> None:
    numbers = numbers_of(
        f"{{players: {{most: 3}}, ask: {{n: int}}, awards: {{b: {{most_of: n, places: [6, 3],"
        f" ties: {ties}}}}}}}"
    )
    holder = {"b_held": True} if ties == "holder" else {}
    free = dict.fromkeys(holder, False)
    lines = points_and_reasons(numbers, "b", {"n": 5, **holder}, {"n": 5, **free}, {"n": 1, **free})
    assert [n for n, _ in lines] == points


@pytest.mark.parametrize("model", [ScoreSheetRules, PlayerQuestion, ScoreLine, Award, Expectation])
def test_every_key_is_documented(model: type) -> None:
    missing = [key for key in fields(model) if not re.search(rf"`[^`\n]*\b{key}\b", TEXT)]
    assert missing == []


def test_every_function_is_documented() -> None:
    assert [name for name in FUNCTIONS if f"`{name}(" not in TEXT] == []
