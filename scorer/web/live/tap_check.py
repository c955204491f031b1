"""Taps from outside, looked at before anybody else sees them.

Comes in: what a phone sent as a tap, and the form of its game. Goes out: the tap with exactly the
keys that it may have, or one problem. Only the shape counts: what the table says the rules judge.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, NoReturn

from cards_data import Problem, Problems
from cards_data.problems import AnyText, Message

from ...core.forms import Field
from ...core.state_answers import misfit
from .tap_log import Answers, Tap, applied, is_step

MARK = re.compile(r"[\w-]{8,24}", re.ASCII)
# A table of an evening has some hundred taps; beyond this it is no table but a flood.
MOST_TAPS = 4000
LARGEST_TAP = 8 * 1024
MOST_SETS = 64
LONGEST_TEXT = 200
# Two phones may add a player at the same moment; the rules say then that it is one too many.
MORE_ITEMS = 4
COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
COMMON = {"mark": str, "by": str, "n": int, "at": int, "do": str}
# Taps that make one step together name it.
RUN = "run"
# Names beside the roles that are played: the page's own, no question of the rules.
PEOPLE = "people"
PARTS: dict[str, dict[str, type]] = {
    "start": {"answers": dict},
    "all": {"answers": dict},
    "set": {"sets": list},
    "add": {"group": str, "item": dict},
    "drop": {"group": str, "index": int},
    "undo": {},
    "redo": {},
}


class CheckedTap(NamedTuple):
    """A tap that may stand in a log, its JSON, and the answers that it leads to."""

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
        found: dict[tuple[str, str], tuple[Field, ...]] = {}
        for field in self.fields:
            place = (field.group.key if field.group else "", field.key)
            found[place] = (*found.get(place, ()), field)
        return found

    def checked(self, raw: Any, answers: Answers) -> CheckedTap:
        """The tap, where it has the shape of one and leaves answers in the shape of the form.

        ``answers`` were checked with the taps that led to them: of those that a tap sets, only
        what it sets can be amiss.
        """
        tap = _shaped(raw)
        text = _text_of(tap)
        _check_lengths(tap, text)
        sets = _sets(tap)
        for path, to in sets:
            self._check_path(path)
            if type(path[-1]) is int and not (isinstance(to, str) and 0 < len(to) <= 2):
                _refuse(Message("tap.no_sign"), Message("tap.one_sign"))
        if "group" in tap and tap["group"] not in self.most_items:
            _refuse(Message("tap.no_group"), ", ".join(sorted(self.most_items)))
        after = followed(answers, tap)
        if "answers" in tap:
            self._check_answers(tap["answers"])
        elif tap["do"] == "add" or not all(self._fits(path, after) for path, _ in sets):
            self._check_answers(after)
        return CheckedTap(tap, text, after)

    def _fits(self, path: list[Any], answers: Answers) -> bool:
        """Whether what lies at a path now is an answer; the path may lead nowhere any more."""
        key = path[0]
        if key not in self.most_items:
            return key != PEOPLE and misfit(self.by_place["", key], answers) is None
        items, index = answers.get(key, []), path[1]
        if type(index) is not int or not index < len(items):
            return True
        return misfit(self.by_place[key, path[2]], {key: [items[index]]}) is None

    def _check_path(self, path: Any) -> None:
        if not isinstance(path, list) or not 1 <= len(path) <= 3:
            _refuse(Message("tap.no_path"), Message("tap.steps"))
        if path[0] not in self.keys or not all(_is_step_of_path(one) for one in path):
            _refuse(Message("tap.no_question"), Message("sent.asked"))
        if path[0] in self.most_items and (len(path) < 3 or path[2] not in self.item_keys):
            _refuse(Message("tap.no_question"), Message("sent.asked_of_each"))

    def _check_answers(self, answers: Answers) -> None:
        names = answers.get(PEOPLE, {})
        told = names.values() if isinstance(names, dict) else (0,)
        if not all(isinstance(one, str | None) for one in told):
            _refuse(Message("tap.no_names"), Message("tap.text_each"))
        place = misfit(self.fields, {key: answers[key] for key in answers if key != PEOPLE})
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


def followed(answers: Answers, tap: Tap) -> Answers:
    """The answers after a tap, as far as it says so by itself."""
    if tap["do"] == "start":
        first: Answers = tap["answers"]
        return answers or first
    return applied(answers, tap) if is_step(tap) else answers


def taken_as_kept(taps: Iterable[Tap]) -> list[CheckedTap]:
    """Taps that were checked when they first came."""
    answers: Answers = {}
    found = []
    for tap in taps:
        answers = followed(answers, tap)
        found.append(CheckedTap(tap, _text_of(tap), answers))
    return found


def _text_of(tap: Tap) -> str:
    return COMPACT.encode(tap)


def _check_lengths(tap: Tap, text: str) -> None:
    """Of the whole and of every text in it; nothing in a short tap is long."""
    if len(text) > LARGEST_TAP:
        _refuse(Message("tap.too_large"), Message("sent.bytes", n=LARGEST_TAP))
    if len(text) > LONGEST_TEXT and not all(_is_bounded(value) for value in tap.values()):
        _refuse(Message("tap.long"), Message("tap.letters", n=LONGEST_TEXT))


def _shaped(raw: Any) -> dict[str, Any]:
    """Exactly the keys of its kind, each of its type."""
    if not isinstance(raw, dict) or raw.get("do") not in PARTS:
        _refuse(Message("tap.none"), ", ".join(PARTS))
    wanted: Mapping[str, type] = COMMON | PARTS[raw["do"]] | ({RUN: str} if RUN in raw else {})
    if set(raw) != set(wanted):
        _refuse(Message("tap.other_keys"), ", ".join(wanted))
    if not all(type(raw[key]) is kind for key, kind in wanted.items()):
        _refuse(Message("tap.wrong_kind"), Message("tap.holds"))
    if not (MARK.fullmatch(raw["mark"]) and MARK.fullmatch(raw["by"])):
        _refuse(Message("tap.no_id"), Message("tap.id"))
    if not 1 <= raw["n"] <= 2 * MOST_TAPS or raw["at"] < 0 or raw.get("index", 0) < 0:
        _refuse(Message("tap.out_of_range"), Message("allowed.range", low=1, high=2 * MOST_TAPS))
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


def _refuse(found: Message, allowed: AnyText) -> NoReturn:
    raise Problems([Problem("tap", found, allowed)])
