"""What a game asks for, so that paper, terminal and web page ask the same in the same order.

A form is a tuple of fields. A field's kind, a module in ``kinds``, knows how to ask it. ``Asking``
puts one question to somebody who types.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

from cards_data.documents import ReadOnly

from .translation import Translation

# Where the page asks: who plays, what is on the table, or how the game was set up.
Part = Literal["who", "table", "variant"]
# A special way to show a field; by default the kind decides.
Widget = Literal["", "star", "meter", "seats"]
# The outline of a piece on a board.
Shape = Literal["", "round", "hex", "square"]


class Choice(NamedTuple):
    """One possible answer: its id in the state, its name, and its colour in the game.

    On a board it has the outline and the symbol of its printed piece.
    """

    value: str
    label: str
    colour: str = ""
    shape: Shape = ""
    symbol: str = ""


class Group(NamedTuple):
    """Fields that are asked again for each player, or for each vote."""

    key: str
    label: str
    least: int
    most: int


class Clusters(NamedTuple):
    """What is outlined on a board when it touches: a number of cells of one family, or more.

    A family is a text of cells; ``*`` means all letters that can be on the board.
    """

    least: int
    families: tuple[str, ...]


class Limit(NamedTuple):
    """How many of a component the box has: the page refuses a tap that exceeds it.

    ``counts`` are pairs of a field's key and a value. A number field adds its numbers, any other
    field counts how often it has the value. ``*`` means all letters that can be on a board,
    together, or separately if the limit is for ``each``.
    """

    label: str
    most: int
    counts: tuple[tuple[str, str], ...]
    each: bool = False


class Field(NamedTuple):
    """One question.

    ``key`` is the path in the state, with dots; inside a group, the path inside each item. ``kind``
    is the name of a module in ``kinds``, which defines the meaning of ``low``, ``high`` and
    ``choices``. ``data`` is what else that kind needs, as JSON values. An ``optional`` field may
    stay empty: the help says what then applies. The answers of a ``unique`` field differ in all
    items of its group.
    """

    key: str
    label: str
    kind: str
    low: int = 0
    high: int | None = None
    choices: tuple[Choice, ...] = ()
    group: Group | None = None
    help: str = ""
    optional: bool = False
    default: str | int | None = None
    unique: bool = False
    part: Part = "table"
    widget: Widget = ""
    clusters: Clusters | None = None
    data: Mapping[str, Any] = ReadOnly()


def choices_of(deck: str, pieces: Iterable[str], say: Translation) -> tuple[Choice, ...]:
    """Return pieces of a deck, by their ids, as choices with their names."""
    return tuple(Choice(piece, say.name(deck, piece)) for piece in pieces)


def worded_field(say: Translation, key: str, kind: str, word: str = "", **more: Any) -> Field:
    """Return a field with the game's texts ``field.<word>`` and, for its help, ``help.<word>``.

    The word is the last step of the key unless another one is given.
    """
    word = word or key.rpartition(".")[2]
    help_text = say(f"help.{word}") if f"help.{word}" in say.words else ""
    return Field(key, say(f"field.{word}"), kind, **{"help": help_text, **more})


def choice_label(field: Field, value: Any) -> str:
    """Return the name of a choice; any other value unchanged."""
    return next((one.label for one in field.choices if one.value == value), str(value))


def is_empty(value: Any) -> bool:
    return value is None or value == ""


def is_missing(field: Field, value: Any) -> bool:
    """Return whether there is neither an answer nor a default."""
    return is_empty(value) and field.default is None and not field.optional


Answers = dict[str, Any]
# What is wrong with a typed answer, or an empty string.
Check = Callable[[str], str]
BACK = "<"


class Back(Exception):
    """An error: the user wants to go back to the previous question."""


class Prompts(Protocol):
    """How questions are put: on a terminal, or in a test.

    Nothing is filled in beforehand: an empty answer means the default.
    """

    def text(self, label: str, help_text: str, default: str, check: Check) -> str: ...

    def one(self, label: str, help_text: str, choices: Sequence[Choice], chosen: str) -> str: ...

    def several(
        self, label: str, help_text: str, choices: Sequence[Choice], chosen: Sequence[str]
    ) -> list[str]: ...

    def tell(self, text: str) -> None: ...


@dataclass(frozen=True)
class Asking:
    """One question: how it is put, what it is about, and the previous answer.

    ``taken`` are the answers of other items; ``save`` saves a part of the answer.
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
        """Return a typed answer; ``<`` goes back, and Enter alone gives the default."""
        field = self.field
        ways = [
            field.help,
            self.say("ask.default", value=default) if default else "",
            self.say("ask.empty") if field.optional and not default else "",
            self.say("ask.go_back"),
        ]

        def check_typed(typed: str) -> str:
            return "" if typed.strip() == BACK else check(typed if typed.strip() else default)

        help_text = "; ".join(filter(None, ways))
        typed = self.prompts.text(label, help_text, default, check_typed)
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

    def confirm(self, label: str, chosen: bool = True) -> bool:
        yes, no = Choice("yes", self.say("ask.yes")), Choice("no", self.say("ask.no"))
        return self.one(label, (yes, no), "yes" if chosen else "no") == "yes"

    def number(self, label: str, default: int, low: int, high: int) -> int:
        def refusal(typed: str) -> str:
            fits = typed.strip().isdecimal() and len(typed) < 9 and low <= int(typed) <= high
            return "" if fits else self.say("ask.whole", low=low, high=high)

        return int(self.text(label, str(default), refusal))
