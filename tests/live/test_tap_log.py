"""However taps travel, every phone ends with the same table."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from logs import START, evenings

from scorer.web.live.taps import Tap, fold, merged


@pytest.mark.slow
@given(evenings(), st.data())
def test_any_order_loss_and_doubling_ends_in_the_same_table(
    evening: list[list[Tap]], data: st.DataObject
) -> None:
    """Messages come in any order, some twice, some only when everything is sent once more."""
    taps = [tap for phone in evening for tap in phone]
    whole = merged(taps)
    answers = fold(whole)
    for _ in range(3):
        arrived = data.draw(st.permutations([*taps, *data.draw(st.lists(st.sampled_from(taps)))]))
        cut = data.draw(st.integers(0, len(arrived)))
        log = merged(arrived[:cut])
        for tap in arrived[cut:]:
            log = merged(log, [tap, tap])
        assert log == whole and fold(log) == answers


@pytest.mark.slow
@given(evenings(), evenings())
def test_merging_is_a_union(one: list[list[Tap]], other: list[list[Tap]]) -> None:
    a, b = merged(*one), merged(*other)
    assert merged(a, a) == a and merged(a, b) == merged(merged(a, b), b)


def tap(n: int, by: str, **what: Any) -> Tap:
    return {"mark": f"{n:04}{by}", "by": by, "n": n, "at": n, **what}


def setting(path: list[str | int], to: Any) -> dict[str, Any]:
    return {"do": "set", "sets": [[path, to]]}


BEGIN = {**tap(1, "phone-ada", do="start"), "answers": START}
IMPACTS: list[str | int] = ["impacts"]


def test_of_two_who_set_the_same_the_later_counts_and_both_stay() -> None:
    mine, theirs = (
        tap(2, "phone-ada", **setting(IMPACTS, 3)),
        tap(3, "phone-bo-", **setting(IMPACTS, 4)),
    )
    log = merged([theirs], [BEGIN, mine])
    assert fold(log)["impacts"] == 4 and log == [BEGIN, mine, theirs]


def test_undo_takes_back_ones_own() -> None:
    mine = tap(2, "phone-ada", **setting(["players", 0, "profits"], 9))
    theirs = tap(3, "phone-bo-", **setting(IMPACTS, 4))
    log = [BEGIN, mine, theirs, tap(4, "phone-ada", do="undo")]
    assert fold(log)["impacts"] == 4 and "profits" not in fold(log)["players"][0]
    again = [*log, tap(5, "phone-bo-", do="redo"), tap(6, "phone-ada", do="redo")]
    assert fold(again)["players"][0]["profits"] == 9


def test_a_number_for_a_player_who_is_gone_changes_nothing() -> None:
    gone = tap(2, "phone-ada", do="drop", group="players", index=1)
    late = tap(2, "phone-bo-", **setting(["players", 1, "profits"], 7))
    assert fold(merged([late], [BEGIN, gone]))["players"] == [{"name": "Ada"}]
