"""Answers to a form, question by question, and where they are kept until the table is scored.

Comes in: a game's fields and what was answered so far. Goes out: which question is next, and new
answers; nothing here talks to anybody.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from .forms import Field, Group, shown
from .speech import Speech

Answers = dict[str, Any]


@dataclass(frozen=True)
class Question:
    """One question to put: a field, for which item of its group, or how many items there are."""

    field: Field
    index: int | None = None
    counts: bool = False

    def label(self, answers: Answers) -> str:
        """The field's label, with the name of the player it is about."""
        if self.index is None or self.field.group is None:
            return self.field.label
        item = answers[self.field.group.key][self.index]
        who = item.get("name") or f"{self.field.group.label} {self.index + 1}"
        return f"{who}: {self.field.label}"

    def told(self, answers: Answers) -> str:
        """Question and answer on one line."""
        return f"{self.label(answers)} – {shown(self.field, self.answer(answers))}"

    def answer(self, answers: Answers) -> Any:
        if self.counts:
            found = answers.get(self.field.key)
            return None if found is None else len(found)
        return self._place(answers).get(self.field.key)

    def answered(self, answers: Answers) -> bool:
        return self.field.key in self._place(answers)

    def put(self, answers: Answers, value: Any) -> Answers:
        """New answers with this one in its place."""
        new = copy.deepcopy(answers)
        if self.counts:
            items = new.get(self.field.key, [])
            new[self.field.key] = (items + [{} for _ in range(value)])[:value]
        else:
            self._place(new)[self.field.key] = value
        return new

    def _place(self, answers: Answers) -> Answers:
        if self.index is None or self.field.group is None:
            return answers
        item: Answers = answers[self.field.group.key][self.index]
        return item


def questions(fields: Sequence[Field], answers: Answers, say: Speech) -> Iterator[Question]:
    """Every question in the form's order; a group's own come once its number is known."""
    for group, members in groupby(fields, key=lambda field: field.group):
        asked = tuple(members)
        if group is None:
            yield from (Question(field) for field in asked)
            continue
        yield Question(_how_many(group, say), counts=True)
        for index in range(len(answers.get(group.key, ()))):
            yield from (Question(field, index) for field in asked)


def _how_many(group: Group, say: Speech) -> Field:
    label = say("ask.how_many", what=group.label)
    return Field(group.key, label, "int", group.least, group.most)


def next_question(fields: Sequence[Field], answers: Answers, say: Speech) -> Question | None:
    open_ones = (
        question for question in questions(fields, answers, say) if not question.answered(answers)
    )
    return next(open_ones, None)


@dataclass(frozen=True)
class Draft:
    """Answers of an unfinished table, on disk."""

    path: Path

    def read(self, fields: Sequence[Field]) -> Answers:
        """What was kept, or nothing: a damaged draft is as good as none."""
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        groups = {field.group.key for field in fields if field.group}
        sound = isinstance(kept, dict) and all(_items(kept.get(key, [])) for key in groups)
        return kept if sound else {}

    def write(self, answers: Answers) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_suffix(".part")
        part.write_text(json.dumps(answers, ensure_ascii=False), encoding="utf-8")
        part.replace(self.path)

    def forget(self) -> None:
        self.path.unlink(missing_ok=True)


def _items(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def draft_of(slug: str) -> Draft:
    from platformdirs import user_data_dir

    return Draft(Path(user_data_dir("ecotable", appauthor=False)) / "drafts" / f"{slug}.json")
