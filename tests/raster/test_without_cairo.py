"""A computer without the cairo library: one line with the remedy, from every command that draws."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from workshop import Workshop

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent
# What Python finds before the real ones: a library that cannot be opened.
BROKEN = 'raise OSError("no library called cairo-2 was found")\n'
BLIND = """\
import ctypes

class _None:
    def __init__(self, name, *more, **named):
        raise OSError(name)

ctypes.CDLL = _None
"""
TABLE = "{game: ecosfera_baltica, players: [Ada], level: 1, habitats: [], impacts: 0}"


@pytest.mark.parametrize(
    "words",
    [
        ("print", "pond"),
        ("check", "pond"),
        ("preview", "pond", "--no-open"),
        ("serve", "--no-open"),
        ("score", "ecosfera_baltica", "table.yaml", "--pdf", "result.pdf"),
    ],
    ids=lambda words: words[0],
)
def test_the_remedy_is_one_line(pond: Workshop, words: tuple[str, ...]) -> None:
    fake = pond.root / "fake"
    (fake / "cairocffi").mkdir(parents=True)
    (fake / "cairocffi" / "__init__.py").write_text(BROKEN, encoding="utf-8")
    (fake / "sitecustomize.py").write_text(BLIND, encoding="utf-8")
    (pond.root / "table.yaml").write_text(TABLE, encoding="utf-8")
    answer = subprocess.run(
        [sys.executable, "-m", "generator", *words],
        cwd=pond.root,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(fake), str(ROOT)))},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert answer.returncode == 1
    (line,) = answer.stderr.splitlines()
    assert line.startswith("cairo: the library that draws is not installed")
    assert "cairo" in line.split(";", 1)[1]
