"""Patterns match the same on every supported Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from source_trees import nodes, tree

ROOT = Path(__file__).parent.parent
PRODUCT = [
    path for top in ("cards_data", "scorer", "generator") for path in (ROOT / top).rglob("*.py")
]
# Before 3.11.5 a group that gives nothing back can match too much or too little (gh-106052).
# Single signs, as in \d++ or [a-z]*+, are right everywhere.
BROKEN = re.compile(r"(?<!\\)\)(?:[*+?]|\{[\d,]+\})\+|\(\?>")


def texts(whole: ast.Module) -> Iterator[str]:
    """Every text in the code; what is put into one counts as a group, as it may be one."""
    for node in nodes(whole):
        if isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "()" for part in node.values)
            yield "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def broken(whole: ast.Module) -> list[str]:
    return [text for text in texts(whole) if BROKEN.search(text)]


def test_no_pattern_has_a_group_that_gives_nothing_back() -> None:
    patterns = {str(path.relative_to(ROOT)): broken(tree(path)) for path in PRODUCT}
    assert {path: wrong for path, wrong in patterns.items() if wrong} == {}


@pytest.mark.parametrize(
    "code", [r"r'(?:ab)*+'", r"r'(a|b)?+'", r"r'(?:a){1,3}+'", r"rf'{A}++'", r"r'(?>a*)b'"]
)
def test_such_a_group_is_found(code: str) -> None:
    assert broken(ast.parse(code))


@pytest.mark.parametrize("code", [r"r'\d++[a-z]*+\)?+x{1,3}+'", r"rf'(?:{A})*\s*+'", "'a) + b'"])
def test_a_single_sign_that_gives_nothing_back_is_not(code: str) -> None:
    assert not broken(ast.parse(code))
