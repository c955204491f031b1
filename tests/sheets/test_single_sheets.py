"""A lost card, a paper jam: single pieces and single sheets, and what is remembered of them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from folding import pages_of, record
from texts import fault, text_of
from workshop import Answer, Command, Workshop, print_options

from generator.commands.choices import parse_letters
from generator.compose.stamps import short_stamp
from generator.pdf.build import file_name

pytestmark = pytest.mark.slow

TICK = iter(range(1_700_000_000, 1_800_000_000))


def printed(ecotable: Command, *words: object) -> Path:
    """A print; each a second later than the one before, whatever the disk's clock can tell."""
    answer = ecotable("print", "pond", "--dpi", 72, "--jobs", 1, *words)
    assert answer.code == 0, answer.err
    pdf, time = Path(answer.out.split()[0]), next(TICK)
    for path in (pdf, pdf.with_suffix(".json")):
        os.utime(path, (time, time))
    return pdf


def refused(ecotable: Command, *words: object) -> Answer:
    answer = ecotable("print", "pond", *words)
    assert answer.code == 2
    return answer


@pytest.fixture
def many(pond: Workshop) -> Workshop:
    """Enough fish for three sheets."""
    pond.change("fish.csv", "perch,2", "perch,20")
    pond.change("game.yaml", "pieces: 5", "pieces: 23")
    return pond


def test_a_lost_card_costs_one_sheet(many: Workshop, ecotable: Command) -> None:
    pdf = printed(ecotable, "--only", "perch")
    assert pdf.name == "pond-en-a4-only-perch.pdf"
    (piece,) = record(pdf)["pieces"]
    assert (piece["id"], piece["copies"]) == ("perch", 1)
    assert [place["side"] for place in piece["places"]] == ["front", "back"]
    assert len(pages_of(pdf)) == 2


def test_pieces_of_several_decks_and_sets_come_together(pond: Workshop, ecotable: Command) -> None:
    pdf = printed(ecotable, "--only", "Pike, plants/lily", "--only", "pike", "--copies", 3)
    assert pdf.name == "pond-en-a4-only-lily-pike-x3.pdf"
    counts = {piece["id"]: piece["copies"] for piece in record(pdf)["pieces"]}
    assert counts == {"pike": 3, "lily": 3}


@pytest.mark.parametrize("layout", ["duplex", "manual", "gutterfold", "fronts"])
@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_a_jammed_sheet_is_printed_as_it_was(
    many: Workshop, ecotable: Command, layout: str, paper: str
) -> None:
    words = ("--layout", layout, "--paper", paper)
    whole, some = printed(ecotable, *words), printed(ecotable, *words, "--sheets", "b,d")
    before, after = pages_of(whole), pages_of(some)
    sides = 2 if layout in ("duplex", "manual") else 1
    assert len(after) == 2 * sides
    assert set(after) <= set(before), "to the last line"
    order = [before.index(page) for page in after]
    assert order == sorted(order)
    for piece in record(some)["pieces"]:
        whole_piece = next(one for one in record(whole)["pieces"] if one["id"] == piece["id"])
        numbers = {page: order[page - 1] + 1 for page in range(1, len(after) + 1)}
        for place in piece["places"]:
            assert {**place, "page": numbers[place["page"]]} in whole_piece["places"]


def test_ranges_commas_and_any_case_name_sheets() -> None:
    def letters(*words: str) -> str:
        return " ".join(parse_letters(None, None, words))  # type: ignore[arg-type]

    assert letters("C-F") == "C D E F"
    assert letters("c–e", "A") == "C D E A"
    assert letters("f-c, A") == "C D E F A"
    assert letters("Z-AB") == "Z AA AB"
    assert letters() == ""


def test_what_differs_stands_in_the_name() -> None:
    names = {
        "pond-en-a4-only-lily-pike": {"only": ("pike", "lily")},
        "pond-en-a4-only-fish-pike": {"only": ("fish/pike",)},
        "pond-en-a4-sheets-A-C-D": {"sheets": ("C", "D", "A")},
        "pond-en-a4-fish-sheets-B-manual-short": {
            "decks": ("fish",),
            "sheets": ("B",),
            "layout": "manual",
            "flip": "short",
        },
        "pond-en-a4-gutterfold": {"layout": "gutterfold", "flip": "short", "printer": "office"},
    }
    for name, chosen in names.items():
        assert file_name("pond", print_options(**chosen)) == name  # type: ignore[arg-type]


def test_every_word_that_means_no_piece_is_told_with_the_nearest(
    pond: Workshop, ecotable: Command
) -> None:
    stderr = refused(ecotable, "--only", "pkie,perch,plants/lili,fish/lily,xyz").err.splitlines()
    assert len(stderr) == 4
    assert text_of("problem.did_you_mean", words="pike") in stderr[0]
    assert "did you mean plants/lily" in stderr[1]
    assert text_of("problem.did_you_mean", words="plants/lily") in stderr[2]
    assert stderr[3] == fault(
        "pond --only", text_of("command.no_piece", name='"xyz"'), text_of("command.piece")
    )


def test_a_piece_is_printed_again_by_the_stamp_on_it(pond: Workshop, ecotable: Command) -> None:
    stamp = short_stamp("fish", "pike")
    by_stamp, by_id = (printed(ecotable, "--only", word) for word in (stamp.lower(), "pike"))
    assert by_stamp == by_id
    record = json.loads(by_stamp.with_suffix(".json").read_text(encoding="utf-8"))
    assert [(piece["id"], piece["stamp"]) for piece in record["pieces"]] == [("pike", stamp)]


def test_an_id_of_several_decks_needs_its_deck(pond: Workshop, ecotable: Command) -> None:
    pond.change("plants.csv", "lily,", "pike,")
    pond.change("fish.csv", ",lily,", ",reed,")
    stderr = refused(ecotable, "--only", "pike").err
    assert (
        text_of("command.several", value='"pike"') + "; allowed: " + "fish/pike, plants/pike"
    ) in stderr
    pdf = printed(ecotable, "--only", "plants/pike")
    assert pdf.name == "pond-en-a4-only-plants-pike.pdf"
    assert [piece["deck"] for piece in record(pdf)["pieces"]] == ["plants"]
    assert printed(ecotable, "--only", "pike", "--deck", "fish").name.endswith(
        "-only-fish-pike.pdf"
    )


def test_letters_that_are_not_there_are_told_with_those_that_are(
    pond: Workshop, ecotable: Command
) -> None:
    assert (
        fault("pond --sheets", text_of("print.no_sheet", names="C, D"), "A–B")
        in refused(ecotable, "--sheets", "B-D").err
    )
    assert text_of("value.found", value='"7"') in refused(ecotable, "--sheets", "A,7").err
    stderr = refused(ecotable, "--deck", "fish", "--sheets", "B").err
    assert (text_of("print.no_sheet", names="B") + "; allowed: " + "A") in stderr


@pytest.mark.parametrize("words", [("--only", "pike"), ("--sheets", "A"), ("--plan",)])
def test_a_reprint_is_of_all_that_changed(
    pond: Workshop, ecotable: Command, words: tuple[str, ...]
) -> None:
    stderr = refused(ecotable, *words, "--changed-since", "last").err
    assert text_of("command.not_with_since") in stderr


def test_a_letter_means_something_in_one_game(pond: Workshop, ecotable: Command) -> None:
    answer = ecotable("print", "--only", "pike", "--sheets", "A")
    assert answer.code == 2
    assert [line.split(":")[0] for line in answer.err.splitlines()] == ["--only", "--sheets"]


def changed(ecotable: Command) -> set[str]:
    """Which pieces the report names."""
    answer = ecotable("changes", "pond", "--json")
    assert answer.code == 0, answer.err
    report = json.loads(answer.out)
    return {piece["id"] for kind in ("added", "removed", "changed") for piece in report[kind]}


@pytest.mark.parametrize("words", [("--only", "pike"), ("--sheets", "A")])
def test_a_partial_print_forgets_nothing_of_the_rest(
    many: Workshop, ecotable: Command, words: tuple[str, ...]
) -> None:
    printed(ecotable)
    many.change("fish.csv", "Tench,Sutare", "Old tench,Sutare")
    many.change("plants.csv", "Water lily", "Lily")
    assert changed(ecotable) == {"tench", "lily"}
    printed(ecotable, *words)
    assert changed(ecotable) == {"tench", "lily"}
    many.change("fish.csv", "Pike,Gädda", "Old pike,Gädda")
    printed(ecotable, *words)
    assert changed(ecotable) == {"tench", "lily"}, "the pike was printed as it is now"


def test_a_lost_card_does_not_change_how_many_there_are(many: Workshop, ecotable: Command) -> None:
    printed(ecotable)
    printed(ecotable, "--only", "perch")
    assert changed(ecotable) == set()


def test_a_partial_print_is_verified_by_its_own_pieces(pond: Workshop, ecotable: Command) -> None:
    pdf = printed(ecotable, "--only", "pike")
    assert ecotable("verify", pdf).code == 0
    pond.change("fish.csv", "Tench,Sutare", "Old tench,Sutare")
    assert ecotable("verify", pdf).code == 0
    pond.change("fish.csv", "Pike,Gädda", "Old pike,Gädda")
    assert ecotable("verify", pdf).code == 1


def test_only_once_asked_for_it_is_answered_from_memory(pond: Workshop, ecotable: Command) -> None:
    """The same words again say the same; other pieces are another print."""
    first = ecotable("print", "pond", "--dpi", 72, "--only", "pike").out
    assert ecotable("print", "pond", "--dpi", 72, "--only", "pike").out == first
    assert ecotable("print", "pond", "--dpi", 72, "--only", "tench").out != first
