"""The answers to a form, question by question, and the table state built from them."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

from cards_data import Problems
from cards_data.problems import Message

from .forms import Answers, Field, Group, is_empty
from .kinds import kind_of
from .translation import Translation


@dataclass(frozen=True)
class Question:
    """One question: a field, for which item of its group, or how many items there are."""

    field: Field
    index: int | None = None
    counts: bool = False

    def label(self, answers: Answers, say: Translation) -> str:
        """Return the field's label, with the name of its player."""
        if self.index is None or self.field.group is None:
            return self.field.label
        item = answers[self.field.group.key][self.index]
        who = item.get("name") or item_name(self.field.group, self.index, say)
        return f"{who}: {self.field.label}"

    def summary(self, answers: Answers, say: Translation) -> str:
        """Return question and answer on one line."""
        value = self.answer(answers)
        text = "–" if is_empty(value) else kind_of(self.field).say(self.field, value)
        return f"{self.label(answers, say)} – {text}"

    def answer(self, answers: Answers) -> Any:
        if self.counts:
            items = answers.get(self.field.key)
            return None if items is None else len(items)
        return self._place(answers).get(self.field.key)

    def is_done(self, answers: Answers) -> bool:
        place, key = self._place(answers), self.field.key
        return key in place and kind_of(self.field).is_settled(self.field, place[key], answers)

    def put(self, answers: Answers, value: Any) -> Answers:
        """Return the answers with this one in its place."""
        new = copy.deepcopy(answers)
        if self.counts:
            items = new.get(self.field.key, [])
            new[self.field.key] = (items + [{} for _ in range(value)])[:value]
        else:
            self._place(new)[self.field.key] = value
        return new

    def other_answers(self, answers: Answers) -> list[Any]:
        """Return the answers of other items to the same field, if all must differ."""
        group = self.field.group
        if group is None or not self.field.unique:
            return []
        others = [item for index, item in enumerate(answers[group.key]) if index != self.index]
        return [item[self.field.key] for item in others if self.field.key in item]

    def _place(self, answers: Answers) -> Answers:
        if self.index is None or self.field.group is None:
            return answers
        item: Answers = answers[self.field.group.key][self.index]
        return item


def item_name(group: Group, index: int, say: Translation) -> str:
    """Return ``Player 2`` if no name is known yet."""
    key = f"item.{group.key}"
    return say(key, n=index + 1) if key in say.words else f"{group.label} {index + 1}"


def questions(fields: Sequence[Field], answers: Answers, say: Translation) -> Iterator[Question]:
    """Yield every question in form order; those of a group once its number is known."""
    for group, members in groupby(fields, key=lambda field: field.group):
        fields_out = tuple(members)
        if group is None:
            yield from (Question(field) for field in fields_out)
            continue
        label = say("ask.how_many", what=group.label)
        yield Question(Field(group.key, label, "int", group.least, group.most), counts=True)
        for index in range(len(answers.get(group.key, ()))):
            yield from (Question(field, index) for field in fields_out)


def next_question(fields: Sequence[Field], answers: Answers, say: Translation) -> Question | None:
    in_order = questions(fields, answers, say)
    return next((question for question in in_order if not question.is_done(answers)), None)


def assemble(slug: str, fields: Iterable[Field], answers: Mapping[str, Any]) -> dict[str, Any]:
    """Build the raw state from answers: by key, and for a group a list of answers by key."""
    state: dict[str, Any] = {"game": slug}
    for field, into, answered in _pairs(fields, state, answers):
        _put(into, field, answered.get(field.key))
    return state


def answers_of(fields: Iterable[Field], state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers that a raw state was built from."""
    answers: dict[str, Any] = {}
    for field, into, item in _pairs(fields, answers, state):
        _take(into, field, item)
    return answers


def _pairs(
    fields: Iterable[Field], target: dict[str, Any], source: Mapping[str, Any]
) -> Iterator[tuple[Field, dict[str, Any], Mapping[str, Any]]]:
    """Yield every field with the parts of input and output that it belongs to."""
    for field in fields:
        if field.group is None:
            yield field, target, source
            continue
        items = source.get(field.group.key, ())
        parts = target.setdefault(field.group.key, [{} for _ in items])
        yield from ((field, part, item) for part, item in zip(parts, items, strict=True))


def first_shape_error(fields: Iterable[Field], answers: Any) -> str | None:
    """Return where answers from outside do not have the shape of this form, or None.

    Only the shape counts; the rules judge the contents.
    """
    if not isinstance(answers, dict):
        return "answers"
    for field in fields:
        if field.group is None:
            places = [(field.key, answers)]
        else:
            items = answers.get(field.group.key, [])
            if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
                return field.group.key
            places = [(f"{field.group.key}[{n}].{field.key}", item) for n, item in enumerate(items)]
        for place, item in places:
            value = item.get(field.key)
            if value is not None and not kind_of(field).is_answer(value):
                return place
    return None


def _put(into: dict[str, Any], field: Field, value: Any) -> None:
    """Set a value at a dotted path; a number in the path is a position in a list."""
    if value is None or (value == "" and field.optional):
        return
    steps = field.key.split(".")
    place: Any = into
    for step, following in pairwise(steps):
        place = place.setdefault(step, [] if following.isdigit() else {})
    if steps[-1].isdigit():
        place.append(value)
    else:
        place[steps[-1]] = value


def _take(into: dict[str, Any], field: Field, state: Any) -> None:
    for step in field.key.split("."):
        if isinstance(state, Mapping):
            state = state.get(step)
        elif isinstance(state, Sequence) and step.isdigit() and int(step) < len(state):
            state = state[int(step)]
        else:
            return
    if state is not None:
        into[field.key] = state


def checked_shape(fields: tuple[Field, ...], answers: Any) -> Answers:
    """Return answers in the shape of the form; anything else is a problem."""
    place = first_shape_error(fields, answers)
    if place is not None:
        raise Problems.of(place, Message("sent.no_answer"), Message("sent.asked"))
    checked: Answers = answers
    return checked


def fill_gaps(fields: tuple[Field, ...], answers: Answers) -> tuple[Answers | None, list[str]]:
    """Fill unanswered questions with defaults; return also the names of those still open.

    The answers are None while a question without a default is open.
    """
    whole: Answers = dict(answers)
    missing: list[str] = []
    countable = True
    for field in fields:
        kind = kind_of(field)
        for path, item in _places(field, whole):
            value = item.get(field.key)
            if is_empty(value):
                item[field.key] = kind.default_answer(field)
            if kind.is_open(field, value):
                missing.append(path)
                countable = countable and kind.default_answer(field) is not None
    return (whole if countable else None), missing


def _places(field: Field, answers: Answers) -> Iterator[tuple[str, Answers]]:
    """Yield where a field's answers are; items are copied, so the input is never changed."""
    if field.group is None:
        yield field.key, answers
        return
    items = [dict(item) for item in answers.get(field.group.key, ())]
    answers[field.group.key] = items
    for index, item in enumerate(items):
        yield f"{field.group.key}.{index}.{field.key}", item
