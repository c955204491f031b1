"""A table as an append-only log of taps, as in ``taps.js`` of the page, and the check of taps.

A tap is a plain mapping:

- ``mark``: its id
- ``by``: the phone that made it
- ``at``: the time, in milliseconds
- ``n``: one more than the highest number that its phone had seen
- ``do``: ``start``, ``all`` (with ``answers``), ``set`` (with ``sets``), ``count``, ``add``
  (with ``group``, ``item``), ``drop`` (with ``group``, ``index``), ``undo``, ``redo``, ``finish``
- ``run``: what consecutive taps that form one step have in common

``count`` has ``path`` and ``add``, and the field's ``low``, ``high`` and ``from``, the number that
an empty field counts from. ``finish`` means that a person opened the result.

Taps are ordered by (n, mark): what was seen comes before what was done after seeing it. If two
phones did not know of each other, all phones choose the same order. Undo and redo apply only to
steps of the same phone. The check concerns the shape of a tap; rules judge the table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, reduce
from sys import intern
from typing import Any, NamedTuple, NoReturn

from cards_data import Problems
from cards_data.problems import AnyText, Message

from ...core.answers import first_shape_error
from ...core.forms import Field
from ...core.kinds import kind_of

Tap = Mapping[str, Any]
Answers = dict[str, Any]
Path = list[str | int]


def order_key(tap: Tap) -> tuple[int, str]:
    return tap["n"], tap["mark"]


class LogEntry(NamedTuple):
    """What the order of steps needs of a tap, and its position in the log."""

    n: int
    mark: str
    at: int
    by: str
    do: str
    run: str


# The most steps that are applied again when the last one is undone.
STEPS_A_SNAPSHOT = 32


class ReplayState(NamedTuple):
    """The answers of a table, and those that a person gave, without the defaults."""

    answers: Answers
    entered: Answers


@dataclass
class TapReplay:
    """The result of a log, as it grows in any order of arrival.

    ``tap_at`` reads a tap of the log. Steps before the first that changed are not applied again.
    """

    tap_at: Callable[[int], Tap]
    _entries: list[LogEntry] = field(default_factory=list)
    _applied: list[int] = field(default_factory=list)
    _snapshots: list[ReplayState] = field(default_factory=lambda: [ReplayState({}, {})])

    def add(self, tap: Tap, index: int) -> None:
        by, do, run = (intern(tap.get(key, "")) for key in ("by", "do", RUN))
        self._entries.append(LogEntry(tap["n"], tap["mark"], index, by, do, run))

    def state(self) -> ReplayState:
        self._entries.sort()
        steps = _steps(self._entries)
        pairs = enumerate(zip(self._applied, steps, strict=False))
        same = next((at for at, (one, other) in pairs if one != other), len(self._applied))
        first = min(same, len(steps)) // STEPS_A_SNAPSHOT
        del self._snapshots[first + 1 :]
        state = self._snapshots[first]
        for at in range(first * STEPS_A_SNAPSHOT, len(steps)):
            tap = self.tap_at(steps[at])
            entered = apply_tap(state.entered, without_defaults(tap))
            state = ReplayState(apply_tap(state.answers, tap), entered)
            if (at + 1) % STEPS_A_SNAPSHOT == 0:
                self._snapshots.append(state)
        self._applied = steps
        return state


def _steps(entries: Iterable[LogEntry]) -> list[int]:
    """Return the positions of the steps that count, in order: the start, and all not undone."""
    start: list[int] = []
    done: dict[str, list[list[LogEntry]]] = {}
    undone: dict[str, list[list[LogEntry]]] = {}
    steps: list[int] = []
    for one in entries:
        mine, back = done.setdefault(one.by, []), undone.setdefault(one.by, [])
        if one.do == "start":
            start = start or [one.at]
        elif one.do == "undo":
            back += [mine.pop()] if mine else []
        elif one.do == "redo":
            mine += [back.pop()] if back else []
        elif is_step(one.do):
            # A number while it is typed, or a stroke over the board, is one step with its last
            # value. A button that is held is one step with the whole count.
            goes_on = mine and one.run and mine[-1][0].run == one.run
            run = mine.pop() if goes_on else []
            mine.append([*run, one] if one.do == "count" else [one])
            back.clear()
            steps.append(one.at)
    standing = {one.at for mine in done.values() for step in mine for one in step}
    return start + [index for index in steps if index in standing]


def is_step(do: str) -> bool:
    """Return whether a tap itself says what it changes; the others need the log before them."""
    return do in ("all", "set", "count", "add", "drop")


def without_defaults(tap: Tap) -> Tap:
    """Return the tap with only what a person entered, so that a replay of such taps has no more.

    A new table and a new player begin with defaults. Rows of a board stay: cells are set in them.
    """
    if tap["do"] == "add":
        return {**tap, "item": {}}
    if tap["do"] != "start":
        return tap
    groups = {key: items for key, items in tap["answers"].items() if isinstance(items, list)}
    blank = {
        key: [{} if isinstance(one, dict) else one for one in items]
        for key, items in groups.items()
    }
    return {**tap, "answers": blank}


def apply_tap(answers: Answers, tap: Tap) -> Answers:
    """Return the answers after a step; if its target no longer exists, nothing changes."""
    if tap["do"] in ("start", "all"):
        whole: Answers = tap["answers"]
        return whole
    if tap["do"] == "set":
        return reduce(_set, tap["sets"], answers)
    if tap["do"] == "count":
        value = _value_at(answers, tap["path"])
        number = (value if type(value) is int else tap["from"]) + tap["add"]
        return _set(answers, (tap["path"], max(tap["low"], min(tap["high"], number))))
    items = answers.get(tap["group"], [])
    if not isinstance(items, list):
        return answers
    if tap["do"] == "add":
        return {**answers, tap["group"]: [*items, tap["item"]]}
    rest = [item for index, item in enumerate(items) if index != tap["index"]]
    return {**answers, tap["group"]: rest}


def _set(answers: Answers, one: tuple[Path, Any]) -> Answers:
    path, to = one
    if not _is_there(answers, path):
        return answers
    changed: Answers = _put(answers, path, to)
    return changed


def _value_at(value: Any, path: Path) -> Any:
    for step in path:
        if isinstance(value, list) and type(step) is int and 0 <= step < len(value):
            value = value[step]
        else:
            value = value.get(step) if isinstance(value, dict) else None
    return value


def _is_there(answers: Answers, path: Path) -> bool:
    """Return whether a path leads to a place: the player or the cell may have been removed."""
    part, inside = answers.get(str(path[0])), path[1:]
    if not inside:
        return True
    if not isinstance(part, list):
        return len(inside) == 1 and (part is None or isinstance(part, dict))
    index = inside[0]
    if len(inside) != 2 or not isinstance(index, int) or not 0 <= index < len(part):
        return False
    one, last = part[index], inside[1]
    if isinstance(one, str):
        return isinstance(last, int) and 0 <= last < len(one.split(" "))
    return isinstance(one, dict) and isinstance(last, str)


def _put(part: Any, path: Path, to: Any) -> Any:
    step, rest = path[0], path[1:]
    if isinstance(part, str):
        cells = part.split(" ")
        return " ".join(str(to) if at == step else cell for at, cell in enumerate(cells))
    if isinstance(part, list):
        return [_put(one, rest, to) if at == step else one for at, one in enumerate(part)]
    if rest:
        return {**(part or {}), step: _put((part or {}).get(step), rest, to)}
    others = {key: value for key, value in (part or {}).items() if key != step}
    return others if to is None else {**others, step: to}


MARK = re.compile(r"[\w-]{8,24}", re.ASCII)
# A phone numbers its tap by those that it has seen; this many may still be on their way to us.
MOST_AHEAD = 300
LARGEST_TAP = 8 * 1024
MOST_SETS = 64
LONGEST_TEXT = 200
# Two phones may add a player at the same moment; the rules then report one too many.
MORE_ITEMS = 4
COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
COMMON = {"mark": str, "by": str, "n": int, "at": int, "do": str}
# Taps that form one step together name it.
RUN = "run"
# Names besides the roles that are played: only for the page, not for the rules.
PEOPLE = "people"
PARTS: dict[str, dict[str, type]] = {
    "start": {"answers": dict},
    "all": {"answers": dict},
    "set": {"sets": list},
    "count": {"path": list, "add": int, "from": int, "low": int, "high": int},
    "add": {"group": str, "item": dict},
    "drop": {"group": str, "index": int},
    "undo": {},
    "redo": {},
    "finish": {},
}


class CheckedTap(NamedTuple):
    """A valid tap, its JSON, and the answers that it leads to."""

    tap: Tap
    text: str
    answers: Answers


@dataclass(frozen=True)
class TapCheck:
    """The taps that a game's form allows."""

    fields: tuple[Field, ...]

    @cached_property
    def most_items(self) -> dict[str, int]:
        return {field.group.key: field.group.most for field in self.fields if field.group}

    @cached_property
    def keys(self) -> frozenset[str]:
        return frozenset(
            {field.key for field in self.fields if not field.group} | {PEOPLE, *self.most_items}
        )

    @cached_property
    def item_keys(self) -> frozenset[str]:
        return frozenset(field.key for field in self.fields if field.group)

    @cached_property
    def by_place(self) -> dict[tuple[str, str], tuple[Field, ...]]:
        """The fields of one question: by group, or none, and key."""
        fields: dict[tuple[str, str], tuple[Field, ...]] = {}
        for one in self.fields:
            place = (one.group.key if one.group else "", one.key)
            fields[place] = (*fields.get(place, ()), one)
        return fields

    def check(self, raw: Any, answers: Answers, taps: int) -> CheckedTap:
        """Check that a tap has the right shape and leaves answers in the shape of the form.

        ``answers`` were checked with the taps that led to them: only what this tap sets can be
        wrong. Its number is not far above the number of ``taps`` before it.
        """
        tap = _check_shape(raw, taps + 1 + MOST_AHEAD)
        text = COMPACT.encode(tap)
        _check_lengths(tap, text)
        sets = _sets(tap)
        for path, to in sets:
            self._check_path(path)
            if type(path[-1]) is int and not (isinstance(to, str) and 0 < len(to) <= 2):
                _refuse(Message("tap.no_sign"), Message("tap.one_sign"))
        if tap["do"] == "count":
            self._check_count(tap)
        if "group" in tap and tap["group"] not in self.most_items:
            _refuse(Message("tap.no_group"), ", ".join(sorted(self.most_items)))
        after = follow_tap(answers, tap)
        if "answers" in tap:
            self._check_answers(tap["answers"])
        elif tap["do"] == "add" or not all(self._fits(path, after) for path, _ in sets):
            self._check_answers(after)
        return CheckedTap(tap, text, after)

    def _fits(self, path: list[Any], answers: Answers) -> bool:
        """Return whether the value at a path is an answer; the path may no longer exist."""
        key = path[0]
        if key not in self.most_items:
            return key != PEOPLE and first_shape_error(self.by_place["", key], answers) is None
        items, index = answers.get(key, []), path[1]
        if type(index) is not int or not index < len(items):
            return True
        return first_shape_error(self.by_place[key, path[2]], {key: [items[index]]}) is None

    def _check_count(self, tap: Tap) -> None:
        """Check that a tap counts in a field of numbers, within the limits of that field."""
        path = tap["path"]
        self._check_path(path)
        place = (path[0], path[2]) if path[0] in self.most_items else ("", path[0])
        fields = self.by_place.get(place, ())
        limits = [(one.low, one.high) for one in fields if kind_of(one).counts]
        low, high = tap["low"], tap["high"]
        within = low <= tap["from"] <= high and 0 < abs(tap["add"]) <= high - low
        if (low, high) not in limits or len(path) not in (1, 3) or not within:
            _refuse(Message("tap.no_count"), Message("tap.count"))

    def _check_path(self, path: Any) -> None:
        if not isinstance(path, list) or not 1 <= len(path) <= 3:
            _refuse(Message("tap.no_path"), Message("tap.steps"))
        if not all(_is_step_of_path(one) for one in path) or path[0] not in self.keys:
            _refuse(Message("tap.no_question"), Message("sent.asked"))
        if path[0] in self.most_items and (len(path) < 3 or path[2] not in self.item_keys):
            _refuse(Message("tap.no_question"), Message("sent.asked_of_each"))

    def _check_answers(self, answers: Answers) -> None:
        names = answers.get(PEOPLE, {})
        texts = names.values() if isinstance(names, dict) else (0,)
        if not all(isinstance(one, str | None) for one in texts):
            _refuse(Message("tap.no_names"), Message("tap.text_each"))
        parts = {key: answers[key] for key in answers if key != PEOPLE}
        place = first_shape_error(self.fields, parts)
        if place is not None or not set(answers) <= self.keys:
            _refuse(
                Message("sent.no_answer_to", place=place or Message("tap.this_question")),
                Message("sent.asked"),
            )
        for key, most in self.most_items.items():
            items = answers.get(key, [])
            if len(items) > most + MORE_ITEMS:
                _refuse(Message("tap.too_many", key=key), str(most))
            if not all(set(item) <= self.item_keys for item in items):
                _refuse(Message("tap.no_answer_in", key=key), Message("sent.asked_of_each"))


def follow_tap(answers: Answers, tap: Tap) -> Answers:
    """Return the answers after a tap, as far as the tap itself says."""
    if tap["do"] == "start":
        first: Answers = tap["answers"]
        return answers or first
    return apply_tap(answers, tap) if is_step(tap["do"]) else answers


def _check_lengths(tap: Tap, text: str) -> None:
    """Check the length of the tap and of every text in it; a short tap has no long text."""
    if len(text) > LARGEST_TAP:
        _refuse(Message("tap.too_large"), Message("sent.bytes", n=LARGEST_TAP))
    if len(text) > LONGEST_TEXT and not all(_is_bounded(value) for value in tap.values()):
        _refuse(Message("tap.long"), Message("tap.letters", n=LONGEST_TEXT))


def _check_shape(raw: Any, highest: int) -> dict[str, Any]:
    """Check that it has exactly the keys of its kind, each of its type."""
    do = raw.get("do") if isinstance(raw, dict) else None
    if not isinstance(do, str) or do not in PARTS:
        _refuse(Message("tap.none"), ", ".join(PARTS))
    keys: Mapping[str, type] = COMMON | PARTS[do] | ({RUN: str} if RUN in raw else {})
    if set(raw) != set(keys):
        _refuse(Message("tap.other_keys"), ", ".join(keys))
    if not all(type(raw[key]) is kind for key, kind in keys.items()):
        _refuse(Message("tap.wrong_kind"), Message("tap.holds"))
    if not (MARK.fullmatch(raw["mark"]) and MARK.fullmatch(raw["by"])):
        _refuse(Message("tap.no_id"), Message("tap.id"))
    if not 1 <= raw["n"] <= highest or raw["at"] < 0 or raw.get("index", 0) < 0:
        _refuse(Message("tap.out_of_range"), Message("allowed.range", low=1, high=highest))
    return dict(raw)


def _sets(tap: Tap) -> list[tuple[Any, Any]]:
    sets = tap.get("sets", [])
    if len(sets) > MOST_SETS or not all(isinstance(one, list) and len(one) == 2 for one in sets):
        _refuse(Message("tap.no_answers"), Message("tap.pairs", n=MOST_SETS))
    return [(path, to) for path, to in sets]


def _is_step_of_path(one: Any) -> bool:
    if type(one) is int:
        return 0 <= one < 100
    return isinstance(one, str) and 0 < len(one) <= 40 and not one.startswith("__")


def _is_bounded(value: Any) -> bool:
    within: Callable[[Iterable[Any]], bool] = lambda ones: all(map(_is_bounded, ones))  # noqa: E731
    if isinstance(value, str):
        return len(value) <= LONGEST_TEXT
    if isinstance(value, dict):
        return within(value) and within(value.values())
    return within(value) if isinstance(value, list) else True


def _refuse(fault: Message, allowed: AnyText) -> NoReturn:
    raise Problems.of("tap", fault, allowed)
