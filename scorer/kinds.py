"""One way to ask for each kind of field: numbers, names, choices, the board, its letters.

Comes in: a field and how to put questions. Goes out: an answer that fits the field.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from .answers import Answers
from .forms import Choice, Field
from .speech import Speech
from .state import NAME_LIMIT

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


@dataclass(frozen=True)
class Asking:
    """One question: how it is put, what it is about, and what was answered before."""

    prompts: Prompts
    say: Speech
    field: Field
    label: str
    before: Any
    answers: Answers

    @property
    def help(self) -> str:
        parts = [self.field.help, self.say("ask.empty") if self.field.optional else ""]
        return "; ".join(dict.fromkeys(part for part in parts if part))

    def text(self, default: str, check: Check) -> str:
        return self.prompts.text(self.label, self.help, default, check)


def ask(asking: Asking) -> Any:
    """The answer to a question, asked again until it fits."""
    return _ASK[asking.field.kind](asking)


def _whole(asking: Asking) -> Any:
    """A whole number, one of the field's words, or nothing where it may stay empty."""
    field = asking.field
    value = field.default if asking.before is None else asking.before
    typed = asking.text("" if value is None else str(value), lambda text: _no_number(asking, text))
    return _number(field, typed)


def _no_number(asking: Asking, typed: str) -> str:
    field, value = asking.field, _number(asking.field, typed)
    high = field.low if field.high is None else field.high
    words = [choice.value for choice in field.choices]
    if value in words or (isinstance(value, int) and field.low <= value <= high):
        return ""
    if field.optional and not typed.strip():
        return ""
    key = "ask.whole_or" if words else "ask.whole"
    return asking.say(key, low=field.low, high=high, words=", ".join(words))


def _number(field: Field, typed: str) -> Any:
    clean = typed.strip().lower()
    words = {choice.value: choice.value for choice in field.choices}
    words |= {choice.label.lower(): choice.value for choice in field.choices}
    if clean in words:
        return words[clean]
    return int(clean) if clean.isdecimal() and len(clean) < 9 else None


def _name(asking: Asking) -> str:
    def check(typed: str) -> str:
        clean = typed.strip()
        fits = len(clean) <= NAME_LIMIT and (bool(clean) or asking.field.optional)
        return "" if fits else asking.say("ask.name", n=NAME_LIMIT)

    return asking.text(str(asking.before or ""), check).strip()


def _choice(asking: Asking) -> str:
    field = asking.field
    chosen = str(asking.before or field.default or field.choices[0].value)
    return asking.prompts.one(asking.label, field.help, field.choices, chosen)


def _multi(asking: Asking) -> list[str]:
    field = asking.field
    return asking.prompts.several(asking.label, field.help, field.choices, asking.before or [])


def _board(asking: Asking) -> list[str]:
    """Row by row, then drawn back until it is right."""
    field = asking.field
    rows = list(asking.before or [""] * field.low)
    legend = [f"  {choice.value}  {choice.label}" for choice in field.choices]
    asking.prompts.tell("\n".join([field.help, *legend]))
    while True:
        rows = [_row(asking, number, before) for number, before in enumerate(rows, 1)]
        asking.prompts.tell(drawn(rows))
        if asking.prompts.agreed(asking.say("ask.right")):
            return rows


def _row(asking: Asking, number: int, before: str) -> str:
    field = asking.field
    label = asking.say("ask.row_label", label=asking.label, row=number, rows=field.low)
    known = [choice.value for choice in field.choices]

    def check(typed: str) -> str:
        cells = _cells(typed)
        fits = len(cells) == field.high and all(x in known or x in CAPITALS for x in cells)
        allowed = f"{' '.join(known)}, {asking.say('ask.capital')}"
        return "" if fits else asking.say("ask.row", n=field.high, cells=allowed)

    return " ".join(_cells(asking.prompts.text(label, "", before, check)))


def _letters(asking: Asking) -> dict[str, str]:
    """One choice for each capital letter that was typed on the board."""
    field, known = asking.field, asking.before or {}
    first = field.choices[0].value
    return {
        letter: asking.prompts.one(
            asking.say("ask.letter", letter=letter),
            field.help,
            field.choices,
            known.get(letter, first),
        )
        for letter in sorted(letters_on_board(asking.answers))
    }


def letters_on_board(answers: Answers) -> set[str]:
    """The capital letters that stand on the board."""
    rows = [row for value in answers.values() if isinstance(value, list) for row in value]
    cells = {cell for row in rows if isinstance(row, str) for cell in _cells(row)}
    return {cell for cell in cells if len(cell) == 1 and cell in CAPITALS}


def _cells(typed: str) -> list[str]:
    """The cells of a row, typed apart or together."""
    parts = typed.split()
    return list(parts[0]) if len(parts) == 1 else parts


def drawn(rows: Sequence[str]) -> str:
    """The board as it was understood, with its rows and columns counted."""
    cells = [row.split() for row in rows]
    width = max(len(row) for row in cells)
    head = "     " + " ".join(str(number + 1) for number in range(width))
    rule = "   +" + "-" * (2 * width + 1) + "+"
    body = [f" {number} | {' '.join(row)} |" for number, row in enumerate(cells, 1)]
    return "\n".join([head, rule, *body, rule])


_ASK: dict[str, Callable[[Asking], Any]] = {
    "int": _whole,
    "name": _name,
    "choice": _choice,
    "multi": _multi,
    "board": _board,
    "letters": _letters,
}
