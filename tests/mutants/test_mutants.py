"""The tool that asks whether tests would notice: what it changes, and what it tells of it."""

from __future__ import annotations

import ast
import subprocess
import sys
import types
from pathlib import Path

import pytest
from mutations import mutants
from plugin import KILLED, SURVIVED, UNREACHED, Live
from run import EQUIVALENT, PARTS, ROOT, equivalent, tell

SOURCE = '''
"""A module."""
LIMIT: int = 3

def points(n: int, most: int = 5) -> int:
    """So many 2 points."""
    if n > LIMIT and not n % 2 == 1:
        return min(n * 2, most)
    return 0
'''


def changes(source: str) -> set[str]:
    return {f"{one.was} -> {one.now}" for one in mutants(ast.parse(source))}


def test_comparisons_sums_limits_and_answers_are_changed() -> None:
    assert changes(SOURCE) >= {
        "n > LIMIT -> n >= LIMIT",
        "n > LIMIT -> n <= LIMIT",
        "n > LIMIT and (not n % 2 == 1) -> n > LIMIT or not n % 2 == 1",
        "not n % 2 == 1 -> n % 2 == 1",
        "n * 2 -> n + 2",
        "min(n * 2, most) -> max(n * 2, most)",
        "return 0 -> return None",
        "0 -> 1",
        "3 -> 4",
        "5 -> 6",
    }


def test_words_types_and_decorators_are_left_alone() -> None:
    source = '@cache(2)\ndef f(a: list[3]) -> Literal[4]:\n    """5"""\n    raise Wrong("6")\n'
    assert changes(source) == set()


def test_assertions_are_left_alone() -> None:
    assert changes("assert a == 1\nzip(a, b, strict=True)\n") == set()


def test_bounds_in_an_annotation_are_changed() -> None:
    assert changes("class A:\n    n: Annotated[int, within(1, 20)]\n") == {"1 -> 2", "20 -> 21"}


def test_every_mutant_is_one_change_and_leaves_no_trace() -> None:
    tree = ast.parse(SOURCE)
    before, texts = ast.unparse(tree), set()
    for one in mutants(tree):
        with one.applied():
            texts.add(ast.unparse(tree))
        assert ast.unparse(tree) == before
    assert before not in texts
    assert len(texts) == len(mutants(tree))


@pytest.mark.slow
def test_a_live_function_gets_the_code_of_the_mutant(tmp_path: Path) -> None:
    path, tree = tmp_path / "scored.py", ast.parse(SOURCE)
    module = types.ModuleType("scored")
    exec(compile(tree, str(path), "exec"), module.__dict__)
    held_elsewhere = module.points
    assert held_elsewhere(4) == 5
    change = next(one for one in mutants(tree) if one.now == "max(n * 2, most)")
    assert change.local
    with change.applied():
        Live.collect().put_in_place(path, compile(tree, str(path), "exec"))
    assert held_elsewhere(4) == 8


def test_what_lies_outside_of_functions_is_known_to() -> None:
    local = {f"{one.was} -> {one.now}": one.local for one in mutants(ast.parse(SOURCE))}
    assert not local["3 -> 4"]
    assert not local["5 -> 6"]
    assert local["0 -> 1"]


def test_the_figures_leave_out_what_no_test_can_notice(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [[KILLED, "a.py:1", "0", "x"]] * 18 + [[SURVIVED, "a.py:2", "1", "y"]]
    assert not tell("a", rows, ())
    assert "a.py:2" in capsys.readouterr().out
    assert tell("a", rows, {("a.py", "y")})
    assert "18 killed" in capsys.readouterr().out
    assert not tell("a", [*rows, [UNREACHED, "a.py:3", "2", "z"]], {("a.py", "y")})


def test_every_equivalent_mutant_is_still_one_and_has_a_reason() -> None:
    for (module, change), reason in equivalent(EQUIVALENT).items():
        all_mutants = mutants(ast.parse((ROOT / module).read_text(encoding="utf-8")))
        assert change in {one.change for one in all_mutants}
        assert len(reason) > 20


def test_every_part_has_modules_and_tests() -> None:
    for part in PARTS.values():
        assert len(part.paths()) > 5
        assert all((ROOT / name).exists() for name in part.tests)


@pytest.mark.slow
def test_a_weak_test_lets_mutants_live_and_a_strong_one_does_not(tmp_path: Path) -> None:
    """The whole tool, on one module and one test file."""
    log = tmp_path / "told"
    words = ["scorer", "--only", "scorer/core/clusters.py", "--told", str(log)]
    tests = ["--tests", "tests/scorer/test_scoring_tables.py"]
    run = [sys.executable, "-P", str(Path(__file__).parent / "run.py"), *words, *tests]
    result = subprocess.run(run, check=False, capture_output=True, text=True, cwd=ROOT)
    ends = [line.split("\t")[0] for line in log.read_text(encoding="utf-8").splitlines()]
    assert ends, result.stderr
    assert ends.count(KILLED) > len(ends) / 2
    assert f"scorer: {len(ends)} mutants" in result.stdout
