"""A table as an append-only log of taps; the same as ``taps.js`` of the page, in Python.

Comes in: taps in any order, some of them twice. Goes out: the log in its one order, and the
answers that it comes to. A tap is a plain mapping:

mark  its id          by  the phone that made it        at  when, in milliseconds
n     one more than the highest number that its phone had seen
do    start, all (``answers``), set (``sets``), add (``group``, ``item``),
      drop (``group``, ``index``), undo, redo
run   what taps that follow each other and make one step have in common

Taps stand in the order of (n, mark): what was seen stands before what was done after seeing it,
and where two phones did not know of each other, all phones choose alike. Undo and redo take back
and repeat steps of the same phone only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any

Tap = Mapping[str, Any]
Answers = dict[str, Any]
Path = list[str | int]


def order_key(tap: Tap) -> tuple[int, str]:
    return tap["n"], tap["mark"]


def merged(*logs: Iterable[Tap]) -> list[Tap]:
    """Every tap once, in the one order."""
    once: dict[str, Tap] = {}
    for log in logs:
        for tap in log:
            once.setdefault(tap["mark"], tap)
    return sorted(once.values(), key=order_key)


def fold(taps: Iterable[Tap]) -> Answers:
    """The answers that an ordered log comes to."""
    base: Answers | None = None
    done: dict[str, list[Tap]] = {}
    undone: dict[str, list[Tap]] = {}
    steps: list[Tap] = []
    for tap in taps:
        mine, back = done.setdefault(tap["by"], []), undone.setdefault(tap["by"], [])
        if tap["do"] == "start":
            base = tap["answers"] if base is None else base
        elif tap["do"] == "undo":
            back += [mine.pop()] if mine else []
        elif tap["do"] == "redo":
            mine += [back.pop()] if back else []
        else:
            # A number while it is typed, a stroke over the board: one step, as it was at last.
            if mine and tap.get("run") and mine[-1].get("run") == tap["run"]:
                mine.pop()
            mine.append(tap)
            back.clear()
            steps.append(tap)
    standing = {tap["mark"] for mine in done.values() for tap in mine}
    return reduce(applied, (tap for tap in steps if tap["mark"] in standing), base or {})


def is_step(tap: Tap) -> bool:
    """Whether a tap says by itself what it changes; the others need the log before them."""
    return tap["do"] in ("all", "set", "add", "drop")


def applied(answers: Answers, tap: Tap) -> Answers:
    """The answers after a step; what it is about may be gone by now, then nothing changes."""
    if tap["do"] == "all":
        whole: Answers = tap["answers"]
        return whole
    if tap["do"] == "set":
        return reduce(_set, tap["sets"], answers)
    items = answers.get(tap["group"], [])
    if not isinstance(items, list):
        return answers
    if tap["do"] == "add":
        return {**answers, tap["group"]: [*items, tap["item"]]}
    kept = [item for index, item in enumerate(items) if index != tap["index"]]
    return {**answers, tap["group"]: kept}


def _set(answers: Answers, one: tuple[Path, Any]) -> Answers:
    path, to = one
    if not _is_there(answers, path):
        return answers
    changed: Answers = _put(answers, path, to)
    return changed


def _is_there(answers: Answers, path: Path) -> bool:
    """Whether a path leads to a place: the player or the cell may be gone."""
    held, inside = answers.get(str(path[0])), path[1:]
    if not inside:
        return True
    if not isinstance(held, list):
        return len(inside) == 1 and (held is None or isinstance(held, dict))
    index = inside[0]
    if len(inside) != 2 or not isinstance(index, int) or not 0 <= index < len(held):
        return False
    one, last = held[index], inside[1]
    if isinstance(one, str):
        return isinstance(last, int) and 0 <= last < len(one.split(" "))
    return isinstance(one, dict) and isinstance(last, str)


def _put(held: Any, path: Path, to: Any) -> Any:
    step, rest = path[0], path[1:]
    if isinstance(held, str):
        cells = held.split(" ")
        return " ".join(str(to) if at == step else cell for at, cell in enumerate(cells))
    if isinstance(held, list):
        return [_put(one, rest, to) if at == step else one for at, one in enumerate(held)]
    if rest:
        return {**(held or {}), step: _put((held or {}).get(step), rest, to)}
    others = {key: value for key, value in (held or {}).items() if key != step}
    return others if to is None else {**others, step: to}
