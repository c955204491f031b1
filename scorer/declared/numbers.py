"""What a game declares: counts and awards as checked numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from cards_data import Game, quoted
from cards_data.models import ReadOnly

from ..core.ledger_labels import lines
from ..core.numbers import Points, Some, read_numbers
from ..core.schema import Frozen, holding, pattern, within, wrong

TEXT_LIMIT = 60


def _texts(value: Any) -> Any:
    """One text, or one for each language; none of them has gaps."""
    texts = value.values() if isinstance(value, Mapping) else (value,)
    for text in texts or ("",):
        sound = isinstance(text, str) and 0 < len(text) <= TEXT_LIMIT
        if not sound or any(mark in text for mark in "{}\n"):
            raise wrong(f"{quoted(text)} is no name", f"1 to {TEXT_LIMIT} letters on one line")
    return value


Texts = Annotated[Any, _texts]
Key = Annotated[str, pattern("[a-z][a-z0-9_]{0,39}")]


class Counted(Frozen):
    """What a player is asked for: so many points for each, for every few, or by steps."""

    ask: Texts
    help: Texts | None = None
    each: Points | None = None
    every: Some = 1
    steps: Annotated[tuple[Points, ...], holding(1, 100)] | None = None
    most: Some = 999
    deck: str | None = None

    def _check(self) -> None:
        if (self.each is None) == (self.steps is None):
            raise wrong("no way to count it, or two", "each, or steps")

    def points(self, n: int) -> int:
        """Of steps the first is for none, the last for so many and more."""
        if self.steps is not None:
            return self.steps[min(n, len(self.steps) - 1)]
        return (self.each or 0) * (n // self.every)


class Award(Frozen):
    """Points for whoever has most of something; where several have, for all of them or nobody."""

    ask: Texts
    most_of: str
    points: Points
    ties: Literal["all", "none"] = "all"


class Players(Frozen):
    least: Annotated[int, within(1, 20)] = 1
    most: Annotated[int, within(1, 20)]

    def _check(self) -> None:
        if self.least > self.most:
            raise wrong(f"from {self.least} to {self.most}", "least up to most")


class Declared(Frozen):
    players: Players
    count: Annotated[dict[Key, Counted], holding(1, 40)]
    awards: Annotated[dict[Key, Award], holding(0, 40)] = ReadOnly()

    def _check(self) -> None:
        if "name" in self.count:
            raise wrong('"name" is what a player is called', "another key")
        for key, award in self.awards.items():
            if award.most_of not in self.count:
                found = f"{quoted(key)}: nothing counts {quoted(award.most_of)}"
                raise wrong(found, ", ".join(self.count))
            if key in self.count:
                raise wrong(f"{quoted(key)} is counted, too", "a key of its own")


class Numbers(Frozen, others=True):
    """The declared part; what else stands in scoring.yaml is for cards and leaflet alone.

    ``box`` says how many there are of what a deck counts.
    """

    score: Declared
    box: dict[str, int]

    def _check(self) -> None:
        for key, one in self.score.count.items():
            if one.deck is not None and key not in self.box:
                raise wrong(f"{quoted(key)}: no deck {quoted(one.deck)}", "a deck of the game")


def numbers(game: Game) -> Numbers:
    decks = {key: str(one.get("deck", "")) for key, one in lines(game, "count")}
    box = {key: game.decks[deck].total for key, deck in decks.items() if deck in game.decks}
    return read_numbers(Numbers, game, box)
