"""What a command says comes from the tables, in the language of ``--lang``."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from workshop import Command, Workshop

COMMANDS = Path(__file__).parent.parent.parent / "generator" / "commands"
PROSE = re.compile(r"[a-zA-Z]{2,} [a-zA-Z]{2,}")


def said(tree: ast.Module) -> list[str]:
    """The letters of code in what is handed to ``click.echo``."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    echoed = (call for call in calls if ast.unparse(call.func) == "click.echo")
    return [
        node.value
        for call in echoed
        for argument in call.args
        for node in ast.walk(argument)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


def test_no_command_has_prose_of_its_own() -> None:
    trees = {path.name: ast.parse(path.read_text("utf-8")) for path in COMMANDS.glob("*.py")}
    assert sum(len(said(tree)) for tree in trees.values()) > 20
    found = {name: list(filter(PROSE.search, said(tree))) for name, tree in trees.items()}
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_prose_would_be_found() -> None:
    assert said(ast.parse('click.echo(f"{path} is kept there")')) == [" is kept there"]
    assert PROSE.search(" is kept there")


@pytest.mark.slow
def test_a_print_and_its_problems_speak_the_language(pond: Workshop, ecotable: Command) -> None:
    printed = ecotable("print", "pond", "--lang", "sv", "--dpi", 72)
    assert printed.code == 0
    assert re.search(r"\d+ sidor på \d+ ark, 8 delar, \d+ olika kortsidor", printed.out)
    assert "okänt" in ecotable("print", "pound", "--lang", "sv").err
    assert "is not known" in ecotable("print", "pound").err


def test_a_plan_speaks_the_language(pond: Workshop, ecotable: Command) -> None:
    assert "inget har tillverkats" in ecotable("print", "pond", "--lang", "sv", "--plan").out
