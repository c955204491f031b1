"""``last`` means each piece as it was last printed, in whatever run."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from workshop import Answer, Command, Workshop

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]

TICK = iter(range(1_700_000_000, 1_800_000_000))


def printed(ecotable: Command, pond: Workshop, *words: str) -> Path:
    """A print; each a second later than the one before, whatever the disk's clock can tell."""
    answer = ecotable("print", "pond", "--dpi", "72", *words)
    assert answer.code == 0, answer.err
    pdf = Path(answer.out.split()[0])
    time = next(TICK)
    for path in (pdf, pdf.with_suffix(".json")):
        os.utime(path, (time, time))
    return pdf


def changed(ecotable: Command, *words: str) -> set[str]:
    """Which pieces the report names."""
    answer = ecotable("changes", "pond", "--json", *words)
    assert answer.code == 0, answer.err
    report = json.loads(answer.out)
    return {piece["id"] for kind in ("added", "removed", "changed") for piece in report[kind]}


def reprinted(ecotable: Command, *words: str) -> Answer:
    return ecotable("print", "pond", "--dpi", "72", "--changed-since", "last", *words)


def sheets_of(pdf: Path) -> dict[str, int]:
    """How often each piece lies on the fronts."""
    record: dict[str, Any] = json.loads(pdf.with_suffix(".json").read_text(encoding="utf-8"))
    return {
        piece["id"]: sum(place["side"] == "front" for place in piece["places"])
        for piece in record["pieces"]
    }


def test_a_print_of_one_deck_forgets_nothing(pond: Workshop, ecotable: Command) -> None:
    printed(ecotable, pond)
    pond.change("fish.csv", "Pike,Gädda", "Old pike,Gädda")
    printed(ecotable, pond, "--deck", "plants")
    assert changed(ecotable) == {"pike"}


def test_what_was_printed_with_one_deck_counts_for_it(pond: Workshop, ecotable: Command) -> None:
    printed(ecotable, pond)
    pond.change("fish.csv", "Pike,Gädda", "Old pike,Gädda")
    pond.change("plants.csv", "Water lily", "Lily")
    printed(ecotable, pond, "--deck", "fish")
    assert changed(ecotable) == {"lily"}
    printed(ecotable, pond, "--deck", "plants")
    assert changed(ecotable) == set()


def test_the_newest_print_of_a_piece_counts_and_no_older_one(
    pond: Workshop, ecotable: Command
) -> None:
    printed(ecotable, pond, "--deck", "fish")
    pond.change("fish.csv", "Pike,Gädda", "Old pike,Gädda")
    printed(ecotable, pond)
    assert changed(ecotable) == set()
    pond.change("fish.csv", "Old pike,Gädda", "Pike,Gädda")
    assert changed(ecotable) == {"pike"}, "as in the first print, but that is not the last"


def test_a_print_that_stands_already_is_the_newest(pond: Workshop, ecotable: Command) -> None:
    printed(ecotable, pond)
    pond.change("fish.csv", "Pike,Gädda", "Old pike,Gädda")
    printed(ecotable, pond, "--deck", "fish")
    pond.change("fish.csv", "Old pike,Gädda", "Pike,Gädda")
    assert changed(ecotable) == {"pike"}
    assert ecotable("print", "pond", "--dpi", "72").code == 0
    assert changed(ecotable) == set()


def test_another_language_is_another_print(pond: Workshop, ecotable: Command) -> None:
    printed(ecotable, pond)
    pond.change("fish.csv", "Pike,Gädda", "Old pike,Storgädda")
    printed(ecotable, pond, "--lang", "sv")
    assert changed(ecotable) == {"pike"}
    assert changed(ecotable, "--lang", "sv") == set()


def test_other_ink_is_another_print(pond: Workshop, ecotable: Command) -> None:
    printed(ecotable, pond)
    pond.change("fish.csv", "Pike,Gädda", "Old pike,Gädda")
    printed(ecotable, pond, "--ink", "low")
    assert changed(ecotable) == {"pike"}


def test_decks_that_were_never_printed_are_not_new(pond: Workshop, ecotable: Command) -> None:
    printed(ecotable, pond, "--deck", "plants")
    assert changed(ecotable) == set()
    pond.change("game.yaml", "pieces: 3\n", "pieces: 4\n")
    pond.change("plants.csv", "lily,2", "sedge,1,Sedge,Starr\nlily,2")
    assert changed(ecotable) == {"sedge"}
    assert reprinted(ecotable).code == 0
    assert changed(ecotable) == set(), "and the reprint does not claim that the fish are there"
    pond.change("fish.csv", "Pike,Gädda", "Old pike,Gädda")
    assert changed(ecotable) == set()


def test_a_piece_that_was_taken_out_stays_out(pond: Workshop, ecotable: Command) -> None:
    printed(ecotable, pond, "--paper", "letter")
    pond.change("game.yaml", "pieces: 5\n", "pieces: 3\n")
    pond.change("fish.csv", "tench,2,Tench,Sutare,Rest.,Vila.,1,0,mud,,lily,Tinca tinca\n", "")
    assert changed(ecotable) == {"tench"}
    printed(ecotable, pond)
    assert changed(ecotable) == set(), "the older print on letter still has it"


def test_a_reprint_counts_as_printed(pond: Workshop, ecotable: Command) -> None:
    printed(ecotable, pond)
    pond.change("fish.csv", "Pike,Gädda", "Old pike,Gädda")
    assert sheets_of(printed(ecotable, pond, "--changed-since", "last")) == {"pike": 1}
    assert changed(ecotable) == set()
    pond.change("plants.csv", "Reed,Vass", "Tall reed,Vass")
    pond.template("plant.svg.j2", "{{ line(piece.name, 2, 9, size=7) }}\n")
    assert sheets_of(printed(ecotable, pond, "--changed-since", "last")) == {"reed": 1, "lily": 2}
    assert reprinted(ecotable).out == "pond: nothing changed, nothing to print\n"


def test_three_sets_stay_three_sets(pond: Workshop, ecotable: Command) -> None:
    printed(ecotable, pond, "--copies", "3")
    printed(ecotable, pond, "--deck", "plants")
    pond.change("fish.csv", "Perch,Abborre", "Small perch,Abborre")
    pdf = printed(ecotable, pond, "--changed-since", "last")
    assert pdf.name == "pond-en-a4-x3-changed.pdf"
    assert sheets_of(pdf) == {"perch": 6}
    pond.change("fish.csv", "Small perch,Abborre", "Large perch,Abborre")
    assert sheets_of(printed(ecotable, pond, "--changed-since", "last")) == {"perch": 6}
    pond.change("fish.csv", "Large perch,Abborre", "Perch,Abborre")
    output = printed(ecotable, pond, "--changed-since", "last", "--copies", "1")
    assert sheets_of(output) == {"perch": 2}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--lang", "sv"), "ingen tidigare utskrift av pond på sv"),
        (("--out", "elsewhere"), "no earlier print of pond"),
    ],
)
def test_no_print_there_is_a_problem(
    pond: Workshop, ecotable: Command, words: tuple[str, ...], message: str
) -> None:
    printed(ecotable, pond)
    answer = ecotable("changes", "pond", *words)
    assert answer.code == 1
    assert message in answer.err


def test_a_new_pdf_beside_an_old_manifest_is_what_was_printed(
    pond: Workshop, ecotable: Command
) -> None:
    """What a run leaves that ends between the two."""
    pdf = printed(ecotable, pond)
    old = pdf.with_suffix(".json").read_bytes()
    pond.change("fish.csv", "Pike,Gädda", "Old pike,Gädda")
    printed(ecotable, pond)
    pdf.with_suffix(".json").write_bytes(old)
    assert changed(ecotable) == set()
    pond.change("fish.csv", "Old pike,Gädda", "Pike,Gädda")
    assert changed(ecotable) == {"pike"}


def test_a_pdf_alone_counts_and_a_damaged_one_does_not(pond: Workshop, ecotable: Command) -> None:
    pdf = printed(ecotable, pond)
    pdf.with_suffix(".json").unlink()
    assert changed(ecotable) == set()
    pdf.write_bytes(b"%PDF-1.3 half")
    assert ecotable("changes", "pond").code == 1


def test_the_page_says_what_it_compares_with(pond: Workshop, ecotable: Command) -> None:
    printed(ecotable, pond)
    printed(ecotable, pond, "--deck", "plants")
    assert ecotable("changes", "pond").code == 0
    page = (pond.out / "pond-en-changes.html").read_text(encoding="utf-8")
    assert "pond-en-a4-plants.json, pond-en-a4.json" in page
