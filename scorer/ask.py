"""Asking for a table at the terminal.

Comes in: a scorer. Goes out: a checked state. Every answer is kept as soon as it is given, and
every answer can be corrected before the table is scored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from cards_data import Problems

from .answers import Answers, Draft, Question, draft_of, next_question, questions
from .engine import Scorer
from .forms import Choice, assemble
from .kinds import Asking, Prompts, ask, letters_on_board
from .speech import Speech
from .state import TableState


def ask_state(
    scorer: Scorer, prompts: Prompts | None = None, draft: Draft | None = None
) -> TableState:
    """Questions until the table is whole and in order."""
    if prompts is None:
        from .prompts import Terminal

        prompts = Terminal()
    talk = Talk(scorer, prompts, draft or draft_of(scorer.game.slug))
    try:
        return talk.state(talk.begin())
    except KeyboardInterrupt:
        prompts.tell(scorer.say("ask.saved"))
        raise click.Abort from None


@dataclass(frozen=True)
class Talk:
    """One conversation about one table."""

    scorer: Scorer
    prompts: Prompts
    draft: Draft

    @property
    def say(self) -> Speech:
        return self.scorer.say

    def begin(self) -> Answers:
        """The answers of last time, if they are wanted."""
        kept = self.draft.read(self.scorer.form())
        return kept if kept and self.prompts.agreed(self.say("ask.go_on")) else {}

    def state(self, answers: Answers) -> TableState:
        """Asks what is open, lets people correct, and reads the state."""
        while True:
            answers = self._corrected(self._answered(answers))
            try:
                state = self.scorer.read(self.raw(answers))
            except Problems as problems:
                self.prompts.tell(f"{self.say('ask.wrong')}\n{problems}")
                continue
            self.draft.forget()
            return state

    def raw(self, answers: Answers) -> dict[str, Any]:
        rules = self.scorer.rules
        return rules.complete(assemble(rules.slug, self.scorer.form(), answers))

    def _answered(self, answers: Answers) -> Answers:
        while question := next_question(self.scorer.form(), answers, self.say):
            answers = self._ask(question, answers)
        return answers

    def _corrected(self, answers: Answers) -> Answers:
        """One answer after the other, until the table is to be scored."""
        while True:
            asked = list(questions(self.scorer.form(), answers, self.say))
            told = [Choice(str(number), q.told(answers)) for number, q in enumerate(asked)]
            choices = [Choice("score", self.say("ask.score")), *told]
            chosen = self.prompts.one(self.say("ask.check"), "", choices, "score")
            if chosen == "score":
                return answers
            answers = self._answered(self._ask(asked[int(chosen)], answers))

    def _ask(self, question: Question, answers: Answers) -> Answers:
        label, before = question.label(answers), question.answer(answers)
        value = ask(Asking(self.prompts, self.say, question.field, label, before, answers))
        answers = self._without_stale_letters(question.put(answers, value))
        self.draft.write(answers)
        return answers

    def _without_stale_letters(self, answers: Answers) -> Answers:
        """Letters that no longer stand on the board are asked for again."""
        stale = [
            field.key
            for field in self.scorer.form()
            if field.kind == "letters"
            and set(answers.get(field.key, ())) != letters_on_board(answers)
        ]
        return {key: value for key, value in answers.items() if key not in stale}
