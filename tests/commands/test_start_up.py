"""How many of our modules a command loads: a start takes as long as what it loads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
COUNT = """\
import sys
sys.argv = ["ecotable", *{words!r}]
from generator.cli import main
try:
    main()
except SystemExit as end:
    assert not end.code
packages = ("cards_data", "scorer", "generator")
ours = [name for name in sys.modules if name.partition(".")[0] in packages]
print(len(ours), *ours, file=sys.stderr)
"""
STATE = "players: [{name: Ada, profits: 9, enviros: 7}]\n"


@pytest.mark.parametrize(
    ("words", "most"),
    [
        (["--help"], 6),
        (["games"], 42),
        (["score", "ecologic", "state.yaml"], 45),
        (["print", "ecologic", "--plan"], 93),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else None,
)
@pytest.mark.slow
def test_a_command_loads_no_more_than_it_needs(words: list[str], most: int, tmp_path: Path) -> None:
    (tmp_path / "state.yaml").write_text(STATE, encoding="utf-8")
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{COUNT.format(words=words)}"
    command = [sys.executable, "-c", code]
    answer = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    count, *ours = answer.stderr.splitlines()[-1].split()
    assert int(count) <= most, ours
