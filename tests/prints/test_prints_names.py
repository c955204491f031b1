"""No print replaces another kind of print: whatever differs stands in its name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from workshop import Command, Workshop, print_options

from generator.options import PrintOptions
from generator.pdf.build import LONGEST, file_name

pytestmark = pytest.mark.usefixtures("cold_cache")

NAMES: dict[str, dict[str, Any]] = {
    "pond-en-a4": {},
    "pond-sv-letter": {"lang": "sv", "paper": "letter"},
    "pond-en-a4-fish": {"decks": ("fish",)},
    "pond-en-a4-fish-plants": {"decks": ("plants", "fish", "plants")},
    "pond-en-a4-x3": {"copies": 3},
    "pond-en-a4-fronts": {"layout": "fronts"},
    "pond-en-a4-short": {"flip": "short"},
    "pond-en-a4-fish-x3-short": {"decks": ("fish",), "copies": 3, "flip": "short"},
    "pond-en-a4-rules-x2-fronts": {"decks": ("rules",), "copies": 2, "layout": "fronts"},
}


@pytest.mark.parametrize("name", NAMES)
def test_what_differs_stands_in_the_name(name: str) -> None:
    assert file_name("pond", print_options(**NAMES[name])) == name
    assert file_name("pond", print_options(**NAMES[name]), changed=True) == f"{name}-changed"


def test_what_makes_no_other_print_does_not() -> None:
    options = print_options(marks="none", dpi=90, jobs=3, scorer_url="https://example.org")
    assert file_name("pond", options) == "pond-en-a4"


def test_sheets_that_are_not_turned_have_no_edge_to_turn_on() -> None:
    assert file_name("pond", print_options(layout="fronts", flip="short")) == "pond-en-a4-fronts"


@dataclass(frozen=True)
class Later(PrintOptions):
    """Options that may come."""

    shine: bool = False


def test_an_option_that_comes_later_is_in_the_name_too() -> None:
    assert file_name("pond", Later(shine=True)) == "pond-en-a4-shine"
    assert file_name("pond", Later(only=("pike",))) == "pond-en-a4-only-pike"
    assert file_name("pond", Later(decks=("pike",))) == "pond-en-a4-pike"
    assert file_name("pond", Later(sheets=("C", "F"))) == "pond-en-a4-sheets-C-F"
    assert file_name("pond", Later(render="vector", copies=2)) == "pond-en-a4-x2-vector"


def test_a_name_fits_on_a_disk_and_names_no_folder() -> None:
    many = tuple(f"deck_{number}" for number in range(60))
    long, other = (file_name("pond", print_options(decks=some)) for some in (many, many[1:]))
    assert long != other
    assert len(long) <= len("pond-en-a4-") + LONGEST
    assert "/" not in file_name("pond", print_options(decks=("../../x",)))


@pytest.mark.slow
def test_every_kind_of_print_is_a_file_of_its_own(pond: Workshop, ecotable: Command) -> None:
    kinds: list[list[str]] = [
        [],
        ["--deck", "plants"],
        ["--copies", "2"],
        ["--layout", "fronts"],
        ["--flip", "short"],
        ["--layout", "manual"],
        ["--layout", "gutterfold"],
        ["--only", "pike"],
        ["--sheets", "A"],
    ]
    written = set()
    for words in kinds:
        answer = ecotable("print", "pond", "--dpi", "72", *words)
        assert answer.code == 0, answer.err
        written.add(answer.out.split()[0])
    assert len(written) == len(kinds)
    assert {path.name for path in pond.out.glob("*.pdf")} == {
        "pond-en-a4.pdf",
        "pond-en-a4-plants.pdf",
        "pond-en-a4-x2.pdf",
        "pond-en-a4-fronts.pdf",
        "pond-en-a4-short.pdf",
        "pond-en-a4-manual.pdf",
        "pond-en-a4-gutterfold.pdf",
        "pond-en-a4-only-pike.pdf",
        "pond-en-a4-sheets-A.pdf",
    }
