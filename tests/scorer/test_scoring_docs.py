"""docs/reference/scoring.md: what it shows is what happens."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml
from evening import SLUGS, judged, mistakes, table

from cards_data import load_game
from cards_data.schema import fields
from scorer.core.result import as_data
from scorer.registry import rules

TEXT = (Path(__file__).parents[2] / "docs" / "reference" / "scoring.md").read_text(encoding="utf-8")
BLOCKS = [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", TEXT, re.S)]
STATES = [block for block in BLOCKS if "game" in block]


def test_there_is_a_state_for_every_game() -> None:
    assert sorted(state["game"] for state in STATES) == list(SLUGS)


@pytest.mark.parametrize("state", STATES, ids=lambda state: state["game"])
def test_a_documented_state_is_in_order(state: dict[str, object]) -> None:
    assert mistakes(state, str(state["game"])) == []


def test_the_documented_result_is_the_real_one() -> None:
    record = json.loads(re.findall(r"```json\n(.*?)```", TEXT, re.S)[0])
    players = [{"name": "Ada", "profits": 1, "enviros": 1}]
    assert as_data(judged(table("ecologic", players=players))) == record


@pytest.mark.parametrize("state", STATES, ids=lambda state: state["game"])
def test_every_key_is_explained(state: dict[str, object]) -> None:
    model = rules(load_game(str(state["game"]))).state
    assert all(f"`{key}`" in TEXT for key in fields(model))


def test_documented_mistakes_are_the_real_ones() -> None:
    board = ["o o o o o", "o o . Q .", ". . . . .", ". . . . .", ". . . . ."]
    raw = table("kompensaatiopeli", board=board, demonstrations=0, protest_camps=2)
    messages = re.findall(r"^table\.yaml:\d+ (.*)$", TEXT, re.M)
    assert sorted(messages) == sorted(mistakes(raw, "kompensaatiopeli"))
