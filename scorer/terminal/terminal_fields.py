"""One way to ask for each kind of field: numbers, names, choices, the board, its letters.

Comes in: a field and how to put questions. Goes out: an answer that fits the field, or the wish
to go back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..core.answers import CAPITALS, Answers, cells_of, letters_on_board
from ..core.forms import Choice, Field, drawn
from ..core.state import NAME_LIMIT, clean_name, is_name
from ..core.translation import Translation

# What is wrong with a typed answer, or nothing.
Check = Callable[[str], str]
BACK = "<"


class Back(Exception):
    """The user wants the question before this one again."""


class Prompts(Protocol):
    """How questions are put: at a terminal, or in a test.

    Nothing is ever filled in beforehand: an empty answer takes the default.
    """

    def text(self, label: str, help_text: str, default: str, check: Check) -> str: ...

    def one(self, label: str, help_text: str, choices: Sequence[Choice], chosen: str) -> str: ...

    def several(
        self, label: str, help_text: str, choices: Sequence[Choice], chosen: Sequence[str]
    ) -> list[str]: ...

    def tell(self, text: str) -> None: ...


@dataclass(frozen=True)
class Asking:
    """One question: how it is put, what it is about, and what was answered before."""

    prompts: Prompts
    say: Translation
    field: Field
    label: str
    before: Any
    answers: Answers
    taken: Sequence[Any] = ()
    save: Callable[[list[str]], None] = lambda rows: None

    def text(self, label: str, default: str, check: Check) -> str:
        """A typed answer; ``<`` goes back, and Enter alone takes the default."""
        field = self.field
        ways = [
            field.help,
            self.say("ask.default", value=default) if default else "",
            self.say("ask.empty") if field.optional and not default else "",
            self.say("ask.go_back"),
        ]

        def checked(typed: str) -> str:
            return "" if typed.strip() == BACK else check(typed if typed.strip() else default)

        told = "; ".join(part for part in ways if part)
        typed = self.prompts.text(label, told, default, checked)
        if typed.strip() == BACK:
            raise Back
        return typed if typed.strip() else default

    def one(self, label: str, choices: Sequence[Choice], chosen: str) -> str:
        back = Choice(BACK, self.say("ask.back"))
        told = "; ".join(filter(None, (self.field.help, self.say("ask.arrows"))))
        found = self.prompts.one(label, told, [*choices, back], chosen)
        if found == BACK:
            raise Back
        return found

    def several(self, choices: Sequence[Choice], chosen: Sequence[str]) -> list[str]:
        back = Choice(BACK, self.say("ask.back"))
        told = "; ".join(filter(None, (self.field.help, self.say("ask.space"))))
        found = self.prompts.several(self.label, told, [*choices, back], chosen)
        if BACK in found:
            raise Back
        return found

    def agreed(self, label: str) -> bool:
        yes, no = Choice("yes", self.say("ask.yes")), Choice("no", self.say("ask.no"))
        return self.one(label, (yes, no), "yes") == "yes"


def ask(asking: Asking) -> Any:
    """The answer to a question, asked again until it fits."""
    return _ASK[asking.field.kind](asking)


def _whole(asking: Asking) -> Any:
    """A whole number, one of the field's words, or nothing where it may stay empty."""
    field = asking.field
    value = field.default if asking.before is None else asking.before
    default = "" if value is None else str(value)
    typed = asking.text(asking.label, default, lambda text: _no_number(asking, text))
    return _number(field, typed)


def _no_number(asking: Asking, typed: str) -> str:
    field, value = asking.field, _number(asking.field, typed)
    high = field.low if field.high is None else field.high
    words = [choice.label for choice in field.choices]
    known = [choice.value for choice in field.choices]
    if value in known or (isinstance(value, int) and field.low <= value <= high):
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
        clean = clean_name(typed)
        if clean in asking.taken:
            return asking.say("ask.taken", value=clean)
        fits = is_name(clean) or (asking.field.optional and not clean)
        return "" if fits else asking.say("ask.name", n=NAME_LIMIT)

    return clean_name(asking.text(asking.label, str(asking.before or ""), check))


def _choice(asking: Asking) -> str:
    """One of what is still free; the old answer, the field's own or the first is marked."""
    field = asking.field
    free = [choice for choice in field.choices if choice.value not in asking.taken]
    values = [choice.value for choice in free]
    wanted = [str(value) for value in (asking.before, field.default, *values) if value is not None]
    return asking.one(asking.label, free, next(value for value in wanted if value in values))


def _multi(asking: Asking) -> list[str]:
    return asking.several(asking.field.choices, asking.before or [])


def _board(asking: Asking) -> list[str]:
    """Row by row, then drawn back until it is right. Rows are kept as they are typed."""
    field, part = asking.field, asking.answers.get(f"{asking.field.key}.part", [])
    before = list(asking.before or [])
    legend = [f"  {choice.value}  {choice.label}" for choice in field.choices]
    asking.prompts.tell("\n".join([field.help, *legend]))
    rows: list[str] = [] if before else list(part)
    while True:
        rows = _rows(asking, rows, before)
        asking.prompts.tell(drawn(rows))
        if asking.agreed(asking.say("ask.right")):
            return rows
        before, rows = rows, []


def _rows(asking: Asking, rows: list[str], before: Sequence[str]) -> list[str]:
    while len(rows) < asking.field.low:
        old = before[len(rows)] if len(rows) < len(before) else ""
        try:
            rows = [*rows, _row(asking, len(rows) + 1, old)]
        except Back:
            if not rows:
                raise
            before, rows = [*rows, *before[len(rows) :]], rows[:-1]
        asking.save(rows)
    return rows


def _row(asking: Asking, number: int, before: str) -> str:
    field = asking.field
    label = asking.say("ask.row_label", label=asking.label, row=number, rows=field.low)
    known = [choice.value for choice in field.choices]

    def check(typed: str) -> str:
        cells = cells_of(typed)
        fits = len(cells) == field.high and all(x in known or x in CAPITALS for x in cells)
        allowed = f"{' '.join(known)}, {asking.say('ask.capital')}"
        return "" if fits else asking.say("ask.row", n=field.high, cells=allowed)

    return " ".join(cells_of(asking.text(label, before, check)))


def _letters(asking: Asking) -> dict[str, str]:
    """One choice for each capital letter on the board: those that are new, or all to correct."""
    letters = sorted(letters_on_board(asking.answers))
    known = {key: value for key, value in (asking.before or {}).items() if key in letters}
    new = [letter for letter in letters if letter not in known]
    found = known if new else {}
    for letter in new or letters:
        taken = [value for key, value in found.items() if key != letter]
        free = [choice for choice in asking.field.choices if choice.value not in taken]
        chosen = known.get(letter, free[0].value)
        found = {**found, letter: asking.one(asking.say("ask.letter", letter=letter), free, chosen)}
    return dict(sorted(found.items()))


_ASK: dict[str, Callable[[Asking], Any]] = {
    "int": _whole,
    "name": _name,
    "choice": _choice,
    "multi": _multi,
    "board": _board,
    "letters": _letters,
}
