"""Ask for a table on the terminal."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import click
import questionary

from cards_data import Problems
from cards_data.schema import Path

from ..core.answers import Question, assemble, first_shape_error, next_question, questions
from ..core.forms import Answers, Asking, Back, Check, Choice, Prompts
from ..core.kinds import kind_of
from ..core.state import TableState
from ..core.translation import Translation
from ..engine import Scorer
from .saved_tables import SavedTable, SavedTables


class Terminal:
    """The terminal as a place for questions; Ctrl-C raises KeyboardInterrupt."""

    def text(self, label: str, help_text: str, default: str, check: Check) -> str:
        question = questionary.text(
            label, validate=lambda typed: check(typed) or True, instruction=f"({help_text}) "
        )
        return str(question.unsafe_ask())

    def one(self, label: str, help_text: str, choices: Sequence[Choice], chosen: str) -> str:
        listed = [questionary.Choice(choice.label, choice.value) for choice in choices]
        default = next((item for item in listed if item.value == chosen), None)
        question = questionary.select(
            label, listed, default=default, instruction=f"({help_text})", use_jk_keys=False
        )
        return str(question.unsafe_ask())

    def several(
        self, label: str, help_text: str, choices: Sequence[Choice], chosen: Sequence[str]
    ) -> list[str]:
        listed = [
            questionary.Choice(choice.label, choice.value, checked=choice.value in chosen)
            for choice in choices
        ]
        question = questionary.checkbox(
            label, listed, instruction=f"({help_text})", use_jk_keys=False
        )
        answer: Any = question.unsafe_ask()
        return [str(value) for value in answer]

    def tell(self, text: str) -> None:
        click.echo(text, err=True)


# What a shell sees after Ctrl-C.
STOPPED = 130


def ask_state(
    scorer: Scorer,
    saved: SavedTables,
    again: SavedTable | None = None,
    prompts: Prompts | None = None,
) -> tuple[TableState, int]:
    """Ask until the table is complete and valid."""
    if prompts is None:
        prompts = Terminal()
    talk = Conversation(scorer, prompts, saved)
    try:
        return talk.state(talk.begin(again))
    except KeyboardInterrupt:
        key = "ask.not_saved" if talk.unsaved else "ask.saved"
        prompts.tell(scorer.say(key, game=scorer.game.slug))
        raise click.exceptions.Exit(STOPPED) from None


@dataclass
class Conversation:
    """One conversation about one table."""

    scorer: Scorer
    prompts: Prompts
    saved: SavedTables
    number: int = 0
    unsaved: bool = False
    trail: list[Answers] = field(default_factory=list)
    memory: dict[tuple[str, int | None], Any] = field(default_factory=dict)

    @property
    def say(self) -> Translation:
        return self.scorer.say

    def begin(self, again: SavedTable | None) -> Answers:
        """Return the answers of last time, if the user wants them."""
        table = again or self.saved.newest_unfinished(self.scorer.game.slug)
        usable = table is not None and first_shape_error(self.scorer.form(), table.answers) is None
        if table and usable and (again or self._confirm()):
            self.number = table.id
            return table.answers
        return {}

    def _confirm(self) -> bool:
        choices = [Choice("yes", self.say("ask.yes")), Choice("no", self.say("ask.no"))]
        help_text = self.say("ask.arrows")
        return self.prompts.one(self.say("ask.go_on"), help_text, choices, "yes") == "yes"

    def state(self, answers: Answers) -> tuple[TableState, int]:
        """Ask open questions, let people correct answers, and read the state."""
        while True:
            answers = self._correct(self._ask_open(answers))
            raw = assemble(self.scorer.game.slug, self.scorer.form(), answers)
            state, mistakes = self.scorer.check(self.scorer.rules.complete(raw))
            if not mistakes:
                return state, self._open_number()
            lines = [self.say("ask.wrong")]
            for mistake in mistakes:
                parts = filter(None, mistake.parts_in(self.say.lang, self.say.words))
                lines.append(f"  {self._label(mistake.path, answers)}: {'; '.join(parts)}")
            self.prompts.tell("\n".join(lines))

    def _open_number(self) -> int:
        """Return the table's number; a new one if it was scored on another terminal meanwhile."""
        return 0 if self.saved.is_scored(self.number) else self.number

    def _label(self, path: Path, answers: Answers) -> str:
        """Return the text of the question that a part of the state answers."""
        questions_out = list(questions(self.scorer.form(), answers, self.say))
        fitting = [question for question in questions_out if _concerns(question, path)]
        if fitting:
            return fitting[0].label(answers, self.say)
        # Teams are asked for player by player, but are a list in the state.
        near = [
            one.field for one in questions_out if path and str(path[0]).startswith(one.field.key)
        ]
        return (near or [questions_out[0].field])[0].label

    def _ask_open(self, answers: Answers) -> Answers:
        """Ask every open question; going back repeats the last one, with its old answer."""
        while question := next_question(self.scorer.form(), answers, self.say):
            try:
                new = self._ask(question, answers)
            except Back:
                answers = self.trail.pop() if self.trail else answers
                continue
            self.trail.append(answers)
            answers = new
        return answers

    def _correct(self, answers: Answers) -> Answers:
        """Correct one answer after the other, until the table is to be scored."""
        while True:
            questions_out = list(questions(self.scorer.form(), answers, self.say))
            listed = [
                Choice(str(at), q.summary(answers, self.say)) for at, q in enumerate(questions_out)
            ]
            choices = [Choice("score", self.say("ask.score")), *listed]
            help_text = self.say("ask.arrows")
            chosen = self.prompts.one(self.say("ask.check"), help_text, choices, "score")
            if chosen == "score":
                return answers
            try:
                answers = self._ask_open(self._ask(questions_out[int(chosen)], answers))
            except Back:
                continue

    def _ask(self, question: Question, answers: Answers) -> Answers:
        place = (question.field.key, question.index)
        before = question.answer(answers)
        before = self.memory.get(place) if before is None else before

        def save(part: Any) -> None:
            self._save({**answers, f"{question.field.key}.part": part})

        asking = Asking(
            self.prompts,
            self.say,
            question.field,
            question.label(answers, self.say),
            before,
            answers,
            question.other_answers(answers),
            save,
        )
        self.memory[place] = kind_of(question.field).ask(asking)
        new = question.put(answers, self.memory[place])
        new.pop(f"{question.field.key}.part", None)
        self._save(new)
        return new

    def _save(self, answers: Answers) -> None:
        """Save the answers; a folder that cannot be written is reported once."""
        players = answers.get("players", ())
        names = tuple(player.get("name", "") for player in players if player.get("name"))
        when = time.strftime("%Y-%m-%d %H:%M")
        number, slug = self._open_number(), self.scorer.game.slug
        entry = SavedTable(number, slug, when, names, answers=answers)
        try:
            self.number = self.saved.save(entry)
        except Problems as problems:
            if not self.unsaved:
                self.prompts.tell(f"{self.say('ask.not_saved')}\n{problems}")
            self.unsaved = True


def _concerns(question: Question, path: Path) -> bool:
    group, key = question.field.group, tuple(question.field.key.split("."))
    if question.counts:
        return path == key
    if group is None:
        return path[: len(key)] == key
    inside = path[2:] or ("name",)
    return path[:2] == (group.key, question.index) and inside[:1] == key[:1]
