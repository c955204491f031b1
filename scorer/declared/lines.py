"""The lines of a declared ledger: what is counted, and what is awarded.

``declaration.py`` checks the names that their formulas use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

from cards_data.problems import one_of, quote
from cards_data.schema import Frozen, Wrong, holding, in_range, wrong

from ..core.numbers import Points, Some
from ..expressions import Number, bound
from .formulas import Expression, expression
from .questions import Texts

Rounding = Literal["down", "up", "half"]


def _fraction(raw: Any) -> Number:
    """Read points that need not be whole: 2, 0.5, 1/2."""
    text = re.fullmatch(r"-?\d{1,6}(\.\d{1,3}|/[1-9]\d{0,2})?", str(raw))
    if text is None:
        raise wrong("no_points", given=quote(raw))
    number = bound(Fraction(text[0]))
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
