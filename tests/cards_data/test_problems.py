"""Problems: how they are told."""

from __future__ import annotations

from cards_data import Findings


def test_one_line_of_a_template_is_told_once_however_many_faces_it_draws() -> None:
    findings = Findings()
    for face in ("pike, front, en", "perch, front, en", "pike, front, sv"):
        findings.add(f"templates/pond/fish.svg.j2:3 ({face})", "wrong", "right")
    findings.add("templates/pond/fish.svg.j2:4 (pike, front, en)", "wrong", "right")
    findings.add("cards_data/pond/fish.csv:2 fish/pike (en)", "too long")
    findings.add("cards_data/pond/fish.csv:3 fish/perch (en)", "too long")
    assert [str(problem.where) for problem in findings.told_once()] == [
        "templates/pond/fish.svg.j2:3 (pike, front, en; 2 more faces)",
        "templates/pond/fish.svg.j2:4 (pike, front, en)",
        "cards_data/pond/fish.csv:2 fish/pike (en)",
        "cards_data/pond/fish.csv:3 fish/perch (en)",
    ]
