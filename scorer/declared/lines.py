"""What a declared game asks each player, and the lines of its ledger: counts and awards.

``declaration.py`` checks the names that their formulas use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, Literal, get_args

from cards_data.problems import all_of, one_of, quote
from cards_data.schema import Frozen, Wrong, holding, in_range, read, unknown_mistake, wrong

from ..core.rules import Points, Some
from ..expressions import Number, clamp
from .formulas import OPERATOR_WORDS, Expression, expression

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


# ---- counts and awards -------------------------------------------------------------------------

Rounding = Literal["down", "up", "half"]


def _fraction(raw: Any) -> Number:
    """Read points that need not be whole: 2, 0.5, 1/2."""
    text = re.fullmatch(r"-?\d{1,6}(\.\d{1,3}|/[1-9]\d{0,2})?", str(raw))
    if text is None:
        raise wrong("no_points", given=quote(raw))
    number = clamp(Fraction(text[0]))
    in_range(-1_000, 1_000)(number)
    return number


def _expressions(raw: Any) -> Any:
    """Read one expression, or a list of them."""
    if not isinstance(raw, tuple):
        return (expression(raw),)
    holding(1, 12)(raw)
    return tuple(map(expression, raw))


def _mapping(raw: Any, read_key: Callable[[Any], Any], read: Callable[[Any], Any]) -> Any:
    """Read a mapping; an error in a key or its value is reported at that key."""
    if not isinstance(raw, Mapping):
        raise wrong("no_mapping", given=quote(raw))
    items = {}
    for key, one in raw.items():
        try:
            items[read_key(key)] = read(one)
        except Wrong as error:
            raise Wrong(error.mistake.with_path((str(key),))) from None
    return items


def _by_words(raw: Any) -> Any:
    for key in raw if isinstance(raw, Mapping) else ():
        if not isinstance(key, str):
            raise wrong("no_word_key", given=quote(key))
    return raw


def _steps_by(raw: Any) -> Any:
    """Read, for one name of a row, the points for none, one, two and so on."""
    if not isinstance(raw, Mapping) or len(raw) != 1:
        raise wrong("one_column", given=quote(raw))
    return _mapping(_by_words(raw), str, _step_list)


def _step_list(raw: Any) -> Any:
    if not isinstance(raw, tuple):
        raise wrong("no_list", given=quote(raw))
    holding(1, 100)(raw)
    for at, one in enumerate(raw):
        if isinstance(one, bool) or not isinstance(one, int) or abs(one) > 1_000:
            raise wrong("no_whole_number", at, given=quote(one))
    return raw


Formula = Annotated[Any, expression]
Formulas = Annotated[Any, _expressions]
Decimal = Annotated[Any, _fraction]
PointsByWord = Annotated[Any, lambda raw: _mapping(_by_words(raw), str, _fraction)]
WAYS = ("each", "steps", "sum", "product", "points", "each_by")


class ScoreLine(Frozen):
    """One line of a player: what is counted, and how it gives points.

    By default it counts the question with the same key.
    """

    ask: Texts | None = None
    help: Texts | None = None
    of: Formula = None
    sets: Annotated[tuple[Formula, ...], holding(2, 12)] | None = None
    when: Formula = None
    from_: Annotated[int, in_range(1, 100_000)] | None = None
    each: Decimal = None
    every: Some | None = None
    steps: Annotated[tuple[Points, ...], holding(1, 100)] | None = None
    sum: Formula = None
    product: Formulas = None
    points: PointsByWord = None
    each_by: Annotated[Any, _steps_by] = None
    round: Rounding = "down"
    most: Some | None = None
    deck: str | None = None

    def _check(self) -> None:
        ways = [method for method in WAYS if getattr(self, method) is not None]
        if len(ways) != 1:
            raise wrong("each_or_steps", ways=one_of(WAYS))
        if ways == ["steps"] and self.every is not None:
            raise wrong("every_beside_steps")
        if self.every is not None and ways != ["each"]:
            raise wrong("every_beside", way=ways[0])
        if self.sets is not None and (self.of is not None or ways[0] not in ("each", "steps")):
            raise wrong("sets_beside")

    @property
    def method(self) -> str:
        return next(name for name in WAYS if getattr(self, name) is not None)

    @property
    def group(self) -> int:
        """The group size, if points are given for every few."""
        return self.every or 1

    @property
    def asks_itself(self) -> bool:
        """Whether it counts the number with the same key, asked unless another question does."""
        return self.counts_itself and self.method != "sum"

    @property
    def counts_itself(self) -> bool:
        """Whether it counts the value with the same key; a sum may also be over rows."""
        return self.sets is None and self.of is None and self.method != "product"


def _span(raw: Any) -> tuple[int, int]:
    """Read a number of players: 3, 3+ or 2-4."""
    match = re.fullmatch(r"(\d{1,2})(\+|-(\d{1,2}))?", str(raw))
    if isinstance(raw, bool) or not isinstance(raw, int | str) or match is None:
        raise wrong("no_span", given=quote(raw))
    least = int(match[1])
    most = 20 if match[2] == "+" else int(match[3] or least)
    if least > most:
        raise wrong("least_most", least=least, most=most)
    return least, most


# The first number of players that matches applies.
PointsByPlayers = Annotated[Any, lambda raw: tuple(_mapping(raw, _span, _step_list).items())]
Ties = Literal["all", "none", "nobody", "holder", "split", "split_place"]
Per = Literal["round", "game"]


class Award(Frozen):
    """Points for having most or least of something, also for further places."""

    ask: Texts | None = None
    help: Texts | None = None
    most_of: Formula = None
    least_of: Formula = None
    points: Points | None = None
    places: Annotated[tuple[Points, ...], holding(1, 20)] | None = None
    by_players: PointsByPlayers = None
    from_: Annotated[int, in_range(1, 100_000)] | None = None
    players: Annotated[Any, _span] = None
    ties: Ties = "all"
    per: Per | None = None
    round: Rounding = "down"

    def _check(self) -> None:
        if (self.most_of is None) == (self.least_of is None):
            raise wrong("most_or_least")
        if (self.points is None) == (self.places is None):
            raise wrong("points_or_places")

    @property
    def compared(self) -> Expression:
        expression_out: Expression = self.least_of if self.most_of is None else self.most_of
        return expression_out

    def shares(self, players: int) -> tuple[int, ...]:
        """Return the points for each place among that many players."""
        least, most = self.players or (players, players)
        if not least <= players <= most:
            return ()
        for (low, high), places in self.by_players or ():
            if low <= players <= high:
                return tuple(places)
        return self.places or (self.points or 0,)


def round_points(points: Number, mode: str) -> int:
    """Round a fraction to whole points; half a point is rounded up."""
    if mode == "up":
        return -int(-points // 1)
    return int((points + Fraction(1, 2)) // 1) if mode == "half" else int(points // 1)
