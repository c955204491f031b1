"""Kompensaatiopeli: tables that the box cannot hold are refused."""

from __future__ import annotations

from typing import Any

import pytest
from kompensaatiopeli_boards import raw_table
from texts import text_of

from scorer.engine import scorer_for


def refused(*rows: str, **more: Any) -> list[str]:
    """What is wrong with a table: so many first rows, the rest of the board open."""
    scorer = scorer_for("kompensaatiopeli")
    messages = scorer.check(raw_table(*rows, **more))[1]
    return ["; ".join(one.parts_in(scorer.say.lang, scorer.say.words)[:2]) for one in messages]


def test_one_to_five_tokens_a_project() -> None:
    assert refused("M M M M M", "M . . . .") == [
        (text_of("wrong.project_tokens", n=6, letter="M") + "; " + "1 to 5")
    ]
    assert refused("M M M M M") == []


@pytest.mark.parametrize(
    ("key", "most", "message"),
    [
        (
            "destroyed_nature_tiles",
            50,
            (text_of("wrong.destroyed", n=51, most=50) + "; " + "up to 50"),
        ),
        (
            "demonstrations",
            22,
            (text_of("wrong.demonstrations", n=23, most=22) + "; " + "up to 22"),
        ),
        ("protest_camps", 1, (text_of("wrong.camps", n=2) + "; " + "up to 1")),
        ("offsets_in_bank", 2, (text_of("wrong.bank", n=3, most=2) + "; " + "up to 2")),
    ],
)
def test_counts_beside_the_board(key: str, most: int, message: str) -> None:
    assert refused(**{key: most}) == []
    assert refused(**{key: most + 1}) == [message]


@pytest.mark.parametrize(
    ("cells", "bank", "message"),
    [
        ("o" * 6, 1, (text_of("wrong.box.offsets", n=7, most=6) + "; " + "up to 6")),
        ("c" * 7, 0, (text_of("wrong.box.areas", n=7, most=6) + "; " + "up to 6")),
        ("r" * 7, 0, (text_of("wrong.box.restored", n=7, most=6) + "; " + "up to 6")),
        (
            "MMMMMWWWWWTTTTTSSSSSL",
            0,
            (text_of("wrong.box.tokens", n=21, most=20) + "; " + "up to 20"),
        ),
    ],
)
def test_no_more_than_the_box_holds(cells: str, bank: int, message: str) -> None:
    def rows(cells: str) -> list[str]:
        return [" ".join(cells.ljust(25, ".")[at : at + 5]) for at in range(0, 25, 5)]

    assert refused(*rows(cells), offsets_in_bank=bank) == [message]
    assert refused(*rows(cells[:-1]), offsets_in_bank=bank) == []
