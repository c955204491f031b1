"""A kind of question is one module: all have one shape, and nobody else asks what kind it is."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest
from evening import SLUGS
from own_pond import write_own_rules
from published import declare
from source_trees import nodes
from source_trees import tree as parsed
from test_declared_slips import BASE
from texts import text_of
from workshop import Workshop

import scorer
from cards_data import Problems
from generator.site.browser_engine import _own_files
from scorer.core import kinds
from scorer.core.forms import Field
from scorer.core.kinds import Kind, kind_of
from scorer.engine import scorer_for
from scorer.registry import check_rules, trust_here

SCORER = Path(scorer.__file__).parent
KIT = SCORER.parent / "generator" / "kit"
KINDS = SCORER / "core" / "kinds"
# Who looks a kind up.
TELLS = {KINDS / "__init__.py"}


def test_the_folder_is_the_list_of_kinds() -> None:
    expected = ("board", "cards", "choice", "int", "letters", "multi", "name", "rows", "yes_no")
    assert kinds.names() == expected


def test_every_kind_is_asked_by_a_game(pond: Workshop) -> None:
    """By one of the four, or by a declared one."""
    declare(pond, BASE.replace("ties: split", "ties: holder"))
    declared = {field.kind for field in scorer_for("pond").form()}
    kinds_in_games = {field.kind for slug in SLUGS for field in scorer_for(slug).form()}
    assert kinds_in_games | declared == set(kinds.names())


@pytest.mark.parametrize("name", kinds.names())
def test_every_kind_registers_the_same_functions(name: str) -> None:
    """Under their own names, so that whoever knows one kind knows where to look in the others.

    An expression needs no name.
    """
    module = import_module(f"{kinds.__name__}.{name}")
    assert isinstance(module.KIND, Kind)
    for part in fields(Kind):
        one = getattr(module.KIND, part.name)
        if part.type != "str" and getattr(one, "__module__", "") == module.__name__:
            assert one.__name__ == "<lambda>" or one is getattr(module, part.name)


def test_a_kind_that_is_not_there_is_a_problem_that_names_the_others() -> None:
    with pytest.raises(Problems, match=r'"bord" is not a kind of question; .*did you mean board'):
        kind_of(Field("x", "X", "bord"))


def test_check_finds_a_kind_that_is_not_there(pond: Workshop) -> None:
    write_own_rules(pond)
    rules = pond.root / "scorer" / "games" / "pond.py"
    rules.write_text(rules.read_text().replace('"int"', '"map"'))
    trust_here()
    (problem,) = check_rules(pond.load())
    assert text_of("rules.no_kind", name='"map"') in str(problem)


def asks_for_a_kind(tree: ast.Module) -> Iterator[int]:
    """Lines that compare something called a kind with the name of a kind of question."""
    for node in nodes(tree):
        if isinstance(node, ast.Compare | ast.Match):
            names = [one for one in ast.walk(node) if isinstance(one, ast.Attribute | ast.Name)]
            words = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}
            is_kind = any(getattr(one, "attr", getattr(one, "id", "")) == "kind" for one in names)
            if is_kind and words & set(kinds.names()):
                yield node.lineno


def reads_a_field_s_kind(tree: ast.Module) -> Iterator[int]:
    for node in nodes(tree):
        if isinstance(node, ast.Attribute) and node.attr == "kind":
            owner = node.value
            if isinstance(owner, ast.Name) and owner.id == "field":
                yield node.lineno


def test_nothing_else_asks_what_kind_a_field_is() -> None:
    files = [*SCORER.rglob("*.py"), *KIT.rglob("*.py")]
    trees = {path: parsed(path) for path in files}
    assert [path for path, tree in trees.items() if [*asks_for_a_kind(tree)]] == []
    assert {path for path, tree in trees.items() if [*reads_a_field_s_kind(tree)]} == TELLS


def test_the_browser_has_every_kind_and_nothing_of_the_terminal() -> None:
    files = set(_own_files(()))
    assert {f"scorer/core/kinds/{name}.py" for name in kinds.names()} <= files
    assert not [name for name in files if name.startswith("scorer/terminal")]
    assert not [name for name in files if name.endswith(".pyc")]
    code = f"import sys; [__import__(f'scorer.core.kinds.{{n}}') for n in {kinds.names()}];"
    code += "print([m for m in ('click', 'questionary', 'rich') if m in sys.modules])"
    command = [sys.executable, "-c", code]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    assert answer.stdout == "[]\n"
