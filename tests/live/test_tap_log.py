"""However taps travel, every phone ends with the same table."""

from __future__ import annotations

import random
from contextlib import nullcontext
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from logs import HIGH, LOW, START, evenings, merged, replay

from cards_data import Problems
from scorer.core import kinds
from scorer.core.forms import Field
from scorer.web.live import taps as taps_module
from scorer.web.live.taps import Tap, TapCheck, TapReplay


@pytest.mark.slow
@given(evenings(), st.data())
def test_any_order_loss_and_doubling_ends_in_the_same_table(
    evening: list[list[Tap]], data: st.DataObject
) -> None:
    """Messages come in any order, some twice, some only when everything is sent once more."""
    taps = [tap for phone in evening for tap in phone]
    whole = merged(taps)
    answers = replay(whole)
    for _ in range(3):
        arrived = data.draw(st.permutations([*taps, *data.draw(st.lists(st.sampled_from(taps)))]))
        cut = data.draw(st.integers(0, len(arrived)))
        log = merged(arrived[:cut])
        for tap in arrived[cut:]:
            log = merged(log, [tap, tap])
        assert log == whole and replay(log) == answers


@pytest.mark.slow
@given(evenings(), st.data())
def test_answers_are_the_same_however_often_they_were_looked_at(
    evening: list[list[Tap]], data: st.DataObject
) -> None:
    """Also across snapshots, which an evening of some taps would never reach."""
    arrived = data.draw(st.permutations([tap for phone in evening for tap in phone]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(taps_module, "STEPS_A_SNAPSHOT", data.draw(st.integers(1, 4)))
        growing = TapReplay(arrived.__getitem__)
        for index, tap in enumerate(arrived):
            growing.add(tap, index)
            if data.draw(st.booleans()):
                assert growing.state().answers == replay(merged(arrived[: index + 1]))
        assert growing.state().answers == replay(merged(arrived))


def test_a_change_at_the_end_of_a_long_table_reads_only_its_end() -> None:
    taps = [BEGIN, *(tap(n, "phone-ada", **setting(IMPACTS, n)) for n in range(2, 1000))]
    reads: list[int] = []
    growing = TapReplay(lambda index: reads.append(index) or taps[index])  # type: ignore[func-returns-value]
    for index, one in enumerate(taps):
        growing.add(one, index)
    assert growing.state().answers["impacts"] == 999
    reads.clear()
    for n, do in ((1000, "undo"), (1001, "redo"), (1002, "undo")):
        growing.add(tap(n, "phone-ada", do=do), n)
        growing.state()
    growing.add(tap(1, "phone-zed", do="undo"), 2000)
    assert growing.state().answers["impacts"] == 998
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
    assert replay(log)["impacts"] == 4 and log == [BEGIN, mine, theirs]


def test_undo_takes_back_ones_own() -> None:
    mine = tap(2, "phone-ada", **setting(["players", 0, "profits"], 9))
    theirs = tap(3, "phone-bo-", **setting(IMPACTS, 4))
    log = [BEGIN, mine, theirs, tap(4, "phone-ada", do="undo")]
    assert replay(log)["impacts"] == 4 and "profits" not in replay(log)["players"][0]
    again = [*log, tap(5, "phone-bo-", do="redo"), tap(6, "phone-ada", do="redo")]
    assert replay(again)["players"][0]["profits"] == 9


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from([1, -1]), st.booleans())),
    st.randoms(use_true_random=False),
)
def test_counts_of_several_phones_add_up_within_the_limits(
    steps: list[tuple[str, int, bool]], chance: random.Random
) -> None:
    """Each phone counts without having seen the others, and may take back its own last count."""
    log, standing = [BEGIN], list[tuple[str, int]]()
    for number, (phone, add, back) in enumerate(steps):
        by = f"phone-{phone}--"
        mine = [at for at, one in enumerate(standing) if one[0] == by]
        if back and mine:
            del standing[mine[-1]]
            log.append(tap(number + 2, by, do="undo"))
        elif not back:
            standing.append((by, add))
            log.append(tap(number + 2, by, **counting(add, low=-99, high=99)))
    chance.shuffle(log)
    assert replay(merged(log))["impacts"] == START["impacts"] + sum(add for _, add in standing)
    within = [{**one, "low": LOW, "high": HIGH} if one["do"] == "count" else one for one in log]
    assert LOW <= replay(merged(within))["impacts"] <= HIGH


def counting(add: int, low: int = LOW, high: int = HIGH, **more: Any) -> dict[str, Any]:
    limits = {"from": low, "low": low, "high": high}
    return {"do": "count", "path": IMPACTS, "add": add, **limits, **more}


@pytest.mark.parametrize("kind", kinds.names())
def test_only_a_number_is_counted(kind: str) -> None:
    """Whatever limits the question has: of other kinds they are about something else."""
    check = TapCheck((Field("impacts", "Impacts", kind, LOW, HIGH),))
    refused = nullcontext() if kind == "int" else pytest.raises(Problems)
    with refused:
        check.check(tap(2, "phone-ada", **counting(1)), {}, 1)


def test_a_held_button_is_one_step_and_a_typed_number_stays_what_was_typed() -> None:
    taps = [tap(n, "phone-ada", **counting(1, run="held")) for n in (2, 3, 4)]
    assert replay([BEGIN, *taps])["impacts"] == 5
    assert replay([BEGIN, *taps, tap(5, "phone-ada", do="undo")])["impacts"] == 2
    typed = tap(5, "phone-bo-", **setting(IMPACTS, 1))
    assert replay([BEGIN, *taps, typed])["impacts"] == 1
    assert replay([BEGIN, *taps, typed, tap(6, "phone-ada", **counting(1))])["impacts"] == 2


def test_a_number_for_a_player_who_is_gone_changes_nothing() -> None:
    gone = tap(2, "phone-ada", do="drop", group="players", index=1)
    late = tap(2, "phone-bo-", **setting(["players", 1, "profits"], 7))
    assert replay(merged([late], [BEGIN, gone]))["players"] == [{"name": "Ada"}]
