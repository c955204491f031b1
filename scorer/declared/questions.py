"""What a declared game asks each player: numbers, yes or no, choices, cards and lists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Literal, get_args

from cards_data.problems import all_of, quote
from cards_data.schema import Frozen, Wrong, holding, in_range, read, unknown_mistake, wrong

from .formulas import OPERATOR_WORDS

TEXT_LIMIT = 60
# The most items in a list of one player.
ITEMS = 60
NUMBER = 100_000


def _texts(value: Any) -> Any:
    """Read one text, or one for each language, without placeholders."""
    texts = value.values() if isinstance(value, Mapping) else (value,)
    for text in texts or ("",):
        sound = isinstance(text, str) and 0 < len(text) <= TEXT_LIMIT
        if not sound or any(mark in text for mark in "{}\n"):
            raise wrong("no_text_line", given=quote(text), most=TEXT_LIMIT)
    return value


Texts = Annotated[Any, _texts]
Type = Literal["int", "yes/no"]
KINDS = ("choice", "cards", "list")


def _choices(raw: Any) -> Any:
    """Read a list of words, or a name for each word."""
    words = raw
    if isinstance(raw, tuple) and all(isinstance(one, str | int | bool | None) for one in raw):
        words = dict.fromkeys(raw)
    if not isinstance(words, Mapping):
        raise wrong("no_choices", given=quote(raw))
    if len(words) < len(raw):
        raise wrong("twice_choice", given=quote(", ".join(map(str, raw))))
    holding(2, 40)(tuple(words))
    for word, text in words.items():
        _checked_key(word)
        if text is not None:
            _texts(text)
    return words


# A trailing underscore would be lost: it distinguishes attributes from Python keywords.
_KEY = re.compile("[a-z](?:[a-z0-9_]{0,38}[a-z0-9])?")


def _checked_key(key: Any) -> Any:
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        raise wrong("no_word_key", given=quote(key))
    return key


Key = Annotated[str, _checked_key]


class Simple(Frozen):
    """A number from ``least`` to ``most``, yes or no, or one of several."""

    ask: Texts | None = None
    help: Texts | None = None
    type: Type | None = None
    least: Annotated[int, in_range(-NUMBER, NUMBER)] | None = None
    most: Annotated[int, in_range(-NUMBER, NUMBER)] | None = None
    choice: Annotated[Any, _choices] | None = None

    def _check(self) -> None:
        kinds = [type_ for type_ in ("type", *KINDS) if getattr(self, type_, None) is not None]
        if len(kinds) > 1:
            raise wrong("two_kinds", kinds=all_of(kinds))
        type_, low, high = type_of(self), least(self), most(self)
        bounded = self.least is not None or self.most is not None
        if bounded and type_ not in ("int", "list"):
            raise wrong("no_bounds", kind=type_)
        if type_ == "list" and not 0 <= low <= high <= ITEMS:
            raise wrong("list_bounds", least=low, most=high, items=ITEMS)
        if low > high:
            raise wrong("least_most", least=low, most=high)


def _read(model: type[Frozen], raw: Any, at: tuple[str | int, ...] = ()) -> Any:
    """Read a question, or only the name of its type."""
    if isinstance(raw, str):
        words = get_args(Type)
        if raw not in words:
            raise Wrong(unknown_mistake(at, raw, "type", words))
        raw = {"type": raw}
    question, errors = read(model, raw)
    if question is None:
        raise Wrong(errors[0].with_path(at))
    return question


def _items(raw: Any) -> Any:
    if not isinstance(raw, Mapping):
        raise wrong("no_mapping", given=quote(raw))
    holding(1, 8)(tuple(raw))
    for key in raw:
        _checked_key(key)
        if key in OPERATOR_WORDS:
            raise wrong("key_name", key, given=quote(key))
    return {key: _read(Simple, one, (key,)) for key, one in raw.items()}


class PlayerQuestion(Simple):
    """A simple question, the cards of a deck, or a list of items with simple questions each."""

    cards: str | None = None
    list: Annotated[Any, _items] | None = None


def type_of(question: Any) -> str:
    """Return ``int``, ``yes/no``, ``choice``, ``cards`` or ``list``."""
    own = (type_ for type_ in KINDS if getattr(question, type_, None) is not None)
    return next(own, question.type or "int")


def least(question: Any) -> int:
    return 0 if question.least is None else question.least


def most(question: Any) -> int:
    """Return the largest number, or the most items of a list."""
    usual = ITEMS if type_of(question) == "list" else 999
    return usual if question.most is None else question.most


AnyQuestion = Annotated[Any, partial(_read, PlayerQuestion)]
