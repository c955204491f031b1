"""Random tables of several phones, for tests in Python and in the browser's script."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Any

from hypothesis import strategies as st

from scorer.web.live.taps import Answers, Tap, apply_tap, order_key


def merged(*logs: Iterable[Tap]) -> list[Tap]:
    """Every tap once, in the one order."""
    once: dict[str, Tap] = {}
    for log in logs:
        for tap in log:
            once.setdefault(tap["mark"], tap)
    return sorted(once.values(), key=order_key)


def replay(taps: Iterable[Tap]) -> Answers:
    """The answers that an ordered log comes to, worked out from its beginning."""
    base: Answers | None = None
    done: dict[str, list[list[Tap]]] = {}
    undone: dict[str, list[list[Tap]]] = {}
    steps: list[Tap] = []
    for tap in taps:
        mine, back = done.setdefault(tap["by"], []), undone.setdefault(tap["by"], [])
        if tap["do"] == "start":
            base = tap["answers"] if base is None else base
        elif tap["do"] == "undo":
            back += [mine.pop()] if mine else []
        elif tap["do"] == "redo":
            mine += [back.pop()] if back else []
        elif tap["do"] != "finish":
            goes_on = mine and tap.get("run") and mine[-1][0].get("run") == tap["run"]
            run = mine.pop() if goes_on else []
            mine.append([*run, tap] if tap["do"] == "count" else [tap])
            back.clear()
            steps.append(tap)
    standing = {tap["mark"] for mine in done.values() for step in mine for tap in step}
    return reduce(apply_tap, (tap for tap in steps if tap["mark"] in standing), base or {})


PHONES = ("phone-ada", "phone-bo-", "phone-cy-")
START = {
    "players": [{"name": "Ada"}, {"name": "Bo", "profits": 1}],
    "board": [". . .", "M . c"],
    "impacts": 2,
}
PATHS: list[list[str | int]] = [
    ["impacts"],
    ["projects", "M"],
    ["players", 0, "profits"],
    ["players", 1, "name"],
    ["players", 3, "profits"],
    ["board", 0, 1],
    ["board", 1, 2],
    ["board", 7, 0],
    ["board", 0, 9],
    ["impacts", "deep"],
    ["players", "x", "name"],
    ["projects"],
]
COUNTED: list[list[str | int]] = [
    ["impacts"],
    ["players", 0, "profits"],
    ["players", 1, "profits"],
    ["players", 3, "profits"],
    ["players", 1, "name"],
]
LOW, HIGH = 0, 6
VALUES = st.sampled_from(["c", "M", 5, 0, None])


def _step() -> st.SearchStrategy[dict[str, Any]]:
    sets = st.tuples(st.sampled_from(PATHS), VALUES).filter(_sensible).map(list)
    return st.one_of(
        st.lists(sets, min_size=1, max_size=3).map(lambda sets: {"do": "set", "sets": sets}),
        _counts(),
        st.just({"do": "add", "group": "players", "item": {"name": "New"}}),
        st.integers(0, 3).map(lambda at: {"do": "drop", "group": "players", "index": at}),
        st.sampled_from([{"do": "undo"}, {"do": "undo"}, {"do": "redo"}]),
        st.just({"do": "finish"}),
        st.just({"do": "all", "answers": {"impacts": 1, "players": [{"name": "All"}]}}),
    )


def _counts() -> st.SearchStrategy[dict[str, Any]]:
    """A tap on + or -, some of them while the button is held."""
    adds = st.sampled_from([1, 1, 1, -1, 4])
    counts = st.builds(
        lambda path, add: {"do": "count", "path": path, "add": add, "from": 0},
        st.sampled_from(COUNTED),
        adds,
    )
    runs = st.sampled_from([{}, {"run": "held"}])
    return st.builds(lambda tap, run: {**tap, **run, "low": LOW, "high": HIGH}, counts, runs)


def _sensible(one: tuple[list[str | int], Any]) -> bool:
    """Cells hold signs, and a map is never a plain value."""
    path, to = one
    if path == ["projects"]:
        return to is None
    return path[0] != "board" or isinstance(to, str)


@st.composite
def evenings(draw: st.DrawFn) -> list[list[Tap]]:
    """What each phone did, while it had seen some part of what the others had done."""
    first: Tap = {"mark": "00000000", "by": PHONES[0], "n": 1, "at": 0, "do": "start"}
    taps_seen: dict[str, list[Tap]] = {by: [{**first, "answers": START}] for by in PHONES}
    taps_sent: dict[str, list[Tap]] = {
        PHONES[0]: list(taps_seen[PHONES[0]]),
        PHONES[1]: [],
        PHONES[2]: [],
    }
    for turn in range(draw(st.integers(0, 24))):
        by = draw(st.sampled_from(PHONES))
        if draw(st.booleans()):
            taps_seen[by] = merged(taps_seen[by], taps_seen[draw(st.sampled_from(PHONES))])
        mark = f"{draw(st.integers(0, 999)):04}{turn + 1:04}"
        n = 1 + max(tap["n"] for tap in taps_seen[by])
        tap: Tap = {"mark": mark, "by": by, "n": n, "at": turn, **draw(_step())}
        taps_seen[by] = merged(taps_seen[by], [tap])
        taps_sent[by].append(tap)
    return list(taps_sent.values())
