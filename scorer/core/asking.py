"""Asking one question of somebody who types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from .forms import Choice, Field
from .translation import Translation

Answers = dict[str, Any]
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
    """One question: how it is put, what it is about, and what was answered before.

    ``taken`` is what other items have, ``save`` writes a part of the answer down.
    """

    prompts: Prompts
    say: Translation
    field: Field
    label: str
    before: Any
    answers: Answers
    taken: Sequence[Any] = ()
    save: Callable[[Any], None] = lambda part: None

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

        help_text = "; ".join(filter(None, ways))
        typed = self.prompts.text(label, help_text, default, checked)
        if typed.strip() == BACK:
            raise Back
        return typed if typed.strip() else default

    def one(self, label: str, choices: Sequence[Choice], chosen: str) -> str:
        answer = self.prompts.one(label, self._help("ask.arrows"), self._or_back(choices), chosen)
        if answer == BACK:
            raise Back
        return answer

    def several(self, choices: Sequence[Choice], chosen: Sequence[str]) -> list[str]:
        listed = self._or_back(choices)
        answer = self.prompts.several(self.label, self._help("ask.space"), listed, chosen)
        if BACK in answer:
            raise Back
        return answer

    def _help(self, key: str) -> str:
        return "; ".join(filter(None, (self.field.help, self.say(key))))

    def _or_back(self, choices: Sequence[Choice]) -> list[Choice]:
        return [*choices, Choice(BACK, self.say("ask.back"))]

    def agreed(self, label: str) -> bool:
        yes, no = Choice("yes", self.say("ask.yes")), Choice("no", self.say("ask.no"))
        return self.one(label, (yes, no), "yes") == "yes"
