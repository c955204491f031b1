"""What is typed is understood as it is meant, and what cannot be is one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from texts import fault, text_of
from workshop import Command, Workshop

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]


@pytest.mark.parametrize(
    "words", [["--deck", "Plants"], ["--deck", "växter"], ["--deck", "PLANTS", "--deck", "plants"]]
)
def test_a_deck_by_its_title_in_any_language(
    pond: Workshop, ecotable: Command, words: list[str]
) -> None:
    answer = ecotable("print", "pond", "--dpi", "72", *words)
    assert answer.code == 0, answer.err
    assert answer.out.startswith("output/pond-en-a4-plants.pdf")


def test_paper_and_language_in_any_case(pond: Workshop, ecotable: Command) -> None:
    answer = ecotable("print", "pond", "--dpi", "72", "--paper", "Letter", "--lang", "SV")
    assert answer.code == 0, answer.err
    assert answer.out.startswith("output/pond-sv-letter.pdf")
    assert ecotable("changes", "pond", "--lang", "Sv").code == 0


def test_a_deck_that_is_none_is_told(pond: Workshop, ecotable: Command) -> None:
    answer = ecotable("print", "pond", "--deck", "birds")
    assert answer.code == 2
    assert (
        text_of("value.unknown", value='"birds"') + "; allowed: " + "fish, plants"
    ) in answer.err


def test_games_in_a_language(pond: Workshop, ecotable: Command) -> None:
    answer = ecotable("games", "--lang", "SV")
    assert answer.code == 0, answer.err
    assert "pond: Livet i dammen" in answer.out
    assert "Växter" in answer.out
    finnish = ecotable("games", "--lang", "fi").out
    assert "kompensaatiopeli" in finnish
    assert "ecologic" not in finnish, "it is not there in Finnish"
    assert ecotable("games", "--lang", "xx").code == 2


def test_the_sheets_of_a_game_are_those_its_pieces_are_printed_on(
    pond: Workshop, ecotable: Command
) -> None:
    lines = ecotable("games").out.partition("pond:")[2].partition("\n\n")[0]
    assert ecotable("print", "pond", "--dpi", "72").code == 0
    record = json.loads(Path("output/pond-en-a4.json").read_text(encoding="utf-8"))
    places = [place for piece in record["pieces"] for place in piece["places"]]
    sheets = {place["page"] for place in places if place["side"] == "front"}
    assert f" pieces on {len(sheets)} sheets of A4, " in lines.splitlines()[0]
    assert fault("  also printed", text_of("cmd_howto")) in lines


def test_games_are_listed_without_a_look_into_their_leaflets(
    pond: Workshop, ecotable: Command
) -> None:
    """That there is one is said; what is wrong with it is told by whoever reads it."""
    pond.write("rules/en.yaml", "titel: Pond Life\n")
    answer = ecotable("games")
    assert answer.code == 0, answer.err
    lines = answer.out.partition("pond:")[2].partition("\n\n")[0]
    assert lines.endswith("  also printed: how-to page, rules")
    for command in ("check", "print"):
        assert "rules/en.yaml:1 titel: unknown key" in ecotable(command, "pond").err


@pytest.mark.parametrize("typed", ["my-pond", "my_pond", "MY-POND"])
def test_a_folder_with_a_dash_is_found(pond: Workshop, ecotable: Command, typed: str) -> None:
    pond.data.rename(pond.data.with_name("my-pond"))
    pond.templates.rename(pond.templates.with_name("my-pond"))
    answer = ecotable("print", typed, "--dpi", "72")
    assert answer.code == 0, answer.err
    assert answer.out.startswith("output/my-pond-en-a4.pdf")


def test_a_name_that_is_near_is_proposed(pond: Workshop, ecotable: Command) -> None:
    answer = ecotable("print", "pnod")
    assert answer.code == 2
    assert text_of("value.unknown", value='"pnod"') in answer.err
    assert text_of("problem.did_you_mean", words="pond") in answer.err


def test_the_lock_of_an_editor_is_no_table(pond: Workshop, ecotable: Command) -> None:
    (pond.data / ".#fish.csv").symlink_to("ada@host.4711:1")
    answer = ecotable("print", "pond", "--dpi", "72")
    assert answer.code == 0, answer.err


def test_a_link_that_leads_nowhere_is_one_problem(pond: Workshop, ecotable: Command) -> None:
    (pond.data / "fish.csv").unlink()
    (pond.data / "fish.csv").symlink_to("nowhere.csv")
    answer = ecotable("print", "pond", "--dpi", "72")
    assert answer.code == 1
    assert fault("nowhere.csv", text_of("file.missing")) in answer.err


@pytest.mark.parametrize("date", ["abc", "-1", "1e9", "9" * 40])
def test_a_date_that_is_none_is_a_problem(
    pond: Workshop, ecotable: Command, monkeypatch: pytest.MonkeyPatch, date: str
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", date)
    answer = ecotable("print", "pond", "--dpi", "72")
    assert answer.code == 1
    assert answer.err.startswith("SOURCE_DATE_EPOCH: ")
    assert len(answer.err.splitlines()) == 1


def test_an_output_folder_that_no_disk_holds_is_a_problem(
    pond: Workshop, ecotable: Command
) -> None:
    answer = ecotable("print", "pond", "--dpi", "72", "--out", "a" * 300)
    assert answer.code == 1
    assert text_of("file.cannot_be_written", reason="File name too long") in answer.err


def test_a_manifest_says_how_many_sets_it_holds(pond: Workshop, ecotable: Command) -> None:
    assert ecotable("print", "pond", "--dpi", "72", "--copies", "2").code == 0
    record = json.loads(Path("output/pond-en-a4-x2.json").read_text(encoding="utf-8"))
    assert (record["sets"], record["ink"]) == (2, "full")


def test_ctrl_c_is_answered_with_one_line(
    pond: Workshop, ecotable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("generator.commands.print._load_games", stopped)
    answer = ecotable("print", "pond")
    assert (answer.code, answer.out, answer.err) == (130, "", "stopped\n")
