"""What ``check`` found, for programs and for code hosts."""

from __future__ import annotations

import json

import pytest
from texts import fault, text_of
from workshop import Command, Workshop

from cards_data.problems import Findings, Note, Place, Problem, Where
from generator.commands.check import as_json_text, github_annotations, place_of

pytestmark = pytest.mark.usefixtures("cold_cache")

WRONG = Problem(Place("cards_data/pond/fish.csv", 3, "name"), "100 %\nlong, odd", "short", "try")


@pytest.mark.parametrize(
    ("where", "place"),
    [
        (WRONG.where, {"file": "cards_data/pond/fish.csv", "line": 3}),
        (
            Place("templates/my card.svg.j2", 12, about="pike, front"),
            {"file": "templates/my card.svg.j2", "line": 12},
        ),
        (
            Place("cards_data/pond/game.yaml", path=("tell_apart",)),
            {"file": "cards_data/pond/game.yaml"},
        ),
        ("pond", {}),
    ],
)
def test_places_are_files_and_lines(where: Where, place: dict[str, object]) -> None:
    assert place_of(Problem(where, "")) == place


def test_annotations_are_one_line_each_and_escaped() -> None:
    (error, notice) = github_annotations([WRONG], [Note("art/a,b.svg", "a filter")])
    assert error.startswith("::error file=cards_data/pond/fish.csv,line=3::")
    assert "100 %25%0Along, odd" in error
    assert notice == fault("::notice ::art/a,b.svg", text_of("svg.filter"))


def test_json_has_all_of_it() -> None:
    report = json.loads(as_json_text({"pond": 8}, [WRONG], []))
    assert report["games"] == [{"game": "pond", "faces": 8}]
    assert report["problems"][0]["line"] == 3 and report["problems"][0]["hint"] == "try"


def test_a_note_stops_nothing() -> None:
    findings = Findings()
    findings.extend([Note("art/a.svg", "a filter")])
    findings.raise_any()
    assert not findings and findings.notes() and not findings.without_notes()


@pytest.mark.slow
def test_the_command_writes_both(pond: Workshop, ecotable: Command) -> None:
    sound = ecotable("check", "pond", "--json")
    assert sound.code == 0 and json.loads(sound.out)["problems"] == []
    pond.template("fish.svg.j2", "{{ art(10, 14, 43, 30, 'nobody') }}")
    answer = ecotable("check", "pond", "--json")
    assert answer.code == 1 and answer.err == ""
    assert json.loads(answer.out)["problems"][0]["file"] == "cards_data/pond/fish.csv"
    annotations = ecotable("check", "pond", "--format", "github")
    assert (
        annotations.code == 1
        and "::error file=cards_data/pond/fish.csv,line=2::" in annotations.out
    )
    assert ecotable("check", "pond", "--json", "--format", "github").code == 2


@pytest.mark.slow
def test_ones_own_games_stand_apart(pond: Workshop, ecotable: Command) -> None:
    lines = ecotable("games").out.splitlines()
    assert lines[0] == "your games:" and lines[2].startswith("pond: ")
    along = lines.index("included games:")
    assert any(line.startswith("ecologic: ") for line in lines[along:])
