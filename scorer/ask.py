"""Asking for a table at the terminal.

Comes in: a scorer. Goes out: a checked state. Every answer is kept as soon as it is given, and
every answer can be corrected before the table is scored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import click

from cards_data import Problems

from .answers import Answers, Draft, Question, draft_of, next_question, questions
from .engine import Scorer
from .forms import Choice, Field, assemble
from .speech import Speech
from .state import NAME_LIMIT, TableState

# What is wrong with a typed answer, or nothing.
Check = Callable[[str], str]
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Prompts(Protocol):
    """How questions are put: at a terminal, or in a test."""

    def text(self, label: str, help_text: str, default: str, check: Check) -> str: ...

    def one(self, label: str, help_text: str, choices: Sequence[Choice], chosen: str) -> str: ...

    def several(
        self, label: str, help_text: str, choices: Sequence[Choice], chosen: Sequence[str]
    ) -> list[str]: ...

    def agreed(self, label: str) -> bool: ...

    def tell(self, text: str) -> None: ...


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
        value = _ASK[question.field.kind](self, question.field, label, before, answers)
        answers = self._without_stale_letters(question.put(answers, value))
        self.draft.write(answers)
        return answers

    def _without_stale_letters(self, answers: Answers) -> Answers:
        """Letters that no longer stand on the board are asked for again."""
        stale = [
            field.key
            for field in self.scorer.form()
            if field.kind == "letters" and set(answers.get(field.key, ())) != _letters(answers)
        ]
        return {key: value for key, value in answers.items() if key not in stale}

    # One way to ask for each kind of field

    def whole(self, field: Field, label: str, before: Any, answers: Answers) -> Any:
        typed = self.prompts.text(
            label,
            self._help(field),
            _typed(field, before),
            lambda text: self._no_number(field, text),
        )
        return _number(field, typed)

    def _no_number(self, field: Field, typed: str) -> str:
        if not typed.strip() and field.optional:
            return ""
        value = _number(field, typed)
        high = field.low if field.high is None else field.high
        if value in [choice.value for choice in field.choices]:
            return ""
        if isinstance(value, int) and field.low <= value <= high:
            return ""
        words = ", ".join(choice.value for choice in field.choices)
        key = "ask.whole_or" if words else "ask.whole"
        return self.say(key, low=field.low, high=high, words=words)

    def name(self, field: Field, label: str, before: Any, answers: Answers) -> str:
        def check(typed: str) -> str:
            clean = typed.strip()
            fits = len(clean) <= NAME_LIMIT and (bool(clean) or field.optional)
            return "" if fits else self.say("ask.name", n=NAME_LIMIT)

        return self.prompts.text(label, self._help(field), str(before or ""), check).strip()

    def choice(self, field: Field, label: str, before: Any, answers: Answers) -> str:
        chosen = str(before or field.default or field.choices[0].value)
        return self.prompts.one(label, field.help, field.choices, chosen)

    def multi(self, field: Field, label: str, before: Any, answers: Answers) -> list[str]:
        return self.prompts.several(label, field.help, field.choices, before or [])

    def board(self, field: Field, label: str, before: Any, answers: Answers) -> list[str]:
        """Row by row, then drawn back until it is right."""
        rows = list(before or [""] * field.low)
        self.prompts.tell("\n".join([field.help, *self._legend(field)]))
        while True:
            rows = [self._row(field, label, number, rows) for number in range(field.low)]
            self.prompts.tell(drawn(rows))
            if self.prompts.agreed(self.say("ask.right")):
                return rows

    def _row(self, field: Field, label: str, number: int, rows: Sequence[str]) -> str:
        text = self.say("ask.row_label", label=label, row=number + 1, rows=field.low)
        known = [choice.value for choice in field.choices]

        def check(typed: str) -> str:
            cells = _cells(typed)
            fits = len(cells) == field.high and all(x in known or x in CAPITALS for x in cells)
            allowed = f"{' '.join(known)}, {self.say('ask.capital')}"
            return "" if fits else self.say("ask.row", n=field.high, cells=allowed)

        return " ".join(_cells(self.prompts.text(text, "", rows[number], check)))

    def _legend(self, field: Field) -> list[str]:
        return [f"  {choice.value}  {choice.label}" for choice in field.choices]

    def letters(self, field: Field, label: str, before: Any, answers: Answers) -> dict[str, str]:
        """One choice for each capital letter that was typed on the board."""
        known: Mapping[str, str] = before or {}
        return {
            letter: self.prompts.one(
                self.say("ask.letter", letter=letter),
                field.help,
                field.choices,
                known.get(letter, field.choices[0].value),
            )
            for letter in sorted(_letters(answers))
        }

    def _help(self, field: Field) -> str:
        parts = [field.help, self.say("ask.empty") if field.optional else ""]
        return "; ".join(dict.fromkeys(part for part in parts if part))


_ASK: dict[str, Callable[[Talk, Field, str, Any, Answers], Any]] = {
    "int": Talk.whole,
    "name": Talk.name,
    "choice": Talk.choice,
    "multi": Talk.multi,
    "board": Talk.board,
    "letters": Talk.letters,
}


def _letters(answers: Answers) -> set[str]:
    """The capital letters that stand on the board."""
    rows = [row for value in answers.values() if isinstance(value, list) for row in value]
    cells = {cell for row in rows if isinstance(row, str) for cell in _cells(row)}
    return {cell for cell in cells if cell in CAPITALS}


def _typed(field: Field, before: Any) -> str:
    """What stands in the line already: the answer so far, or the default."""
    value = field.default if before is None else before
    return "" if value is None else str(value)


def _number(field: Field, typed: str) -> Any:
    """A whole number, one of the field's words, or nothing for an empty line."""
    clean = typed.strip().lower()
    words = {choice.value: choice.value for choice in field.choices}
    words |= {choice.label.lower(): choice.value for choice in field.choices}
    if clean in words:
        return words[clean]
    return int(clean) if clean.isdecimal() and len(clean) < 9 else None


def _cells(typed: str) -> list[str]:
    """The cells of a row, typed apart or together."""
    parts = typed.split()
    return list(parts[0]) if len(parts) == 1 else parts


def drawn(rows: Sequence[str]) -> str:
    """The board as it was understood, with its rows and columns counted."""
    cells = [row.split() for row in rows]
    width = max(len(row) for row in cells)
    head = "    " + " ".join(str(number + 1) for number in range(width))
    rule = "   +" + "-" * (2 * width + 1) + "+"
    body = [f" {number} | {' '.join(row)} |" for number, row in enumerate(cells, 1)]
    return "\n".join([" " + head, rule, *body, rule])
