"""For each letter on a board, one of the choices.

``data["board"]`` is the key of that board, ``data["letters"]`` all letters that can be on it.
"""

from __future__ import annotations

from typing import Any

from ..forms import Answers, Asking, Field, choice_label
from . import Kind, is_text
from .board import cells_of, letters_of


def ask(asking: Asking) -> dict[str, str]:
    """Ask for new letters, or for all of them to correct."""
    letters = sorted(_on_board(asking.field, asking.answers))
    answered = {key: value for key, value in (asking.before or {}).items() if key in letters}
    new = [letter for letter in letters if letter not in answered]
    answer = answered if new else {}
    for letter in new or letters:
        used = [value for key, value in answer.items() if key != letter]
        free = [choice for choice in asking.field.choices if choice.value not in used]
        chosen = answered.get(letter, free[0].value)
        label = asking.say("ask.letter", label=asking.label, letter=letter)
        answer = {**answer, letter: asking.one(label, free, chosen)}
    return dict(sorted(answer.items()))


def _on_board(field: Field, answers: Answers) -> set[str]:
    rows = answers.get(field.data["board"], ())
    return {cell for row in rows for cell in cells_of(row)} & set(letters_of(field))


def is_answer(value: Any) -> bool:
    return isinstance(value, dict) and all(map(is_text, value.values()))


def is_settled(field: Field, value: Any, answers: Answers) -> bool:
    """Return False after a letter was added to the board or removed."""
    return set(value) == _on_board(field, answers)


def say(field: Field, value: Any) -> str:
    return ", ".join(f"{letter} = {choice_label(field, key)}" for letter, key in value.items())


# Never open by itself: a letter without a meaning is a mistake on the board.
KIND = Kind(
    ask, is_answer, say, lambda field, value: False, lambda field: {}, is_settled, beside="board"
)
