"""The worker pool: results in order; a worker that fails costs its item and nothing else."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from chores import Parcel
from texts import fault, text_of
from workshop import Workshop, composer, until

from cards_data import Findings, Problems
from generator.compose import composed_game as whole_game
from generator.compose.artwork import Artwork
from generator.workers import Budget, BudgetSpent, Failure, Limits, WorkerPool
from generator.workers import pool as worker_pool

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]


def test_results_come_in_order_whoever_is_first() -> None:
    with WorkerPool(3) as pool:
        assert list(pool.map("chores:late_at_first", None, range(8))) == list(range(8))
        assert list(pool.map("chores:doubled", None, range(25), batch_size=4)) == [
            2 * number for number in range(25)
        ]
        assert list(pool.map("chores:doubled", None, [])) == []


def test_the_work_begins_before_anybody_asks_for_results(tmp_path: Path) -> None:
    note = tmp_path / "note"
    with WorkerPool(1) as pool:
        results = pool.map("chores:ended_once", None, [note])
        until(note.exists, "nobody began")
        assert next(results) == "done"


def test_work_for_idle_workers_waits_for_all_other_work() -> None:
    with WorkerPool(jobs=1) as pool:
        pool.map("chores:waited", None, [0.2])
        last = pool.map("chores:moment", None, [0], when_idle=True)
        first = pool.map("chores:moment", None, [0, 0])
        assert max(first) < next(last)


def test_a_worker_that_is_ended_from_outside_is_given_a_second_chance(tmp_path: Path) -> None:
    notes = [tmp_path / name for name in "abc"]
    with WorkerPool(2) as pool:
        assert list(pool.map("chores:ended_once", None, notes, batch_size=3)) == ["done"] * 3


@pytest.mark.parametrize("batch_size", [1, 4])
def test_an_item_that_ends_two_workers_is_given_up_and_the_others_are_not(
    tmp_path: Path, batch_size: int
) -> None:
    note = tmp_path / "note"
    with WorkerPool(2) as pool:
        results = list(pool.map("chores:ended_always", None, [1, note, 3, 4], batch_size))
    assert [results[0], *results[2:]] == [1, 3, 4]
    assert isinstance(results[1], Failure)
    assert (results[1].why, str(results[1])) == ("died", text_of("worker.died"))
    assert note.read_text(encoding="utf-8") == "tried\n" * 2


@pytest.mark.parametrize("how", ["loop", "call"])
def test_a_deadline_ends_what_is_stuck_and_nothing_else(how: str) -> None:
    with WorkerPool(1, Limits(seconds=1.5)) as pool:
        before, late, after = pool.map("chores:stuck", None, ["a", how, "b"], batch_size=3)
    assert (before, after) == ("a", "b")
    assert isinstance(late, Failure)
    assert (late.why, str(late)) == ("deadline", text_of("worker.deadline", n="1.5"))


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="only the clock is there")
def test_a_deadline_counts_the_processor_not_the_clock() -> None:
    with WorkerPool(1, Limits(seconds=0.6)) as pool:
        assert list(pool.map("chores:waited", None, [1.2])) == [1.2]


def test_memory_is_bounded_and_the_worker_goes_on() -> None:
    with WorkerPool(1, Limits(memory_mb=900)) as pool:
        small, large, again = pool.map("chores:greedy", None, [1, 2_000, 2], batch_size=3)
        assert (small, again) == (1 << 20, 2 << 20)
        assert isinstance(large, Failure)
        assert (large.why, str(large)) == ("memory", text_of("worker.memory", n="0.9"))


def test_an_exception_costs_one_item_and_prints_its_traceback(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with WorkerPool(1) as pool:
        assert list(pool.map("chores:faulty", None, [1, 0, 2])) == [
            1.0,
            Failure("raised", "ZeroDivisionError: division by zero"),
            0.5,
        ]
    assert "Traceback (most recent call last)" in capfd.readouterr().err


def test_what_cannot_be_sent_costs_one_item_either_way() -> None:
    with WorkerPool(1) as pool:
        results = list(pool.map("chores:not_to_be_sent", None, [1, 0, 2]))
        assert [results[0], results[2]] == [1, 2]
        assert isinstance(results[1], Failure)
        (unsent,) = pool.map("chores:doubled", None, [threading.Lock()])
        assert isinstance(unsent, Failure)
        assert "cannot pickle" in str(unsent)
        assert list(pool.map("chores:doubled", None, [4])) == [8]


def test_problems_of_the_user_are_raised_with_their_lines() -> None:
    with WorkerPool(1) as pool, pytest.raises(Problems) as caught:
        list(pool.map("chores:complaining", None, ["fish.csv:3"]))
    assert [str(problem) for problem in caught.value.problems] == ["fish.csv:3: is wrong"]


def test_what_a_worker_prints_does_not_come_between_the_answers() -> None:
    with WorkerPool(1) as pool:
        assert list(pool.map("chores:printing", None, [1, 2, 3])) == [1, 2, 3]


def test_a_shared_value_is_sent_once_to_each_worker() -> None:
    parcel = Parcel("word")
    Parcel.packed = 0
    with WorkerPool(2) as pool:
        results = [
            result
            for _ in range(3)
            for result in pool.map("chores:word_item_process", parcel, range(8))
        ]
        workers = {worker for _, _, worker in results}
    assert {word for word, _, _ in results} == {"word"}
    assert Parcel.packed == len(workers) <= 2


def test_a_worker_knows_the_last_shared_values_and_is_told_older_ones_again() -> None:
    parcels = [Parcel(str(number)) for number in range(9)]
    with WorkerPool(1) as pool:
        for parcel in (*parcels, *parcels[::-1], *parcels):
            assert [word for word, *_ in pool.map("chores:word_item_process", parcel, [0])] == [
                parcel.word
            ]


def test_idle_workers_serve_the_next_pool_and_busy_ones_are_killed() -> None:
    with WorkerPool(1) as pool:
        (first,) = pool.map("chores:pid", None, [0])
        until(lambda: pool._workers[0].idle, "the worker is never idle")
    with WorkerPool(1) as pool:
        (second,) = pool.map("chores:pid", None, [0])
        assert second == first
        pool.map("chores:stuck", None, ["loop"])
        until(lambda: not pool._workers[0].idle, "nobody took the work")
    until(lambda: not psutil.pid_exists(first), "a busy worker outlived its pool")


def test_a_worker_with_full_caches_is_not_kept_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "FULL_AFTER", 3)
    # Limits of its own: a process that other tests left behind is not taken.
    with WorkerPool(1, Limits(seconds=22)) as pool:
        first, again = pool.map("chores:pid", None, [0, 0])
        assert again == first
        until(lambda: pool._workers[0].idle, "the worker is never idle")
        assert psutil.pid_exists(first)
        assert list(pool.map("chores:pid", None, [0, 0])) == [first, first]
        until(lambda: not psutil.pid_exists(first), "a full worker waits for more")
        (second,) = pool.map("chores:pid", None, [0])
        assert second != first


def test_results_that_are_waited_for_fail_when_the_pool_is_shut_down() -> None:
    with WorkerPool(1) as pool, ThreadPoolExecutor(1) as elsewhere:
        results = pool.map("chores:stuck", None, ["here", "loop", "there"])
        assert next(results) == "here"
        waiting = elsewhere.submit(list, results)
        until(lambda: not pool._workers[0].idle, "nobody took the work")
        pool.shut_down()
        assert [str(one) for one in waiting.result()] == ["was stopped"] * 2


def test_a_pool_that_is_shut_down_fails_every_item_at_once() -> None:
    pool = WorkerPool(2)
    pool.shut_down()
    assert [str(one) for one in pool.map("chores:doubled", None, [1, 2])] == ["was stopped"] * 2
    assert pool._workers == []


def test_workers_of_other_bounds_are_not_used() -> None:
    with WorkerPool(1, Limits(seconds=20)) as pool:
        (first,) = pool.map("chores:pid", None, [0])
    with WorkerPool(1, Limits(seconds=21)) as pool:
        (second,) = pool.map("chores:pid", None, [0])
    assert second != first


def test_work_is_done_where_the_caller_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with WorkerPool(1) as pool:
        for name in ("one", "two"):
            folder = tmp_path / name
            folder.mkdir()
            monkeypatch.chdir(folder)
            assert list(pool.map("chores:here", None, [0])) == [os.fspath(folder)]


def test_a_stuck_template_is_named_with_its_piece_and_the_other_decks_are_composed(
    pond: Workshop,
) -> None:
    """The deck shares the template: what follows is not begun, and that is told once."""
    endless = "".join(f"{{% for {x} in range(900) %}}" for x in "abcd") + "{% endfor %}" * 4
    pond.template("fish.svg.j2", f"{{% if piece.id == 'perch' %}}{endless}{{% endif %}}<g/>")
    findings = Findings()
    with WorkerPool(1, Limits(seconds=6)) as pool:
        result = whole_game.compose_all(composer(pond.load()), pool, (), findings)
    assert [str(problem) for problem in findings] == [
        "cards_data/pond/fish.csv:3 perch, templates fish.svg.j2 and fish_back.svg.j2: "
        "cannot be laid out: took longer than 6 seconds",
        fault("templates fish.svg.j2 and fish_back.svg.j2", text_of("face.not_further")),
    ]
    assert [piece.id for _, piece, _ in result.pieces()] == ["pike", "reed", "lily"]


def test_nothing_more_of_a_group_is_begun_after_its_first_deadline() -> None:
    """Ten items that never end cost one deadline, not ten; another group goes on."""
    items = [("stuck", number) for number in range(10)] + [("quick", 3)]
    with WorkerPool(1, Limits(seconds=1.5)) as pool:
        answers = list(pool.map("chores:stuck_or_not", None, items, 4, lambda item: item[0]))
    assert [answer.why for answer in answers[:10]] == ["deadline"] + ["stopped"] * 9
    assert answers[10] == 3


def test_nothing_more_is_begun_once_the_budget_is_spent() -> None:
    """Items that fail count too, and what used most is named."""
    budget = Budget(1.0)
    with WorkerPool(1, Limits(seconds=0.6), budget) as pool:
        answers = pool.map("chores:stuck", None, ["loop", "a", "call", "b"], group=str)
        assert [next(answers).why, next(answers), next(answers).why] == [
            "deadline",
            "a",
            "deadline",
        ]
        with pytest.raises(BudgetSpent):
            next(answers)
    assert {group for group, _ in budget.used[:2]} == {"loop", "call"}


class Asking:
    """A value that has its owner asked for something new while the owner is being pickled."""

    def __init__(self, ask: str) -> None:
        self.ask = ask
        self.owner: object = None

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        getattr(self.owner, self.ask)
        return str, (self.ask,)


@pytest.mark.parametrize("ask", ["by_id", "key"])
def test_what_is_sent_may_be_asked_for_something_new_meanwhile(pond: Workshop, ask: str) -> None:
    asking = Asking(ask)
    deck = replace(pond.load().decks["fish"], places={}, options={"first": asking, "more": 1})
    owners = {"by_id": deck, "key": Artwork("<svg/>", 1, 1, where=asking)}  # type: ignore[arg-type]
    asking.owner = owners[ask]
    assert pickle.loads(pickle.dumps(owners[ask])) is not None
    assert ask in vars(owners[ask])
