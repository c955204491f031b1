"""Problems: how they are told."""

from __future__ import annotations

import pytest
from texts import text_of

from cards_data import Findings
from cards_data.problems import Place, quote


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (["a", 1, False], "[a, 1, false]"),
        (({"size": None},), "[{size: null}]"),
        ("None", "None"),
        (1, "1"),
        ("two\nlines", "two\\nlines"),
    ],
)
def test_a_value_is_shown_as_a_file_has_it(value: object, text: str) -> None:
    assert str(quote(value)) == f'"{text}"'


def test_one_line_of_a_template_is_told_once_however_many_faces_it_draws() -> None:
    findings = Findings()
    for face in ("pike, front, en", "perch, front, en", "pike, front, sv"):
        findings.add(Place("templates/pond/fish.svg.j2", 3, about=face), "wrong", "right")
    findings.add(Place("templates/pond/fish.svg.j2", 4, about="pike, front, en"), "wrong", "right")
    findings.add(Place("cards_data/pond/fish.csv", 2, path=("fish/pike",), about="en"), "too long")
    findings.add(Place("cards_data/pond/fish.csv", 3, path=("fish/perch",), about="en"), "too long")
    assert [str(problem.where) for problem in findings.without_repeats()] == [
        text_of("problem.faces", line="templates/pond/fish.svg.j2:3", face="pike, front, en", n=2),
        "templates/pond/fish.svg.j2:4 (pike, front, en)",
        "cards_data/pond/fish.csv:2 fish/pike (en)",
        "cards_data/pond/fish.csv:3 fish/perch (en)",
    ]
