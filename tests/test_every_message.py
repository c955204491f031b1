"""Messages about layouts, declarations and pictures say what is allowed, in every place they are
written; the runs of mutations look at those that are told."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from source_trees import nodes, tree

from cards_data.problems import message_texts
from scorer.core.translation import general_words

ROOT = Path(__file__).parent.parent
ROOMS = ("generator/layout", "generator/compose/layouts", "generator/svg", "scorer/declared")
# How many values come before what is allowed: where and what was found; or the key alone.
BEFORE = {"add": 2, "Problem": 2, "DraftProblem": 2, "Note": 2, "wrong": 1, "SvgError": 1}


def calls(room: str) -> Iterator[tuple[str, ast.Call, str]]:
    """Every place that writes a message: its file and line, the call, and its name."""
    for path in sorted((ROOT / room).rglob("*.py")):
        for node in nodes(tree(path)):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                holder = ast.unparse(getattr(node.func, "value", ast.Constant("")))
                if name in BEFORE and (name != "add" or holder.endswith("findings")):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", node, name


@pytest.mark.parametrize("room", ROOMS[:3])
def test_every_message_has_what_is_allowed_or_what_to_do(room: str) -> None:
    all_calls = list(calls(room))
    bare = [
        f"{where}: {ast.unparse(call)}"
        for where, call, name in all_calls
        if len(call.args) <= BEFORE[name]
        and not {one.arg for one in call.keywords} & {"allowed", "hint"}
    ]
    assert not bare, "\n".join(bare)


def test_every_sentence_about_a_declaration_has_what_is_allowed_or_what_to_do() -> None:
    words = {*message_texts(), *general_words()}
    keys = {
        call.args[0].value: where
        for where, call, name in calls(ROOMS[3])
        if name == "wrong" and call.args and isinstance(call.args[0], ast.Constant)
    }
    assert len(keys) > 20
    bare = [
        f"{where}: {key}"
        for key, where in keys.items()
        if not {f"wrong.{key}.allowed", f"wrong.{key}.hint"} & words
    ]
    assert not bare, "\n".join(bare)
