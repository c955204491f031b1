"""Rules of one's own: only with a yes, and what is wrong with them is a problem with its line."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from evening import SLUGS
from texts import fault, text_of
from workshop import Command, Workshop

from cards_data import Problems, load_game
from scorer.registry import check_rules, is_trusted, rules, trust_here

GOOD = """\
from dataclasses import replace
from scorer.games import ecosfera_baltica
RULES = replace(ecosfera_baltica.RULES, slug="pond", form=lambda numbers, say: (), {more})
"""


@pytest.fixture
def own(pond: Workshop) -> Path:
    """The module of the made-up game's rules, in the current folder."""
    games = pond.root / "scorer" / "games"
    games.mkdir(parents=True)
    game = pond.root / "cards_data" / "pond"
    (game / "scoring_words.csv").write_text("id,text\nrule.fish,Fish\n", encoding="utf-8")
    return games / "pond.py"


def written(path: Path, text: str) -> list[str]:
    path.write_text(text, encoding="utf-8")
    return [str(problem) for problem in check_rules(load_game("pond"))]


def good(**more: str) -> str:
    parts = {"blank": "lambda n: {}", "numbers": "lambda g: 0", "printed": "lambda n: {}"} | more
    return GOOD.format(more=", ".join(f"{key}={text}" for key, text in parts.items()))


def test_code_beside_data_does_not_run_unasked(own: Path) -> None:
    own.write_text("open('ran', 'w')\n", encoding="utf-8")
    with pytest.raises(Problems, match=r"not trusted yet; read the code, then run .* with --trust"):
        rules(load_game("pond"))
    assert not Path("ran").exists()


def test_a_yes_is_remembered_for_this_folder_alone(
    own: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    trust_here()
    assert written(own, good()) == []
    other = tmp_path_factory.mktemp("other")
    monkeypatch.chdir(other)
    assert not is_trusted(other)


@pytest.mark.slow
def test_print_takes_the_yes(own: Path, ecotable: Command) -> None:
    own.write_text("x = \n", encoding="utf-8")
    assert text_of("rules.not_trusted") in ecotable("print", "pond").err
    assert "pond.py:1: broken Python" in ecotable("print", "pond", "--trust").err


def test_score_takes_the_yes(own: Path, ecotable: Command) -> None:
    own.write_text("x = \n", encoding="utf-8")
    Path("a.yaml").write_text("players: [A]\n", encoding="utf-8")
    assert text_of("rules.not_trusted") in ecotable("score", "pond", "a.yaml").err
    assert "pond.py:1: broken Python" in ecotable("score", "pond", "a.yaml", "--trust").err
    assert "pond.py:1: broken Python" in ecotable("score", "pond", "a.yaml").err


def test_a_yes_that_cannot_be_kept_is_a_problem(
    own: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    monkeypatch.setenv("ECOTABLE_DATA", str(blocked))
    with pytest.raises(Problems, match="cannot be written"):
        trust_here()


@pytest.mark.parametrize("slug", SLUGS)
def test_the_rules_that_came_along_are_in_order(slug: str) -> None:
    assert list(check_rules(load_game(slug))) == []


def test_a_game_without_rules_is_in_order(pond: Workshop) -> None:
    assert list(check_rules(load_game("pond"))) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "x = 1\ny = = 2\n",
            fault(
                "scorer/games/pond.py:2", text_of("rules.broken_python", reason="invalid syntax")
            ),
        ),
        ("x = 1\n1 / 0\n", "scorer/games/pond.py:2: ZeroDivisionError: division by zero"),
        ("import nowhere_at_all\n", "scorer/games/pond.py:1: ModuleNotFoundError: "),
        (
            "x = 1\n",
            fault("scorer/games/pond.py", text_of("rules.registers_none"), "RULES = Rules(…)"),
        ),
        (good(printed="lambda n: n.nothing"), "scorer/games/pond.py:3: AttributeError: "),
        (
            good().replace("say: ()", "say: say('none')"),
            text_of("value.no_text_for", value='"none"'),
        ),
    ],
    ids=range(6),
)
def test_what_is_wrong_with_rules_is_found_by_check(own: Path, text: str, message: str) -> None:
    trust_here()
    (problem,) = written(own, text)
    assert message in problem


def test_mended_rules_are_read_anew(own: Path) -> None:
    import os

    trust_here()
    assert written(own, "x = = 1\n")
    own.write_text(good(), encoding="utf-8")
    os.utime(own, ns=(1, 1))
    assert list(check_rules(load_game("pond"))) == []


@pytest.mark.parametrize("name", ["pond.py", "pond/__init__.py", "pond/numbers.py"])
def test_rules_saved_twice_within_a_second_are_those_saved_last(
    own: Path, pond: Workshop, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The same length, the same second, and bytecode of the first kept beside it."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    trust_here()
    place = own.parent / name
    place.parent.mkdir(exist_ok=True)
    if name == "pond/numbers.py":
        (place.parent / "__init__.py").write_text(
            good(printed="lambda n: {'n': WORTH}") + "from .numbers import WORTH\n"
        )
    for worth in (7, 8):
        rules_text = good(printed=f"lambda n: {{'n': {worth}}}")
        place.write_text(f"WORTH = {worth}\n" if place.name == "numbers.py" else rules_text)
        os.utime(place, (1_700_000_000, 1_700_000_000))
        assert rules(pond.load()).printed(0) == {"n": worth}
