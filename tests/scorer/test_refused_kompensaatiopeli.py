"""Kompensaatiopeli: tables that the box cannot hold are refused."""

from __future__ import annotations

from typing import Any

import pytest
from kompensaatiopeli_boards import raw_table

from scorer.engine import scorer_for


def refused(*rows: str, **more: Any) -> list[str]:
    """What is wrong with a table: so many first rows, the rest of the board open."""
    scorer = scorer_for("kompensaatiopeli")
    found = scorer.mistakes(raw_table(*rows, **more))
    return ["; ".join(one.parts_in(scorer.say.lang, scorer.say.words)[:2]) for one in found]


def test_one_to_five_tokens_a_project() -> None:
    assert refused("M M M M M", "M . . . .") == ["6 tokens of project M; 1 to 5"]
    assert refused("M M M M M") == []


@pytest.mark.parametrize(
    ("key", "most", "told"),
    [
        ("destroyed_nature_tiles", 50, "51 nature tiles lost, but the box has 50; up to 50"),
        ("demonstrations", 22,
         "23 demonstrations, but the box has 22 knowledge cards to pay for them; up to 22"),
        ("protest_camps", 1, "2 protest camps; up to 1"),
        ("offsets_in_bank", 2, "3 offset sites, but the bank holds 2 tiles; up to 2"),
    ],
)  # fmt: skip
def test_counts_beside_the_board(key: str, most: int, told: str) -> None:
    assert refused(**{key: most}) == []
    assert refused(**{key: most + 1}) == [told]


@pytest.mark.parametrize(
    ("cells", "bank", "told"),
    [
        ("o" * 6, 1, "7 offset sites on the table, but the box has 6; up to 6"),
        ("c" * 7, 0, "7 conservation areas on the table, but the box has 6; up to 6"),
        ("r" * 7, 0, "7 restored tiles on the table, but the box has 6; up to 6"),
        (
            "MMMMMWWWWWTTTTTSSSSSL",
            0,
            "21 project tokens on the table, but the box has 20; up to 20",
        ),
    ],
)
def test_no_more_than_the_box_holds(cells: str, bank: int, told: str) -> None:
    def rows(cells: str) -> list[str]:
        return [" ".join(cells.ljust(25, ".")[at : at + 5]) for at in range(0, 25, 5)]

    assert refused(*rows(cells), offsets_in_bank=bank) == [told]
    assert refused(*rows(cells[:-1]), offsets_in_bank=bank) == []
