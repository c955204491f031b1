"""A computer without the cairo library: vectors are printed, and one line says what is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pypdf import PdfReader
from texts import fault, text_of
from workshop import Workshop, print_game

from generator.options import Edition, PrintOptions

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
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(pond: Workshop) -> Run:
    """Commands in the pond's folder, where cairo cannot be found."""
    fake = pond.root / "fake"
    (fake / "cairocffi").mkdir(parents=True)
    (fake / "cairocffi" / "__init__.py").write_text(BROKEN, encoding="utf-8")
    (fake / "sitecustomize.py").write_text(BLIND, encoding="utf-8")
    (pond.root / "table.yaml").write_text(TABLE, encoding="utf-8")

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "generator", *words],
            cwd=pond.root,
            env={**os.environ, "PYTHONPATH": os.pathsep.join((str(fake), str(ROOT)))},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return run


@pytest.mark.parametrize(
    "words",
    [("print", "pond", "--render", "raster"), ("export", "pond", "--to", "tts", "--out", "out")],
    ids=" ".join,
)
def test_what_needs_pixels_says_in_one_line_how_to_get_cairo(
    run: Run, words: tuple[str, ...]
) -> None:
    answer = run(*words)
    assert answer.returncode == 1
    (line,) = answer.stderr.splitlines()
    assert line.startswith(fault("cairo", text_of("cairo.missing")))
    assert "cairo" in line.split(";", 1)[1]


def test_a_print_is_made_as_vectors_and_says_so(run: Run, pond: Workshop) -> None:
    answer = run("print", "pond", "--out", "out")
    assert (answer.returncode, answer.stderr) == (0, "")
    note, message = answer.stdout.splitlines()
    assert note == fault("note", text_of("cmd_print_no_cairo"))
    assert message.startswith("out/pond-en-a4-vector.pdf")
    before = (pond.root / "out" / "pond-en-a4-vector.pdf").read_bytes()
    vector_answer = run("print", "pond", "--out", "out", "--render", "vector")
    assert (vector_answer.returncode, vector_answer.stdout.splitlines()) == (0, [message])
    pond.print(render="vector", dpi=300)
    assert pond.out.joinpath("pond-en-a4-vector.pdf").read_bytes() == before, "as with cairo"


def test_low_ink_draws_the_same_lines(run: Run, pond: Workshop) -> None:
    answer = run("print", "pond", "--ink", "low", "--out", "out")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "uses vectors" in answer.stdout
    without = contents(pond.root / "out" / "pond-en-a4-low-vector.pdf")
    low, out = Edition("en", "low"), pond.root / "with"
    options = PrintOptions(edition=low, render="vector", jobs=1, out=out)
    # The first page shows how much ink is saved, which is counted in pixels.
    assert contents(print_game(pond.load(), options).pdf)[1:] == without[1:] != []
    assert run("check", "pond", "--ink", "low").returncode == 0


def contents(pdf: Path) -> list[list[bytes]]:
    """Return what each page draws, and the faces on it."""
    return [
        [
            page["/Contents"].get_object().get_data(),
            *(
                form.get_object().get_data()
                for form in page["/Resources"].get("/XObject", {}).values()
            ),
        ]
        for page in PdfReader(pdf).pages
    ]


def test_only_what_changed_is_printed(run: Run, pond: Workshop) -> None:
    run("print", "pond", "--out", "out")
    pond.change("fish.csv", "Pike", "Big pike")
    answer = run("print", "pond", "--out", "out", "--since", "last")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "1 piece" in answer.stdout


def test_a_check_leaves_out_what_is_measured_on_pixels(run: Run) -> None:
    answer = run("check", "pond")
    assert answer.returncode == 0
    assert text_of("cmd_check_no_cairo") in answer.stdout
    assert "pond" in answer.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("print", "pond", "--plan"),
        ("score", "ecosfera_baltica", "table.yaml", "--pdf", "result.pdf"),
    ],
    ids=" ".join,
)
def test_what_needs_no_pixels_works(run: Run, words: tuple[str, ...]) -> None:
    answer = run(*words)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "cairo" not in answer.stdout
