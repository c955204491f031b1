"""Games are siblings: the same shape, found by looking, and a new one edits nothing."""

from __future__ import annotations

import inspect
import re
import shutil
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from evening import SLUGS, table
from own_pond import write_own_rules
from texts import text_of
from workshop import Workshop

import scorer.games
from cards_data import Problems, load_game
from cards_data.schema import fields as fields_of
from scorer.core.answers import assemble, questions
from scorer.core.forms import Field
from scorer.core.rules import Rules
from scorer.engine import scorer_for
from scorer.registry import rules, slugs, trust_here

GAMES = Path(scorer.games.__file__).parent
PARTS = ["__init__.py", "form.py", "numbers.py", "rules.py", "state.py"]
SECTION = re.compile(r"[A-Z][\w .,]+: ")
# Fields that the form asks for in another shape than the state has: see each game's complete().
RESHAPED = {"team", "switches", "name", "card"}


def test_the_folder_is_the_list_of_games() -> None:
    assert slugs() == SLUGS


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_the_same_parts(slug: str) -> None:
    assert sorted(path.name for path in (GAMES / slug).glob("*.py")) == PARTS
    definition = rules(load_game(slug))
    assert isinstance(definition, Rules)
    assert definition.slug == slug


@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_says_which_section_it_carries_out(slug: str) -> None:
    """A rule is a function that gives lines, a tally or the result: ``Section 3: what it does``."""
    module = import_module(f"scorer.games.{slug}.rules")
    functions = [f for _, f in inspect.getmembers(module, inspect.isfunction)]
    gives = ("Line", "Tally", "Result", "Outcome", "Decade", "Success")
    rules_of_module = [
        function
        for function in functions
        if function.__module__ == module.__name__
        and not function.__name__.startswith("_")
        and any(word in str(function.__annotations__.get("return")) for word in gives)
    ]
    silent = [f.__name__ for f in rules_of_module if not SECTION.match(inspect.getdoc(f) or "")]
    assert len(rules_of_module) >= 3
    assert silent == []


@pytest.mark.parametrize("slug", SLUGS)
def test_a_blank_table_is_in_order(slug: str) -> None:
    scorer = scorer_for(slug)
    blank = scorer.rules.blank(scorer.numbers)
    assert scorer.score(scorer.read({"game": slug, **blank})).game == slug


@pytest.mark.parametrize("slug", SLUGS)
def test_the_form_asks_for_exactly_what_the_state_has(slug: str) -> None:
    """Paper, terminal and web page ask for these fields; none is missing, none is too much."""
    fields = scorer_for(slug).form()
    form_keys = {
        field.key.split(".")[0] if field.group is None else field.group.key for field in fields
    }
    state_keys = set(fields_of(rules(load_game(slug)).state)) - {"game"}
    form_keys |= {"teams"} if any(field.key == "team" for field in fields) else set()
    assert form_keys - RESHAPED == state_keys


@pytest.mark.parametrize("slug", SLUGS)
def test_a_form_s_fields_are_well_formed(slug: str) -> None:
    fields = scorer_for(slug).form()
    for field in fields:
        if field.kind in ("choice", "multi", "letters"):
            assert field.choices
        if field.kind == "int":
            assert field.high is not None
            assert field.low <= field.high
    assert len({(field.group, field.key) for field in fields}) == len(fields)


def test_questions_follow_the_form() -> None:
    scorer = scorer_for("ecologic")
    answers = {"players": [{"name": "Ada"}, {}]}
    labels = [
        question.label(answers, scorer.say)
        for question in questions(scorer.form(), answers, scorer.say)
    ]
    assert labels[0] == text_of("ask.how_many", what="Players")
    assert labels[1:3] == ["Ada: Name", "Ada: Profits"]
    assert labels[8] == "Player 2: Name"


def test_answers_are_put_together_by_path() -> None:
    scorer = scorer_for("better_life")
    player = {"name": "Ada", "role": "ngo", "ip": 1, "card": "a b c"}
    answers: dict[str, Any] = {"votes": [], "players": [player], "meters.policy": ""}
    raw = scorer.rules.complete(assemble("better_life", scorer.form(), answers))
    assert raw["players"] == [{"name": "Ada", "role": "ngo", "ip": 1, "targets": ["a", "b", "c"]}]
    assert "meters" not in raw


def test_a_number_in_a_path_is_a_place_in_a_list() -> None:
    fields = [Field(f"a.{index}", "A", "int") for index in range(2)]
    assert assemble("x", fields, {"a.0": 4, "a.1": 5}) == {"game": "x", "a": [4, 5]}


@pytest.mark.parametrize("slug", SLUGS)
def test_printed_values_are_plain(slug: str) -> None:
    def plain(value: object) -> bool:
        if isinstance(value, dict):
            return all(plain(item) for item in value.values())
        if isinstance(value, (tuple, list)):
            return all(plain(item) for item in value)
        return value is None or isinstance(value, (str, int))

    printed = scorer_for(slug).to_print()
    assert printed
    assert all(plain(value) for value in printed.values())


def test_a_state_names_its_own_game() -> None:
    scorer = scorer_for("ecologic")
    assert scorer.score(scorer.read(table("ecologic"))).game == "ecologic"


def test_rules_that_are_not_there(pond: Workshop) -> None:
    with pytest.raises(Problems, match='"pond" has no scoring rules; declare them'):
        rules(pond.load())


def test_a_new_game_is_one_module_and_its_data(pond: Workshop, ecotable: Any) -> None:
    """A game of one's own in the current folder is scored without an edit anywhere else."""
    write_own_rules(pond)
    (pond.root / "state.yaml").write_text("frogs: 4\n")
    answer = ecotable("score", "pond", "state.yaml", "--trust")
    assert answer.code == 0, answer.err
    assert "Pond: 12" in answer.out
    assert "pond" in slugs()


def test_a_module_that_registers_nothing(pond: Workshop) -> None:
    own = pond.root / "scorer" / "games"
    own.mkdir(parents=True)
    (own / "pond.py").write_text("")
    trust_here()
    with pytest.raises(Problems, match="registers no rules"):
        rules(pond.load())


@pytest.mark.parametrize("slug", slugs())
def test_a_copy_of_a_games_rules_in_the_current_folder_scores_like_the_original(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An installed scorer inside a checkout of the project finds the checkout's own rules."""
    shutil.copytree(GAMES / slug, tmp_path / "scorer" / "games" / slug)
    before = scorer_for(slug).to_print()
    monkeypatch.chdir(tmp_path)
    trust_here()
    own = scorer_for(slug)
    assert own.rules.judge.__code__.co_filename.startswith(str(tmp_path))
    assert own.to_print() == before
