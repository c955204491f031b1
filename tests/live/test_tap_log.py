"""However taps travel, every phone ends with the same table."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from logs import START, evenings, fold, merged

from scorer.web.live import taps as taps_module
from scorer.web.live.taps import Fold, Tap


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
@given(evenings(), st.data())
def test_answers_are_the_same_however_often_they_were_looked_at(
    evening: list[list[Tap]], data: st.DataObject
) -> None:
    """Also across snapshots, which an evening of some taps would never reach."""
    arrived = data.draw(st.permutations([tap for phone in evening for tap in phone]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(taps_module, "STEPS_A_SNAPSHOT", data.draw(st.integers(1, 4)))
        growing = Fold(arrived.__getitem__)
        for index, tap in enumerate(arrived):
            growing.add(tap, index)
            if data.draw(st.booleans()):
                assert growing.answers() == fold(merged(arrived[: index + 1]))
        assert growing.answers() == fold(merged(arrived))


def test_a_change_at_the_end_of_a_long_table_reads_only_its_end() -> None:
    taps = [BEGIN, *(tap(n, "phone-ada", **setting(IMPACTS, n)) for n in range(2, 1000))]
    reads: list[int] = []
    growing = Fold(lambda index: reads.append(index) or taps[index])  # type: ignore[func-returns-value]
    for index, one in enumerate(taps):
        growing.add(one, index)
    assert growing.answers()["impacts"] == 999
    reads.clear()
    for n, do in ((1000, "undo"), (1001, "redo"), (1002, "undo")):
        growing.add(tap(n, "phone-ada", do=do), n)
        growing.answers()
    growing.add(tap(1, "phone-zed", do="undo"), 2000)
    assert growing.answers()["impacts"] == 998
    assert len(reads) <= 4 * taps_module.STEPS_A_SNAPSHOT


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
