"""What docs/contribute/trust.md counts is counted in the code."""

from __future__ import annotations

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / "docs" / "contribute" / "trust.md").read_text(encoding="utf-8")


def entries(file: str, name: str) -> int:
    """How many entries a table of a test file has, as it is written there."""
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    assignments = {
        ast.unparse(getattr(node, "target", None) or node.targets[0]): node.value  # type: ignore[attr-defined]
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
    }
    table = next(node for node in ast.walk(assignments[name]) if isinstance(node, ast.Dict))
    assert None not in table.keys
    return len(table.keys)


def test_counts_are_those_of_the_code() -> None:
    for count, file, name in (
        (r"(\d+) shapes", "fuzz/test_linear.py", "SHAPES"),
        (r"(\d+) longest texts", "fuzz/test_linear.py", "LONGEST"),
        (r"all (\d+) readers", "fuzz/readers.py", "READERS"),
        (r"(\d+) machines", "generator/test_any_machine.py", "MACHINES"),
    ):
        assert re.findall(count, PAGE) == [str(entries(file, name))], name


def test_mutants_that_no_test_can_notice_are_listed() -> None:
    rows = (TESTS / "mutants" / "equivalent.txt").read_text(encoding="utf-8").splitlines()
    modules = [row.split("\t")[0] for row in rows if row and not row.startswith("#")]
    listed = re.findall(r"^- `(\S+\.py)`", PAGE, re.MULTILINE)
    assert sorted(listed) == sorted(modules)
