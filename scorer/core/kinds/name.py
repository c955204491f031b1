"""Free text on one line, such as what a player is called."""

from __future__ import annotations

from typing import Any

from ..asking import Answers, Asking
from ..forms import Field, is_missing
from ..schema import Path
from ..state import NAME_LIMIT, clean_name, is_name

SHEET, BESIDE = "ticks", ""


def ask(asking: Asking) -> str:
    def refusal(typed: str) -> str:
        clean = clean_name(typed)
        if clean in asking.taken:
            return asking.say("ask.taken", value=clean)
        fits = is_name(clean) or (asking.field.optional and not clean)
        return "" if fits else asking.say("ask.name", n=NAME_LIMIT)

    return clean_name(asking.text(asking.label, str(asking.before or ""), refusal))


def is_answer(value: Any) -> bool:
    return isinstance(value, str)


def is_open(field: Field, value: Any) -> bool:
    return is_missing(field, value)


def stand_in(field: Field) -> Any:
    return field.default


def is_settled(field: Field, value: Any, answers: Answers) -> bool:
    return True


def say(field: Field, value: Any) -> str:
    return str(value)


def place(path: Path) -> Path:
    return ()
